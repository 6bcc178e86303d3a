import type { OverlayLine } from '../../../electron/contract/overlay.ts'
import type { OverlaidUnits } from '../../../electron/contract/overlaid-units.ts'
import type { ShownUnit } from '../../../electron/contract/shown-units.ts'
import type { Measure } from '../../../electron/contract/overlaid.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import type { Conversion } from '../../../electron/contract/units.ts'
import { nearestRow } from '../../charts/columns.ts'

/** A line of an overlay as it came: its facts and its columns. */
export interface LineColumns extends Omit<OverlayLine, 'columns'> {
  positions: Float64Array
  values: Float64Array
  /** The baseline's values at these positions. */
  base: Float64Array
  /** With a point a day: the share of its records that the day has. */
  complete: Float64Array | null
}

/** A line as it is measured on screen: absolute values in the unit of choice, or per cent of its own mean. */
export interface ShownLine extends LineColumns {
  /** Its place among the lines, and so its colour. */
  place: number
  shown: Float64Array
  /** The mean of what is shown; NaN without numbers. */
  shownMean: number
  /** The conversion from what the device sent to what is shown; null for shares, which have no unit. */
  unit: ShownUnit | null
  /** From the baseline, in the same measure; no numbers where the two cannot be compared. */
  differences: Float64Array
  /** Why it is not drawn; null where it is. */
  hindrance: Hindrance | null
}
type Hindrance = Exclude<OverlayLine['state'], 'drawn'> | 'otherUnit' | 'noMean'

/** Opens the blob of `overlay.lines`. One of another length is an error: shifted columns would show wrong values. */
export async function openLines(lines: readonly OverlayLine[], columns: Blob): Promise<LineColumns[]> {
  const buffer = await columns.arrayBuffer()
  const opened: Float64Array[] = []
  let at = 0
  /** The column that stands at this place; those before it are open already. */
  function open(place: number, rows: number): Float64Array {
    const known = opened[place]
    if (known) return known
    const column = new Float64Array(buffer, at, rows)
    at += column.byteLength
    opened[place] = column
    return column
  }
  const all = lines.map(({ columns: places, ...line }) => {
    const [positions = EMPTY, values = EMPTY, base = EMPTY, complete = null] = places.map((place) => open(place, line.rows))
    return { ...line, positions, values, base, complete }
  })
  if (at !== buffer.byteLength) throw new RangeError(`columns of ${buffer.byteLength} bytes, of which ${at} are lines`)
  return all
}

const EMPTY = new Float64Array(0)
const PER_CENT = 100

const NOTHING: Conversion = { factor: Number.NaN, offset: 0 }

/**
 * The lines in a measure, with their differences from the baseline. A share is one of what was sent, whatever the unit of
 * choice: files and screen say the same.
 */
export function measuredLines(lines: readonly LineColumns[], baseline: number, measure: Measure, units: OverlaidUnits): ShownLine[] {
  const against = lines[baseline]
  const change = (line: LineColumns): Conversion =>
    measure === 'share' ? { factor: PER_CENT / (line.mean ?? Number.NaN), offset: 0 } : units.axis
  const other = against && hindranceOf(against, measure) === null ? change(against) : NOTHING
  return lines.map((line, place) => {
    const { factor, offset } = change(line)
    const isSame = factor === 1 && offset === 0
    const shown = isSame ? line.values : line.values.map((value) => value * factor + offset)
    return {
      ...line,
      place,
      shown,
      shownMean: (line.mean ?? Number.NaN) * factor + offset,
      unit: measure === 'share' ? null : (units.lines[place] ?? null),
      differences: shown.map((value, row) => value - ((line.base[row] as number) * other.factor + other.offset)),
      hindrance: hindranceOf(line, measure),
    }
  })
}

/** A share of a mean that is not above zero says nothing: of temperatures around zero, for one. */
function hindranceOf({ state, comparable, mean }: LineColumns, measure: Measure): Hindrance | null {
  if (state !== 'drawn') return state
  if (measure === 'share') return mean !== null && mean > 0 ? null : 'noMean'
  return comparable ? null : 'otherUnit'
}

/** The row of a line that stands at a position; -1 where it has no number there. */
export function rowAt({ positions, values, stepMs, thinned }: LineColumns, position: number): number {
  const row = nearestRow(positions, position)
  if (row < 0 || Number.isNaN(values[row])) return -1
  const apart = Math.abs((positions[row] as number) - position)
  return apart <= reachOf(stepMs, thinned) ? row : -1
}

/** Points of lines are of the same time when less than half a step is between them. */
function reachOf(stepMs: number | null, thinned: boolean): number {
  if (thinned) return DAY_MS
  if (stepMs === null) return HOUR_MS / 2
  return stepMs >= DAY_MS ? DAY_MS / 2 - HOUR_MS : stepMs / 2
}

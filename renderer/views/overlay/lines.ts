import type { OverlayLine } from '../../../electron/contract/overlay.ts'
import type { Measure } from '../../../electron/contract/overlaid.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { nearestRow } from '../../charts/columns.ts'

/** A line of an overlay as it came: its facts and its columns. */
export interface LineColumns extends OverlayLine {
  positions: Float64Array
  values: Float64Array
  /** The baseline's values at these positions. */
  base: Float64Array
  /** With a point a day: the share of its records that the day has. */
  complete: Float64Array | null
}

/** A line as it is measured on screen: absolute values, or per cent of its own mean. */
export interface ShownLine extends LineColumns {
  /** Its place among the lines, and so its colour. */
  place: number
  shown: Float64Array
  /** From the baseline, in the same measure; no numbers where the two cannot be compared. */
  differences: Float64Array
  /** Why it is not drawn; null where it is. */
  hindrance: Hindrance | null
}
type Hindrance = Exclude<OverlayLine['state'], 'drawn'> | 'otherUnit' | 'noMean'

/** Opens the blob of `overlay.lines`. One of another length is an error: shifted columns would show wrong values. */
export async function openLines(lines: readonly OverlayLine[], columns: Blob): Promise<LineColumns[]> {
  const buffer = await columns.arrayBuffer()
  let at = 0
  const next = (rows: number) => {
    const column = new Float64Array(buffer, at, rows)
    at += column.byteLength
    return column
  }
  const opened = lines.map((line) => ({
    ...line,
    positions: next(line.rows),
    values: next(line.rows),
    base: next(line.rows),
    complete: line.daily ? next(line.rows) : null,
  }))
  if (at !== buffer.byteLength) throw new RangeError(`columns of ${buffer.byteLength} bytes, of which ${at} are lines`)
  return opened
}

const PER_CENT = 100

/** The lines in a measure, with their differences from the baseline. */
export function measuredLines(lines: readonly LineColumns[], baseline: number, measure: Measure): ShownLine[] {
  const against = lines[baseline]
  return lines.map((line, place) => {
    const hindrance = hindranceOf(line, measure)
    const scale = scaleOf(line, measure)
    const baseScale = against && hindranceOf(against, measure) === null ? scaleOf(against, measure) : NaN
    const shown = scale === 1 ? line.values : line.values.map((value) => value * scale)
    return {
      ...line,
      place,
      shown,
      differences: shown.map((value, row) => value - (line.base[row] as number) * baseScale),
      hindrance,
    }
  })
}

const scaleOf = ({ mean }: OverlayLine, measure: Measure): number =>
  measure === 'share' ? PER_CENT / (mean ?? NaN) : 1

/** A share of a mean that is not above zero says nothing: of temperatures around zero, for one. */
function hindranceOf({ state, comparable, mean }: OverlayLine, measure: Measure): Hindrance | null {
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

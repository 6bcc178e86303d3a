import type { ChannelKind } from '../../../electron/contract/channels.ts'
import type { TimeSpan } from '../../../electron/contract/time/gas-day.ts'
import type { Seam } from '../seams.ts'
import type { CarpetCells } from './cells.ts'

/** A channel's values, cell by cell of a carpet. */
export interface CellValues {
  /** An amount's sum, a counter's rise, the mean of anything else; NaN where it is not known. */
  values: Float64Array
  /** Records with a number. */
  numbers: Uint32Array
  /** Records of any kind. */
  records: Uint32Array
}

/** A record is stamped with the end of what it covers: a cell has those after its beginning, up to and including its end. */
export function valuesOf(
  cells: CarpetCells,
  times: Float64Array,
  column: Float64Array,
  kind: ChannelKind,
  seams: readonly Seam[] = [],
): CellValues {
  const found: CellValues = {
    values: new Float64Array(cells.length).fill(NaN),
    numbers: new Uint32Array(cells.length),
    records: new Uint32Array(cells.length),
  }
  const counter = kind === 'accumulator' ? riseIn(cells, seams) : null
  let row = 0
  for (let cell = 0; cell < cells.length; cell++) {
    const fromMs = cells.fromMs[cell] as number
    const toMs = cells.toMs[cell] as number
    for (; row < times.length && (times[row] as number) <= fromMs; row++) counter?.read(times[row] as number, column[row] as number)
    let sum = 0
    let numbers = 0
    let records = 0
    counter?.begin(cell)
    for (; row < times.length && (times[row] as number) <= toMs; row++) {
      const value = column[row] as number
      records++
      counter?.read(times[row] as number, value)
      if (Number.isNaN(value)) continue
      sum += value
      numbers++
    }
    found.records[cell] = records
    found.numbers[cell] = numbers
    if (counter) found.values[cell] = counter.rise()
    else if (numbers > 0) found.values[cell] = kind === 'period' ? sum : sum / numbers
  }
  return found
}

/**
 * A counter's rise in each cell. It is known where the counter was read in the cell before: else the amount of a gap
 * would look like a peak of the first cell behind it. A device that follows another begins anew.
 */
function riseIn(cells: CarpetCells, seams: readonly Seam[]) {
  const ends = seams.map(({ sinceMs }) => sinceMs).sort((a, b) => a - b)
  let next = 0
  let last = NaN
  let lastMs = -Infinity
  let risen = NaN
  return {
    read(atMs: number, count: number): void {
      for (; next < ends.length && (ends[next] as number) < atMs; next++) last = NaN
      if (Number.isNaN(count)) return
      if (count >= last) risen = (Number.isNaN(risen) ? 0 : risen) + count - last
      last = count
      lastMs = atMs
    },
    begin(cell: number): void {
      const fromMs = cells.fromMs[cell] as number
      const before = fromMs - ((cells.toMs[cell] as number) - fromMs)
      if (lastMs <= before) last = NaN
      risen = NaN
    },
    rise: () => risen,
  }
}

/**
 * How many records a cell is made of when none is missing; null where a cell is no longer than a record, or the archive
 * has no usual step.
 */
export function dueIn(cells: CarpetCells, cell: number, stepMs: number | null): number | null {
  if (stepMs === null) return null
  const due = Math.round(((cells.toMs[cell] ?? 0) - (cells.fromMs[cell] ?? 0)) / stepMs)
  return due > 1 ? due : null
}

/** True for a value that records are missing from: its sum is too small, its mean one of a part. */
export function isPart(cells: CarpetCells, { values, numbers }: CellValues, cell: number, stepMs: number | null): boolean {
  const due = dueIn(cells, cell, stepMs)
  return due !== null && !Number.isNaN(values[cell]) && (numbers[cell] ?? 0) < due
}

/** Why a cell has no colour. `lacking`: its day was never downloaded. `ahead`: it is still to come. */
export type CellState = 'value' | 'noNumber' | 'missing' | 'lacking' | 'ahead'

/** The state of a cell. `lacking`: spans that were never downloaded. */
export function stateOf(
  cells: CarpetCells,
  { values, records }: CellValues,
  cell: number,
  lacking: readonly TimeSpan[],
  nowMs: number,
): CellState {
  if (!Number.isNaN(values[cell])) return 'value'
  if ((records[cell] as number) > 0) return 'noNumber'
  const fromMs = cells.fromMs[cell] as number
  if (fromMs >= nowMs) return 'ahead'
  const middle = (fromMs + (cells.toMs[cell] as number)) / 2
  return lacking.some((span) => span.fromMs <= middle && middle <= span.toMs) ? 'lacking' : 'missing'
}

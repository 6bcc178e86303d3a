import { kindOf, type ChannelKind } from '../../electron/contract/channels.ts'
import type { ChannelInfo } from '../../electron/contract/readings.ts'
import { nearestRow, type Columns } from './columns.ts'
import { rowsAfterSeams, type Seam } from './seams.ts'

/** One channel between two cursors, A and B. A number that cannot be told is null. */
interface ChannelDifference {
  channel: ChannelInfo
  kind: ChannelKind
  atA: number | null
  atB: number | null
  /** B minus A; null for a counter between two devices: they were never set alike. */
  change: number | null
  /**
   * Consumption between the two: what a counter rose by (a step down, where the meter was exchanged, adds nothing), or of
   * amounts the sum of the records after A up to and including B, because the record at A covers the time before it.
   */
  consumed: number | null
  /** Lowest, highest and mean value from A to B, both included. */
  least: number | null
  greatest: number | null
  mean: number | null
  /** Records from A to B that have a number. */
  records: number
}

export interface Difference {
  aMs: number
  bMs: number
  /** Records from A to B, both included. */
  rows: number
  channels: ChannelDifference[]
}

/**
 * Compares the records nearest to two moments, of which A is the earlier; null without records.
 * @param but `leftOut`: stamps of records that count in no sum; `seams`: where one device follows another
 */
export function differenceBetween(
  columns: Columns,
  channels: readonly ChannelInfo[],
  oneMs: number,
  otherMs: number,
  { leftOut = NOTHING, seams = [] }: { leftOut?: ReadonlySet<number>; seams?: readonly Seam[] } = {},
): Difference | null {
  const a = nearestRow(columns.times, Math.min(oneMs, otherMs))
  const b = nearestRow(columns.times, Math.max(oneMs, otherMs))
  if (a < 0 || b < 0) return null
  const anew = rowsAfterSeams(columns.times, seams)
  return {
    aMs: columns.times[a] as number,
    bMs: columns.times[b] as number,
    rows: b - a + 1,
    channels: channels.map((channel, index) =>
      ofChannel(channel, columns.values[index] ?? new Float64Array(0), {
        a,
        b,
        counts: (row) => !leftOut.has(columns.times[row] as number),
        anew,
      }),
    ),
  }
}

interface Rows {
  a: number
  b: number
  /** False of a record between the hours that is no part of its hour. */
  counts: (row: number) => boolean
  /** The first row of each next device. */
  anew: ReadonlySet<number>
}
const NOTHING: ReadonlySet<number> = new Set()

function ofChannel(channel: ChannelInfo, values: Float64Array, { a, b, counts, anew }: Rows): ChannelDifference {
  const kind = kindOf(channel, values)
  const atA = numberAt(values, a)
  const atB = numberAt(values, b)
  const isBetween = [...anew].some((row) => row > a && row <= b)
  const known = atA !== null && atB !== null
  const change = known && !(kind === 'accumulator' && isBetween) ? atB - atA : null
  let sum = 0
  let least = Infinity
  let greatest = -Infinity
  let records = 0
  let after = 0
  let passed = 0
  let risen = 0
  let previous = NaN
  for (let row = a; row <= b; row++) {
    const value = values[row] as number
    if (anew.has(row)) previous = NaN
    if (Number.isNaN(value)) continue
    records++
    sum += value
    if (value < least) least = value
    if (value > greatest) greatest = value
    if (value > previous) risen += value - previous
    previous = value
    if (row === a) continue
    after++
    if (counts(row)) passed += value
  }
  const some = records > 0
  const consumed = {
    accumulator: known ? risen : null,
    period: after > 0 ? passed : null,
    state: null,
  }[kind]
  return {
    channel,
    kind,
    atA,
    atB,
    change,
    consumed,
    least: some ? least : null,
    greatest: some ? greatest : null,
    mean: some ? sum / records : null,
    records,
  }
}

function numberAt(values: Float64Array, row: number): number | null {
  const value = values[row]
  return value === undefined || Number.isNaN(value) ? null : value
}

/** The time of the record `step` rows away from the one nearest to a moment; the first or last one at the ends. */
export function neighbourTime(times: Float64Array, ms: number, step: number): number {
  if (times.length === 0) return ms
  const row = nearestRow(times, ms)
  const next = Math.min(times.length - 1, Math.max(0, row + step))
  return times[next] as number
}

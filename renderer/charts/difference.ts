import type { ChannelInfo } from '../../electron/contract/readings.ts'
import { nearestRow, type Columns } from './columns.ts'

/**
 * How a channel adds up between two moments. `accumulator`: a counter, its difference is the consumption.
 * `period`: an amount for each record, its sum is. `state`: neither (pressure, temperature).
 */
export type ChannelKind = 'accumulator' | 'period' | 'state'

/** metering-data-api.md, 'Channel codes of the unified view' and the general codes it names. */
const KNOWN: Record<string, ChannelKind> = {
  gas_consume: 'period',
  Vwork: 'period',
  reading_value: 'accumulator',
  VNakwork: 'accumulator',
  VNakpriv: 'accumulator',
  P: 'state',
  T: 'state',
}

const VOLUME_UNIT = /^(?:[нnст]\.?\s?)?[мm]\s?(?:3|³|\^3)$|^(?:куб\.? ?м|л|l)$/iu
/** A counter may jump back once (exchange, rollback) and is still one. */
const RISING_SHARE = 0.98

/** The kind by the document where it names the code, else by the unit and by whether the values only ever rise. */
export function kindOf(channel: ChannelInfo, values: Float64Array): ChannelKind {
  const known = KNOWN[channel.channelVarname]
  if (known) return known
  if (!channel.unitName || !VOLUME_UNIT.test(channel.unitName.trim())) return 'state'
  let steps = 0
  let rising = 0
  let previous = NaN
  for (const value of values) {
    if (Number.isNaN(value)) continue
    if (!Number.isNaN(previous)) {
      steps++
      if (value >= previous) rising++
    }
    previous = value
  }
  return steps > 2 && rising >= steps * RISING_SHARE ? 'accumulator' : 'period'
}

/** One channel between two cursors. Numbers are null where there is none. */
export interface ChannelDifference {
  channel: ChannelInfo
  kind: ChannelKind
  atA: number | null
  atB: number | null
  /** B less A. */
  change: number | null
  /** Consumption between the two: the counter's rise, or the sum of the records after A up to and with B. */
  consumed: number | null
  least: number | null
  greatest: number | null
  mean: number | null
  /** Records between the two that have a number. */
  records: number
}

export interface Difference {
  aMs: number
  bMs: number
  rows: number
  channels: ChannelDifference[]
}

/** Compares two moments, each taken at its nearest record; null when there is no record. A is the earlier, whichever came first. */
export function differenceBetween(
  columns: Columns,
  channels: readonly ChannelInfo[],
  oneMs: number,
  otherMs: number,
): Difference | null {
  const a = nearestRow(columns.times, Math.min(oneMs, otherMs))
  const b = nearestRow(columns.times, Math.max(oneMs, otherMs))
  if (a < 0 || b < 0) return null
  return {
    aMs: columns.times[a] as number,
    bMs: columns.times[b] as number,
    rows: b - a,
    channels: channels.map((channel, index) => ofChannel(channel, columns.values[index] ?? new Float64Array(0), a, b)),
  }
}

function ofChannel(channel: ChannelInfo, values: Float64Array, a: number, b: number): ChannelDifference {
  const kind = kindOf(channel, values)
  const atA = numberAt(values, a)
  const atB = numberAt(values, b)
  const change = atA === null || atB === null ? null : atB - atA
  let sum = 0
  let least = Infinity
  let greatest = -Infinity
  let records = 0
  for (let row = a === b ? a : a + 1; row <= b; row++) {
    const value = values[row] as number
    if (Number.isNaN(value)) continue
    records++
    sum += value
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  const some = records > 0
  return {
    channel,
    kind,
    atA,
    atB,
    change,
    consumed: kind === 'accumulator' ? change : kind === 'period' && some && a !== b ? sum : null,
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

/** The row at or after (`step` 1) or before (`step` -1) a moment that a cursor moves to; stays at the ends. */
export function neighbourTime(times: Float64Array, ms: number, step: number): number {
  if (times.length === 0) return ms
  const row = nearestRow(times, ms)
  const next = Math.min(times.length - 1, Math.max(0, row + step))
  return times[next] as number
}

import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import type { ChannelData } from '../data.ts'

/** The smallest step in which the values of a channel are written: what rounding alone can make of a difference. */

/** A device writes no more decimals; behind them lies the noise of computing. */
const MOST_DECIMALS = 6
/** Steps wider than one are believed of this many numbers and more: a few may be round by chance. */
const ENOUGH_FOR_COARSE = 48
const COARSEST = 3

/** The digits that a channel is written with, and the records that tell it. Times in Unix ms. */
export interface Digits {
  /** The most that any number has; negative: all are round. */
  decimals: number
  /** The first record that has so many; null: none is needed. */
  finestMs: number | null
  /** How many numbers there are but zero, counted as far as they matter. */
  numbers: number
  /** The last record that was counted; null: none. */
  countedMs: number | null
}

/** The digits of the values of a channel. */
export function digitsOf(timesMs: Float64Array, values: Float64Array): Digits {
  const digits: Digits = { decimals: -COARSEST, finestMs: null, numbers: 0, countedMs: null }
  count(digits, timesMs, values, { fromMs: -Infinity, toMs: Infinity })
  return digits
}

function count(digits: Digits, timesMs: Float64Array, values: Float64Array, { fromMs, toMs }: TimeSpan): void {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number
    if (value === 0 || Number.isNaN(value)) continue
    const atMs = timesMs[at] as number
    if (atMs < fromMs || atMs > toMs) continue
    if (digits.numbers < ENOUGH_FOR_COARSE) {
      digits.numbers++
      digits.countedMs = atMs
    }
    while (digits.decimals < MOST_DECIMALS && !isWhole(value, digits.decimals)) {
      digits.decimals++
      digits.finestMs = atMs
    }
  }
}

/**
 * The digits of a channel after some of its records have changed; null where the records that told them may be among these:
 * then only all values tell.
 * @param part values of a part of the time that holds what changed
 */
export function changedDigits(before: Digits, part: { timesMs: Float64Array; values: Float64Array }, changed: TimeSpan): Digits | null {
  const { finestMs, countedMs } = before
  if (countedMs !== null && countedMs >= changed.fromMs) return null
  const after = { ...before }
  const isThere = finestMs === null || finestMs < changed.fromMs || finestMs > changed.toMs
  if (!isThere) Object.assign(after, { decimals: -COARSEST, finestMs: null })
  count(after, part.timesMs, part.values, changed)
  return after.decimals < before.decimals ? null : after
}

/** The step by the digits, in the unit of the values, a power of ten; 0 where there is no number but zero. */
export const stepBy = ({ decimals, numbers }: Digits): number =>
  numbers === 0 ? 0 : 10 ** -(numbers < ENOUGH_FOR_COARSE ? Math.max(0, decimals) : decimals)

/**
 * The step of a channel in the unit of its values; 0 where there is no number but zero. Where nobody has told it to the
 * channel all of its values are looked at: ask once, not for every record.
 */
export const stepOf = ({ values, step }: ChannelData): number => step ?? stepBy(digitsOf(values, values))

/** The step of a channel in its base unit; 0 where its unit is not known or it has no number but zero. */
export const baseStepOf = (channel: ChannelData): number => (channel.toBase ? stepOf(channel) * channel.toBase.factor : 0)

/** Likewise, but as it was sent where its unit is not known: the step of a column on a grid. */
export const gridStepOf = (channel: ChannelData): number => stepOf(channel) * (channel.toBase?.factor ?? 1)

/** True where the value has no digit behind these decimals; a double holds 15 to 16 digits. */
function isWhole(value: number, decimals: number): boolean {
  const scaled = decimals < 0 ? value / 10 ** -decimals : value * 10 ** decimals
  return Math.abs(scaled - Math.round(scaled)) <= Math.max(1e-7, Math.abs(scaled) * 1e-13)
}

import type { ChannelData } from './data.ts'

/** The smallest step in which the values of a channel are written: what rounding alone can make of a difference. */

/** A device writes no more decimals; behind them lies the noise of computing. */
const MOST_DECIMALS = 6
/** Steps wider than one are believed of this many numbers and more: a few may be round by chance. */
const ENOUGH_FOR_COARSE = 48
const COARSEST = 3
/** Numbers that are looked at, spread over the channel. */
const SAMPLE = 2000

const steps = new WeakMap<Float64Array, number>()

/**
 * The step in the unit of the values, a power of ten; 0 where there is no number but zero.
 * @param values as sent, NaN where there is no number
 */
export function stepOf(values: Float64Array): number {
  let step = steps.get(values)
  if (step === undefined) {
    step = findStep(values)
    steps.set(values, step)
  }
  return step
}

/** The step of a channel in its base unit; 0 where its unit is not known or it has no number but zero. */
export const baseStepOf = ({ values, toBase }: ChannelData): number => (toBase ? stepOf(values) * toBase.factor : 0)

function findStep(values: Float64Array): number {
  const stride = Math.max(1, Math.floor(values.length / SAMPLE))
  let decimals = -COARSEST
  let numbers = 0
  for (let at = 0; at < values.length; at += stride) {
    const value = values[at] as number
    if (value === 0 || Number.isNaN(value)) continue
    numbers++
    while (decimals < MOST_DECIMALS && !isWhole(value, decimals)) decimals++
  }
  if (numbers === 0) return 0
  return 10 ** -(numbers < ENOUGH_FOR_COARSE ? Math.max(0, decimals) : decimals)
}

/** True where the value has no digit behind these decimals; a double holds 15 to 16 digits. */
function isWhole(value: number, decimals: number): boolean {
  const scaled = decimals < 0 ? value / 10 ** -decimals : value * 10 ** decimals
  return Math.abs(scaled - Math.round(scaled)) <= Math.max(1e-7, Math.abs(scaled) * 1e-13)
}

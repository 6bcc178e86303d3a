/** The range of a carpet's colours: robust against spikes, which are marked instead. */

export interface CarpetRange {
  /** The values of the first and the last colour. */
  low: number
  high: number
  /** The lowest and the highest value there is. */
  least: number
  greatest: number
  /** How many values lie below `low` and above `high`. */
  below: number
  above: number
}

/** The share of values at each end that does not decide how far the colours reach. */
const TAIL = 0.02
/** The span of the other values is widened by this share at each end: ordinary peaks keep a colour of their own. */
const ROOM = 0.25

/**
 * The range of the 2nd to the 98th of a hundred values, widened by a quarter at each end and cut to the lowest and
 * highest; all values with `whole`, and where the middle ones are all the same. Null without a number.
 */
export function rangeOf(values: Float64Array, whole: boolean): CarpetRange | null {
  const sorted = values.filter((value) => Number.isFinite(value)).sort()
  const least = sorted[0]
  const greatest = sorted[sorted.length - 1]
  if (least === undefined || greatest === undefined) return null
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] as number
  const [first, last] = [at(TAIL), at(1 - TAIL)]
  const room = (last - first) * ROOM
  if (whole || room === 0) return { low: least, high: greatest, least, greatest, below: 0, above: 0 }
  const low = Math.max(least, first - room)
  const high = Math.min(greatest, last + room)
  let below = 0
  let above = 0
  for (const value of sorted) {
    if (value < low) below++
    else if (value > high) above++
  }
  return { low, high, least, greatest, below, above }
}

/** Decimals with which neighbouring colours of a range can be told apart. */
export function rangeDecimals({ low, high }: Pick<CarpetRange, 'low' | 'high'>): number {
  const size = high > low ? high - low : Math.abs(high) || 1
  return Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(size))))
}

/** Both ends of a range as finely as tells them apart: a pressure from 0.279 to 0.283 is not 0.28 twice. */
export function endsSaid(low: number, high: number, number: (value: number, digits: number) => string): [low: string, high: string] {
  const decimals = rangeDecimals({ low, high })
  return [number(low, decimals), number(high, decimals)]
}

/** The widths of counters: where one that has shown its highest number begins again. */

/** The width lies above `low`, or at it, and at most at `high`. */
export interface Interval {
  low: number
  high: number
}

/** Bits that registers have; and the steps that one count of them may stand for, as decimals. */
const BITS = [16, 15, 24, 23, 32, 31] as const
const DECIMALS = [0, 1, 2, 3] as const
/** Registers of fewer bits hold no counter; a double holds no more. */
const [LEAST_BITS, MOST_BITS] = [8, 53]
/** A counter that has this share of its digits' range behind it may begin again. */
const NEARLY_FULL = 0.9

/**
 * The width in an interval. Of a power of ten alone a single fall tells; a register of the usual bits it tells where the
 * interval is narrow; any other width needs a second fall at the same top, and is the roundest number there. Null: none fits.
 */
export function widthIn(interval: Interval, { isRepeated, isNarrow }: { isRepeated: boolean; isNarrow: boolean }): number | null {
  const { low, high } = interval
  if (!(low > 0)) return null
  const ten = 10 ** Math.ceil(Math.log10(low) - 1e-12)
  if (ten <= high && (isRepeated || low >= NEARLY_FULL * ten)) return ten
  if (!isNarrow && !isRepeated) return null
  const usual = firstOf(BITS, interval)
  if (usual !== null || !isRepeated) return usual
  return firstOf(ANY_BITS, interval) ?? roundest(interval)
}
const ANY_BITS = Array.from({ length: MOST_BITS - LEAST_BITS + 1 }, (_, at) => LEAST_BITS + at)

function firstOf(bits: readonly number[], { low, high }: Interval): number | null {
  for (const bit of bits)
    for (const decimals of DECIMALS) {
      const width = 2 ** bit / 10 ** decimals
      if (width >= low && width <= high) return width
    }
  return null
}

/** The number of the fewest digits. */
function roundest({ low, high }: Interval): number {
  for (let step = 10 ** Math.floor(Math.log10(high)); step > high * 1e-9; step /= 10) {
    const number = Math.ceil(low / step - 1e-9) * step
    if (number <= high) return number
  }
  return high
}

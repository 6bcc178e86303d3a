/** Decimals to show of a measured value: more for small values, at least three for counters. */
export function digitsOf(value: number): number {
  const size = Math.abs(value)
  if (size >= 100) return 3
  return size >= 1 ? 4 : 6
}

/** Decimals that the labels of an axis up to this value usually have. */
export function axisDecimals(value: number): number {
  const size = Math.abs(value)
  if (size >= 20) return 0
  return size >= 1 ? 1 : 3
}

/** Lowest and highest number of a column; null when it has none. */
export function extremesOf(values: Float64Array): readonly [number, number] | null {
  let low = Infinity
  let high = -Infinity
  // By index: code that has just been loaded walks an iterator several times slower.
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number
    if (value < low) low = value
    if (value > high) high = value
  }
  return low <= high ? [low, high] : null
}

/** Values that differ by a smaller part of themselves are one value, computed in two ways: 0.3 and 0.1 + 0.2. */
const NOISE = 1e-12
export const isNoise = (low: number, high: number): boolean => high - low <= Math.max(Math.abs(low), Math.abs(high)) * NOISE

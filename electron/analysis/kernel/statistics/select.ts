/** Order statistics of doubles. */

/** The k-th smallest (from 0) of the first `length` values; puts them in another order. Linear time on average. */
export function kthOf(values: Float64Array, k: number, length = values.length): number {
  let [low, high] = [0, length - 1]
  while (low < high) {
    const pivot = values[(low + high) >>> 1] as number
    let [left, right] = [low, high]
    while (left <= right) {
      while ((values[left] as number) < pivot) left++
      while ((values[right] as number) > pivot) right--
      if (left > right) break
      const one = values[left] as number
      values[left++] = values[right] as number
      values[right--] = one
    }
    if (k <= right) high = right
    else if (k >= left) low = left
    else break
  }
  return values[k] as number
}

/** The median of what is a number; NaN where nothing is. */
export function medianOf(values: Iterable<number>): number {
  const numbers = Float64Array.from(values).filter((value) => !Number.isNaN(value))
  return numbers.length === 0 ? Number.NaN : middleOf(numbers)
}

/** The median of one number and more, none of them NaN; puts them in another order. */
export function middleOf(numbers: Float64Array): number {
  const { length } = numbers
  const upper = kthOf(numbers, length >>> 1)
  return length % 2 === 1 ? upper : (kthOf(numbers, (length >>> 1) - 1) + upper) / 2
}

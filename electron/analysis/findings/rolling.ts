/** Medians and quartiles of moving windows, without sorting any window and without an object a record. */

/** Numbers in order; adding and removing one moves a part of a small array. */
export class SortedWindow {
  readonly #values: Float64Array
  #size = 0

  constructor(most: number) {
    this.#values = new Float64Array(most)
  }

  get size(): number {
    return this.#size
  }

  add(value: number): void {
    const at = this.#placeOf(value)
    this.#values.copyWithin(at + 1, at, this.#size)
    this.#values[at] = value
    this.#size++
  }

  /** Removes a number that was added. */
  remove(value: number): void {
    const at = this.#placeOf(value)
    this.#values.copyWithin(at, at + 1, this.#size)
    this.#size--
  }

  clear(): void {
    this.#size = 0
  }

  /** NaN of none. */
  median(): number {
    if (this.#size === 0) return NaN
    const middle = this.#size >> 1
    const upper = this.#values[middle] as number
    return this.#size % 2 === 1 ? upper : ((this.#values[middle - 1] as number) + upper) / 2
  }

  /** The first place whose number is not less. */
  #placeOf(value: number): number {
    let [low, high] = [0, this.#size]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#values[middle] as number) < value) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The number that stands at place `k` of the first `size` numbers once they are in order (Hoare's selection); reorders them. */
export function selected(values: Float64Array, size: number, k: number): number {
  let [low, high] = [0, size - 1]
  while (low < high) {
    const pivot = values[(low + high) >> 1] as number
    let [left, right] = [low, high]
    while (left <= right) {
      while ((values[left] as number) < pivot) left++
      while ((values[right] as number) > pivot) right--
      if (left > right) break
      const swapped = values[left] as number
      values[left++] = values[right] as number
      values[right--] = swapped
    }
    if (k <= right) high = right
    else if (k >= left) low = left
    else break
  }
  return values[k] as number
}

/**
 * For each place of a column: the median of the places from `before` ahead of it to `after` behind it; NaN where fewer than
 * `least` of them have a number.
 */
export function movingMedian(
  column: Float64Array,
  { before, after, least }: { before: number; after: number; least: number },
): Float64Array {
  const medians = new Float64Array(column.length).fill(NaN)
  const window = new SortedWindow(before + after + 1)
  for (let place = 0; place < Math.min(after, column.length); place++) enter(column[place] as number)
  function enter(value: number) {
    if (!Number.isNaN(value)) window.add(value)
  }
  for (let place = 0; place < column.length; place++) {
    const gone = column[place - before - 1] ?? NaN
    if (!Number.isNaN(gone)) window.remove(gone)
    if (place + after < column.length) enter(column[place + after] as number)
    if (window.size >= least) medians[place] = window.median()
  }
  return medians
}

/** For each place of a column: the mean of the numbers up to `reach` places away; 0 where there is none. */
export function movingMean(column: Float64Array, reach: number): Float64Array {
  const means = new Float64Array(column.length)
  // Sums from the beginning on: taking away what went in leaves the noise of computing behind.
  const sums = new Float64Array(column.length + 1)
  const counts = new Int32Array(column.length + 1)
  for (let place = 0; place < column.length; place++) {
    const value = column[place] as number
    const isNumber = !Number.isNaN(value)
    sums[place + 1] = (sums[place] as number) + (isNumber ? value : 0)
    counts[place + 1] = (counts[place] as number) + (isNumber ? 1 : 0)
  }
  for (let place = 0; place < column.length; place++) {
    const [from, to] = [Math.max(0, place - reach), Math.min(column.length, place + reach + 1)]
    const count = (counts[to] as number) - (counts[from] as number)
    if (count > 0) means[place] = ((sums[to] as number) - (sums[from] as number)) / count
  }
  return means
}

const DAY = 24

/**
 * A scale for each day of hours, from the numbers of some days around it: what changes slowly need not be computed for
 * every hour. Days begin where `phase` hours have passed, so that any part of a column has the same days.
 */
export function scaleByDay(
  column: Float64Array,
  { phase, days, least }: { phase: number; days: number; least: number },
  scaleOf: (values: Float64Array, size: number) => number,
): (place: number) => number {
  const lead = ((phase % DAY) + DAY) % DAY
  const count = Math.ceil((column.length + lead) / DAY)
  const scales = new Float64Array(count)
  const numbers = new Float64Array((2 * days + 1) * DAY)
  for (let day = 0; day < count; day++) {
    const from = Math.max(0, (day - days) * DAY - lead)
    const to = Math.min(column.length, (day + days + 1) * DAY - lead)
    let size = 0
    for (let place = from; place < to; place++) {
      const value = column[place] as number
      if (!Number.isNaN(value)) numbers[size++] = value
    }
    scales[day] = size < least ? NaN : scaleOf(numbers, size)
  }
  return (place) => scales[Math.floor((place + lead) / DAY)] as number
}

/** The distance between the quartiles. */
export function quartileRange(values: Float64Array, size: number): number {
  const low = selected(values, size, Math.floor((size - 1) / 4))
  return selected(values, size, Math.floor((3 * (size - 1)) / 4)) - low
}

import { kthOf } from './select.ts'

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
    const values = this.#values
    // In a small window a loop is quicker than a call that moves memory.
    let at = this.#size++
    for (; at > 0 && (values[at - 1] as number) > value; at--) values[at] = values[at - 1] as number
    values[at] = value
  }

  /** Removes a number that was added. */
  remove(value: number): void {
    const values = this.#values
    this.#size--
    for (let at = this.#placeOf(value); at < this.#size; at++) values[at] = values[at + 1] as number
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

  /** The first place whose number is not less, of those there were before one goes. */
  #placeOf(value: number): number {
    let low = 0
    let high = this.#size + 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#values[middle] as number) < value) low = middle + 1
      else high = middle
    }
    return low
  }
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

const DAY = 24

/**
 * For each place of a column: the mean of the numbers up to `reach` places away; 0 where there is none. The numbers are
 * added up by days, so that any part of a column has the same means to the last digit.
 * @param phase hours since 1970 at the first place
 */
export function movingMean(column: Float64Array, reach: number, phase: number): Float64Array {
  const means = new Float64Array(column.length)
  const { length } = column
  const lead = ((phase % DAY) + DAY) % DAY
  const days = Math.ceil((length + lead) / DAY)
  /** Sums over parts of a day: `heads` of its places before each, `tails` from each on, `totals` of the whole day. */
  const heads = new Float64Array(length + 1)
  const tails = new Float64Array(length + 1)
  const totals = new Float64Array(days)
  const counts = new Int32Array(length + 1)
  for (let day = 0; day < days; day++) {
    const [from, to] = [Math.max(0, day * DAY - lead), Math.min(length, (day + 1) * DAY - lead)]
    let sum = 0
    for (let place = from; place < to; place++) {
      heads[place] = sum
      const value = column[place] as number
      const isNumber = !Number.isNaN(value)
      if (isNumber) sum += value
      counts[place + 1] = (counts[place] as number) + (isNumber ? 1 : 0)
    }
    totals[day] = sum
    if (to === length && (to + lead) % DAY !== 0) heads[to] = sum
    sum = 0
    for (let place = to - 1; place >= from; place--) {
      const value = column[place] as number
      if (!Number.isNaN(value)) sum += value
      tails[place] = sum
    }
  }
  for (let place = 0; place < length; place++) {
    const [from, to] = [Math.max(0, place - reach), Math.min(length, place + reach + 1)]
    const count = (counts[to] as number) - (counts[from] as number)
    if (count === 0) continue
    const [first, last] = [Math.floor((from + lead) / DAY), Math.floor((to + lead) / DAY)]
    let sum = tails[from] as number
    for (let day = first + 1; day < last; day++) sum += totals[day] as number
    // A window is longer than a day, but at the ends of a short column.
    if (last > first) sum += heads[to] as number
    means[place] = sum / count
  }
  return means
}

interface Blocks {
  /** Hours since 1970 at the first place: any part of a column has the same blocks. */
  phase: number
  /** Days of a block, and days on each side of it that count. */
  block: number
  days: number
  /** Fewer numbers make no scale. */
  least: number
}

/**
 * Scales for each block of some days, from the numbers of the days around it: what changes slowly need not be computed for
 * every hour, and of a quiet block nobody asks it at all. The column must stay as it is.
 * @param scalesOf from `size` numbers, which it may reorder, as many scales as `count`
 * @returns the scale of a kind at a place; NaN where there are too few numbers
 */
export function scalesByBlock(
  column: Float64Array,
  { phase, block, days, least }: Blocks,
  count: number,
  scalesOf: (values: Float64Array, size: number, into: Float64Array) => void,
): (kind: number, place: number) => number {
  const length = block * DAY
  const lead = ((phase % length) + length) % length
  const blocks = Math.ceil((column.length + lead) / length)
  const scales = new Float64Array(blocks * count).fill(NaN)
  const numbers = new Float64Array(length + 2 * days * DAY)
  const known = new Uint8Array(blocks)
  function find(at: number): void {
    known[at] = 1
    const from = Math.max(0, at * length - lead - days * DAY)
    const to = Math.min(column.length, (at + 1) * length - lead + days * DAY)
    let size = 0
    for (let place = from; place < to; place++) {
      const value = column[place] as number
      if (!Number.isNaN(value)) numbers[size++] = value
    }
    if (size >= least) scalesOf(numbers, size, scales.subarray(at * count, (at + 1) * count))
  }
  return (kind, place) => {
    const at = Math.floor((place + lead) / length)
    if (known[at] === 0) find(at)
    return scales[at * count + kind] as number
  }
}

/** The distance between the quartiles. */
export function quartileRange(values: Float64Array, size: number): number {
  const low = kthOf(values, Math.floor((size - 1) / 4), size)
  return kthOf(values, Math.floor((3 * (size - 1)) / 4), size) - low
}

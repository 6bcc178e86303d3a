import { DAY_MS } from './time.ts'

/** An ordered list whose pages are computed when they are asked for. Iterating gives all of its records. */
export interface Listing<T> extends Iterable<T> {
  readonly total: number
  /** Up to `limit` records from `offset` on. */
  slice(offset: number, limit: number): T[]
}

export const EMPTY: Listing<never> = fromArray([])

export function fromArray<T>(items: readonly T[]): Listing<T> {
  return {
    total: items.length,
    slice: (offset, limit) => items.slice(offset, offset + limit),
    [Symbol.iterator]: () => items[Symbol.iterator](),
  }
}

/** A list of `total` records, the i-th of which is computed alone. */
export function fromIndex<T>(total: number, at: (index: number) => T): Listing<T> {
  return {
    total,
    slice(offset, limit) {
      const out: T[] = []
      for (let i = offset; i < Math.min(offset + limit, total); i++) out.push(at(i))
      return out
    },
    *[Symbol.iterator]() {
      for (let i = 0; i < total; i++) yield at(i)
    },
  }
}

/** Records in time order, laid into UTC days. */
export interface DayBuckets<T> {
  from: number
  to: number
  /** Records after this moment do not exist yet. */
  nowMs: number
  /** How many records a whole day has: a few hashes, no record is built. */
  count(day: number): number
  /** Adds the day's records in time order, those after `untilMs` left out. */
  emit(day: number, untilMs: number, out: T[]): void
}

/** A page costs one walk over the days' counts (about 1,100 hashes for three years) and the records of the page. */
export function fromDays<T>(days: DayBuckets<T>): Listing<T> {
  const whole = (day: number): boolean => (day + 1) * DAY_MS <= days.nowMs
  const of = (day: number): T[] => {
    const out: T[] = []
    days.emit(day, days.nowMs, out)
    return out
  }
  const count = (day: number): number => (whole(day) ? days.count(day) : of(day).length)
  let total: number | undefined
  return {
    get total() {
      if (total === undefined) {
        total = 0
        for (let day = days.from; day <= days.to; day++) total += count(day)
      }
      return total
    },
    slice(offset, limit) {
      const out: T[] = []
      let before = 0
      let day = days.from
      for (; day <= days.to; day++) {
        const here = count(day)
        if (before + here > offset) break
        before += here
      }
      const skip = offset - before
      for (; day <= days.to && out.length < skip + limit; day++) days.emit(day, days.nowMs, out)
      return out.slice(skip, skip + limit)
    },
    *[Symbol.iterator]() {
      for (let day = days.from; day <= days.to; day++) yield* of(day)
    },
  }
}

/** Several lists one after another. Totals are asked once. */
export function concatenated<T>(count: number, part: (index: number) => Listing<T>): Listing<T> {
  let starts: Float64Array | undefined
  const offsets = (): Float64Array => {
    if (starts) return starts
    const sums = new Float64Array(count + 1)
    for (let i = 0; i < count; i++) sums[i + 1] = (sums[i] as number) + part(i).total
    starts = sums
    return sums
  }
  return {
    get total() {
      return offsets()[count] as number
    },
    slice(offset, limit) {
      const sums = offsets()
      const out: T[] = []
      let low = 0
      let high = count
      while (low < high) {
        const middle = (low + high) >> 1
        if ((sums[middle + 1] as number) <= offset) low = middle + 1
        else high = middle
      }
      for (let i = low; i < count && out.length < limit; i++) {
        const skip = Math.max(0, offset - (sums[i] as number))
        out.push(...part(i).slice(skip, limit - out.length))
      }
      return out
    },
    *[Symbol.iterator]() {
      for (let i = 0; i < count; i++) yield* part(i)
    },
  }
}

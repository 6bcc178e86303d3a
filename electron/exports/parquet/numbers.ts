import type { Statistics } from 'hyparquet'
import type { Dictionary, NumberKind } from './dictionary.ts'

/** Numbers of one row group: as they came, and as Parquet keeps them. */

/** Above this share of distinct values a dictionary costs more than it saves. */
const MOST_DISTINCT = 0.5
const EMPTY = 0xffff_ffff
/** Where nearly none of the first so many is the same, there is no need to look at the rest: times of events, counters. */
const SAMPLE = 16_384
const MOST_DISTINCT_OF_SAMPLE = 0.95 * SAMPLE

/**
 * The distinct values of `values` in the order in which they come, and each value's place among them; null if too many
 * differ. By the bits of a value, so that 0 and −0 stay two.
 */
export function numberDictionary(values: Float64Array, places: Uint32Array): Dictionary<Float64Array> | null {
  const count = values.length
  const most = Math.floor(count * MOST_DISTINCT)
  const words = new Uint32Array(values.buffer, values.byteOffset, count * 2)
  let capacity = 1024
  while (capacity < most * 2) capacity *= 2
  const table = new Uint32Array(capacity).fill(EMPTY)
  const distinct = new Float64Array(most + 1)
  const distinctWords = new Uint32Array(distinct.buffer)
  let found = 0
  for (let i = 0; i < count; i++) {
    if (i === SAMPLE && found > MOST_DISTINCT_OF_SAMPLE) return null
    const low = words[2 * i] as number
    const high = words[2 * i + 1] as number
    let slot = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high ^ (high >>> 15), 0x85ebca6b)) >>> 0
    slot = (slot ^ (slot >>> 15)) & (capacity - 1)
    for (;;) {
      const place = table[slot] as number
      if (place === EMPTY) {
        if (found >= most) return null
        table[slot] = found
        distinctWords[2 * found] = low
        distinctWords[2 * found + 1] = high
        places[i] = found++
        break
      }
      if (distinctWords[2 * place] === low && distinctWords[2 * place + 1] === high) {
        places[i] = place
        break
      }
      slot = (slot + 1) & (capacity - 1)
    }
  }
  return { distinct: distinct.subarray(0, found), places: places.subarray(0, count), size: found }
}

/** The values one after another, little-endian. */
export function plainNumbers(values: Float64Array, kind: NumberKind): Uint8Array {
  if (kind === 'double') return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  if (kind === 'day') return new Uint8Array(Int32Array.from(values).buffer)
  const words = new Int32Array(values.length * 2)
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    words[2 * i] = (value % WORD) | 0
    words[2 * i + 1] = Math.floor(value / WORD)
  }
  // The remainder keeps the sign of the value; its low 32 bits are those of the two's complement all the same.
  return new Uint8Array(words.buffer)
}
const WORD = 2 ** 32

/** Least and greatest, as readers skip row groups by. */
export function numberBounds(values: Float64Array, kind: NumberKind): Statistics {
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  if (values.length === 0) return {}
  if (kind === 'double') {
    // -0 equals 0 in comparisons, so either may be in the column: the bounds are -0 below and 0 above.
    return { min_value: least === 0 ? -0 : least, max_value: greatest === 0 ? 0 : greatest }
  }
  if (kind === 'day') return { min_value: least, max_value: greatest }
  return { min_value: BigInt(least), max_value: BigInt(greatest) }
}

/**
 * Randomness without state: every 'random' thing of the demo world is a hash of what it is about (seed, device, time,
 * purpose), so any record can be computed alone and comes out the same in every process.
 */

/** The purpose of a hash, so that two questions about one device and time have unrelated answers. */
export const SALT = {
  station: 1,
  device: 2,
  phone: 3,
  consumer: 4,
  dayNoise: 5,
  hourNoise: 6,
  temperature: 7,
  gap: 8,
  order: 9,
  oddValue: 10,
  instant: 11,
  eventCount: 12,
  eventTime: 13,
  eventCode: 14,
  eventValue: 15,
  session: 16,
  sessionTime: 17,
  battery: 18,
  setting: 19,
  characteristics: 20,
  outage: 21,
  serial: 22,
} as const

/** An unsigned 32-bit hash of up to five integers (murmur3's rounds). */
export function hash(seed: number, salt: number, a = 0, b = 0, c = 0): number {
  let h = Math.imul(seed ^ 0x9747b28c, 0x85ebca6b) ^ Math.imul(salt, 0x9e3779b1)
  h = round(h, a)
  h = round(h, b)
  h = round(h, c)
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

function round(h: number, value: number): number {
  let k = Math.imul(value | 0, 0xcc9e2d51)
  k = (k << 15) | (k >>> 17)
  h ^= Math.imul(k, 0x1b873593)
  h = (h << 13) | (h >>> 19)
  return (Math.imul(h, 5) + 0xe6546b64) | 0
}

/** Gives the same random number as a fraction, 0 ≤ x < 1. */
export function fraction(seed: number, salt: number, a = 0, b = 0, c = 0): number {
  return hash(seed, salt, a, b, c) / 0x1_0000_0000
}

/** One of the items, by hash. The list must not be empty. */
export function pick<T>(items: readonly T[], number: number): T {
  const item = items[number % items.length]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

/** A generator of fractions for things that happen in a sequence (the faults), from one seed. */
export function sequence(seed: number): () => number {
  let n = 0
  return () => fraction(seed, 0x5e9, n++)
}

/** A new array with the same items in an order that depends on the number alone. */
export function shuffled<T>(items: readonly T[], number: number): T[] {
  const out = items.slice()
  let h = number
  for (let i = out.length - 1; i > 0; i--) {
    h = (Math.imul(h, 1664525) + 1013904223) >>> 0
    const j = (h >>> 8) % (i + 1)
    const held = out[i] as T
    out[i] = out[j] as T
    out[j] = held
  }
  return out
}

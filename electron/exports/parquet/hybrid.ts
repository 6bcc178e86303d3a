/**
 * The hybrid of runs and packed bits that Parquet keeps levels and places in a dictionary in. The writer library has one
 * that appends byte by byte; a million rows have many millions of them.
 */

/** Values in a group of packed bits. */
const GROUP = 8

/** The most bytes that `count` values take. */
export const hybridBytes = (count: number, bitWidth: number): number =>
  Math.ceil(count / GROUP) * (bitWidth + 6 + ((bitWidth + 7) >> 3)) + 16

/**
 * Writes the first `count` values, each below 2^bitWidth (at most 2^24), from `at` on. `into` must have room for
 * `hybridBytes`. Returns where it ends.
 */
export function writeHybrid(into: Uint8Array, at: number, values: Uint8Array | Uint32Array, count: number, bitWidth: number): number {
  let next = 0
  /** Where the packed groups begin that are not written yet. */
  let packedFrom = 0
  while (next < count) {
    const first = values[next] as number
    let end = next + 1
    while (end < count && values[end] === first) end++
    if (end - next < GROUP) {
      next += GROUP
      continue
    }
    if (packedFrom < next) at = writePacked(into, at, values, packedFrom, next, bitWidth)
    at = writeVarInt(into, at, (end - next) << 1)
    for (let shift = 0; shift < bitWidth; shift += 8) into[at++] = (first >>> shift) & 0xff
    next = end
    packedFrom = end
  }
  if (packedFrom < count) at = writePacked(into, at, values, packedFrom, count, bitWidth)
  return at
}

/** The last group is filled up with zeros. */
function writePacked(into: Uint8Array, at: number, values: Uint8Array | Uint32Array, from: number, to: number, bitWidth: number): number {
  const groups = Math.ceil((to - from) / GROUP)
  at = writeVarInt(into, at, (groups << 1) | 1)
  const end = at + groups * bitWidth
  let bits = 0
  let held = 0
  for (let i = from; i < to; i++) {
    bits |= (values[i] as number) << held
    held += bitWidth
    while (held >= 8) {
      into[at++] = bits & 0xff
      bits >>>= 8
      held -= 8
    }
  }
  if (held > 0) into[at++] = bits & 0xff
  while (at < end) into[at++] = 0
  return at
}

function writeVarInt(into: Uint8Array, at: number, value: number): number {
  while (value > 0x7f) {
    into[at++] = (value & 0x7f) | 0x80
    value >>>= 7
  }
  into[at++] = value
  return at
}

/** Bits that hold every number up to and including `most`. */
export const bitsFor = (most: number): number => 32 - Math.clz32(most)

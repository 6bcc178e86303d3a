/** A number of one to nine bytes, big-endian, seven bits each, and where it ends; null where the bytes end before it does. */
export function varintAt(bytes: Buffer, at: number): { value: number; end: number } | null {
  let value = 0
  for (let place = 0; place < 9; place++) {
    const byte = bytes[at + place]
    if (byte === undefined) return null
    if (place === 8) return { value: value * 256 + byte, end: at + 9 }
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, end: at + place + 1 }
  }
  return null
}

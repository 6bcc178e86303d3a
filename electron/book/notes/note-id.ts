import { randomBytes } from 'node:crypto'

/**
 * A UUIDv7: 48 bits of Unix ms, then chance. Two laptops never make the same one, so notes keep their id when books are
 * merged, and ids sort by the time they were made.
 */
export function noteId(nowMs: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Math.max(0, Math.floor(nowMs)), 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

import { isUtf8 } from 'node:buffer'
import { varintAt } from '../file/varint.ts'

/** A value as SQLite stores it. */
export type Cell = null | number | bigint | string | Buffer

/** A row's key: a varint whose 64 bits have a sign. Null where it ends too early or is beyond a double's whole numbers. */
export function rowidAt(bytes: Buffer, at: number): { value: number; end: number } | null {
  let bits = 0n
  for (let place = 0; place < 9; place++) {
    const byte = bytes[at + place]
    if (byte === undefined) return null
    bits = place === 8 ? (bits << 8n) | BigInt(byte) : (bits << 7n) | BigInt(byte & 0x7f)
    if (place < 8 && byte >= 0x80) continue
    const value = Number(BigInt.asIntN(64, bits))
    return Number.isSafeInteger(value) ? { value, end: at + place + 1 } : null
  }
  return null
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8]

/**
 * The values of a record (https://sqlite.org/fileformat2.html#record_format). Null where its bytes are none: a header that is
 * longer or shorter than it says, reserved types, values that do not fill the payload, a text that is not UTF-8 or holds a
 * zero byte, which no text of a book does.
 * @param tellsReals whole numbers come as bigint, so that a column of any type keeps 5 and 5.0 apart.
 */
export function recordOf(payload: Buffer, tellsReals = false): Cell[] | null {
  const head = varintAt(payload, 0)
  if (!head || head.value > payload.length || head.value < head.end) return null
  const cells: Cell[] = []
  let at = head.value
  for (let place = head.end; place < head.value;) {
    const type = varintAt(payload, place)
    if (!type || type.end > head.value) return null
    place = type.end
    const size = sizeOf(type.value)
    if (size === null || at + size > payload.length) return null
    const cell = cellOf(payload, at, type.value, size)
    if (cell === undefined) return null
    cells.push(tellsReals && type.value !== 7 && typeof cell === 'number' ? BigInt(cell) : cell)
    at += size
  }
  return at === payload.length ? cells : null
}

function sizeOf(type: number): number | null {
  if (type <= 6) return INTEGER_BYTES[type] ?? null
  if (type === 7) return 8
  if (type === 8 || type === 9) return 0
  if (type < 12) return null
  return type % 2 === 0 ? (type - 12) / 2 : (type - 13) / 2
}

function cellOf(bytes: Buffer, at: number, type: number, size: number): Cell | undefined {
  if (type === 0) return null
  if (type === 8) return 0
  if (type === 9) return 1
  if (type === 7) return bytes.readDoubleBE(at)
  if (type <= 5) return bytes.readIntBE(at, size)
  if (type === 6) {
    const wide = bytes.readBigInt64BE(at)
    return Number.isSafeInteger(Number(wide)) ? Number(wide) : wide
  }
  const part = bytes.subarray(at, at + size)
  if (type % 2 === 0) return Buffer.from(part)
  return isUtf8(part) && !part.includes(0) ? part.toString() : undefined
}

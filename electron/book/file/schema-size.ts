import { readSync } from 'node:fs'
import { BookError } from './errors.ts'
import { withDescriptor } from './head.ts'
import { varintAt } from './varint.ts'

/** Tables, indexes, triggers and views of a file, and the bytes of their SQL: a book has some 100 in 40 KB. */
const MOST_PARTS = 5_000
const MOST_SQL_BYTES = 4 * 1024 * 1024

const [LEAF, INTERIOR] = [0x0d, 0x05]
/** The first page begins with the head of the file. */
const HEAD_BYTES = 100

/**
 * Refuses a database with more tables and views than any book has: SQLite parses all of them before its first statement,
 * in a time that grows with the square of their number. So they are counted in the file itself:
 * https://sqlite.org/fileformat.html#b_tree_pages. A page that cannot be read is left to SQLite.
 * @throws BookError FOREIGN_BOOK
 */
export function refuseCrowded(file: string): void {
  if (withDescriptor(file, isCrowded)) throw new BookError('FOREIGN_BOOK', { file, what: 'sqlite_schema' })
}

function isCrowded(descriptor: number): boolean {
  const pageBytes = pageBytesOf(readAt(descriptor, 16, 2))
  if (pageBytes === null) return false
  let parts = 0
  let sqlBytes = 0
  const seen = new Set<number>()
  for (const open = [1]; open.length > 0;) {
    const page = open.pop() as number
    if (seen.has(page)) continue
    seen.add(page)
    const bytes = readAt(descriptor, (page - 1) * pageBytes, pageBytes)
    const from = page === 1 ? HEAD_BYTES : 0
    const kind = bytes[from]
    if (kind !== LEAF && kind !== INTERIOR) continue
    const cells = cellsIn(bytes, from + (kind === LEAF ? 8 : 12), bytes.readUInt16BE(from + 3))
    if (kind === INTERIOR) open.push(bytes.readUInt32BE(from + 8))
    for (const cell of cells)
      if (kind === INTERIOR) open.push(bytes.readUInt32BE(Math.min(cell, pageBytes - 4)))
      else {
        parts++
        sqlBytes += varintAt(bytes, cell)?.value ?? 0
      }
    if (parts > MOST_PARTS || sqlBytes > MOST_SQL_BYTES || open.length + seen.size > MOST_PARTS) return true
  }
  return false
}

/** Noughts where the file is shorter. */
function readAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  if (position >= 0) readSync(descriptor, bytes, 0, length, position)
  return bytes
}

/** The size of pages as the head of a file says it; null where that is none. 1 stands for 65536. */
export function pageBytesOf(field: Buffer): number | null {
  const bytes = field.readUInt16BE(0)
  if (bytes === 1) return 65_536
  return bytes >= 512 && (bytes & (bytes - 1)) === 0 ? bytes : null
}

/** Where the cells of a page lie. */
function cellsIn(page: Buffer, from: number, count: number): number[] {
  const cells: number[] = []
  for (let at = from; cells.length < count && at + 2 <= page.length; at += 2) cells.push(page.readUInt16BE(at))
  return cells
}

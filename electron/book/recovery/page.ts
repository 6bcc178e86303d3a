import { varintAt } from '../file/varint.ts'
import { rowidAt } from './record.ts'

/** One cell of a b-tree page; which parts it has depends on the page's kind. */
export interface PageCell {
  /** The child page left of this cell, on interior pages. */
  child: number | null
  rowid: number | null
  /** Length of the payload, its part on this page, and the first overflow page; null on interior pages of tables. */
  payload: { bytes: number; local: Buffer; overflow: number } | null
}

export interface TreePage {
  of: 'table' | 'index'
  isLeaf: boolean
  cells: PageCell[]
  /** Cells that lie outside of the page or end too early. */
  lost: number
  right: number | null
  /** Nothing contradicts the rules of the format: cells, free blocks and fragments fill the page without overlap. */
  isSound: boolean
}

const KINDS: Readonly<Record<number, { of: 'table' | 'index'; isLeaf: boolean }>> = {
  2: { of: 'index', isLeaf: false },
  5: { of: 'table', isLeaf: false },
  10: { of: 'index', isLeaf: true },
  13: { of: 'table', isLeaf: true },
}
/** Beyond this no value of a book is: lengths are damaged. */
const MOST_PAYLOAD = 128 * 1024 * 1024

/** Reads a b-tree page; null: it is none. https://sqlite.org/fileformat2.html#b_tree_pages */
export function pageOf(bytes: Buffer, number: number): TreePage | null {
  // Books have no bytes reserved at the end of pages.
  const usable = bytes.length
  const from = number === 1 ? 100 : 0
  const kind = KINDS[bytes[from] ?? 0]
  if (!kind) return null
  const { of, isLeaf } = kind
  const headEnd = from + (isLeaf ? 8 : 12)
  const count = bytes.readUInt16BE(from + 3)
  const content = bytes.readUInt16BE(from + 5) || 65_536
  const pointersEnd = headEnd + 2 * count
  if (count * 6 > usable || pointersEnd > usable) return null
  const spans: [number, number][] = []
  const cells: PageCell[] = []
  let lost = 0
  for (let at = headEnd; at < pointersEnd; at += 2) {
    const place = bytes.readUInt16BE(at)
    const found = place >= pointersEnd && place <= usable - 4 ? cellAt(bytes, place, of, isLeaf, usable) : null
    if (!found) lost++
    else {
      spans.push([place, found.end])
      cells.push(found.cell)
    }
  }
  const isFilled = fillsPage(bytes, from, spans, { content, pointersEnd, usable })
  return {
    of,
    isLeaf,
    cells,
    lost,
    right: isLeaf ? null : bytes.readUInt32BE(from + 8),
    isSound: lost === 0 && isFilled,
  }
}

function cellAt(
  bytes: Buffer,
  place: number,
  of: 'table' | 'index',
  isLeaf: boolean,
  usable: number,
): { cell: PageCell; end: number } | null {
  const child = isLeaf ? null : bytes.readUInt32BE(place)
  let at = place + (isLeaf ? 0 : 4)
  if (of === 'table' && !isLeaf) {
    const key = rowidAt(bytes, at)
    return key && key.end <= usable ? { cell: { child, rowid: key.value, payload: null }, end: key.end } : null
  }
  const length = varintAt(bytes, at)
  if (!length || length.value > MOST_PAYLOAD) return null
  at = length.end
  const key = of === 'table' ? rowidAt(bytes, at) : null
  if (of === 'table' && !key) return null
  if (key) at = key.end
  const local = localBytes(length.value, of, usable)
  const isWhole = local === length.value
  const end = at + local + (isWhole ? 0 : 4)
  if (end > usable) return null
  const overflow = isWhole ? 0 : bytes.readUInt32BE(at + local)
  const payload = { bytes: length.value, local: bytes.subarray(at, at + local), overflow }
  return { cell: { child, rowid: key?.value ?? null, payload }, end: Math.max(end, place + 4) }
}

/** How much of a payload lies on the page itself. */
function localBytes(bytes: number, of: 'table' | 'index', usable: number): number {
  const most = of === 'table' ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  if (bytes <= most) return bytes
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const fits = least + ((bytes - least) % (usable - 4))
  return fits <= most ? fits : least
}

/** Whether cells, free blocks and fragments are all that lies behind the list of cells, once each. */
function fillsPage(
  bytes: Buffer,
  from: number,
  cells: readonly [number, number][],
  { content, pointersEnd, usable }: { content: number; pointersEnd: number; usable: number },
): boolean {
  if (content < pointersEnd || content > usable) return false
  const spans = [...cells]
  for (let at = bytes.readUInt16BE(from + 1), last = 0; at !== 0;) {
    if (at <= last || at > usable - 4) return false
    const size = bytes.readUInt16BE(at + 2)
    if (size < 4 || at + size > usable) return false
    spans.push([at, at + size])
    last = at
    at = bytes.readUInt16BE(at)
  }
  spans.sort(([a], [b]) => a - b)
  let [end, filled] = [content, 0]
  for (const [start, stop] of spans) {
    if (start < end) return false
    filled += stop - start
    end = stop
  }
  return filled + (bytes[from + 7] ?? 0) === usable - content
}

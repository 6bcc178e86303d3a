import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { pageBytesOf } from '../file/schema-size.ts'
import type { Overlay } from './journals.ts'
import { pageOf } from './page.ts'

/** The pages of a file, as its journal leaves them. Page numbers begin with 1. */
export interface Pages {
  size: number
  count: number
  /** The bytes of a page; null where there are none. */
  read(page: number): Buffer | null
  close(): void
}

/** Pages that are looked at to find out the size of pages. */
const SAMPLE = 200
/** The size of all books that the program makes. */
const USUAL_BYTES = 4_096

/** Opens a file for reading, page by page, without SQLite. It is not changed. A journal of other pages is left aside. */
export function openPages(file: string, overlay: Overlay | null): Pages {
  const handle = openSync(file, 'r')
  const length = fstatSync(handle).size
  const at = (place: number, bytes: number, from = handle) => {
    const buffer = Buffer.allocUnsafe(bytes)
    return readSync(from, buffer, 0, bytes, place) === bytes ? buffer : null
  }
  const size = sizeOfPages(at, length)
  const pages = overlay?.pageBytes === size ? overlay.pages : new Map<number, number>()
  const journal = overlay && pages.size > 0 ? openSync(overlay.file, 'r') : null
  return {
    size,
    count: Math.max(Math.ceil(length / size), journal !== null ? (overlay?.count ?? 0) : 0),
    read(page) {
      const place = pages.get(page)
      return place !== undefined && journal !== null ? at(place, size, journal) : at((page - 1) * size, size)
    },
    close() {
      closeSync(handle)
      if (journal !== null) closeSync(journal)
    },
  }
}

/** The size by which most of a sample of pages are sound ones: the head, which tells it too, may be damaged. */
function sizeOfPages(at: (place: number, bytes: number) => Buffer | null, length: number): number {
  const head = sizeIn(at(0, 100))
  let best = { size: head ?? USUAL_BYTES, score: 0 }
  for (const size of new Set([head ?? USUAL_BYTES, USUAL_BYTES, 512, 1_024, 2_048, 8_192, 16_384, 32_768, 65_536])) {
    const pages = Math.floor(length / size)
    const step = Math.max(1, Math.floor(pages / SAMPLE))
    let [sound, seen] = [0, 0]
    for (let page = 1; page < pages; page += step, seen++) {
      const bytes = at(page * size, size)
      const found = bytes && pageOf(bytes, page + 1)
      if (found && found.isSound && found.cells.length > 0) sound++
    }
    const score = seen === 0 ? 0 : sound / seen
    if (score > best.score) best = { size, score }
    // No other size makes so many sound pages out of half of those of this one.
    if (best.score > 0.5) break
  }
  return best.size
}

function sizeIn(head: Buffer | null): number | null {
  if (head?.toString('latin1', 0, 16) !== 'SQLite format 3\0') return null
  return pageBytesOf(head.subarray(16, 18))
}

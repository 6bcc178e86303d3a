import type { Book } from '../../../book/index.ts'
import type { ReadingKey } from '../../../book/index.ts'
import { importSource } from '../../../contract/import-words.ts'
import type { ListedRow } from './rows-with-gaps.ts'

/** Rows of an archive with the files by cable that they are of. Books without such a file are asked nothing. */
export function withSources(book: Book, { equipmentId, archiveType, view }: ReadingKey, rows: readonly ListedRow[]): ListedRow[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || !book.imports.isAny()) return [...rows]
  const range = { fromMs: Math.min(first.atMs, last.atMs), toMs: Math.max(first.atMs, last.atMs) }
  const sources = new Map(
    book.imports
      .sources(equipmentId, range)
      .flatMap((one) => (one.archiveType === archiveType && one.view === view ? [[one.atMs, importSource(one)]] : [])),
  )
  return sources.size === 0 ? [...rows] : rows.map((row) => (row.gap ? row : { ...row, source: sources.get(row.atMs) ?? null }))
}

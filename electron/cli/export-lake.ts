import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { BookError } from '../book/file/errors.ts'
import { bookIsAt } from '../book/file/open.ts'
import { openBook } from './open-book.ts'
import type { Book } from '../book/book.ts'
import { visible } from '../contract/visible.ts'
import { asFileFailure } from '../exports/file.ts'
import { writeJudgedLake } from '../exports/lake/judged-lake.ts'
import type { LakeResult } from '../exports/lake/write-lake.ts'
import { usualGas } from './analysis-book.ts'
import { bytes, count, plural } from './numbers.ts'
import type { Terminal } from './terminal.ts'

/** `meterbook export lake`: brings a book's files in a lake up to date. */
export async function exportLake({ book: file, out }: { book: string; out: string }, terminal: Terminal): Promise<void> {
  const book = openForLake(file, terminal)
  try {
    makeLake(out)
    terminal.print(`${visible(out)}: ${lakeText(await lakeOf(book, out, terminal))}`)
  } finally {
    book.close()
  }
}

/** Writes the lake, whose folder must be there, with a count that goes on in its line on a terminal. */
export async function lakeOf(book: Book, folder: string, { signal, isInteractive, stderr }: Terminal): Promise<LakeResult> {
  return writeJudgedLake(book, folder, {
    usual: usualGas(),
    nowMs: Date.now(),
    signal,
    onProgress(done, total) {
      if (!isInteractive) return
      const isDone = total !== null && done >= total
      stderr.write(isDone ? '\r\u001b[K' : `\r${count(done)}${total === null ? '' : ` of ${count(total)}`} files\u001b[K`)
    },
  })
}

/** `12 of 340 files written; the book has 1,234,567 rows in the lake (12 MB)`. */
export function lakeText({ files, written, removed, rows, bytes: size }: LakeResult): string {
  const gone = removed > 0 ? `, ${count(removed)} removed` : ''
  return `${count(written)} of ${plural(files, 'file')} written${gone}; the book has ${plural(rows, 'row')} in the lake (${bytes(size)})`
}

/** As a writer, which brings the analysis up to date; beside another writer, and where nothing may be written, as a reader. */
function openForLake(file: string, terminal: Terminal): Book {
  try {
    if (bookIsAt(file)) return openBook(file, { mode: 'write', now: Date.now, owner: 'meterbook export', claims: false })
  } catch (error) {
    if (!(error instanceof BookError) || !READABLE.has(error.code)) throw error
    terminal.note('The book cannot be written now, so findings, health and consumption go into the lake as the book holds them.')
  }
  return openBook(file, { mode: 'read', now: Date.now })
}
const READABLE = new Set(['BOOK_IN_USE', 'READ_ONLY_FOLDER', 'DISK_FULL'])

/**
 * The first time the folder is made; the one that it lies in must be there. Only where somebody asks for the lake: after a
 * download of the night it would be made on the disk below a mount that is away.
 */
function makeLake(folder: string): void {
  const there = resolve(folder)
  if (existsSync(there) || !existsSync(dirname(there))) return
  try {
    mkdirSync(there)
  } catch (error) {
    throw asFileFailure(error, folder)
  }
}

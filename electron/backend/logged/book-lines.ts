import { statSync } from 'node:fs'
import type { Book } from '../../book/index.ts'
import { headOf } from '../../book/file/head.ts'
import type { ProgramLog } from '../program-log.ts'
import { shortHash } from './run-marks.ts'
import type { LogFacts } from './safe-facts.ts'

/** A book without its name, which is a person's or a place's: what it is told by. */
export const bookFacts = (book: Book): LogFacts => ({
  book: shortHash(book.file),
  mode: book.mode,
  bytes: statSync(book.file, { throwIfNoEntry: false })?.size ?? null,
  migrations: headOf(book.db).version,
})

export const bookOpened = (log: ProgramLog, book: Book): void => log.write('info', 'book-opened', bookFacts(book))
export const bookClosed = (log: ProgramLog, book: Book): void => log.write('info', 'book-closed', { book: shortHash(book.file) })

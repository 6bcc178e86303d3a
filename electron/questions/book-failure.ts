import { existsSync } from 'node:fs'
import { BookError, bookCodeOf } from '../book/file/errors.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { NoAnswer } from './line.ts'

/** What the process could not read of a book, as the book's failure. */
export function bookFailure({ sqlite, said }: Extract<NoAnswer, { sqlite: string }>, file: string): MeterbookError {
  if (sqlite === 'SQLITE_CANTOPEN' && !existsSync(file)) return new BookError('BOOK_MISSING', { file })
  const code = bookCodeOf(sqlite)
  return code ? new BookError(code, { file, reason: said }) : new MeterbookError('QUESTION_WRONG', { said })
}

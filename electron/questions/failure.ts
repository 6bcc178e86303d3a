import { existsSync } from 'node:fs'
import { BookError, bookCodeOf } from '../book/file/errors.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { NoAnswer } from './line.ts'

/** Why the process gave no answer, as a failure of the question or of its book. */
export function failureOf(
  no: NoAnswer,
  { file, book, limits }: { file: string; book: string; limits: { memoryMb: number } },
): MeterbookError {
  if ('sqlite' in no) return bookFailure(no, { file, book })
  switch (no.code) {
    case 'QUESTION_REFUSED':
      return new MeterbookError('QUESTION_REFUSED', { reason: no.reason, detail: no.detail })
    case 'QUESTION_WRONG':
      return new MeterbookError('QUESTION_WRONG', { said: no.said })
    case 'QUESTION_TOO_LARGE':
      return new MeterbookError('QUESTION_TOO_LARGE', no.what === 'value' ? { reason: 'value' } : { mb: limits.memoryMb })
  }
}

/** What it could not read of a book, as the book's failure. */
function bookFailure(
  { sqlite, said }: Extract<NoAnswer, { sqlite: string }>,
  { file, book }: { file: string; book: string },
): MeterbookError {
  if (sqlite === 'SQLITE_CANTOPEN' && !existsSync(file)) return new BookError('BOOK_MISSING', { file: book })
  const code = bookCodeOf(sqlite)
  return code ? new BookError(code, { file: book, reason: said }) : new MeterbookError('QUESTION_WRONG', { said })
}

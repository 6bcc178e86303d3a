import { concludeBook } from '../../analysis/answers/keep-answers.ts'
import type { Book } from '../../book/book.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import { writeLake, type LakeOptions, type LakeResult } from './write-lake.ts'

/**
 * Writes a book's lake with what the analysis says of the records that the book has now: findings, health and consumption
 * are brought up to date in the book first. A book that is open for reading keeps none: of it those go that it holds.
 * @throws as `writeLake`.
 */
export async function writeJudgedLake(
  book: Book,
  folder: string,
  { usual, nowMs, ...options }: LakeOptions & { usual: GasClock; nowMs: number },
): Promise<LakeResult> {
  const goesOn = () => !options.signal?.aborted
  if (book.mode === 'write') await concludeBook(book, { usual, nowMs, goesOn, unreadable: () => undefined })
  if (!goesOn()) throw new MeterbookError('CANCELLED', { file: folder })
  return writeLake(book, folder, options)
}

import type { Book } from '../../book/index.ts'
import { judgeBook, type JudgeBookOptions } from '../judge/book.ts'
import { keepBalances } from '../station/balance/keep.ts'
import { keepConsumption } from './consumption/keep-all.ts'
import { healthOfAll } from './health/keep.ts'

/** What is asked of keeping answers; `goesOn`: until it says no. */
type KeepAsked = Omit<JudgeBookOptions, 'stationIds' | 'goesOn'> & { goesOn: () => boolean }

/** Keeps the health and the consumption of all stations, and the balance of all branches, in the book, for the records that it has now. Judge the stations first. */
export async function keepAnswers(book: Book, asked: KeepAsked): Promise<void> {
  await healthOfAll(book, asked)
  await keepConsumption(book, book.stations.ids(), asked)
  await keepBalances(book, asked)
}

/**
 * Brings a book to its end: every station (those of `stationIds` alone) is judged for the records that it has now, and all
 * answers are kept. Of what has not changed nothing is read. Returns how many stations were judged.
 */
export async function concludeBook(book: Book, asked: KeepAsked & Pick<JudgeBookOptions, 'stationIds'>): Promise<number> {
  const judged = await judgeBook(book, asked)
  const { progress: _, ...rest } = asked
  if (asked.goesOn()) await keepAnswers(book, rest)
  return judged
}

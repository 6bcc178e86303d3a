import { amountsOf, type Amounts, type AmountsQuestion } from '../analysis/answers/consumption/amounts.ts'
import { refuseUnknown } from '../analysis/answers/directory.ts'
import { judgeBook } from '../analysis/judge/book.ts'
import type { Book } from '../book/book.ts'
import { openBook } from './open-book.ts'
import { USUAL_PREFERENCES } from '../contract/preferences.ts'
import type { GasClock } from '../contract/time/gas-day.ts'
import * as read from './options.ts'

/** What commands of the analysis share: a book open for reading, and the clock of stations that say nothing of theirs. */

export const usualGas = (): GasClock => ({
  zone: read.systemTimeZone(),
  contractHour: USUAL_PREFERENCES.contractHour,
})

/** Opens the book for reading, does the work and closes it. */
export async function withBook<T>(file: string, work: (book: Book) => Promise<T>): Promise<T> {
  const book = openBook(file, { mode: 'read', now: Date.now })
  try {
    return await work(book)
  } finally {
    book.close()
  }
}

/** Judges what the book's findings lack, in memory: the book itself stays as it is. */
export const judged = (book: Book, nowMs: number): Promise<number> => judgeBook(book, { usual: usualGas(), nowMs })

/**
 * Consumption of stations. These are judged before, for the rules may tell when a substitute was in use; of a station whose
 * records cannot all be read that stays unknown.
 */
export async function judgedAmounts(book: Book, question: Omit<AmountsQuestion, 'earlierYears' | 'usual' | 'nowMs'>): Promise<Amounts> {
  const asked = { usual: usualGas(), nowMs: Date.now() }
  await judgeBook(book, { ...asked, stationIds: question.stationIds, unreadable: () => undefined })
  return amountsOf(book, { ...question, ...asked, earlierYears: question.by === 'hour' ? 0 : 1 })
}

/** Throws NO_SUCH_STATION for one that the book does not know; undefined: all. */
export function knownStations(book: Book, stations: 'all' | readonly number[]): number[] | undefined {
  if (stations === 'all') return undefined
  refuseUnknown(book, stations)
  return [...stations]
}

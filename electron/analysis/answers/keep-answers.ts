import type { Book } from '../../book/index.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import { keepBalances } from '../station/balance/keep.ts'
import { keepConsumption } from './consumption/keep-all.ts'
import { healthOfAll } from './health/keep.ts'

/** Keeps the health and the consumption of all stations, and the balance of all branches, in the book, for the records that it has now. Judge the stations first. */
export async function keepAnswers(book: Book, asked: { usual: GasClock; nowMs: number; goesOn: () => boolean }): Promise<void> {
  await healthOfAll(book, asked)
  await keepConsumption(book, book.stations.ids(), asked)
  await keepBalances(book, asked)
}

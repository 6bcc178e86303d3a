import { amountsOf } from '../../analysis/consumption/amounts.ts'
import type { Book } from '../../book/index.ts'
import type { Day } from '../../contract/records.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'

/** Consumption of a station in the span of a bundle: the number that a report rests on, and of how many hours it is made. */
export interface StationNumber {
  stationId: number
  /** Null where the records do not say it. */
  m3: number | null
  hours: number
  hoursExpected: number
}

export interface NumbersQuestion {
  stationIds: readonly number[]
  from?: Day | undefined
  to?: Day | undefined
  gasOf: (stationId: number) => GasClock
  /** Unix ms: what was not over then is a part. */
  nowMs: number
}

/** Computes the numbers of a bundle from what a book holds; other work has its turn between stations. */
export async function numbersOf(book: Book, question: NumbersQuestion, signal?: AbortSignal): Promise<StationNumber[]> {
  const { from, to, gasOf, nowMs } = question
  const numbers: StationNumber[] = []
  for (const stationId of [...new Set(question.stationIds)].sort((a, b) => a - b)) {
    signal?.throwIfAborted()
    // A choice may name thousands that the book has nothing of.
    if (!book.stations.get(stationId)) {
      numbers.push({ stationId, m3: null, hours: 0, hoursExpected: 0 })
      continue
    }
    const gas = gasOf(stationId)
    const { total } = await amountsOf(book, { stationIds: [stationId], by: 'year', from, to, earlierYears: 0, gas, usual: gas, nowMs }) // oxfmt-ignore
    numbers.push({
      stationId,
      m3: total?.m3 ?? null,
      hours: total?.hours ?? 0,
      hoursExpected: total?.hoursExpected ?? 0,
    })
  }
  return numbers
}

import { amountsOf } from '../../analysis/answers/consumption/amounts.ts'
import type { Book } from '../../book/index.ts'
import { NO_HOURS, type KnownHours } from '../../contract/known-hours.ts'
import type { Day } from '../../contract/records.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'

/** Consumption of a station in the span of a bundle: the number that a report rests on, and of how many hours it is made. */
export interface StationNumber extends KnownHours {
  stationId: number
  /** Null where the records do not say it. */
  m3: number | null
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
  const stationIds = [...new Set(question.stationIds)].sort((a, b) => a - b)
  // A choice may name thousands that the book has nothing of: they are looked for in one question.
  const known = new Set(book.stations.some(stationIds).map(({ id }) => id))
  for (const stationId of stationIds) {
    signal?.throwIfAborted()
    if (!known.has(stationId)) {
      numbers.push({ stationId, m3: null, ...NO_HOURS })
      continue
    }
    const gas = gasOf(stationId)
    const { total } = await amountsOf(book, { stationIds: [stationId], by: 'year', from, to, earlierYears: 0, gas, usual: gas, nowMs })
    const { m3, received, byCounter, byDaily, unknown } = total ?? { m3: null, ...NO_HOURS }
    numbers.push({ stationId, m3, received, byCounter, byDaily, unknown })
  }
  return numbers
}

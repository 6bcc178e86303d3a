import type { Book } from '../../book/index.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import { inSlices, judgeStation } from './judge-stations.ts'
import { groundOf } from './load/ground.ts'
import { staleStations } from './stale.ts'

export interface JudgeBookOptions {
  usual: GasClock
  nowMs: number
  /** These alone, where they are stale. */
  stationIds?: readonly number[]
  goesOn?: () => boolean
  progress?: (done: number, total: number) => void
}

/** Judges every station of a book whose findings are older than its data. Returns how many that were. */
export async function judgeBook(
  book: Book,
  { usual, nowMs, stationIds, goesOn = () => true, progress }: JudgeBookOptions,
): Promise<number> {
  book.findings.refresh()
  const ground = groundOf(book, usual)
  const wanted = stationIds && new Set(stationIds)
  const stale: number[] = []
  await inSlices(
    (function* () {
      for (const some of staleStations(book, ground, nowMs)) {
        for (const { stationId } of some) if (wanted?.has(stationId) !== false) stale.push(stationId)
        yield
      }
    })(),
  )
  let done = 0
  for (const stationId of stale) {
    if (!goesOn()) break
    await judgeStation(book, stationId, { usual, nowMs, ground }, { goesOn })
    progress?.(++done, stale.length)
  }
  return done
}

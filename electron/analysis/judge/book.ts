import type { Book } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import { setImmediate as breath } from 'node:timers/promises'
import { sharedGround } from '../station/load/ground.ts'
import { staleStations } from './stale.ts'
import { judgeStation } from './station.ts'

export interface JudgeBookOptions {
  usual: GasClock
  nowMs: number
  /** These alone, where they are stale. */
  stationIds?: readonly number[]
  goesOn?: () => boolean
  progress?: (done: number, total: number) => void
  /** A station whose records cannot be read is told here and left out; without this its error is thrown. */
  unreadable?: (stationId: number) => void
}

/** Judges every station of a book whose findings are older than its data. Returns how many that were. */
export async function judgeBook(
  book: Book,
  { usual, nowMs, stationIds, goesOn = () => true, progress, unreadable }: JudgeBookOptions,
): Promise<number> {
  book.findings.refresh()
  const ground = sharedGround(book, usual)
  const wanted = stationIds && new Set(stationIds)
  const stale = staleStations(book, ground, nowMs).filter(({ stationId }) => wanted?.has(stationId) !== false)
  let done = 0
  for (const { stationId } of stale) {
    if (!goesOn()) break
    orUnreadable(stationId, () => judgeStation(book, stationId, { usual, nowMs, ground }), unreadable)
    progress?.(++done, stale.length)
    // A message that ends the work is heard between two stations.
    await breath()
  }
  return done
}

/** What `work` does for a station whose records may not be readable: then that is told, if somebody listens, and it returns null. */
export function orUnreadable<Result>(stationId: number, work: () => Result, unreadable?: (stationId: number) => void): Result | null {
  try {
    return work()
  } catch (error) {
    if (!unreadable || !(error instanceof MeterbookError) || error.code !== 'BOOK_DAMAGED') throw error
    unreadable(stationId)
    return null
  }
}

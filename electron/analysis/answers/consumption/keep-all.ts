import { setImmediate as breath } from 'node:timers/promises'
import type { Book } from '../../../book/index.ts'
import type { GasClock } from '../../../contract/time/gas-day.ts'
import { orUnreadable } from '../../judge/book.ts'
import { sharedGround } from '../../station/load/ground.ts'
import { keepLedger } from './keep.ts'

/** Stations that have not changed take some tens of microseconds each. */
const BETWEEN = 50

interface KeepAsked {
  usual: GasClock
  nowMs: number
  goesOn?: () => boolean
  unreadable?: ((stationId: number) => void) | undefined
  progress?: ((done: number, total: number) => void) | undefined
}

/**
 * Brings the kept consumption of some stations up to date; of a station whose data have not
 * changed nothing is read. A book that is open for reading keeps none. As in `judgeBook`, a station that cannot be read is told.
 */
export async function keepConsumption(
  book: Book,
  stationIds: readonly number[],
  { usual, nowMs, goesOn = () => true, unreadable, progress }: KeepAsked,
): Promise<void> {
  if (book.mode === 'read') return
  const ground = sharedGround(book, usual)
  let done = 0
  for (const stationId of stationIds) {
    if (!goesOn()) return
    const station = book.stations.get(stationId)
    if (!station) continue
    orUnreadable(stationId, () => keepLedger(book, station, { ground, nowMs }), unreadable)
    progress?.(++done, stationIds.length)
    if (done % BETWEEN === 0) await breath()
  }
}

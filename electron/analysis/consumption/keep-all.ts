import { setImmediate as breath } from 'node:timers/promises'
import type { Book } from '../../book/index.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import { sharedGround } from '../findings/load/ground.ts'
import { keepLedger } from './keep.ts'

/**
 * Brings the kept consumption of some stations up to date, some milliseconds at a time; of a station whose data have not
 * changed nothing is read. A book that is open for reading keeps none.
 */
export async function keepConsumption(
  book: Book,
  stationIds: readonly number[],
  { usual, nowMs, isStopped = () => false }: { usual: GasClock; nowMs: number; isStopped?: () => boolean },
): Promise<void> {
  if (book.mode === 'read') return
  for (const stationId of stationIds) {
    if (isStopped()) return
    const station = book.stations.get(stationId)
    if (!station) continue
    const steps = keepLedger(book, station, { ground: sharedGround(book, usual), nowMs })
    for (let step = steps.next(); !step.done; step = steps.next()) {
      await breath()
      if (isStopped()) return
    }
    await breath()
  }
}

import { recordPeriod } from '../../../contract/archives.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import type { GasClock, TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { zoneClock } from '../../../contract/time/zone.ts'

/** Records one by one: when each begins, which lie in a window, and which follow one another. */

/** When the time that a record covers begins; of a record of a moment that moment. */
export function beginOf(archiveType: string, atMs: number, gas: GasClock): number {
  const period = recordPeriod(archiveType)
  if (period === 'hour') return atMs - HOUR_MS
  if (period === null) return atMs
  const clock = zoneClock(gas.zone)
  const wallMs = clock.wallMs(atMs)
  if (period === 'day') return clock.momentOf(wallMs - DAY_MS)
  const date = new Date(wallMs)
  return clock.momentOf(date.setUTCMonth(date.getUTCMonth() - 1))
}

/** Places of the records of a window and what `reach` before it lets know; `to` is excluded. */
export function placesIn(times: Float64Array, { fromMs, toMs }: TimeSpan, beforeDays = 0): { from: number; to: number } {
  const since = fromMs - beforeDays * DAY_MS
  return {
    from: firstWhere(0, times.length, (at) => (times[at] as number) >= since),
    to: firstWhere(0, times.length, (at) => (times[at] as number) > toMs),
  }
}

/** Two records in a row: no record is missing between them. */
export const areNeighbours = (archiveType: string, beforeMs: number, afterMs: number): boolean =>
  afterMs - beforeMs <= farthestNeighbourMs(archiveType)

/** How far apart two records in a row may lie; for loops over many records of one archive. */
export function farthestNeighbourMs(archiveType: string): number {
  const period = recordPeriod(archiveType)
  return period === 'hour' ? 1.5 * HOUR_MS : period === 'day' ? 1.5 * DAY_MS : 32 * DAY_MS
}

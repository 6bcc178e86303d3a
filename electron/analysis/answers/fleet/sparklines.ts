import { setImmediate as breath } from 'node:timers/promises'
import type { Book } from '../../../book/index.ts'
import { isKnownWhole } from '../../../contract/known-hours.ts'
import type { Day } from '../../../contract/records.ts'
import { addDays, dayNumber } from '../../../contract/time/day.ts'
import { gasDayAt, gasDaySpan, type GasClock } from '../../../contract/time/gas-day.ts'
import { ledgerOfStation } from '../consumption/keep.ts'
import { sharedGround } from '../../station/load/ground.ts'

/**
 * The m³ of each of the last complete gas days of some stations, each in its own gas days: `days` doubles a station, oldest
 * first, NaN where there is no number or the day lacks hours.
 */
export async function dailySparklines(
  book: Book,
  { stationIds, days, usual, nowMs }: { stationIds: readonly number[]; days: number; usual: GasClock; nowMs: number },
): Promise<{ lastDay: Day; columns: Blob }> {
  const ground = sharedGround(book, usual)
  const lastDay = addDays(gasDayAt(nowMs, usual), -1)
  const first = addDays(lastDay, 1 - days)
  const columns = new Float64Array(days * stationIds.length).fill(Number.NaN)
  for (const [place, stationId] of stationIds.entries()) {
    const station = book.stations.get(stationId)
    if (!station) continue
    const gas = ground.gasOf(stationId)
    const ledger = ledgerOfStation(book, station, { ground, nowMs, gas, span: { from: first, to: lastDay } })
    await breath()
    if (typeof ledger === 'string') continue
    for (const { day, m3, ...hours } of ledger.days)
      if (m3 !== null && isKnownWhole(hours, gasDaySpan(day, day, gas))) columns[place * days + dayNumber(day) - dayNumber(first)] = m3
  }
  return { lastDay, columns: new Blob([columns]) }
}

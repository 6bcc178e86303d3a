import type { Book } from '../book/index.ts'
import type { Day } from '../contract/records.ts'
import { addDays } from '../contract/time/day.ts'
import { gasDayAt, gasDaySpan, type GasClock } from '../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../contract/time/units.ts'
import { withoutNoise } from '../contract/units.ts'
import type { LedgerFill } from './consumption/ledger.ts'
import type { VolumeUnit } from './consumption/source.ts'

/** What belongs to a station's consumption and is in none of the gas days that the book keeps of it. */

interface OfStation {
  stationId: number
  channel: string
  unit: VolumeUnit
}

/** What passed over several gas days and is in none of them: a hole that the counter tells, a month's record. */
export interface LongAmount extends OfStation, LedgerFill {
  firstDay: Day
  lastDay: Day
}

/** A gas day after the station's last record that was asked for and is over. */
export interface SilentDay extends OfStation {
  day: Day
  hoursExpected: number
}

/** Long amounts of a station, as its kept consumption has them. */
export function longAmounts(book: Book, stationId: number, gas: GasClock): LongAmount[] {
  const { fills = [], unit, channel } = JSON.parse(book.consumption.kept(stationId)?.more ?? '{}') as Partial<OfStation> & { fills?: LedgerFill[] } // oxfmt-ignore
  if (unit === undefined || channel === undefined) return []
  return fills.map(({ fromMs, toMs, m3, hours }) => ({ stationId, channel, unit, fromMs, toMs, m3: withoutNoise(m3), hours, firstDay: gasDayAt(fromMs, gas), lastDay: gasDayAt(toMs - 1, gas) })) // oxfmt-ignore
}

/** The gas days of a station between its last kept one and the last that hours or days were asked of, oldest first. */
export function silentDays(book: Book, stationId: number, gas: GasClock, nowMs: number): SilentDay[] {
  const last = book.consumption.lastDay(stationId)
  const equipmentId = book.stations.get(stationId)?.equipmentId ?? null
  if (!last || equipmentId === null) return []
  const asked = book.coverage.calendar(equipmentId).flatMap(({ archiveType, runs }) => archiveType === 'hourly' || archiveType === 'daily' ? runs.map(({ to }) => to) : []) // oxfmt-ignore
  const lastAsked = asked.reduce((latest, day) => (day > latest ? day : latest), '')
  if (lastAsked === '') return []
  // Days are asked for in UTC: gas days that end after the last of them were asked for in part only.
  const endMs = Math.min(Date.parse(lastAsked) + DAY_MS, nowMs)
  const { channel, unit } = last
  const days: SilentDay[] = []
  for (let day = addDays(last.day, 1); ; day = addDays(day, 1)) {
    const { fromMs, toMs } = gasDaySpan(day, day, gas)
    if (toMs > endMs) return days
    days.push({ stationId, channel, unit, day, hoursExpected: Math.round((toMs - fromMs) / HOUR_MS) })
  }
}

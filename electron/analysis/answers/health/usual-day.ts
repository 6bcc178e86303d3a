import type { Book, StationRow } from '../../../book/index.ts'
import { recordPeriod } from '../../../contract/archives.ts'
import { archiveSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import { ledgerOf } from '../../kernel/amounts/ledger.ts'
import { medianOf } from '../../kernel/statistics/select.ts'
import { loadSource } from '../../station/load/consumption.ts'
import type { Ground } from '../../station/load/ground.ts'
import { judgedArchives } from '../../station/load/views.ts'

/** What a station usually lets pass in a day. */

/** Complete days of the newest that count: four weeks have each day of the week as often. */
const USUAL_DAYS = 28
/** Days that lack hours are passed over, but nothing older than this before the station's newest reading counts. */
const USUAL_REACH_MS = 2 * USUAL_DAYS * DAY_MS
/** Read before them: the counter before a hole lies there. */
const BEFORE_MS = 3 * DAY_MS
/** Fewer tell nothing usual. */
const LEAST = 5

/**
 * The median of the last gas days of which all is known, m³ (working where the station counts no other): the days that
 * consumption has, of all devices; null: too few days.
 */
export function usualM3ADay(book: Book, station: StationRow, { ground, nowMs }: { ground: Ground; nowMs: number }): number | null {
  const ends = book.stations
    .life(station.id)
    .flatMap((device) => judgedArchives(book, device, ground.meanings(device.equipmentTypeId)))
    .flatMap(({ archiveType, lastMs }) => (['hour', 'day'].includes(recordPeriod(archiveType) ?? '') ? [lastMs] : []))
  const newestMs = Math.min(nowMs, Math.max(...ends))
  if (!Number.isFinite(newestMs)) return null
  const fromMs = newestMs - USUAL_REACH_MS
  const source = loadSource(book, station, { ground, nowMs, fromMs: fromMs - BEFORE_MS })
  if (typeof source === 'string') return null
  const firsts = [source.hourly?.timesMs[0], source.daily?.timesMs[0]].filter((atMs) => atMs !== undefined)
  if (firsts.length === 0) return null
  const gas = ground.gasOf(station.id)
  const { days } = ledgerOf(source, archiveSpan(Math.max(fromMs, Math.min(...firsts)), newestMs, gas), gas)
  const whole = days.flatMap(({ m3, unknown }) => (m3 === null || unknown > 0 ? [] : [m3])).slice(-USUAL_DAYS)
  return whole.length < LEAST ? null : medianOf(whole)
}

import type { Book } from '../../book/index.ts'
import { defined } from '../../contract/defined.ts'
import type { Day } from '../../contract/records.ts'
import { gasDaySpan, type GasClock, type TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { sharedGround } from '../station/load/ground.ts'
import { judgedArchives } from '../station/load/views.ts'
import { loadStation } from '../station/load/load.ts'
import { stationIn } from './directory.ts'
import { dueWithin, holesOfLife, type ExplainedHoles } from './holes.ts'
import { sumsOfLife, type ThreeSums } from './three-sums.ts'

/** What is asked of a station by its key and answered from all of its devices: its holes with their causes and prices, its sums. */

/** The clock of the preferences, and now. */
interface AskedBy {
  usual: GasClock
  nowMs: number
}

export interface HolesAsked {
  stationId: number
  archiveType: string
  /** Unix ms; from the first record, to the last, when absent. */
  fromMs?: number | undefined
  toMs?: number | undefined
}

export interface StationSumsAsked {
  stationId: number
  from: Day
  to: Day
  gas: GasClock
}

/** Days on each side that show at which hour an archive closes its days, and in which steps it writes. */
const AROUND_MS = 35 * DAY_MS
const around = ({ fromMs, toMs }: TimeSpan): TimeSpan => ({ fromMs: fromMs - AROUND_MS, toMs: toMs + AROUND_MS })

/** A station as the rules see it: each of its devices, the oldest first. */
function seen(book: Book, stationId: number, { usual, nowMs }: AskedBy, range?: TimeSpan) {
  const station = stationIn(book, stationId)
  const ground = sharedGround(book, usual)
  const devices = book.stations
    .life(stationId)
    .flatMap((device) => loadStation(book, stationId, nowMs, { usual, ground, device, ...defined({ range }) }) ?? [])
  return { devices, ...ground.thresholdsOf(station) }
}

/** Why records of an archive are missing, and what that may cost. Throws NO_SUCH_STATION. */
export function stationHoles(book: Book, { stationId, archiveType, fromMs, toMs }: HolesAsked, by: AskedBy): ExplainedHoles {
  const asked = { archiveType, fromMs: fromMs ?? -Infinity, toMs: toMs ?? Infinity }
  const whole = withoutHoles(book, stationId, asked, by)
  if (whole) return whole
  const { devices, thresholds } = seen(book, stationId, by)
  return holesOfLife(devices, thresholds, asked)
}

/** The answer for a span in which nothing is missing, from the stamps alone: most stations of a week are so. Null: something is. */
function withoutHoles(
  book: Book,
  stationId: number,
  { archiveType, fromMs, toMs }: Required<Omit<HolesAsked, 'stationId'>> & TimeSpan,
  { usual, nowMs }: AskedBy,
): ExplainedHoles | null {
  const station = stationIn(book, stationId)
  const ground = sharedGround(book, usual)
  const gas = ground.gasOf(stationId)
  let expected = 0
  for (const device of book.stations.life(stationId)) {
    const archive = judgedArchives(book, device, ground.meanings(device.equipmentTypeId)).find((one) => one.archiveType === archiveType)
    if (!archive) continue
    const { due, present } = book.completeness.dueRecords(archive, gas, nowMs)
    const [first, end] = dueWithin(due, { fromMs, toMs })
    if (present.subarray(first, end).includes(0)) return null
    expected += end - first
  }
  const { designCapacity = null } = ground.thresholdsOf(station).thresholds.missing_record
  return { holes: [], causes: [], expected, designCapacity }
}

/** Hours, day and counter of the same gas days. Throws NO_SUCH_STATION. */
export function stationSums(book: Book, { stationId, from, to, gas }: StationSumsAsked, by: AskedBy): ThreeSums {
  const { devices, thresholds } = seen(book, stationId, by, around(gasDaySpan(from, to, gas)))
  return sumsOfLife(devices, { from, to, gas, limits: thresholds.hours_against_day })
}

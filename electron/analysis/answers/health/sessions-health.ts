import { firstWhere } from '../../../contract/bisect.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import type { SessionColumns } from '../../kernel/data.ts'
import { batteryTrend, lineOf, type BatteryTrend } from './battery.ts'
import { dailyMedians } from './daily-medians.ts'
import { rhythmHoursOf } from '../../station/facts/rhythm.ts'
import { announcedMs, type Heard } from '../../station/facts/silence.ts'
import { medianOf } from '../../kernel/statistics/select.ts'

/** What the sessions of one station tell of its telemetry, whatever the other stations have. */
export interface SessionsHealth extends Heard {
  telemetryBattery: BatteryTrend
  meterBattery: BatteryTrend
  signal: { median: number | null; slopeADay: number | null }
  /** Medians of the last 30 days. */
  retries: number | null
  duration: number | null
  traffic: number | null
}

const RECENT_MS = 30 * DAY_MS
const SIGNAL_MS = 90 * DAY_MS

/** @param lastSessionMs the newest session that the service has told of in any way */
export function sessionsHealth(sessions: SessionColumns | null, lastSessionMs: number | null): SessionsHealth {
  const { atMs, ...columns } = sessions ?? NO_SESSIONS
  const newestMs = atMs.at(-1) ?? 0
  const rowAfter = (afterMs: number) => firstWhere(0, atMs.length, (row) => (atMs[row] as number) > afterMs)
  const recent = rowAfter(newestMs - RECENT_MS)
  const median = (column: Float64Array) => known(medianOf(column.subarray(recent)))
  const signalFrom = rowAfter(newestMs - SIGNAL_MS)
  const signal = lineOf(dailyMedians(atMs.subarray(signalFrom), columns.rssi.subarray(signalFrom)))
  const lastMs = Math.max(lastSessionMs ?? -Infinity, atMs.at(-1) ?? -Infinity)
  return {
    lastSessionMs: Number.isFinite(lastMs) ? lastMs : null,
    rhythmHours: rhythmHoursOf(atMs),
    nextSessionMs: announcedMs({ atMs, ...columns }, lastMs),
    telemetryBattery: batteryTrend(atMs, columns.btm),
    meterBattery: batteryTrend(atMs, columns.bsg),
    signal: { median: median(columns.rssi), slopeADay: signal?.slope ?? null },
    retries: median(columns.trycnt),
    duration: median(columns.duration),
    traffic: median(columns.traffic),
  }
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value)
const EMPTY = new Float64Array(0)
const NO_SESSIONS: SessionColumns = {
  atMs: EMPTY,
  trycnt: EMPTY,
  btm: EMPTY,
  rssi: EMPTY,
  bsg: EMPTY,
  duration: EMPTY,
  traffic: EMPTY,
  nextMs: EMPTY,
}

import type { NO_FORECAST } from '../../contract/fleet.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { dailyMedians, from, type DailyMedians } from './daily-medians.ts'
import { replacementsOf } from './replacement.ts'
import { medianOf } from '../select.ts'
import { theilSen } from './theil-sen.ts'

/** What the sessions of one station tell of a battery. Levels are as the service sends them: their unit is not known. */
export interface BatteryTrend {
  /** Of the last 30 days. */
  median: number | null
  /** A day; over the last year since the battery was replaced; null: fewer than 60 days. */
  slope: { aDay: number; low: number; high: number } | null
  /** The level that the line of the slope has on the last day. */
  level: number | null
  /** The last day with a level, Unix ms. */
  lastMs: number | null
  replacedAtMs: number | null
  /** The levels before its replacements: where batteries of this type ended. */
  endLevels: readonly number[]
}

const RECENT_DAYS = 30
/** field-rules.md, section C. */
const LEAST_DAYS = 60
/** What was long ago tells of another battery's youth. */
const MOST_DAYS = 365

/** @param atMs ascending; NaN in `levels` where a session has none */
export function batteryTrend(atMs: Float64Array, levels: Float64Array): BatteryTrend {
  const all = dailyMedians(atMs, levels)
  const replaced = replacementsOf(all)
  const last = replaced.at(-1)
  const own = last ? from(all, last.place) : all
  const lastDay = own.days.at(-1)
  if (lastDay === undefined)
    return { median: null, slope: null, level: null, lastMs: null, replacedAtMs: null, endLevels: [] }
  const since = (days: number) =>
    from(
      own,
      own.days.findIndex((day) => day > lastDay - days),
    )
  const line = lineOf(since(MOST_DAYS))
  return {
    median: medianOf(since(RECENT_DAYS).values),
    slope: line && { aDay: line.slope, low: line.low, high: line.high },
    level: line && line.intercept + line.slope * lastDay,
    lastMs: (lastDay + 1) * DAY_MS,
    replacedAtMs: last ? last.day * DAY_MS : null,
    endLevels: replaced.map(({ before }) => before),
  }
}

/** The days between the first and the last have to be 60, and half of them have to have a level. */
export function lineOf({ days, values }: DailyMedians) {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || last - first + 1 < LEAST_DAYS) return null
  return days.length * 2 < LEAST_DAYS ? null : theilSen(days, values)
}

type NoForecast = (typeof NO_FORECAST)[number]
export interface Forecast {
  endsAtMs: number | null
  earliestMs: number | null
  latestMs: number | null
  noForecast: NoForecast | null
}

/** Farther than this no line of a year reaches, our own choice. */
const FARTHEST_MS = 3 * 365 * DAY_MS

/**
 * When a battery comes to the level at which such batteries were replaced. Primary cells keep their voltage until shortly
 * before the end: a slope that is not clearly negative, or a type of which none was replaced, has no forecast.
 * @param ends levels before replacements of all batteries of the type
 */
export function forecastOf({ median, slope, level, lastMs }: BatteryTrend, ends: readonly number[]): Forecast {
  if (median === null || lastMs === null) return none('none_sent')
  if (slope === null || level === null) return none('too_few')
  if (slope.high >= 0 || slope.aDay >= 0) return none('no_slope')
  if (ends.length === 0) return none('no_end')
  const sorted = [...ends].sort((a, b) => a - b)
  const last = sorted.length - 1
  const [lowEnd, highEnd] = [sorted[Math.floor(last / 4)] as number, sorted[Math.ceil((last * 3) / 4)] as number]
  const reaches = (end: number, aDay: number) => lastMs + Math.max(0, (level - end) / -aDay) * DAY_MS
  const endsAtMs = reaches(medianOf(sorted), slope.aDay)
  if (endsAtMs - lastMs > FARTHEST_MS) return none('uncertain')
  return {
    endsAtMs: Math.round(endsAtMs),
    earliestMs: Math.round(reaches(highEnd, slope.low)),
    latestMs: Math.round(reaches(lowEnd, slope.high)),
    noForecast: null,
  }
}

const none = (noForecast: NoForecast): Forecast => ({ endsAtMs: null, earliestMs: null, latestMs: null, noForecast })

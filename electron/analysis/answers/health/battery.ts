import type { NO_FORECAST } from '../../../contract/fleet.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import { dailyMedians, from, type DailyMedians } from './daily-medians.ts'
import { replacementsOf } from './replacement.ts'
import { paceFor, pacesOf, type Pace } from './paces.ts'
import { medianOf } from '../../kernel/statistics/select.ts'
import { theilSen } from '../../kernel/statistics/theil-sen.ts'

/** What the sessions of one station tell of a battery. Levels are as the service sends them: their unit is not known. */
export interface BatteryTrend {
  /** The median level of the last 30 days. */
  median: number | null
  /** A day; over the last year since the battery was replaced; null: fewer than 60 days. */
  slope: { aDay: number; low: number; high: number } | null
  /** The level on the last day: of the last 30 days, each taken there by the slope, and no lower than any of them. */
  level: number | null
  /** How fast it fell in stretches of the last year. */
  paces: readonly Pace[]
  /**
   * The last year in stretches of 30 days whose bounds never move: the day in the middle of each, Unix ms, and its
   * median level.
   */
  months: readonly { atMs: number; level: number }[]
  /** The last day with a level, Unix ms. */
  lastMs: number | null
  replacedAtMs: number | null
  /** The levels before its replacements: where batteries of this type ended. */
  endLevels: readonly number[]
}

const RECENT_DAYS = 30
/** docs/field-rules.md, section C. */
const LEAST_DAYS = 60
/** Days that the slope looks back: older levels tell of another battery's youth. */
const MOST_DAYS = 365

/** @param atMs ascending; NaN in `levels` where a session has none */
export function batteryTrend(atMs: Float64Array, levels: Float64Array): BatteryTrend {
  const all = dailyMedians(atMs, levels)
  const replaced = replacementsOf(all)
  const last = replaced.at(-1)
  const own = last ? from(all, last.place) : all
  const lastDay = own.days.at(-1)
  if (lastDay === undefined)
    return {
      median: null,
      slope: null,
      level: null,
      paces: [],
      months: [],
      lastMs: null,
      replacedAtMs: null,
      endLevels: [],
    }
  const since = (days: number) =>
    from(
      own,
      own.days.findIndex((day) => day > lastDay - days),
    )
  const [year, recent] = [since(MOST_DAYS), since(RECENT_DAYS)]
  const line = lineOf(year)
  const aDay = line?.slope ?? 0
  return {
    median: medianOf(recent.values),
    slope: line && { aDay, low: line.low, high: line.high },
    level: Math.max(
      Math.min(...recent.values),
      medianOf(recent.values.map((value, at) => value + aDay * (lastDay - (recent.days[at] as number)))),
    ),
    paces: line ? pacesOf(year) : [],
    months: monthsOf(year),
    lastMs: (lastDay + 1) * DAY_MS,
    replacedAtMs: last ? last.day * DAY_MS : null,
    endLevels: replaced.map(({ before }) => before),
  }
}

function monthsOf({ days, values }: DailyMedians): BatteryTrend['months'] {
  const months = Map.groupBy(days.keys(), (at) => Math.floor((days[at] as number) / RECENT_DAYS))
  return [...months.values()].map((places) => ({
    atMs: medianOf(places.map((at) => days[at] as number)) * DAY_MS,
    level: medianOf(places.map((at) => values[at] as number)),
  }))
}

/** The days between the first and the last have to be 60, and half of them have to have a level. */
export function lineOf({ days, values }: DailyMedians) {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || last - first + 1 < LEAST_DAYS) return null
  return days.length * 2 < LEAST_DAYS ? null : theilSen(days, values)
}

type NoForecast = (typeof NO_FORECAST)[number]
export interface Forecast {
  /** When it comes to the end; where it has ended: when it came there, null where its levels do not tell. */
  endsAtMs: number | null
  earliestMs: number | null
  /** Null beside an end: some stretches of its past did not fall, so nobody knows how late. */
  latestMs: number | null
  noForecast: NoForecast | null
  /** The level at which such batteries were replaced; null where none was. */
  endLevel: number | null
}

/** Farther than this no line of a year reaches, our own choice. */
const FARTHEST_MS = 3 * 365 * DAY_MS
/** Fewer replacements do not tell how much their levels differ: then they may by a tenth. Our own choices. */
const LEAST_ENDS = 3
const END_SHARE = 0.1

/**
 * When a battery comes to the level at which such batteries were replaced; below it, it has ended. Primary cells keep their
 * voltage until shortly before the end: a slope that is not clearly negative, or a type of which none was replaced, has no
 * forecast. Its span reaches from the fastest pace of its past with the highest of those levels to the slowest with the lowest.
 * @param ends levels before replacements of all batteries of the type
 */
export function forecastOf(trend: BatteryTrend, ends: readonly number[]): Forecast {
  const { median, slope, level, lastMs, paces, months } = trend
  const end = endOf(ends)
  const none = (noForecast: NoForecast, endsAtMs: number | null = null): Forecast => ({
    endsAtMs,
    earliestMs: null,
    latestMs: null,
    noForecast,
    endLevel: end?.level ?? null,
  })
  if (median === null || level === null || lastMs === null) return none('none_sent')
  const falls = slope !== null && slope.high < 0 && slope.aDay < 0
  if (end && level <= end.level) return none('ended', cameTo(end.level, months, { level, lastMs }))
  if (slope === null) return none('too_few')
  if (!falls) return none('no_slope')
  if (!end) return none('no_end')
  const reaches = (to: number, aDay: number) => Math.round(lastMs + ((level - to) / -aDay) * DAY_MS)
  const endsAtMs = reaches(end.level, slope.aDay)
  if (endsAtMs - lastMs > FARTHEST_MS) return none('uncertain')
  const pace = paceFor(paces, (endsAtMs - lastMs) / DAY_MS)
  const slowest = Math.max(slope.high, pace?.slowest ?? -Infinity)
  const latestMs = slowest < 0 ? reaches(end.low, slowest) : Infinity
  return {
    endsAtMs,
    earliestMs: reaches(end.high, Math.min(slope.low, pace?.fastest ?? 0)),
    latestMs: latestMs - lastMs > FARTHEST_MS ? null : latestMs,
    noForecast: null,
    endLevel: end.level,
  }
}

/** When the levels came below one for the last time, Unix ms; null: they were never above it. */
function cameTo(end: number, months: BatteryTrend['months'], { level, lastMs }: { level: number; lastMs: number }): number | null {
  const last = months.findLastIndex((month) => month.level > end)
  const [above, below] = [months[last], months[last + 1] ?? { atMs: lastMs, level }]
  if (!above) return null
  const share = (above.level - end) / (above.level - below.level)
  return Math.round(Math.min(lastMs, above.atMs + Math.max(0, below.atMs - above.atMs) * share))
}

/** Their median, and what all but the outermost tenths lie between; null: none. */
function endOf(ends: readonly number[]): { level: number; low: number; high: number } | null {
  if (ends.length === 0) return null
  const sorted = [...ends].sort((a, b) => a - b)
  const last = sorted.length - 1
  const [low, high] = [sorted[Math.floor(last / 10)] as number, sorted[Math.ceil((last * 9) / 10)] as number]
  const level = medianOf(sorted)
  const may = ends.length < LEAST_ENDS ? Math.abs(level) * END_SHARE : 0
  return { level, low: Math.min(low, level - may), high: Math.max(high, level + may) }
}

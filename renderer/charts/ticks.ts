import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../electron/contract/time/units.ts'
import { zoneClock } from '../../electron/contract/time/zone.ts'

/** The unit of time that begins at a tick decides how the tick is written. */
type TickLevel = 'minute' | 'hour' | 'day' | 'month' | 'year'

export interface Tick {
  atMs: number
  level: TickLevel
}

const YEAR_MS = 365 * DAY_MS
/** Steps between ticks, shortest first, with their usual length. */
const STEPS: readonly { unit: TickLevel; count: number; ms: number }[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => ({ unit: 'minute' as const, count, ms: count * MINUTE_MS })),
  ...[1, 2, 3, 6, 12].map((count) => ({ unit: 'hour' as const, count, ms: count * HOUR_MS })),
  ...[1, 2, 5, 10].map((count) => ({ unit: 'day' as const, count, ms: count * DAY_MS })),
  ...[1, 2, 3, 6].map((count) => ({ unit: 'month' as const, count, ms: count * 30 * DAY_MS })),
  ...[1, 2, 5, 10, 20, 50].map((count) => ({ unit: 'year' as const, count, ms: count * YEAR_MS })),
]

/**
 * Round times by the zone's clock between two moments, about `most` of them at most. A midnight is midnight in that zone,
 * whatever the computer's own zone, also when the clock changes in between.
 */
export function timeTicks(fromMs: number, toMs: number, zone: string, most: number): Tick[] {
  const length = toMs - fromMs
  if (!(length > 0) || !Number.isFinite(length)) return []
  const step = stepOf(length / Math.max(1, most))
  const ticks: Tick[] = []
  const clock = zoneClock(zone)
  for (const wallMs of wallsFrom(clock.wallMs(fromMs), step.unit, step.count)) {
    const atMs = clock.momentOf(wallMs)
    // Also beyond the calendar's end, where there are no more times.
    if (!(atMs <= toMs)) break
    const previous = ticks[ticks.length - 1]
    if (atMs >= fromMs && (!previous || atMs > previous.atMs)) ticks.push({ atMs, level: levelOf(clock.wallMs(atMs)) })
  }
  return ticks
}

/** The shortest step that is at least so long; of centuries and more each twice as long as the one before. */
function stepOf(leastMs: number): (typeof STEPS)[number] {
  const step = STEPS.find(({ ms }) => ms >= leastMs)
  if (step) return step
  let count = 100
  while (count * YEAR_MS < leastMs) count *= 2
  return { unit: 'year', count, ms: count * YEAR_MS }
}

/** Wall times (ms as if UTC, see `ZoneClock`) on the grid, beginning with the one at or before `startMs`. */
function* wallsFrom(startMs: number, unit: TickLevel, count: number): Generator<number> {
  const start = new Date(startMs)
  const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()]
  const [hour, minute] = [start.getUTCHours(), start.getUTCMinutes()]
  if (unit === 'year') for (let at = year - (year % count); ; at += count) yield Date.UTC(at, 0)
  if (unit === 'month') for (let at = month - (month % count); ; at += count) yield Date.UTC(year, at)
  if (unit === 'hour') for (let at = hour - (hour % count); ; at += count) yield Date.UTC(year, month, day, at)
  if (unit === 'minute') {
    for (let at = minute - (minute % count); ; at += count) yield Date.UTC(year, month, day, hour, at)
  }
  if (count === 1) for (let at = day; ; at++) yield Date.UTC(year, month, at)
  // Days of a step of 2, 5 or 10 are counted anew in each month, without one right before the next first.
  for (let at = month; ; at++) {
    for (let date = 1; date + count / 2 <= 31; date += count) yield Date.UTC(year, at, date)
  }
}

function levelOf(wallMs: number): TickLevel {
  const wall = new Date(wallMs)
  if (wall.getUTCMinutes() !== 0) return 'minute'
  if (wall.getUTCHours() !== 0) return 'hour'
  if (wall.getUTCDate() !== 1) return 'day'
  return wall.getUTCMonth() === 0 ? 'year' : 'month'
}

const LABELS: Record<TickLevel, Intl.DateTimeFormatOptions> = {
  minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  hour: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short' },
  year: { year: 'numeric' },
}

const labelFormats = new Map<string, Intl.DateTimeFormat>()

/** The tick's label in the language and the zone: '06:00', '14 Jan', 'Jan' or '2026'. */
export function tickLabel(tick: Tick, locale: string, zone: string): string {
  const key = `${locale}|${zone}|${tick.level}`
  let format = labelFormats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { timeZone: zone, ...LABELS[tick.level] })
    labelFormats.set(key, format)
  }
  return format.format(tick.atMs)
}

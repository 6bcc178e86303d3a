import { firstWhere } from '../bisect.ts'
import type { Day, Span } from '../records.ts'
import { utcMidnight } from './day.ts'
import { DAY_MS, HOUR_MS, LAST_MOMENT_MS, MINUTE_MS, SECOND_MS } from './units.ts'

/**
 * The wall clock of an IANA zone, by the runtime's zone data. A wall time as a number (`wallMs`) is what the clock shows,
 * in ms as if it were UTC.
 */
export interface ZoneClock {
  readonly timeZone: string
  /** The offset of the zone from UTC at a moment, ms. */
  offsetMs(atMs: number): number
  wallMs(atMs: number): number
  /** `yyyy-mm-dd hh:mm:ss`, with `.mmm` when asked: wall time, no zone in it. */
  wall(atMs: number, withMs?: boolean): string
  /** ISO 8601 with the zone's offset: `2026-01-31T10:00:00.000+03:00`. */
  iso(atMs: number): string
  /** The calendar day that the clock shows. */
  dayAt(atMs: number): Day
  /**
   * The first moment at which the clock shows a wall time or a later one: of an hour that comes twice its first, of an
   * hour that the clock skips the moment of the jump.
   */
  momentOf(wallMs: number): number
  /** `momentOf` an hour of a day. */
  hourOfDayMs(day: Day, hour: number): number
  /** The first millisecond of a calendar day. */
  dayStartMs(day: Day): number
  /** The last millisecond of a calendar day. */
  dayEndMs(day: Day): number
  /** From the first to the last millisecond of a span of days. */
  spanMs(span: Span): { fromMs: number; toMs: number }
}

/** True for a time that the calendar has. A book may hold any number; what is no moment is shown as the number that it is. */
export const isMoment = (atMs: number): boolean => Math.abs(atMs) <= LAST_MOMENT_MS
/** ISO 8601 in UTC, as addresses and programs take it; what is no moment as the number that it is. */
export const utcIso = (atMs: number): string => (isMoment(atMs) ? new Date(atMs).toISOString() : String(atMs))

const known = new Set<string>()

/** True for an IANA zone that the runtime knows. */
export function isTimeZone(zone: string): boolean {
  // A book may name the same few zones for each of its stations, and this is slow.
  if (known.has(zone)) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    known.add(zone)
    return true
  } catch {
    return false
  }
}

const clocks = new Map<string, ZoneClock>()

/**
 * The clock of a zone; each zone has one, which remembers offsets.
 * @throws RangeError when the runtime does not know the zone.
 */
export function zoneClock(timeZone: string): ZoneClock {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = createClock(timeZone)
    clocks.set(timeZone, clock)
  }
  return clock
}

function createClock(timeZone: string): ZoneClock {
  const offsetMs = rememberedOffsets(timeZone)
  const wallMs = (atMs: number) => atMs + offsetMs(atMs)
  const text = (atMs: number) => {
    const wall = wallMs(atMs)
    return isMoment(wall) ? new Date(wall).toISOString() : null
  }

  function momentOf(wall: number): number {
    if (!isMoment(wall)) return wall
    // No offset is as large as a day, and no zone changes its clock twice within two days.
    const around = [offsetMs(wall - DAY_MS), offsetMs(wall + DAY_MS)]
    const early = wall - Math.max(...around)
    const late = wall - Math.min(...around)
    const isReached = (atMs: number) => wallMs(atMs) >= wall
    return isReached(early) ? early : firstWhere(early + 1, late, isReached)
  }
  const hourOfDayMs = (day: Day, hour: number) => momentOf(utcMidnight(day) + hour * HOUR_MS)
  const dayStartMs = (day: Day) => hourOfDayMs(day, 0)
  const dayEndMs = (day: Day) => hourOfDayMs(day, 24) - 1

  return {
    timeZone,
    offsetMs,
    wallMs,
    wall: (atMs, withMs = false) =>
      text(atMs)
        ?.slice(0, withMs ? -'Z'.length : -'.000Z'.length)
        .replace('T', ' ') ?? String(atMs),
    iso: (atMs) => {
      const wall = text(atMs)
      return wall === null ? String(atMs) : wall.slice(0, -1) + offsetText(offsetMs(atMs))
    },
    dayAt: (atMs) => text(atMs)?.slice(0, -'T00:00:00.000Z'.length) ?? String(atMs),
    momentOf,
    hourOfDayMs,
    dayStartMs,
    dayEndMs,
    spanMs: ({ from, to }) => ({ fromMs: dayStartMs(from), toMs: dayEndMs(to) }),
  }
}

/** Days of the zone as moments, both included. */
export function timeRange(clock: ZoneClock, from: string | undefined, to: string | undefined) {
  return {
    ...(from === undefined ? {} : { fromMs: clock.dayStartMs(from) }),
    ...(to === undefined ? {} : { toMs: clock.dayEndMs(to) }),
  }
}

/** Asks Intl, which takes microseconds, once per UTC day, and for each moment only on days on which the offset changes. */
function rememberedOffsets(timeZone: string): (atMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', year: 'numeric' })
  const midnights = new Map<number, number>()
  let lastDay = NaN
  /** Null while the offset changes in the course of the day. */
  let lastOffset: number | null = null

  function ask(atMs: number): number {
    if (!isMoment(atMs)) return 0
    const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(atMs))
    if (!match) return 0
    const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0)
    return (match[1] === '-' ? -seconds : seconds) * 1000
  }
  function atMidnight(day: number): number {
    let offset = midnights.get(day)
    if (offset === undefined) {
      offset = ask(day * DAY_MS)
      midnights.set(day, offset)
    }
    return offset
  }
  return (atMs) => {
    const day = Math.floor(atMs / DAY_MS)
    if (day !== lastDay) {
      const offset = atMidnight(day)
      lastOffset = offset === atMidnight(day + 1) ? offset : null
      lastDay = day
    }
    return lastOffset ?? ask(atMs)
  }
}

/** `+03:00`. */
function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / MINUTE_MS)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/**
 * A moment for people and programs: `yyyy-mm-dd hh:mm:ss` by the zone's clock, milliseconds where there are any, and the
 * clock's offset, so that it is unambiguous when an hour comes twice.
 */
export const stampOf = (atMs: number, timeZone: string): string => zoneClock(timeZone).iso(atMs).replace('T', ' ').replace('.000', '')

/** How a time ends: hours and smaller units, then a text (a zone's offset) as long as `behind`. */
interface TimeEnd {
  digits: 'hh:mm:ss' | 'hh:mm:ss.mmm' | 'hh:mm:ss,mmm'
  behind: string
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
/** `mm:ss` of each second of an hour. */
const SECONDS = Array.from({ length: 3600 }, (_, second) => `${TWO_DIGITS[Math.floor(second / 60)]}:${TWO_DIGITS[second % 60]}`)
const HOUR_SECONDS = HOUR_MS / SECOND_MS

/** The facts that all times of a day share, by the offset that the clock has. */
interface KnownDay {
  wallDay: number
  offsetMs: number
  /** Up to the minutes, for each hour. */
  hours: readonly string[]
  /** Behind the seconds, for each millisecond. */
  ends: readonly string[]
}
const KNOWN_DAYS = 5_000

/**
 * The texts of `format`, which is called once a day and whose hours and minutes are filled in: rows come in order of
 * time, of one station after the other, and formatting a date is slow.
 */
export function byDay(clock: ZoneClock, format: (atMs: number) => string, { digits, behind }: TimeEnd) {
  const sign = digits.charAt(8)
  const days = new Map<string, KnownDay>()
  const ends = new Map<string, readonly string[]>()
  let known: KnownDay = { wallDay: Number.NaN, offsetMs: Number.NaN, hours: [], ends: [] }

  function endsWith(after: string): readonly string[] {
    const all = (): readonly string[] =>
      sign === '' ? [after] : Array.from({ length: SECOND_MS }, (_, ms) => sign + String(ms).padStart(3, '0') + after)
    const made = ends.get(after) ?? all()
    ends.set(after, made)
    return made
  }
  function dayAt(atMs: number, wallDay: number, offsetMs: number): KnownDay {
    const key = `${wallDay} ${offsetMs}`
    const there = days.get(key)
    if (there) return there
    const text = format(atMs)
    const end = text.length - behind.length
    const before = text.slice(0, end - digits.length)
    const hours = TWO_DIGITS.slice(0, 24).map((hour) => `${before}${hour}:`)
    const made = { wallDay, offsetMs, hours, ends: endsWith(text.slice(end)) }
    if (days.size >= KNOWN_DAYS) days.clear()
    days.set(key, made)
    return made
  }
  return (atMs: number): string => {
    const offsetMs = clock.offsetMs(atMs)
    const wallMs = atMs + offsetMs
    if (!isMoment(wallMs)) return String(atMs)
    const wallDay = Math.floor(wallMs / DAY_MS)
    if (wallDay !== known.wallDay || offsetMs !== known.offsetMs) known = dayAt(atMs, wallDay, offsetMs)
    const ms = wallMs - wallDay * DAY_MS
    const second = Math.floor(ms / SECOND_MS)
    const hour = Math.floor(second / HOUR_SECONDS)
    const text = `${known.hours[hour] ?? ''}${SECONDS[second - hour * HOUR_SECONDS] ?? ''}`
    return text + (known.ends[sign === '' ? 0 : Math.floor(ms - second * SECOND_MS)] ?? '')
  }
}

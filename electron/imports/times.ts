import { ISO_PATTERN, STATION_ZONE, UNIX_PATTERN, type ImportTime } from '../contract/import-map.ts'
import type { SourceCell } from '../contract/import-map.ts'
import { recordPeriod, type RecordPeriod } from '../contract/archives.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../contract/time/units.ts'
import { isMoment, isTimeZone, zoneClock } from '../contract/time/zone.ts'
import { unfit } from './failures.ts'

/** Times as files write them: which wall time or moment a text says, and which moment a wall time is. */

/** What a text says: a moment, or what a clock showed (`wallMs`, as if it were UTC). */
type ReadTime = { atMs: number } | { wallMs: number }

const PARTS = {
  YYYY: String.raw`(?<year>\d{4})`,
  YY: String.raw`(?<year>\d{2})`,
  MM: String.raw`(?<month>\d{2})`,
  M: String.raw`(?<month>\d{1,2})`,
  DD: String.raw`(?<day>\d{2})`,
  D: String.raw`(?<day>\d{1,2})`,
  HH: String.raw`(?<hour>\d{2})`,
  H: String.raw`(?<hour>\d{1,2})`,
  mm: String.raw`(?<minute>\d{2})`,
  m: String.raw`(?<minute>\d{1,2})`,
  ss: String.raw`(?<second>\d{2})`,
  s: String.raw`(?<second>\d{1,2})`,
  SSS: String.raw`(?<ms>\d{1,3})`,
} as const
const TOKENS = /YYYY|YY|MM?|DD?|HH?|mm?|ss?|SSS|\[|\]|\s+|./gu

/** Letters of a time: a longer text is none. */
const MOST_LETTERS = 100

/** Reads the cells of a time's columns; null where they say none. */
export type TimeReader = (cells: readonly SourceCell[]) => ReadTime | null

/** @throws MeterbookError IMPORT_MAP_UNFIT: a pattern without a day, or with brackets that do not close */
export function timeReader({ pattern, columns, clock }: ImportTime): TimeReader {
  if (pattern === UNIX_PATTERN) return ([cell]) => momentOrNull(Math.round(Number((cell?.text || 'x').replace(',', '.')) * SECOND_MS))
  if (pattern === ISO_PATTERN) return ([cell]) => (HAS_OFFSET.test(cell?.text ?? '') ? momentOrNull(Date.parse(cell?.text ?? '')) : null)
  const shape = patternShape(pattern)
  const pieces = columns.length > 1 ? pattern.split(/\s+/u) : [pattern]
  const isByPieces = pieces.length === columns.length
  const clockMs = clock === undefined ? 0 : Number(clock.slice(0, 2)) * HOUR_MS + Number(clock.slice(3)) * MINUTE_MS
  const hasClock = !/H/u.test(pattern)
  return (cells) => {
    if (cells.some(({ text }) => text.length > MOST_LETTERS)) return null
    const [first] = cells
    if (columns.length === 1 && first?.kind === 'date') return dateWall(first.text, hasClock ? clockMs : 0)
    const text = cells.map((cell, nth) => (cell.kind === 'date' && isByPieces ? dateAs(cell.text, pieces[nth] ?? '') : cell.text)).join(' ')
    const groups = shape.exec(text.trim().replaceAll(/\s+/gu, ' '))?.groups
    return groups ? wallOf(groups, clockMs) : null
  }
}
/** A spreadsheet's date; of a day alone, with the time of day that the map says. */
function dateWall(text: string, clockMs: number): ReadTime | null {
  const wallMs = Date.parse(`${text.replace(' ', 'T')}Z`)
  return Number.isFinite(wallMs) ? { wallMs: wallMs + clockMs } : null
}
const HAS_OFFSET = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/u
const momentOrNull = (atMs: number): ReadTime | null => (Number.isFinite(atMs) && isMoment(atMs) ? { atMs } : null)

function patternShape(pattern: string): RegExp {
  let depth = 0
  const seen = new Set<string>()
  const source = [...pattern.matchAll(TOKENS)]
    .map(([token]) => {
      const part = (PARTS as Readonly<Record<string, string>>)[token]
      if (part !== undefined) {
        const name = part.slice(3, part.indexOf('>'))
        if (seen.has(name)) throw unfit('pattern', pattern)
        seen.add(name)
        return part
      }
      if (token === '[') return (depth++, '(?:')
      if (token === ']') return (depth--, ')?')
      return token.trim() === '' ? ' ' : token.replace(/[.*+?^${}()|\\/]/u, String.raw`\$&`)
    })
    .join('')
  if (depth !== 0 || !['year', 'month'].every((name) => seen.has(name))) throw unfit('pattern', pattern)
  try {
    return new RegExp(`^${source}$`, 'u')
  } catch {
    throw unfit('pattern', pattern)
  }
}

/** The century of two digits is this one: no device of the field kept an archive in the last. */
const CENTURY = 2000

function wallOf(groups: Record<string, string | undefined>, clockMs: number): ReadTime | null {
  const of = (name: string, or: number): number => (groups[name] === undefined ? or : Number(groups[name]))
  const year = of('year', 0) + (groups['year']?.length === 2 ? CENTURY : 0)
  const [month, day, hour, minute, second] = [of('month', 1), of('day', 1), of('hour', 0), of('minute', 0), of('second', 0)]
  if (month < 1 || month > 12 || hour > 24 || minute > 59 || second > 59) return null
  // 24:00 is the end of its day, and nothing lies behind it.
  if (hour === 24 && (minute > 0 || second > 0)) return null
  const midnight = Date.UTC(year, month - 1, day)
  if (day < 1 || new Date(midnight).getUTCDate() !== day) return null
  const ms = Number((groups['ms'] ?? '0').padEnd(3, '0'))
  const ofDay = groups['hour'] === undefined ? clockMs : hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + ms
  return { wallMs: midnight + ofDay }
}

/** A spreadsheet's date as the piece of a pattern that its column has: the day of one, the time of another. */
function dateAs(text: string, piece: string): string {
  const [, year, month, day, hour, minute, second, ms] = /^(\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+)\.(\d+)$/u.exec(text) ?? []
  const of: Readonly<Record<string, string | undefined>> = {
    YYYY: year,
    YY: year?.slice(2),
    MM: month,
    M: month,
    DD: day,
    D: day,
    HH: hour,
    H: hour,
    mm: minute,
    m: minute,
    ss: second,
    s: second,
    SSS: ms,
    '[': '',
    ']': '',
  }
  return piece.replaceAll(TOKENS, (token) => of[token] ?? token)
}

/** The moments at which a clock showed a time, the earlier first: none when it went forward, two when it went back. */
export type Moments = (wallMs: number) => number[]

/** @param zoneOfStation IANA @throws MeterbookError IMPORT_MAP_UNFIT for a zone that nobody knows */
export function momentsOf(zone: string, zoneOfStation: string): Moments {
  const fixed = /^([+-])(\d\d):(\d\d)$/u.exec(zone)
  if (fixed) {
    const offset = (Number(fixed[2]) * HOUR_MS + Number(fixed[3]) * MINUTE_MS) * (fixed[1] === '-' ? -1 : 1)
    if (Math.abs(offset) > 14 * HOUR_MS || Number(fixed[3]) > 59) throw unfit('zone', zone)
    return (wallMs) => [wallMs - offset]
  }
  const name = zone === STATION_ZONE ? zoneOfStation : zone
  if (!isTimeZone(name)) throw unfit('zone', name)
  const clock = zoneClock(name)
  return (wallMs) => {
    const around = [clock.offsetMs(wallMs - DAY_MS), clock.offsetMs(wallMs + DAY_MS)]
    const found = [wallMs - Math.max(...around), wallMs - Math.min(...around)]
    return [...new Set(found)].filter((atMs) => clock.wallMs(atMs) === wallMs)
  }
}

/**
 * Moves the stamp of a period's beginning to its end, as the service stamps records. Days and months are moved by the
 * wall clock, before a zone is asked; hours by themselves, after it.
 * @throws MeterbookError IMPORT_MAP_UNFIT for an archive whose code says no period
 */
export function toEnd(stamp: ImportTime['stamp'], archiveType: string): { wall: (wallMs: number) => number; afterMs: number } {
  if (stamp === 'end') return { wall: (wallMs) => wallMs, afterMs: 0 }
  const period = recordPeriod(archiveType)
  if (period === null) throw unfit('stamp', archiveType)
  return { wall: WALL[period], afterMs: period === 'hour' ? HOUR_MS : 0 }
}
const WALL: Readonly<Record<RecordPeriod, (wallMs: number) => number>> = {
  hour: (wallMs) => wallMs,
  day: (wallMs) => wallMs + DAY_MS,
  month: (wallMs) => {
    const date = new Date(wallMs)
    return date.setUTCMonth(date.getUTCMonth() + 1)
  },
}

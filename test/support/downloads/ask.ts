import { judgeDays, lacking, NO_SESSION } from '../../../electron/analysis/kernel/grids/lacking.ts'
import type { Book } from '../../../electron/book/index.ts'
import type { SeriesKey } from '../../../electron/book/archives/series.ts'
import type { Channel, Reading } from '../../../electron/contract/records.ts'
import { dayNumber, dayNumberAt, dayOf } from '../../../electron/contract/time/day.ts'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import { station } from '../../unit/book/fixtures.ts'
import { EQUIPMENT, FROM_MS, STATION, TELEMETRY, type Served, type StationYear } from './station-year.ts'

/** Asks for days of an archive of a station's months and writes them as a download's chunk does. */

export const READINGS = ['hourly', 'daily'] as const
const EVENTS = ['nesht', 'changes', 'valve', 'alarm'] as const
export const ARCHIVES = [...READINGS, ...EVENTS, 'sessions', 'settings'] as const
export type Archive = (typeof ARCHIVES)[number]

const CODES = { gas_consume: 'м3', reading_value: 'м3', VNakwork: 'м3', Vwork: 'м3', P: 'кПа', T: '°C' } as const

export function writeDirectory(book: Book): void {
  book.channels.put(
    READINGS.flatMap((archive) =>
      Object.entries(CODES).map(([code, unitName]): Channel => ({
        equipmentTypeId: 1,
        archiveTypeName: archive,
        archiveTypeVarname: archive,
        telemetryTypeName: null,
        channelName: code,
        channelVarname: code,
        unitName,
      })),
    ),
  )
  book.stations.put([station({ id: STATION, equipmentId: EQUIPMENT, telemetryId: TELEMETRY })], FROM_MS)
}

export const keyOf = (archiveType: Archive): SeriesKey =>
  archiveType === 'sessions' ? { telemetryId: TELEMETRY, archiveType } : { equipmentId: EQUIPMENT, archiveType, view: 'general' }

/** The days that there is something of, by number. */
export const firstDay = dayNumberAt(FROM_MS)
export const lastDay = ({ days }: StationYear): number => firstDay + days

/** The last version of each record that the service has at a moment; a record may come in several. */
function servedAt<T extends { atMs: number }>(list: readonly Served<T>[], from: number, to: number, atMs: number): T[] {
  return list.flatMap(({ record, sinceMs }, at) => {
    const day = dayNumberAt(record.atMs)
    if (day < from || day > to || sinceMs > atMs) return []
    const next = list[at + 1]
    return next?.record.atMs === record.atMs && next.record !== record && next.sinceMs <= atMs && 'values' in record ? [] : [record]
  })
}

export interface Piece {
  archive: Archive
  /** Day numbers, both included. */
  from: number
  to: number
}

/** One answer of the service, written in one transaction. Days to come are not asked for. */
export function ask(book: Book, year: StationYear, piece: Piece, atMs: number): void {
  const { archive, from } = piece
  const to = Math.min(piece.to, dayNumberAt(atMs))
  if (to < from) return
  if (archive === 'settings') {
    const all = year.settings.filter(({ takenAtMs }) => takenAtMs <= atMs)
    const taken = book.settings.snapshots(EQUIPMENT).length
    for (const { takenAtMs, items } of all.slice(taken)) book.settings.putSnapshot(EQUIPMENT, takenAtMs, items)
    return
  }
  const key = keyOf(archive)
  book.page(() => {
    const lastSessionMs = lastSession(book, atMs)
    const records =
      archive === 'sessions'
        ? servedAt(year.sessions, from, to, atMs)
        : archive === 'hourly' || archive === 'daily'
          ? servedAt(year.readings[archive], from, to, atMs)
          : servedAt(year.events[archive] ?? [], from, to, atMs)
    if (archive === 'sessions') book.sessions.put(records as never)
    else if (archive === 'hourly' || archive === 'daily')
      book.readings.put({ equipmentId: EQUIPMENT, archiveType: archive, view: 'general' }, records as Reading[])
    else book.events.add({ equipmentId: EQUIPMENT, archiveType: archive }, records as never)
    const days = new Set(records.map((record) => dayNumberAt(record.atMs)))
    book.coverage.mark(
      key,
      { from: dayOf(from), to: dayOf(to) },
      {
        fetchedAtMs: atMs,
        state: {
          ofDay: judgeDays(days, { fetchedAtMs: atMs, lastSessionMs: archive === 'sessions' ? null : (lastSessionMs ?? NO_SESSION) }),
        },
      },
    )
  })
}

/** As the list of stations tells it. */
export function hear(book: Book, year: StationYear, atMs: number): void {
  const last = year.sessions.findLast(({ record }) => record.atMs <= atMs)
  book.stations.put(
    [station({ id: STATION, equipmentId: EQUIPMENT, telemetryId: TELEMETRY, lastSeanceEventMs: last?.record.atMs ?? null })],
    atMs,
  )
}
const lastSession = (book: Book, atMs: number) => book.knownSessions.last(EQUIPMENT, atMs)

/** What the plan would ask for again. */
export function askTheRest(book: Book, year: StationYear, atMs: number): void {
  const [from, to] = [dayOf(firstDay), dayOf(lastDay(year))]
  for (const archive of ARCHIVES) {
    if (archive === 'settings') ask(book, year, { archive, from: firstDay, to: firstDay }, atMs)
    else
      for (const span of lacking(
        book.coverage.runs(keyOf(archive), { from, to }),
        { from, to },
        { nowMs: atMs, lastSessionMs: lastSession(book, atMs) },
      ))
        ask(book, year, { archive, from: dayNumber(span.from), to: dayNumber(span.to) }, atMs)
  }
}

/** The days whose records were corrected after they had been served. */
export const correctedDays = (year: StationYear): Piece[] =>
  READINGS.flatMap((archive) =>
    year.readings[archive].flatMap(({ record }, at, list) =>
      list[at - 1]?.record.atMs === record.atMs ? [{ archive, from: dayNumberAt(record.atMs), to: dayNumberAt(record.atMs) }] : [],
    ),
  )

/** All is asked for at least so long after the last session. */
export const endMs = (year: StationYear): number => FROM_MS + (year.days + 25) * DAY_MS

import { createHash } from 'node:crypto'
import type { Book } from '../../../../electron/book/index.ts'
import type { DeviceEvent, Reading, Verbatim } from '../../../../electron/contract/records.ts'
import type { DayMark } from '../../../../electron/book/coverage/coverage-runs.ts'
import { dayOf } from '../../../../electron/contract/time/day.ts'
import { consumer, message, session, station } from '../fixtures.ts'

/**
 * A service whose answers follow from a seed and the moment of asking, as a real one's do: a record once there stays as it
 * is, a day settles, a station's row and a device's settings change with time. So whatever is asked by whom, in whatever
 * order, one book that asked for all of it can say what the others should hold together.
 */

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The first day of the archives. */
const FIRST = 20_000
const DAYS = 12
/** Askings are so far apart that none passes for a part of another (coverage-runs.ts). */
const STEP = 5 * HOUR

const STATIONS = 4
const READINGS = ['hourly', 'daily'] as const
const EVENTS = ['alarm', 'changes'] as const

export type Asked =
  | { what: 'readings'; station: number; archive: (typeof READINGS)[number]; view: 'general' | 'unified'; from: number; days: number }
  | { what: 'events'; station: number; archive: (typeof EVENTS)[number]; from: number; days: number }
  | { what: 'sessions'; station: number; from: number; days: number }
  | { what: 'settings' | 'characteristics' | 'lastSession'; station: number }
  | { what: 'stations' | 'directory' | 'reference' | 'rejected' | 'meanings' }

export const LIMITS = { stations: STATIONS, days: DAYS, readings: READINGS, events: EVENTS }

/** When the asking of a place in the history was made, Unix ms. */
export const askedAt = (place: number): number => (FIRST + 4) * DAY + place * STEP

/** A number from 0 to 1 that belongs to these words. */
function chance(...words: (string | number)[]): number {
  return createHash('sha256').update(words.join('/')).digest().readUInt32BE(0) / 2 ** 32
}

export function answer(book: Book, seed: number, asked: Asked, place: number): void {
  const atMs = askedAt(place)
  const one = 'station' in asked ? { equipmentId: asked.station + 1_001, telemetryId: asked.station + 2_001 } : null
  switch (asked.what) {
    case 'readings': {
      const key = { equipmentId: one?.equipmentId ?? 0, archiveType: asked.archive, view: asked.view }
      const step = asked.archive === 'hourly' ? HOUR : DAY
      forDays(
        seed,
        asked,
        atMs,
        `${asked.station}/${asked.archive}/${asked.view}`,
        (days, marks) => {
          book.readings.put(
            key,
            days.flatMap((day) => recordsOf(seed, key, day, step, marks.get(day)?.records ?? 0)),
          )
          book.coverage.mark(key, spanOf(asked), { fetchedAtMs: atMs, state: (day) => marks.get(dayOf_(day)) })
        },
        step === HOUR ? 24 : 1,
      )
      return
    }
    case 'events': {
      const key = { equipmentId: one?.equipmentId ?? 0, archiveType: asked.archive }
      forDays(
        seed,
        asked,
        atMs,
        `${asked.station}/${asked.archive}`,
        (days, marks) => {
          book.events.add(
            key,
            days.flatMap((day) => eventsOf(seed, key, day, (marks.get(day)?.records ?? 0) > 0)),
          )
          book.coverage.mark(key, spanOf(asked), {
            fetchedAtMs: atMs,
            state: (day) => marks.get(dayOf_(day)),
          })
        },
        5,
      )
      return
    }
    case 'sessions': {
      const telemetryId = one?.telemetryId ?? 0
      forDays(
        seed,
        asked,
        atMs,
        `${asked.station}/sessions`,
        (days, marks) => {
          book.sessions.put(
            days
              .filter((day) => (marks.get(day)?.records ?? 0) > 0)
              .map((day) => session({ id: asked.station * 100_000 + day, telemetryId, atMs: day * DAY + 7 * HOUR, rssi: -60 - (day % 9) })),
          )
          book.coverage.mark({ telemetryId, archiveType: 'sessions' }, spanOf(asked), {
            fetchedAtMs: atMs,
            state: (day) => marks.get(dayOf_(day)),
          })
        },
        1,
      )
      return
    }
    case 'settings':
      book.settings.putSnapshot(one?.equipmentId ?? 0, atMs, [
        {
          channelName: 'Qmax',
          channelDataValue: versionAt(seed, `settings/${asked.station}`, place),
          unitName: 'м3/ч',
        },
        { channelName: 'Заводской номер', channelDataValue: '000123456789012345', unitName: null },
      ])
      return
    case 'characteristics':
      book.characteristics.put(
        {
          id: asked.station + 1,
          gasBoiler: true,
          gasStove: null,
          gasWaterHeater: 0,
          residentCount: versionAt(seed, `people/${asked.station}`, place),
          heatedArea: '54,5',
        },
        atMs,
      )
      return
    case 'lastSession':
      book.lastSessions.put(asked.station + 1, { stationName: 'ГРП', lastSeanceEventMs: atMs - HOUR }, atMs)
      return
    case 'stations':
      book.stations.put(
        Array.from({ length: STATIONS }, (_, at) =>
          station({
            id: at + 1,
            customerId: (at % 2) + 1,
            phone: `+7900000000${at}`,
            volumeValue: atMs % 997,
            statusNameValue: versionAt(seed, `status/${at}`, place),
          }),
        ),
        atMs,
      )
      return
    case 'directory':
      book.providers.put([{ id: 1, name: 'Газ', children: [{ id: 2, name: 'Филиал', children: [] }] }])
      book.consumers.put([consumer(1, 'ООО «Ёлка»', '5200000001'), consumer(2, 'Иванов')], { energyId: 2 })
      return
    case 'reference':
      book.equipmentTypes.put([
        { id: 1, name: 'Флоугаз', equipmentKindName: null, telemetryTypeName: 1, resourceName: 'газ', description: '' },
      ])
      book.messages.put([message({ id: 1 }), message({ id: 2, deviceCode: 9, description: null })])
      return
    case 'rejected':
      book.rejected.put('stations', [{ reason: `no id at ${versionAt(seed, 'rejected', place)}`, raw: '{"name":"?"}' }], atMs)
      return
    case 'meanings':
      book.meanings.correct(
        { equipmentTypeId: 1, meant: 'channel', archiveType: 'hourly', key: 'P' },
        { quantity: 'pressure', basis: place % 2 ? 'absolute' : 'gauge', role: null },
      )
      book.thresholds.set([{ scope: 'book', scopeId: null, rule: 'frozen', key: 'suspect', value: 6 + (place % 20) }])
      const limit = { owner: 'consumer', ownerId: 1, period: 'month', fromDay: null } as const
      book.limits.say([{ ...limit, toDay: null, m3: 1000 + place }], 'Ильин')
      // Nobody takes away what his book does not have: it is said there first.
      if (place % 4 === 3) book.limits.unsay(limit)
  }
}

const spanOf = ({ from, days }: { from: number; days: number }) => ({
  from: dayOf(FIRST + from),
  to: dayOf(FIRST + from + days - 1),
})
const dayOf_ = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY)

/** Which of several versions a thing has by then; an earlier one never comes back. */
const versionAt = (seed: number, what: string, place: number): number =>
  Array.from({ length: place + 1 }, (_, at) => chance(seed, what, at) < 0.2).filter(Boolean).length

/** What is known of each day at a moment: nothing for a while, then some of it, then all. */
function forDays(
  seed: number,
  { from, days }: { from: number; days: number },
  atMs: number,
  of: string,
  use: (days: number[], marks: ReadonlyMap<number, DayMark>) => void,
  whole: number,
): void {
  const asked = Array.from({ length: days }, (_, at) => FIRST + from + at)
  const marks = new Map<number, DayMark>()
  for (const day of asked) {
    const settledMs = (day + 1) * DAY + chance(seed, of, day, 'settled') * 3 * DAY
    const isEmpty = chance(seed, of, day, 'empty') < 0.2
    const some = isEmpty ? 0 : Math.floor(chance(seed, of, day, 'some') * whole)
    if (atMs >= settledMs) marks.set(day, isEmpty ? { state: 'empty', records: 0 } : { state: 'fetched', records: whole })
    else if (atMs < settledMs - chance(seed, of, day, 'failed') * 4 * DAY) marks.set(day, { state: 'failed' })
    else if (some > 0) marks.set(day, { state: 'partial', records: some })
    else marks.set(day, { state: 'not_transmitted', records: 0, knownSessionMs: day * DAY })
  }
  use(asked, marks)
}

/** Values as services send them; some records lack a channel, so that books list the channels in different orders. */
function recordsOf(seed: number, key: object, day: number, step: number, count: number): Reading[] {
  return Array.from({ length: count }, (_, at) => {
    const atMs = day * DAY + (at + 1) * step - (chance(seed, 'minute', day, at) < 0.05 ? 60_000 : 0)
    const pick = chance(seed, JSON.stringify(key), atMs)
    const all: Record<string, Verbatim> = { V: Math.round(pick * 1e6) / 1e3, P: String(pick), T: -at, K: null, note: '=1+1, "ё"\n😀' }
    const names = Object.keys(all).filter((name) => chance(seed, name, atMs) < 0.8)
    if (pick < 0.5) names.reverse()
    return { atMs, values: Object.fromEntries(names.map((name) => [name, all[name] as Verbatim])) }
  })
}

function eventsOf(seed: number, key: object, day: number, are: boolean): DeviceEvent[] {
  if (!are) return []
  return Array.from({ length: Math.floor(chance(seed, JSON.stringify(key), day) * 5) }, (_, at) => {
    const code = Math.floor(chance(seed, day, at, 'code') * 4)
    const entries: Record<string, Verbatim> = {
      Code: code === 3 ? null : code,
      CodeDescription: `Событие ${code}`,
      ValCode: `${at}`,
      Izm: '',
      OldValue: '1e5',
    }
    // Two of one millisecond, told apart by what they say.
    return { atMs: day * DAY + Math.floor(at / 2) * HOUR, entries }
  })
}

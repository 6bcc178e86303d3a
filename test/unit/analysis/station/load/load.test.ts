import { expect, test } from 'vitest'
import { loadStation } from '../../../../../electron/analysis/station/load/load.ts'
import { HOUR_MS } from '../../../../../electron/contract/time/units.ts'
import { alarm, NOW, session, station, tempBook } from '../../../book/fixtures.ts'

const usual = { zone: 'Europe/Moscow', contractHour: 10 }
const FROM = Date.UTC(2026, 0, 1)
const hours = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ atMs: FROM + (first + at) * HOUR_MS, values: { Vwork: at, P: '1,5' } }))

function filled() {
  const book = tempBook()
  book.stations.put([station({ id: 1, lastSeanceEventMs: NOW - 5 * HOUR_MS })], NOW)
  book.channels.put([
    {
      equipmentTypeId: 1,
      archiveTypeName: null,
      archiveTypeVarname: 'hourly',
      telemetryTypeName: null,
      channelName: 'Давление',
      channelVarname: 'P',
      unitName: 'МПа',
    },
  ])
  book.readings.put({ equipmentId: 1001, archiveType: 'hourly', view: 'general' }, hours(1, 48))
  book.readings.put({ equipmentId: 1001, archiveType: 'hourly', view: 'unified' }, hours(1, 24))
  return book
}

test('a station that the book does not know has no data', () => {
  expect(loadStation(tempBook(), 7, NOW, { usual })).toBeNull()
})

test('an archive is judged in numbers, with units that become base units', () => {
  const data = loadStation(filled(), 1, NOW, { usual })
  expect(data?.archives.map(({ archiveType, view, timesMs }) => [archiveType, view, timesMs.length])).toEqual([['hourly', 'general', 48]])
  const pressure = data?.archives[0]?.channels.find(({ channelVarname }) => channelVarname === 'P')
  expect(pressure?.values[0]).toBe(1.5)
  expect(pressure?.meaning.quantity).toBe('pressure')
  expect(pressure?.toBase).toEqual({ factor: 1000, offset: 0 })
})

test("the clock is the station's own, else the book's, else the usual one", () => {
  const book = filled()
  expect(loadStation(book, 1, NOW, { usual })?.gas).toEqual(usual)
  book.clocks.setOfStations([1], { timeZone: null, contractHour: 8 })
  expect(loadStation(book, 1, NOW, { usual })?.gas).toEqual({ zone: 'Europe/Moscow', contractHour: 8 })
})

test('a range holds its readings, and what is due in it is what is due in the whole', () => {
  const book = filled()
  const key = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
  book.readings.put(key, [{ atMs: FROM + 60 * HOUR_MS, values: { Vwork: 1 } }])
  const range = { fromMs: FROM + 40 * HOUR_MS, toMs: FROM + 55 * HOUR_MS }
  const part = loadStation(book, 1, NOW, { usual, range })?.archives[0]
  const whole = loadStation(book, 1, NOW, { usual })?.archives[0]
  expect([...(part?.timesMs ?? [])].map((atMs) => (atMs - FROM) / HOUR_MS)).toEqual([40, 41, 42, 43, 44, 45, 46, 47, 48])
  const inRange = [...(whole?.due?.due ?? [])]
    .map((atMs, at) => [atMs, whole?.due?.present[at]])
    .filter(([atMs]) => Number(atMs) >= range.fromMs && Number(atMs) < range.toMs)
  expect([...(part?.due?.due ?? [])].map((atMs, at) => [atMs, part?.due?.present[at]])).toEqual(inRange)
  expect(inRange.filter(([, present]) => present === 0)).toHaveLength(6)
})

test('events of a device come as columns whose contents are shared; an archive that nobody asked for is absent', () => {
  const book = filled()
  book.events.add({ equipmentId: 1001, archiveType: 'alarm' }, [alarm(FROM + 5, '1'), alarm(FROM + 6, '2'), alarm(FROM + 7, '1')])
  book.events.add({ equipmentId: 1002, archiveType: 'alarm' }, [alarm(FROM + 8, '1')])
  book.coverage.mark(
    { equipmentId: 1001, archiveType: 'valve' },
    { from: '2026-01-01', to: '2026-01-02' },
    { state: 'empty', fetchedAtMs: NOW },
  )
  book.coverage.mark(
    { equipmentId: 1001, archiveType: 'nesht' },
    { from: '2026-01-01', to: '2026-01-02' },
    { state: 'failed', fetchedAtMs: NOW },
  )
  const events = loadStation(book, 1, NOW, { usual })?.events
  expect(Object.keys(events ?? {}).sort()).toEqual(['alarm', 'valve'])
  expect([...(events?.alarm?.atMs ?? [])]).toEqual([FROM + 5, FROM + 6, FROM + 7])
  expect([...(events?.alarm?.content ?? [])]).toEqual([0, 1, 0])
  expect(events?.alarm?.contents.map(({ code, value }) => [code, value])).toEqual([
    ['1', '1'],
    ['2', '1'],
  ])
  expect(events?.valve?.atMs).toHaveLength(0)
})

test('events say for which times they were asked: whole days, of one that was not over until then, none that failed', () => {
  const book = filled()
  const mark = (from: string, to: string, state: 'fetched' | 'empty' | 'failed' | 'partial', fetchedAtMs = NOW) =>
    book.coverage.mark({ equipmentId: 1001, archiveType: 'nesht' }, { from, to }, { state, fetchedAtMs })
  const asked = () => loadStation(book, 1, NOW, { usual })?.events.nesht?.asked
  const at = (day: string) => Date.parse(`${day}T00:00Z`)
  mark('2026-01-03', '2026-01-05', 'fetched')
  mark('2026-01-06', '2026-01-06', 'empty')
  mark('2026-01-07', '2026-01-08', 'failed')
  mark('2026-01-10', '2026-01-10', 'partial', at('2026-01-10') + 6 * HOUR_MS)
  expect(asked()).toEqual([
    { fromMs: at('2026-01-03'), toMs: at('2026-01-07') },
    { fromMs: at('2026-01-10'), toMs: at('2026-01-10') + 6 * HOUR_MS },
  ])
  book.events.add({ equipmentId: 1001, archiveType: 'alarm' }, [alarm(5, '1')])
  expect(loadStation(book, 1, NOW, { usual })?.events.alarm?.asked).toBeUndefined()
})

test('a clock that nobody set is said to be the usual one, its zone and its hour each', () => {
  const book = filled()
  const said = () => {
    const data = loadStation(book, 1, NOW, { usual })
    return [data?.zoneIsUsual, data?.gasIsUsual]
  }
  expect(said()).toEqual([true, true])
  book.clocks.setOfStations([1], { timeZone: 'Europe/Samara', contractHour: null })
  expect(said()).toEqual([false, true])
  book.clocks.setOfStations([1], { timeZone: null, contractHour: 8 })
  expect(said()).toEqual([true, false])
})

test('the newest session of all sources is the last one, and fields that are no numbers are NaN', () => {
  const book = filled()
  expect(loadStation(book, 1, NOW, { usual })?.lastSessionMs).toBe(NOW - 5 * HOUR_MS)
  expect(loadStation(book, 1, NOW, { usual })?.sessions).toBeNull()
  book.sessions.put([session({ id: 2, telemetryId: 2001, atMs: NOW - HOUR_MS, btm: '3,6', rssi: null, nextSessionMs: NOW + HOUR_MS })])
  const data = loadStation(book, 1, NOW, { usual })
  expect(data?.lastSessionMs).toBe(NOW - HOUR_MS)
  expect([data?.sessions?.btm[0], data?.sessions?.rssi[0], data?.sessions?.nextMs[0]]).toEqual([3.6, Number.NaN, NOW + HOUR_MS])
})

test('an archive is fetched up to the last day that was answered, and no further than its fetch', () => {
  const book = filled()
  const key = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
  book.coverage.mark(key, { from: '2026-01-01', to: '2026-01-03' }, { state: 'fetched', fetchedAtMs: Date.UTC(2026, 0, 3, 6) })
  book.coverage.mark(key, { from: '2026-01-04', to: '2026-01-09' }, { state: 'not_transmitted', fetchedAtMs: NOW })
  expect(loadStation(book, 1, NOW, { usual })?.archives[0]?.fetchedToMs).toBe(Date.UTC(2026, 0, 3, 6))
  // A day that waits for a session counts up to the session before it.
  const waiting = { state: 'partial', knownSessionMs: Date.UTC(2026, 0, 4, 5) } as const
  book.coverage.mark(key, { from: '2026-01-04', to: '2026-01-04' }, { state: waiting, fetchedAtMs: NOW })
  expect(loadStation(book, 1, NOW, { usual })?.archives[0]?.fetchedToMs).toBe(waiting.knownSessionMs)
})

test('many events share their contents', () => {
  const book = filled()
  const many = Array.from({ length: 45_000 }, (_, at) => alarm(FROM + at, String(at % 3)))
  book.events.add({ equipmentId: 1001, archiveType: 'event' }, many)
  const event = loadStation(book, 1, NOW, { usual })?.events.event
  expect(event?.atMs).toHaveLength(45_000)
  expect(event?.contents).toHaveLength(3)
})

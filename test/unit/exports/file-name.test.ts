import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { fileName } from '../../../electron/exports/file-name.ts'
import { namePart } from '../../../electron/exports/name-part.ts'
import type { ExportRequest } from '../../../electron/exports/request.ts'
import { testFolder } from '../../support/pull.ts'
import { NOW, station } from '../book/fixtures.ts'

const folder = testFolder()
let book: Book
beforeAll(() => {
  book = openBook(folder.file('a.meterbook'), { mode: 'write', now: () => NOW })
  book.stations.put(
    [
      station({ id: 1, name: 'ГРП 1/2: "Северная"' }),
      station({ id: 2, name: 'Я'.repeat(500) }),
      station({ id: 3, name: '\u202Egnp.exe' }),
      station({ id: 4, name: null }),
    ],
    NOW,
  )
})
afterAll(() => {
  book.close()
  folder.remove()
})

// 20 October, 22:30 UTC: the 21st in Moscow, the 20th in London.
const LATE = Date.parse('2026-10-20T22:30:00Z')
const how = (language: 'en' | 'ru', timeZone = 'Europe/Moscow') => ({ format: 'csv', reader: 'people', language, timeZone }) as const
const name = (request: ExportRequest) => fileName(book, request, LATE)

test('a file is called by station, archive and span, in the language of the window', () => {
  const readings = { kind: 'readings', stationIds: [1], archiveTypes: ['hourly'], view: 'unified' } as const
  const days = { from: '2026-10-01', to: '2026-10-31' }
  expect(name({ ...how('en'), ...readings, ...days })).toBe('ГРП 1_2_ _Северная_ Hourly unified 2026-10-01_2026-10-31')
  expect(name({ ...how('ru'), ...readings, from: '2026-10-01', to: '2026-10-01' })).toBe(
    'ГРП 1_2_ _Северная_ Часовой унифицированный 2026-10-01',
  )
  expect(name({ ...how('ru'), ...readings, archiveTypes: 'all', stationIds: [1, 2, 3], ...days })).toBe(
    '3 станции Показания унифицированный 2026-10-01_2026-10-31',
  )
  const filter = { stationIds: [1], archiveTypes: ['alarm' as const] }
  expect(name({ ...how('ru'), kind: 'events', filter })).toBe('ГРП 1_2_ _Северная_ Аварии 2026-10-21')
})

test('a station without a name is called by its serial number', () => {
  expect(name({ ...how('en'), kind: 'settings', stationIds: [4] })).toBe('10004 Settings 2026-10-21')
})

test('days are those of the chosen zone, of now and of the moments of a span', () => {
  for (const [zone, day, before] of [
    ['Europe/Moscow', '2026-10-21', '2026-10-20'],
    ['Europe/London', '2026-10-20', '2026-10-19'],
    ['Asia/Kamchatka', '2026-10-21', '2026-10-20'],
  ] as const) {
    expect(name({ ...how('en', zone), kind: 'stations', filter: {} })).toBe(`Stations ${day}`)
    expect(name({ ...how('en', zone), kind: 'settings', stationIds: [1] })).toMatch(new RegExp(` Settings ${day}$`))
    const moments = { fromMs: LATE - 86_400_000, toMs: LATE + 1 }
    expect(name({ ...how('en', zone), kind: 'events', filter: moments })).toBe(`Events ${before}_${day}`)
    const readings = { kind: 'readings', stationIds: [1], archiveTypes: ['daily'], view: 'general' } as const
    expect(name({ ...how('en', zone), ...readings, ...moments })).toMatch(new RegExp(` Daily general ${before}_${day}$`))
  }
})

test('sums are called sums', () => {
  const sums = {
    kind: 'sums',
    stationId: 1,
    archiveType: 'hourly',
    view: 'general',
    channelVarname: 'Vwork',
    contractHour: 10,
    sums: { rows: [], between: null },
    nowMs: LATE,
    fromMs: Date.parse('2026-10-01T07:00:00Z'),
    toMs: Date.parse('2026-10-31T07:00:00Z'),
  } as const
  const station = 'ГРП 1_2_ _Северная_'
  expect(name({ ...how('en'), ...sums, by: 'day' })).toBe(`${station} daily sums Hourly general Vwork 2026-10-01_2026-10-31`)
  expect(name({ ...how('ru'), ...sums, by: 'month' })).toBe(`${station} суммы по месяцам Часовой общий Vwork 2026-10-01_2026-10-31`)
  // From contract hour to contract hour the last day ends on the next one: the window says which days it shows.
  expect(name({ ...how('en'), ...sums, by: 'day', from: '2026-10-01', to: '2026-10-30' })).toMatch(/ 2026-10-01_2026-10-30$/)
})

test('every file system takes the name: no separators, no invisible signs, at most 255 bytes with the ending', () => {
  const readings = { kind: 'readings', archiveTypes: ['П'.repeat(300)], view: 'unified' } as const
  const long = name({ ...how('ru'), ...readings, stationIds: [2], from: '2026-10-01', to: '2026-10-31' })
  expect(Buffer.byteLength(`${long}.xlsx`)).toBeLessThanOrEqual(255)
  expect(long).toMatch(/ 2026-10-01_2026-10-31$/)
  expect(name({ ...how('en'), kind: 'settings', stationIds: [3] })).toBe('_gnp.exe Settings 2026-10-21')
  expect(['..', '../../etc/passwd', ' a. ', 'a\u0000b\tc', 'x'.repeat(79) + 'я'].map((text) => namePart(text))).toEqual([
    '',
    '_.._etc_passwd',
    'a',
    'a_b_c',
    'x'.repeat(79),
  ])
})

import { expect, test } from 'vitest'
import { verificationCalendar } from '../../../../electron/analysis/answers/verifications.ts'
import { judgeBook } from '../../../../electron/analysis/judge/book.ts'
import type { Book } from '../../../../electron/book/index.ts'
import { verificationIcs } from '../../../../electron/exports/verification-ics.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { NOW, station, tempBook } from '../../book/fixtures.ts'

/** Until when devices are verified: by settings, by interval, typed in; the same day for the calendar and the rule. NOW: 15 January 2026. */

const usual = { zone: 'Europe/Moscow', contractHour: 10 }
const NEXT = 'Дата следующей поверки'
const setting = (channelName: string, channelDataValue: string, unitName: string | null = null) => ({
  channelName,
  channelDataValue,
  unitName,
})
const calendarOf = (book: Book, months = 12, stationIds?: number[]) => verificationCalendar(book, { months, stationIds, usual, nowMs: NOW })
const shown = async (book: Book, months = 12) =>
  (await calendarOf(book, months)).rows.map(({ stationId, day, from, said }) => [stationId, day, from, said])

function filled(): Book {
  const book = tempBook()
  book.stations.put(
    [
      ...[1, 2, 3, 4, 5, 6].map((id) => station({ id, name: `S${id}`, equipmentId: 100 + id, equipmentSerialNumber: `N${id}` })),
      station({ id: 7, name: 'S7', equipmentId: null, telemetryId: null }),
    ],
    NOW - 100 * HOUR_MS,
  )
  const settings = (id: number, ...items: ReturnType<typeof setting>[]) => book.settings.putSnapshot(100 + id, NOW - 50 * HOUR_MS, items)
  settings(1, setting(NEXT, '01.03.2026'))
  settings(2, setting('Дата поверки', '10.12.2021'), setting('Межповерочный интервал', '4', 'лет'))
  settings(3, setting(NEXT, '-'))
  settings(4, setting(NEXT, '20.05.2031'))
  book.typed.write(3, [{ fact: 'next_verification', value: '2026-12-31' }], 'Olga', NOW - HOUR_MS)
  // The device says it itself: what was typed in does not count.
  book.typed.write(1, [{ fact: 'next_verification', value: '2027-01-01' }], 'Olga', NOW - HOUR_MS)
  settings(6, setting('Qmax', '10'))
  return book
}

test('from the settings, else the last verification and its interval, else typed in; overdue first; the rest is counted and named', async () => {
  const book = filled()
  expect(await shown(book)).toEqual([
    [2, '2025-12-10', 'interval', 'Дата поверки: 10.12.2021'],
    [1, '2026-03-01', 'next', 'Дата следующей поверки: 01.03.2026'],
    [3, '2026-12-31', 'typed', 'Olga'],
  ])
  const { months, later, unknown, rows } = await calendarOf(book)
  expect([months[0], months.at(-1), months.length]).toEqual(['2026-01-01', '2026-12-01', 12])
  expect(later).toBe(1)
  expect(unknown.map(({ stationId, why }) => [stationId, why])).toEqual([
    [5, 'no_settings'],
    [6, 'no_verification'],
    [7, 'no_device'],
  ])
  expect(rows.map(({ leftDays }) => leftDays <= 0)).toEqual([true, false, false])
  // Fewer months, and chosen stations alone.
  expect(await shown(book, 3)).toHaveLength(2)
  expect((await calendarOf(book, 12, [3])).rows.map(({ stationId }) => stationId)).toEqual([3])
})

test('the rule finds what the calendar has, and says that a day was typed in; taken back, it finds nothing', async () => {
  const book = tempBook()
  book.stations.put([station({ id: 1, equipmentId: 101 })], NOW - 100 * HOUR_MS)
  book.typed.write(1, [{ fact: 'next_verification', value: '2026-01-10' }], 'Olga', NOW - HOUR_MS)
  const findings = async () => {
    await judgeBook(book, { usual, nowMs: NOW })
    return book.findings.ofStation(1).filter(({ rule }) => rule === 'verification_overdue')
  }
  expect(await findings()).toMatchObject([{ flag: 4, detail: 'overdue_typed' }])
  book.typed.write(1, [{ fact: 'next_verification', value: '2026-02-10' }], 'Olga', NOW)
  expect(await findings()).toMatchObject([{ flag: 3, detail: 'soon_typed' }])
  book.typed.write(1, [{ fact: 'next_verification', value: null }], 'Olga', NOW + 1)
  expect(await findings()).toEqual([])
})

test('a device that was taken out has no day, nor has what was typed in of it', async () => {
  const book = tempBook()
  book.stations.put([station({ id: 1, equipmentId: 101 })], NOW - 1000 * HOUR_MS)
  book.settings.putSnapshot(101, NOW - 900 * HOUR_MS, [setting(NEXT, '01.03.2026')])
  const hours = (fromMs: number) => Array.from({ length: 20 }, (_, at) => ({ atMs: fromMs + at * HOUR_MS, values: { V: 1 } }))
  book.readings.put({ equipmentId: 101, archiveType: 'hourly', view: 'general' }, hours(NOW - 990 * HOUR_MS))
  book.typed.write(1, [{ fact: 'next_verification', value: '2026-04-01' }], 'Olga', NOW - 950 * HOUR_MS)
  expect(await shown(book)).toEqual([[1, '2026-03-01', 'next', 'Дата следующей поверки: 01.03.2026']])
  book.stations.put([station({ id: 1, equipmentId: 102, equipmentSerialNumber: 'NEW' })], NOW - 500 * HOUR_MS)
  book.readings.put({ equipmentId: 102, archiveType: 'hourly', view: 'general' }, hours(NOW - 600 * HOUR_MS))
  const { rows, unknown } = await calendarOf(book)
  expect([rows, unknown.map(({ why, serial }) => [why, serial])]).toEqual([[], [['no_settings', 'NEW']]])
  // Said of the new one it counts.
  book.typed.write(1, [{ fact: 'next_verification', value: '2026-04-02' }], 'Olga', NOW)
  expect(await shown(book)).toEqual([[1, '2026-04-02', 'typed', 'Olga']])
})

test('as a file for calendar programs: an event keeps its id when its day changes', async () => {
  const book = filled()
  const ics = async () => verificationIcs(book, await calendarOf(book), { language: 'en', nowMs: NOW })
  const uids = (text: string) => text.match(/^UID:.*$/gmu) ?? []
  const before = await ics()
  expect(uids(before)).toHaveLength(3)
  expect(new Set(uids(before)).size).toBe(3)
  expect(before).toContain('SUMMARY:Verification: S1\r\n')
  expect(before).toContain('DTSTART;VALUE=DATE:20260301\r\n')
  book.typed.write(3, [{ fact: 'next_verification', value: '2026-11-30' }], 'Olga', NOW)
  const after = await ics()
  expect(uids(after).toSorted()).toEqual(uids(before).toSorted())
  expect(after).toContain('DTSTART;VALUE=DATE:20261130\r\n')
})

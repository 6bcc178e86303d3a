import path from 'node:path'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { valveOf } from '../../../electron/analysis/answers/situations/valve-spans.ts'
import { exportTo } from '../../../electron/exports/index.ts'
import { NOW, station, tempBook, tempFolder } from '../book/fixtures.ts'

/** Times in which a valve was shut and open, from the log into files. */

const HOUR = 3_600_000
const at = (hours: number) => NOW - 100 * HOUR + hours * HOUR
const said = (hours: number, CodeDescription: string) => ({ atMs: at(hours), entries: { CodeDescription, ValCode: '1' } })

function bookWithValve() {
  const book = tempBook()
  book.stations.put([station({ id: 1, name: 'ГРП-1' }), station({ id: 2, name: 'ГРП-2' })], NOW)
  book.events.add({ equipmentId: 1001, archiveType: 'valve' }, [said(10, 'Клапан закрыт'), said(34.5, 'Клапан открыт')])
  return book
}

test('the log of a valve becomes times that lasted, in hours, and as a file for people', async () => {
  const book = bookWithValve()
  const spans = valveOf(book, 1, { usual: { zone: 'Europe/Moscow', contractHour: 10 }, nowMs: NOW })
  expect(spans).toEqual([
    { state: 'shut', fromMs: at(10), toMs: at(34.5), knownToMs: at(34.5) },
    { state: 'open', fromMs: at(34.5), toMs: null, knownToMs: NOW },
  ])
  const file = path.join(tempFolder(), 'valve.csv')
  const how = { format: 'csv', reader: 'people', language: 'ru', timeZone: 'UTC' } as const
  await exportTo(book, { kind: 'valve', ...how, stationIds: [1, 2], spans: spans.map((span) => ({ ...span, stationId: 1 })) }, file)
  const [head = '', first = '', second = '', ...rest] = readFileSync(file, 'utf8').trim().split('\r\n')
  expect(head).toContain('Длительность, ч')
  expect(first.split(';').slice(0, 2)).toEqual(['ГРП-1', 'закрыт'])
  expect(first.split(';')).toContain('24,5')
  expect(second.split(';').slice(1, 2)).toEqual(['открыт'])
  expect(second.split(';')).toContain('65,5')
  expect(rest).toEqual([])
})

test('a station without events of a valve has none, one that is not there is refused', () => {
  const book = bookWithValve()
  const clock = { usual: { zone: 'UTC', contractHour: 0 }, nowMs: NOW }
  expect(valveOf(book, 2, clock)).toEqual([])
  expect(() => valveOf(book, 9, clock)).toThrow(expect.objectContaining({ code: 'NO_SUCH_STATION' }))
})

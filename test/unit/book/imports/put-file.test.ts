import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { judgeBook } from '../../../../electron/analysis/judge/book.ts'
import { putFileInto, type Book, type FileAsked } from '../../../../electron/book/index.ts'
import { mergeBooks } from '../../../../electron/book/sharing/merge.ts'
import { fileAsBook } from '../../../../electron/contract/import-words.ts'
import type { Reading } from '../../../../electron/contract/records.ts'
import { alarm, NOW, station, tempBook } from '../fixtures.ts'

const key = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
const hour = (at: number, seconds = 0) => Date.UTC(2026, 0, 10, at, 0, seconds)
const reading = (at: number, V: number, more: Record<string, number | string | null> = {}): Reading => ({
  atMs: hour(at),
  values: { V, ...more },
})

function bookOfOne(): Book {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], NOW)
  return book
}

const asked = (over: Partial<FileAsked> & { text?: string } = {}): FileAsked => {
  const { text = 'hours', ...more } = over
  const content = Buffer.from(text)
  return {
    stationId: 1,
    equipmentTypeId: null,
    name: 'hours.csv',
    sha256: createHash('sha256').update(content).digest('hex'),
    content,
    map: '{"format":"csv"}',
    author: 'Ольга',
    readings: [],
    events: [],
    isDryRun: false,
    ...more,
  }
}
const hours = (records: readonly Reading[], tolerances: Record<string, number> = {}) => [
  { archiveType: 'hourly', view: 'general' as const, records, tolerances, equipmentId: null },
]
const put = (book: Book, one: FileAsked) => putFileInto(book.file, one, NOW)
const counts = (book: Book, one: FileAsked) => put(book, one).archives.map(({ added, same, twice }) => [added, same, twice])
const sources = (book: Book) =>
  book.db.prepare<[string], [number, string | null]>('SELECT event_time, source FROM v_reading WHERE channel = ? ORDER BY 1').raw().all('V')
const judged = (book: Book) => judgeBook(book, { usual: { zone: 'Europe/Moscow', contractHour: 10 }, nowMs: NOW })
const raised = (book: Book) => book.findings.ofStation(1).filter(({ rule }) => rule === 'kept_twice')

test('what the book lacks is added with its source, what it says is left alone, and twice adds nothing', () => {
  const book = bookOfOne()
  book.readings.put(key, [reading(1, 1)])
  const file = asked({ readings: hours([reading(1, 1), reading(2, 2), reading(3, 3)]) })
  expect(counts(book, { ...file, isDryRun: true })).toEqual([[2, 1, 0]])
  expect([book.readings.count(key), book.imports.isAny()]).toEqual([1, false])
  expect(counts(book, file)).toEqual([[2, 1, 0]])
  const source = `hours.csv sha256:${file.sha256}`
  expect(sources(book)).toEqual([
    [hour(1) / 1000, null],
    [hour(2) / 1000, source],
    [hour(3) / 1000, source],
  ])
  expect(counts(book, file)).toEqual([[0, 3, 0]])
  expect(book.imports.files([1])).toMatchObject([{ name: 'hours.csv', bytes: 5, author: 'Ольга', records: 2 }])
  expect(book.imports.content(file.sha256)?.toString()).toBe('hours')
  // A file that brings nothing is not kept.
  expect(counts(book, asked({ text: 'other', readings: hours([reading(3, 3)]) }))).toEqual([[0, 1, 0]])
  expect(book.imports.files([1])).toHaveLength(1)
})

test('a record that the service and the file have otherwise is kept twice and raised; the service is not overwritten', async () => {
  const book = bookOfOne()
  book.readings.put(key, [reading(1, 1.004, { P: '1,5' }), reading(2, 2)])
  const file = asked({ readings: hours([reading(1, 1, { P: 1.5 }), reading(2, 2.5)], { V: 0.005 }) })
  const { archives, differences } = put(book, file)
  expect(archives).toMatchObject([{ added: 0, same: 1, twice: 1 }])
  expect(differences).toEqual([{ archiveType: 'hourly', view: 'general', atMs: hour(2), channelVarname: 'V', file: '2.5', book: '2' }])
  expect(book.readings.rows(key).map(({ values }) => values['V'])).toEqual([1.004, 2])
  await judged(book)
  expect(raised(book)).toMatchObject([{ measure: 1, evidence: { records: [hour(2)] } }])
  expect(book.db.prepare('SELECT book FROM v_kept_twice').pluck().all()).toEqual([fileAsBook(file.sha256)])
})

test("a record of a file becomes the service's when the service brings it; what differs is kept beside it, and is no correction", async () => {
  const book = bookOfOne()
  const file = asked({ readings: hours([reading(1, 1), reading(2, 2)], { V: 0.5 }) })
  put(book, file)
  expect(book.readings.put(key, [reading(1, 1.2), reading(2, 9)])).toMatchObject({ added: 0, changed: 2 })
  expect(sources(book).map(([, source]) => source)).toEqual([null, null])
  expect(book.readings.rows(key).map(({ values }) => values['V'])).toEqual([1.2, 9])
  await judged(book)
  expect(raised(book)).toMatchObject([{ measure: 1, evidence: { records: [hour(2)] } }])
  expect(book.meta.get('reading_corrections')).toEqual({ 'hourly 2026-01 sources': 1 })
  // What the service comes to say as the file did is no longer otherwise.
  book.readings.put(key, [reading(2, 2.25)])
  expect(book.sharing.keptTwice(1001, null)).toEqual([])
  expect(book.meta.get('reading_corrections')).toEqual({ 'hourly 2026-01': 1, 'hourly 2026-01 sources': 1 })
})

test('a stamp without seconds is the record of that minute; a second within an archive without a period is another record', () => {
  const book = bookOfOne()
  const seconds = { atMs: hour(5, 3), values: { V: 5 } }
  book.readings.put(key, [seconds])
  book.readings.put({ ...key, archiveType: 'session' }, [seconds])
  expect(counts(book, asked({ readings: hours([reading(5, 5)]) }))).toEqual([[0, 1, 0]])
  expect(put(book, asked({ readings: hours([reading(5, 6)]) })).differences).toMatchObject([{ atMs: hour(5, 3) }])
  expect(counts(book, asked({ readings: [{ ...hours([reading(5, 5)])[0], archiveType: 'session' }] as never }))).toEqual([[1, 0, 0]])
})

test('events that the log says are left alone, even with fewer entries; others are added with their source', () => {
  const book = bookOfOne()
  book.events.add({ equipmentId: 1001, archiveType: 'alarm' }, [alarm(hour(1) + 123, '17'), alarm(hour(2), '18')])
  const events = [
    {
      archiveType: 'alarm',
      equipmentId: null,
      events: [
        { atMs: hour(1), entries: { Code: '17' } },
        { atMs: hour(3), entries: { Code: '19' } },
      ],
    },
  ]
  expect(counts(book, asked({ events }))).toEqual([[1, 1, 0]])
  expect(counts(book, asked({ events }))).toEqual([[0, 2, 0]])
  expect(book.db.prepare('SELECT code, source IS NOT NULL FROM v_event ORDER BY event_time').raw().all()).toEqual([
    ['17', 0],
    ['18', 0],
    ['19', 1],
  ])
  const [file] = book.imports.files([1])
  expect(book.imports.remove(file?.id ?? 0)).toBe(1)
  expect(book.events.query({ equipmentIds: [1001] }).total).toBe(2)
  expect(book.db.prepare('SELECT sum(events) FROM event_bucket').pluck().get()).toBe(4)
})

test('a station without telemetry gets a device under a number of its own; what is taken away leaves nothing behind', async () => {
  const book = tempBook()
  book.stations.put([station({ id: 1, equipmentId: null, telemetryId: null, equipmentTypeId: null })], NOW)
  const file = asked({ equipmentTypeId: 7, readings: hours([reading(1, 1), reading(2, 2)]) })
  expect(put(book, { ...file, isDryRun: true })).toMatchObject({ isNewDevice: true, archives: [{ equipmentId: -1, added: 2 }] })
  expect(book.stations.life(1)).toEqual([expect.objectContaining({ equipmentId: null }) as never])
  expect(put(book, file)).toMatchObject({ isNewDevice: true })
  expect(book.stations.devices(1)).toMatchObject([{ equipmentId: -1, equipmentTypeId: 7, time: null }])
  expect(book.devices.all().get(-1)).toMatchObject({ stationId: 1, equipmentTypeId: 7 })
  expect(book.readings.archives(-1)).toMatchObject([{ records: 2 }])
  await judged(book)
  const [one] = book.imports.files([1])
  expect(book.imports.remove(one?.id ?? 0)).toBe(2)
  expect([book.readings.archives(-1), book.imports.files([1]), book.imports.content(file.sha256)]).toEqual([[], [], null])
})

test('records of the time of a device that was exchanged are its own', () => {
  const book = bookOfOne()
  book.readings.put(key, [reading(1, 1), reading(2, 2)])
  book.stations.put([station({ id: 1, equipmentId: 1009, equipmentSerialNumber: '777' })], NOW + 1000)
  book.readings.put({ ...key, equipmentId: 1009 }, [reading(8, 8), reading(9, 9)])
  const { archives } = put(book, asked({ readings: hours([reading(1, 1), reading(2, 2), reading(8, 8), reading(10, 10)]) }))
  expect(archives.map(({ equipmentId, added, same }) => [equipmentId, added, same])).toEqual([
    [1001, 0, 2],
    [1009, 1, 1],
  ])
})

test('merged in either order the service wins, the file is named, and what a file says within its digits is no difference', async () => {
  const [mine, theirs] = [bookOfOne(), bookOfOne()]
  const file = asked({ readings: hours([reading(1, 1), reading(2, 2), reading(3, 3)], { V: 0.5 }) })
  put(theirs, file)
  mine.readings.put(key, [reading(1, 1.2), reading(2, 9)])
  const state = (book: Book) => ({
    sources: sources(book),
    values: book.readings.rows(key).map(({ values }) => values['V']),
    twice: book.db.prepare('SELECT event_time, content, book FROM v_kept_twice ORDER BY 1').raw().all(),
    minutes: book.db.prepare('SELECT minute, records FROM reading_minute').raw().all(),
    file: book.imports.content(file.sha256)?.toString(),
  })
  const whole = {
    sources: [
      [hour(1) / 1000, null],
      [hour(2) / 1000, null],
      [hour(3) / 1000, `hours.csv sha256:${file.sha256}`],
    ],
    values: [1.2, 9, 3],
    twice: [[hour(2) / 1000, '{"V":2}', fileAsBook(file.sha256)]],
    minutes: [[0, 3]],
    file: 'hours',
  }
  const merge = (into: Book, other: Book) =>
    mergeBooks(
      { file: into.file, other: other.file, isDryRun: false, nowMs: NOW },
      () => undefined,
      () => false,
    )
  merge(mine, theirs)
  expect(state(mine)).toEqual(whole)
  merge(theirs, mine)
  expect(state(theirs)).toEqual(whole)
  merge(mine, theirs)
  expect(state(mine)).toEqual(whole)
})

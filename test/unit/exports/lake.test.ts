import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeLake } from '../../../electron/exports/lake/write-lake.ts'
import { openBook, putFileInto } from '../../../electron/book/index.ts'
import type { Reading } from '../../../electron/contract/records.ts'
import { duck, duckRows } from '../../support/duck.ts'
import { alarm, consumer, NOW, station, tempBook, tempFolder } from '../book/fixtures.ts'

const HOUR = 3_600_000
const JANUARY = Date.UTC(2026, 0, 10)
const key = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const

function bookOf(readings: Reading[]) {
  const book = tempBook()
  book.page(() => {
    book.stations.put([station({ id: 1 })], NOW)
    book.readings.put(key, readings)
    book.coverage.mark(key, { from: '2026-01-01', to: '2026-01-31' }, { fetchedAtMs: NOW, state: 'fetched' })
    book.events.add({ equipmentId: 1001, archiveType: 'alarm' }, [alarm(JANUARY, '17'), alarm(JANUARY, '18')])
  })
  return book
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))

const NASTY = ['a "b"', "it's", 'a,b\nc', '😀', '1e5', '123456789012345678', '007', '-5', '12,5', '', 'NaN']

test('readings come back as they came: texts, numbers, nulls, and what a record has not', async () => {
  const values = [...NASTY, 0.1 + 0.2, -1.5, -0, null, true, { a: [1] }]
  const book = bookOf(values.map((P, at): Reading => ({ atMs: JANUARY + at * HOUR, values: at % 2 ? { P } : { P, T: at } })))
  const folder = tempFolder()
  await writeLake(book, folder)
  const rows = await duckRows(
    await duck(),
    `
    SELECT event_time, value, value_text, book, archive, month, "view", fetched_at
    FROM read_parquet('${folder}/reading/*/*/*.parquet', hive_partitioning = true) WHERE channel = 'P' ORDER BY event_time`,
  )
  const shown = values.map((value) => {
    if (typeof value === 'string') {
      const number = /^-?\d+([.,]\d+)?(e\d+)?$/.test(value) ? Number(value.replace(',', '.')) : null
      return [number, value]
    }
    if (typeof value === 'boolean') return [1, null]
    return value !== null && typeof value === 'object' ? [null, '{"a":[1]}'] : [value, null]
  })
  expect(rows).toEqual(
    shown.map(([value, text], at) => [
      (JANUARY + at * HOUR) / 1000,
      value === 0 ? expect.closeTo(0) : value,
      text,
      book.bookId,
      'hourly',
      '2026-01',
      'general',
      NOW / 1000,
    ]),
  )
})

test('a partition is written again for a correction that nothing else tells, and for no other reason', async () => {
  const readings = [1, 2, 3].map((P, at) => ({ atMs: JANUARY + at * HOUR, values: { P } }))
  const book = bookOf(readings)
  const folder = tempFolder()
  const first = await writeLake(book, folder)
  expect(first.written).toBe(first.files)
  expect(await writeLake(book, folder)).toMatchObject({ written: 0, files: first.files })
  // The record keeps its length, and the day is not marked as fetched anew.
  book.page(() => book.readings.put(key, [{ atMs: JANUARY, values: { P: 9 } }]))
  expect(await writeLake(book, folder)).toMatchObject({ written: 1 })
  book.page(() => book.readings.put(key, [{ atMs: Date.UTC(2026, 1, 1), values: { P: 4 } }]))
  expect(await writeLake(book, folder)).toMatchObject({ written: 1, files: first.files + 1 })
  const [read] = await duckRows(await duck(), `SELECT sum(value), count(*) FROM '${folder}/reading/*/*/*.parquet'`)
  expect(read).toEqual([9 + 2 + 3 + 4, 4])
})

test('a record of a file by cable says so, and the partition is written again when the service brings it', async () => {
  const book = bookOf([{ atMs: JANUARY, values: { P: 1 } }])
  const content = Buffer.from('file')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const asked = { stationId: 1, equipmentTypeId: null, name: 'a.csv', sha256, content, map: '{}', author: '', isDryRun: false }
  const records = [{ atMs: JANUARY + HOUR, values: { P: 2 } }]
  const events = [{ archiveType: 'alarm', equipmentId: null, events: [alarm(JANUARY + HOUR, '19')] }]
  putFileInto(book.file, { ...asked, readings: [{ ...key, equipmentId: null, records, tolerances: {} }], events }, NOW)
  const folder = tempFolder()
  await writeLake(book, folder)
  const source = `a.csv sha256:${sha256}`
  const sources = async (table: string) =>
    duckRows(await duck(), `SELECT source FROM read_parquet('${folder}/${table}/*/*/*.parquet') ORDER BY event_time, source`)
  expect(await sources('reading')).toEqual([[null], [source]])
  expect(await sources('event')).toEqual([[null], [null], [source]])
  expect(await duckRows(await duck(), `SELECT sha256, name FROM '${folder}/import/*.parquet'`)).toEqual([[sha256, 'a.csv']])
  book.page(() => book.readings.put(key, records))
  await writeLake(book, folder)
  expect(await sources('reading')).toEqual([[null], [null]])
})

test('every public view has a table with its columns; those of reports, contracts and what is kept twice have rows', async () => {
  const book = bookOf([])
  const { db } = book
  const views = db.prepare("SELECT substr(name, 3) FROM sqlite_schema WHERE type = 'view' ORDER BY 1").pluck().all()
  const { tables } = book.lake
  expect([...tables.map(({ name }) => name), 'reading', 'event'].toSorted()).toEqual(views)
  for (const { name, columns } of tables) {
    const names = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(`v_${name}`)
    expect(columns.map(([column]) => (column === 'from_book' ? 'book' : column))).toEqual(names)
  }
  const other = '00000000-0000-4000-8000-000000000000'
  book.limits.say([{ owner: 'consumer', ownerId: 5, period: 'month', fromDay: null, toDay: '2026-12-31', m3: 1500 }], 'Ильин')
  book.providers.put([{ id: 1, name: 'Газ', children: [] }])
  book.consumers.put([consumer(5, 'x')], { energyId: 1 })
  db.exec(`
    INSERT INTO contract_number VALUES (5, '12-Г', '2026-01-31');
    INSERT INTO made_report (name, form, from_day, stations, made_at_ms, failure, facts) VALUES ('m', 'f', '2026-01-01', 3, ${NOW}, 'DISK_FULL', '{"file":"/r"}');
    INSERT INTO kept_twice VALUES ('reading', 1001, 'hourly', 'general', ${JANUARY}, '{"P":1}', '${other}', ${NOW}),
      ('session', 0, 'sessions', 'general', ${JANUARY}, '{}', '${other}', ${NOW})`)
  const folder = tempFolder()
  await writeLake(book, folder)
  const connection = await duck()
  const read = (name: string) => duckRows(connection, `SELECT * EXCLUDE (book) FROM '${folder}/${name}/*.parquet'`)
  expect(await read('contract')).toEqual([[5, '12-Г', '2026-01-31']])
  expect(await read('limit')).toEqual([[null, 5, 'month', 1500, null, '2026-12-31', 'Ильин', expect.any(Number)]])
  expect(await read('report')).toEqual([
    [1, null, 'm', 'f', '2026-01-01', null, 3, NOW / 1000, null, null, null, 'DISK_FULL', '{"file":"/r"}'],
  ])
  expect(await read('kept_twice')).toEqual([
    ['session', null, null, 'sessions', 'general', JANUARY / 1000, '{}', other, NOW / 1000],
    ['reading', 1001, null, 'hourly', 'general', JANUARY / 1000, '{"P":1}', other, NOW / 1000],
  ])
})

test('a manifest of another layout names the files that go; one that cannot be read ends the run', async () => {
  const book = bookOf([{ atMs: JANUARY, values: { P: 1 } }])
  const folder = tempFolder()
  const { files } = await writeLake(book, folder)
  const manifest = join(folder, '_meterbook', `${book.bookId}.json`)
  const old = JSON.parse(readFileSync(manifest, 'utf8')) as { layout: number; files: Record<string, unknown> }
  const gone = `gone/${book.bookId}.parquet`
  mkdirSync(join(folder, 'gone'))
  writeFileSync(join(folder, gone), 'x')
  old.files[gone] = { of: 'another form' }
  writeFileSync(manifest, JSON.stringify({ ...old, layout: old.layout + 1 }))
  expect(await writeLake(book, folder)).toMatchObject({ files, written: files, removed: 1 })
  expect(filesIn(folder)).not.toContain(gone)
  rmSync(manifest)
  mkdirSync(manifest)
  await expect(writeLake(book, folder)).rejects.toMatchObject({ code: 'FILE_NOT_WRITABLE', data: { reason: 'EISDIR' } })
})

test('a file that cannot be taken away costs nothing of what was written, and is taken away by the next run', async () => {
  const book = bookOf([{ atMs: JANUARY, values: { P: 1 } }])
  const folder = tempFolder()
  const { files } = await writeLake(book, folder)
  const manifest = join(folder, '_meterbook', `${book.bookId}.json`)
  const known = JSON.parse(readFileSync(manifest, 'utf8')) as { files: Record<string, unknown> }
  const gone = `gone/${book.bookId}.parquet`
  known.files[gone] = { rows: 1, bytes: 1, sha256: '' }
  writeFileSync(manifest, JSON.stringify(known))
  // What Windows says of a file that another program has open, Linux says of a folder.
  mkdirSync(join(folder, gone), { recursive: true })
  book.page(() => book.readings.put(key, [{ atMs: JANUARY, values: { P: 9 } }]))
  await expect(writeLake(book, folder)).rejects.toThrow()
  rmSync(join(folder, gone), { recursive: true })
  writeFileSync(join(folder, gone), 'x')
  expect(await writeLake(book, folder)).toMatchObject({ files, written: 0, removed: 1 })
  expect(filesIn(folder)).not.toContain(gone)
})

test('what a reader wrote, because the book was in use, is the same book’s to the writer', async () => {
  const book = bookOf([{ atMs: JANUARY, values: { P: 1 } }])
  const reader = openBook(book.file, { mode: 'read', now: () => NOW })
  onTestFinished(() => reader.close())
  const folder = tempFolder()
  expect(reader.hasBookId).toBe(false)
  const { files } = await writeLake(reader, folder)
  expect(await writeLake(book, folder)).toMatchObject({ files, written: 0 })
  expect(filesIn(folder).filter((file) => file.endsWith('.parquet'))).toHaveLength(files)
  // From then on it is kept, also where the book gets an account.
  const { bookId } = book
  book.claim({ url: 'https://meters.example', email: 'i@example.com' })
  expect([book.bookId, reader.bookId]).toEqual([bookId, bookId])
})

test('what somebody took away is written again, and the bytes are the same', async () => {
  const book = bookOf([{ atMs: JANUARY, values: { P: 1 } }])
  const folder = tempFolder()
  await writeLake(book, folder)
  const gone = join(folder, 'reading/archive=hourly/month=2026-01', `${book.bookId}.parquet`)
  const before = readFileSync(gone)
  rmSync(gone)
  expect(await writeLake(book, folder)).toMatchObject({ written: 1 })
  expect(readFileSync(gone).equals(before)).toBe(true)
})

test('an archive may be called anything', async () => {
  const book = bookOf([])
  const archiveType = 'a/b=ё *.'
  book.page(() => book.readings.put({ ...key, archiveType }, [{ atMs: JANUARY, values: { P: 1 } }]))
  const folder = tempFolder()
  await writeLake(book, folder)
  expect(filesIn(folder)).toContain(`reading/archive=a%2Fb%3D%D1%91%20%2A%2E/month=2026-01/${book.bookId}.parquet`)
  const read = await duckRows(
    await duck(),
    `SELECT DISTINCT archive, archive_type FROM read_parquet('${folder}/reading/*/*/*.parquet', hive_partitioning = true)`,
  )
  expect(read).toEqual([[archiveType, archiveType]])
})

test('a folder that is not there is not made, and what cannot be written is a sentence', async () => {
  const book = bookOf([{ atMs: JANUARY, values: { P: 1 } }])
  const folder = tempFolder()
  const gone = join(folder, 'gone')
  await expect(writeLake(book, gone)).rejects.toMatchObject({ data: { file: gone } })
  expect(filesIn(folder)).toEqual([])
  // A file where a folder has to be: what can be written before it is, and is known to the next run.
  mkdirSync(gone)
  writeFileSync(join(gone, 'station'), 'not a folder')
  await expect(writeLake(book, gone)).rejects.toMatchObject({ code: 'FILE_NOT_WRITABLE' })
  const before = filesIn(gone).filter((file) => file.endsWith('.parquet')).length
  expect(before).toBeGreaterThan(0)
  rmSync(join(gone, 'station'))
  const done = await writeLake(book, gone)
  expect(done.written).toBe(done.files - before)
})

test('it can be ended at any file, and goes on from there', async () => {
  const book = bookOf([{ atMs: JANUARY, values: { P: 1 } }])
  const folder = tempFolder()
  const stop = new AbortController()
  const ended = writeLake(book, folder, { signal: stop.signal, onProgress: (done) => done >= 5 && stop.abort() })
  await expect(ended).rejects.toMatchObject({ code: 'CANCELLED' })
  const left = filesIn(folder)
  expect(left.filter((file) => file.endsWith('.parquet'))).toHaveLength(5)
  expect(left.filter((file) => file.includes('.part'))).toEqual([])
  const rest = await writeLake(book, folder)
  expect(rest.written).toBe(rest.files - 5)
})

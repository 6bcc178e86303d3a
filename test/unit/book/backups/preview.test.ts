import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { previewRestore } from '../../../../electron/book/backups/preview.ts'
import { writtenIn } from '../../../../electron/book/backups/written.ts'
import { openBook } from '../../../../electron/book/index.ts'
import { restoreBook } from '../../../../electron/book/file/restore.ts'
import { olderBook, versionOf, OLDER_VERSION } from '../../../support/older-book.ts'
import { NOW, station, tempFolder } from '../fixtures.ts'
import { bookWithPlace, note } from './support.ts'

const now = () => NOW

test('what a restore would do: counts, people’s work by what happens to it, and the days to fetch again', async () => {
  const { book, file, make } = bookWithPlace()
  const [kept, changed, deleted] = [note(book, 'kept'), note(book, 'before'), note(book, 'deleted later')]
  const { backup } = await make()
  book.notes.change(changed.id, { fromMs: null, toMs: null, kind: 'other', author: 'Olga', text: 'after' }, { kept: [], news: [] }, NOW + 1)
  book.notes.remove(deleted.id, NOW + 2)
  note(book, 'new', 2)
  book.page(() => book.stations.put([station({ id: 9 })], NOW))
  const before = readFileSync(backup?.file ?? '')
  const preview = previewRestore(file, backup?.file ?? '', now)
  expect(preview).toMatchObject({ isSameAccount: true, changed: { lost: 1, back: 1, other: 1 }, daysToFetch: 0 })
  expect([preview.backup.counts.stations, preview.book?.counts.stations]).toEqual([3, 4])
  expect(
    preview.work.map(({ change, kind, text, author, stationId, stationName }) => [change, kind, text, author, stationId, stationName]),
  ).toEqual(
    expect.arrayContaining([
      ['lost', 'note', 'new', 'Olga', 2, 'ГРП-2'],
      ['back', 'note', 'deleted later', 'Olga', 1, 'ГРП-1'],
      ['other', 'note', 'after', 'Olga', 1, 'ГРП-1'],
    ]),
  )
  expect(preview.work).toHaveLength(3)
  expect(preview.work.some(({ text }) => text === kept.text)).toBe(false)
  expect(readFileSync(backup?.file ?? '').equals(before)).toBe(true)
  book.close()
})

test('days whose records the backup lacks would have to be fetched again', async () => {
  const { book, file, make } = bookWithPlace()
  const days = (from: number, to: number) =>
    book.db.exec(`INSERT INTO coverage_run (series_id, from_day, to_day, state, fetched_at_ms) VALUES (1, ${from}, ${to}, 1, ${NOW})`)
  book.db.exec("INSERT INTO series (id, equipment_id, archive_type, view) VALUES (1, 1001, 'hourly', 'unified')")
  days(20_000, 20_009)
  const { backup } = await make()
  book.db.exec('DELETE FROM coverage_run')
  days(20_005, 20_019)
  expect(previewRestore(file, backup?.file ?? '', now).daysToFetch).toBe(10)
  book.close()
})

test('a backup of an older version is compared in a copy, and not changed; one of another account is not compared, and refused', async () => {
  const { book, file } = bookWithPlace()
  const old = olderBook(join(tempFolder(), 'old.meterbook'))
  expect(previewRestore(file, old, now)).toMatchObject({ backup: { counts: { stations: 3 } } })
  expect(versionOf(old)).toBe(OLDER_VERSION)
  book.claim({ url: 'https://one.example', email: 'a@example.com' })
  note(book, 'mine')
  book.close()
  const other = join(tempFolder(), 'other.meterbook')
  openBook(other, { mode: 'write', now, account: { url: 'https://two.example', email: 'b@example.com' } }).close()
  expect(previewRestore(file, other, now)).toMatchObject({ isSameAccount: false, work: [], changed: { lost: 0 } })
  await expect(restoreBook(file, other, { now, owner: 'test' })).rejects.toMatchObject({
    code: 'OTHER_ACCOUNT',
    data: { email: 'b@example.com', askedEmail: 'a@example.com' },
  })
  const again = openBook(file, { mode: 'read', now })
  expect([...writtenIn(again.db)].map(({ text }) => text)).toEqual(['mine'])
  again.close()
})

test('a book that cannot be read is as good as none', async () => {
  const { book, file, make } = bookWithPlace()
  const { backup } = await make()
  book.close()
  writeFileSync(file, Buffer.alloc(50_000, 7))
  expect(previewRestore(file, backup?.file ?? '', now)).toMatchObject({ book: null, work: [] })
})

test('every table in which people write is compared', () => {
  const { book } = bookWithPlace()
  // A table with an author, or with what was said or set by hand, that no kind names would be lost in silence.
  const tables = book.db
    .prepare<[], string>(
      `SELECT DISTINCT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.name IN ('author', 'typed_by', 'said_at_ms', 'set_at_ms', 'written_at_ms') ORDER BY 1`,
    )
    .pluck()
    .all()
  const read = new Set<string>()
  const spied = new Proxy(book.db, {
    get(db, name) {
      if (name !== 'prepare') return Reflect.get(db, name) as unknown
      return (sql: string) => {
        for (const [, table] of sql.matchAll(/FROM (\w+)/g)) read.add(table ?? '')
        return db.prepare(sql)
      }
    },
  })
  expect([...writtenIn(spied)]).toEqual([])
  expect(tables.filter((table) => !read.has(table))).toEqual([])
  book.close()
})

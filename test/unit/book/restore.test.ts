import Database from 'better-sqlite3'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { migrate } from '../../../electron/book/file/migrate.ts'
import { MIGRATIONS } from '../../../electron/book/file/migrations/index.ts'
import { restoreBook } from '../../../electron/book/file/restore.ts'
import { NOW, station, tempFolder } from './fixtures.ts'

const now = () => NOW
const who = { now, owner: 'test' }

/** A book with so many stations, and a backup of it that has them all. */
async function withBackup(stations: number): Promise<{ file: string; backup: string; folder: string }> {
  const folder = tempFolder()
  const [file, backup] = [join(folder, 'a.meterbook'), join(tempFolder(), 'backup.meterbook')]
  const book = openBook(file, { mode: 'write', now })
  for (let id = 1; id <= stations; id++) book.stations.put([station({ id })], NOW)
  await book.backup(backup)
  book.close()
  return { file, backup, folder }
}

function stationsIn(file: string): number {
  const book = openBook(file, { mode: 'read', now })
  try {
    expect(book.integrity().problems).toEqual([])
    return book.stations.count()
  } finally {
    book.close()
  }
}

/** Leaves a book as a killed writer does: the last pages only in the journal. */
function killedWriter(file: string): void {
  const book = openBook(file, { mode: 'write', now })
  for (let id = 100; id < 400; id++) book.stations.put([station({ id })], NOW)
  const left = [file, `${file}-wal`].map((name) => [name, readFileSync(name)] as const)
  book.close()
  for (const [name, bytes] of left) writeFileSync(name, bytes)
}

test('over a book with a leftover journal: the new one is complete, and the old one is kept with the contents of its journal', async () => {
  const { file, backup, folder } = await withBackup(3)
  killedWriter(file)
  const done = await restoreBook(file, backup, who)
  expect(stationsIn(file)).toBe(3)
  expect(done.kept).toMatch(/a\.replaced-20260115-120000\.meterbook$/)
  expect(stationsIn(done.kept ?? '')).toBe(303)
  expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([])
  const again = await restoreBook(file, backup, who)
  expect(again.kept).toMatch(/a\.replaced-20260115-120000-2\.meterbook$/)
})

test('over an unreadable book with its journal, and to a place without a book', async () => {
  const { file, backup } = await withBackup(3)
  writeFileSync(file, Buffer.alloc(50_000, 7))
  writeFileSync(`${file}-wal`, Buffer.alloc(5_000, 8))
  const done = await restoreBook(file, backup, who)
  expect(stationsIn(file)).toBe(3)
  expect(readFileSync(done.kept ?? '').equals(Buffer.alloc(50_000, 7))).toBe(true)
  expect(readFileSync(`${done.kept}-wal`).equals(Buffer.alloc(5_000, 8))).toBe(true)
  const fresh = join(tempFolder(), 'fresh.meterbook')
  expect(await restoreBook(fresh, backup, who)).toMatchObject({ kept: null })
  expect(stationsIn(fresh)).toBe(3)
})

test('a backup of an older version is restored as it is and not changed', async () => {
  const { file } = await withBackup(1)
  const backup = join(tempFolder(), 'old.meterbook')
  const old = new Database(backup)
  migrate(old, MIGRATIONS.slice(0, 4))
  old.close()
  const bytes = readFileSync(backup)
  await restoreBook(file, backup, who)
  expect(readFileSync(backup).equals(bytes)).toBe(true)
  expect(stationsIn(file)).toBe(0)
})

test('is refused while the book is open for writing or reading, and the book is unchanged', async () => {
  const { file, backup } = await withBackup(3)
  for (const mode of ['write', 'read'] as const) {
    const book = openBook(file, { mode, now })
    await expect(restoreBook(file, backup, who)).rejects.toMatchObject({ code: 'BOOK_IN_USE' })
    expect(book.stations.count()).toBe(3)
    book.close()
  }
  expect(stationsIn(file)).toBe(3)
})

test.each([
  ['a text', 'NOT_A_BOOK', (backup: string) => writeFileSync(backup, 'Это не книга. '.repeat(400))],
  ['nothing', 'BOOK_MISSING', (backup: string) => writeFileSync(backup, '')],
  ['a damaged one', 'BOOK_DAMAGED', (backup: string) => writeFileSync(backup, readFileSync(backup).fill(0xaa, 40_000, 90_000))],
  [
    'one with a trigger',
    'FOREIGN_BOOK',
    (backup: string) => void new Database(backup).exec('CREATE TRIGGER t AFTER INSERT ON reading BEGIN DELETE FROM meta; END').close(),
  ],
])('%s is no backup: %s, and the book is as it was', async (_, code, spoil) => {
  const { file, backup, folder } = await withBackup(3)
  spoil(backup)
  const names = readdirSync(folder)
  await expect(restoreBook(file, backup, who)).rejects.toMatchObject({ code })
  expect(readdirSync(folder)).toEqual(names)
  expect(stationsIn(file)).toBe(3)
})

test('the book itself, and another program’s database, are not replaced', async () => {
  const { file, backup } = await withBackup(3)
  await expect(restoreBook(file, file, who)).rejects.toMatchObject({ code: 'BAD_INPUT' })
  const theirs = join(tempFolder(), 'theirs.db')
  new Database(theirs).exec('CREATE TABLE t (x)').close()
  await expect(restoreBook(theirs, backup, who)).rejects.toMatchObject({ code: 'NOT_A_BOOK' })
})

test('a backup over a book that was not closed, over itself or over no file is refused', async () => {
  const { file, backup } = await withBackup(3)
  const book = openBook(file, { mode: 'write', now })
  onTestFinished(() => book.close())
  await expect(book.backup(file)).rejects.toMatchObject({ code: 'FILE_PROTECTED', data: { what: 'self' } })
  await expect(book.backup(tempFolder())).rejects.toMatchObject({ data: { reason: 'EISDIR' } })
  if (process.platform !== 'win32') await expect(book.backup('/dev/null')).rejects.toMatchObject({ data: { reason: 'NOT_A_FILE' } })
  const other = join(tempFolder(), 'other.meterbook')
  copyFileSync(backup, other)
  killedWriter(other)
  await expect(book.backup(other)).rejects.toMatchObject({ code: 'FILE_PROTECTED', data: { what: 'open-book' } })
  expect(stationsIn(other)).toBe(303)
  expect(readdirSync(dirname(other)).filter((name) => name.endsWith('.part'))).toEqual([])
})

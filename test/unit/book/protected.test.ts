import { spawnSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { refuseProtected } from '../../../electron/book/file/protected.ts'
import { programFileIn } from '../../../electron/backend/program-file.ts'
import { JournalWriter } from '../../../electron/backend/vault-journal.ts'
import { NOW, station, tempFolder } from './fixtures.ts'

const now = () => NOW
function failure(work: () => unknown): { code: string; data: { what?: string } } {
  try {
    work()
  } catch (error) {
    return error as { code: string; data: { what?: string } }
  }
  throw new Error('it did not fail')
}
const isWindows = process.platform === 'win32'

/** A closed book, and what may lie beside it. */
function closedBook(): { folder: string; book: string } {
  const folder = tempFolder()
  const book = join(folder, 'a.meterbook')
  openBook(book, { mode: 'write', now }).close()
  return { folder, book }
}
const what = (file: string, asked?: Parameters<typeof refuseProtected>[1]) => failure(() => refuseProtected(file, asked)).data.what

test('a book by whatever name, and what lies or would lie beside it', () => {
  const { folder, book } = closedBook()
  const other = join(folder, 'report.pdf')
  copyFileSync(book, other)
  expect([what(book), what(other), what(join(folder, 'x', '..', 'a.meterbook'))]).toEqual(['book', 'book', 'book'])
  for (const ending of ['-wal', '-shm', '-journal', '.lock', '.owner'])
    expect([what(book + ending), what(other + ending)]).toEqual(['beside', 'beside'])
  expect(what(join(folder, 'new.meterbook.lock'))).toBe('beside')
  for (const free of ['report2.pdf', 'notes.lock', 'x.meterbook', 'a.meterbook.pdf', 'program.json'])
    expect(refuseProtected(join(folder, free))).toBeUndefined()
})

test.skipIf(isWindows)('a book by a link, a second name and a descriptor', () => {
  const { folder, book } = closedBook()
  symlinkSync(book, join(folder, 'link'))
  linkSync(book, join(folder, 'second.csv'))
  const descriptor = openSync(book, 'r')
  onTestFinished(() => closeSync(descriptor))
  for (const name of [join(folder, 'link'), join(folder, 'second.csv'), `/dev/fd/${descriptor}`])
    expect([name, what(name)]).toEqual([name, 'book'])
  // It may be open under its other name: nobody can tell from here.
  expect(what(join(folder, 'second.csv'), { replaces: 'closed-book' })).toBe('book')
})

test('who writes books may replace a closed one, not one that is open or was not closed', () => {
  const { book } = closedBook()
  expect(refuseProtected(book, { replaces: 'closed-book' })).toBeUndefined()
  expect(what(book, { replaces: 'closed-book', source: book })).toBe('self')
  const open = openBook(book, { mode: 'write', now })
  open.stations.put([station({ id: 1 })], NOW)
  expect(what(book, { replaces: 'closed-book' })).toBe('open-book')
  expect(refuseProtected(book, { replaces: 'any-book' })).toBeUndefined()
  const wal = readFileSync(`${book}-wal`)
  open.close()
  writeFileSync(`${book}-wal`, wal)
  expect(what(book, { replaces: 'closed-book' })).toBe('open-book')
  const elsewhere = join(tempFolder(), 'gone.meterbook')
  renameSync(`${book}-wal`, `${elsewhere}-wal`)
  expect(what(elsewhere)).toBe('open-book')
})

test('a book that was only read is closed, and one that somebody reads is not', () => {
  const { folder, book } = closedBook()
  const before = readFileSync(book)
  const reader = openBook(book, { mode: 'read', now })
  expect(what(book, { replaces: 'closed-book' })).toBe('open-book')
  reader.close()
  expect(refuseProtected(book, { replaces: 'closed-book' })).toBeUndefined()
  expect(readdirSync(folder).toSorted()).toEqual(['a.meterbook', 'a.meterbook.lock'])
  expect(readFileSync(book).equals(before)).toBe(true)
})

test('the vault, its lock, and what the program keeps in its folder', () => {
  const folder = tempFolder()
  const vault = join(folder, 'local.vault')
  const writer = new JournalWriter(vault, Buffer.alloc(32, 1))
  writer.rewrite({ all: [] })
  writer.close()
  programFileIn(folder).setPreferences({})
  for (const name of ['desktop.key', 'window.json', 'local.vault.lock']) writeFileSync(join(folder, name), '')
  copyFileSync(vault, join(folder, 'copy.csv'))
  for (const name of ['local.vault', 'copy.csv', 'local.vault.lock', 'local.vault.owner', 'local.vault.new', 'desktop.vault.lock'])
    expect([name, what(join(folder, name), { replaces: 'any-book' })]).toEqual([name, 'vault'])
  for (const name of ['program.json', 'window.json', 'desktop.key'])
    expect([name, what(join(folder, name), { replaces: 'any-book' })]).toEqual([name, 'program'])
  const others = tempFolder()
  writeFileSync(join(others, 'program.json'), '{}')
  mkdirSync(join(others, 'folder'))
  expect([refuseProtected(join(others, 'program.json')), refuseProtected(join(others, 'folder'))]).toEqual([undefined, undefined])
})

test('an empty lock is made no book, or two programs could write one', () => {
  const { book } = closedBook()
  expect(failure(() => openBook(`${book}.lock`, { mode: 'write', now }))).toMatchObject({ code: 'FILE_PROTECTED' })
  expect(readFileSync(`${book}.lock`)).toHaveLength(0)
})

test.skipIf(isWindows)('looking at a book that this process has open leaves it its locks', () => {
  const { folder, book } = closedBook()
  const open = openBook(book, { mode: 'write', now })
  onTestFinished(() => open.close())
  open.stations.put([station({ id: 1 })], NOW)
  linkSync(book, join(folder, 'second.csv'))
  expect(what(join(folder, 'second.csv'))).toBe('book')
  // Another process that can lock the whole file would take the journal away.
  const script = `
    import Database from 'better-sqlite3'
    const db = new Database(process.argv[1], { timeout: 0 })
    try { db.pragma('locking_mode = EXCLUSIVE'); db.pragma('journal_mode = DELETE'); console.log('taken') } catch (error) { console.log(error.code) }`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, book], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  expect(stdout.trim()).toBe('SQLITE_BUSY')
})

import Database from 'better-sqlite3'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backupsIn } from '../../../../electron/book/backups/shelf.ts'
import { mayGo, MIGRATION_KEPT_MS } from '../../../../electron/book/backups/keep.ts'
import { openBook, wantsMigration, type CopyFirst } from '../../../../electron/book/index.ts'
import { KNOWN_VERSION } from '../../../../electron/book/file/head.ts'
import { migrate } from '../../../../electron/book/file/migrate.ts'
import { olderBook, OLDER_VERSION, versionOf } from '../../../support/older-book.ts'
import { readOnlyFolder } from '../../../support/read-only-folder.ts'
import { NOW, tempFolder } from '../fixtures.ts'

const now = () => NOW

function older(): { file: string; folder: string } {
  const folder = tempFolder()
  return { folder, file: olderBook(join(folder, 'old.meterbook')) }
}
const open = (file: string, copyFirst: CopyFirst = {}) => openBook(file, { mode: 'write', now, copyFirst }).close()
/** What lies in the shelves of a folder besides their locks. */
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'backups.lock')
        .map(({ name }) => name)
    : []
const backupsOf = (file: string, folder: string) => {
  const book = openBook(file, { mode: 'read', now })
  try {
    return backupsIn(join(folder, 'backups'), { bookId: book.bookId, file: book.file })
  } finally {
    book.close()
  }
}

test('a book of an older version is copied before it is migrated, and the copy is the book of before', () => {
  const { file, folder } = older()
  expect(wantsMigration(file)).toBe(true)
  const told: number[] = []
  open(file, { tell: (done) => told.push(done) })
  expect(wantsMigration(file)).toBe(false)
  const [copy, ...more] = backupsOf(file, folder)
  expect(more).toEqual([])
  expect(copy).toMatchObject({ name: `old.before-0${KNOWN_VERSION}.meterbook`, why: 'migration', version: OLDER_VERSION, stations: 3 })
  expect([versionOf(copy?.file ?? ''), versionOf(file)]).toEqual([OLDER_VERSION, KNOWN_VERSION])
  expect(told.length).toBeGreaterThan(0)
  // Once it is of this version nothing is copied.
  open(file)
  expect(backupsOf(file, folder)).toHaveLength(1)
})

test('reading an older book copies it as well; a copy goes after its time, once a later backup is there', () => {
  const { file, folder } = older()
  openBook(file, { mode: 'read', now }).close()
  const [copy] = backupsOf(file, folder)
  if (!copy) throw new Error('no copy')
  const keeping = { newest: 1, weeks: 0, mostBytes: 1 }
  const late = NOW + MIGRATION_KEPT_MS
  const later = { ...copy, why: 'schedule' as const, order: 2, name: 'b', stamp: 'x' }
  expect(mayGo([copy], keeping, late)).toEqual([])
  expect(mayGo([copy, later], keeping, late - 1)).toEqual([])
  expect(mayGo([copy, { ...later, unreadable: 1 }], keeping, late)).toEqual([])
  expect(mayGo([copy, later], keeping, late)).toEqual([copy])
})

test('no room for the copy: said in figures, and the book is as it was; without a copy only where that is said', () => {
  const { file, folder } = older()
  const before = readFileSync(file)
  const full: CopyFirst = { freeBytes: () => 1_100_000 }
  expect(() => open(file, full)).toThrow(
    expect.objectContaining({ code: 'NO_ROOM_FOR_COPY', data: { file: join(folder, 'backups'), neededMb: 2, freeMb: 1, book: file } }),
  )
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(versionOf(file)).toBe(OLDER_VERSION)
  expect(() => openBook(file, { mode: 'read', now, copyFirst: full })).toThrow(expect.objectContaining({ code: 'NO_ROOM_FOR_COPY' }))
  open(file, { ...full, withoutCopy: true })
  expect(versionOf(file)).toBe(KNOWN_VERSION)
  expect(backupsOf(file, folder)).toEqual([])
})

test('cancelled at any step: the book is as it was, and no half of a copy is left', () => {
  const { file, folder } = older()
  const before = readFileSync(file)
  for (let at = 0; ; at++) {
    let asked = 0
    let failure: unknown = null
    try {
      open(file, { isCancelled: () => asked++ === at })
    } catch (error) {
      failure = error
    }
    if (failure === null) break
    expect(failure).toMatchObject({ code: 'CANCELLED' })
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(filesIn(join(folder, 'backups'))).toEqual([])
    expect(at).toBeLessThan(500)
  }
  expect(backupsOf(file, folder)).toHaveLength(1)
})

test('a chosen folder that is away: the copy goes to the program’s own', () => {
  const { file, folder } = older()
  const own = { folder: join(folder, 'own'), isOwn: true }
  open(file, { places: [{ folder: join(folder, 'stick'), isOwn: false }, own] })
  expect(existsSync(join(folder, 'stick'))).toBe(false)
  expect(readdirSync(own.folder)).toHaveLength(1)
})

test('a chosen folder that is read-only, full or away: the copy goes to the program’s own, and why is told', ({ skip }) => {
  const { file, folder } = older()
  const stick = join(folder, 'stick')
  const undo = readOnlyFolder(stick)
  if (!undo) return skip('a folder can be made read-only for this user by a mount only')
  onTestFinished(undo)
  const own = { folder: join(folder, 'own'), isOwn: true }
  const chosen = { folder: stick, isOwn: false }
  const before = readFileSync(file)
  const passed: string[] = []
  const tellPassedOver = (code: string) => passed.push(code)
  // Nowhere: the folder of backups is named, not the book's, and which book waits.
  expect(() => open(file, { places: [chosen] })).toThrow(
    expect.objectContaining({
      code: 'NO_PLACE_FOR_COPY',
      data: { file: stick, book: file, reason: expect.stringMatching(/^E(?:ROFS|ACCES)$/) as unknown },
    }),
  )
  // What the first failed with is said where the next fails, too.
  const freeBytes = (at: string) => (at === own.folder ? 1 : null)
  expect(() => open(file, { places: [chosen, own], freeBytes })).toThrow(expect.objectContaining({ code: 'NO_PLACE_FOR_COPY' }))
  expect(() => open(file, { places: [{ folder: join(folder, 'away'), isOwn: false }, own], freeBytes })).toThrow(
    expect.objectContaining({ code: 'NO_PLACE_FOR_COPY', data: { file: join(folder, 'away'), book: file, reason: 'ENOENT' } }),
  )
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(existsSync(join(folder, 'away'))).toBe(false)
  open(file, { places: [chosen, own], tellPassedOver })
  expect(passed).toEqual(['NO_PLACE_FOR_COPY'])
  expect(filesIn(own.folder)).toContain(`old.before-0${KNOWN_VERSION}.meterbook`)

  const another = olderBook(join(folder, 'another.meterbook'))
  const full = { folder: join(folder, 'full'), isOwn: true }
  open(another, { places: [full, own], tellPassedOver, freeBytes: (at) => (at === full.folder ? 1 : null) })
  expect(passed).toEqual(['NO_PLACE_FOR_COPY', 'NO_ROOM_FOR_COPY'])
  expect(filesIn(own.folder)).toContain(`another.before-0${KNOWN_VERSION}.meterbook`)
  expect(filesIn(full.folder).filter((name) => name.endsWith('.meterbook'))).toEqual([])
})

test('a disk that fills while a migration runs: the book is as before it, and opens once there is room', () => {
  const { file } = older()
  const db = new Database(file)
  const pages = db.pragma('page_count', { simple: true }) as number
  // As a full disk: the file may not grow.
  db.pragma(`max_page_count = ${pages}`)
  expect(() => migrate(db)).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }))
  expect([db.inTransaction, db.pragma('user_version', { simple: true })]).toEqual([false, OLDER_VERSION])
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.prepare('SELECT count(*) FROM station').pluck().get()).toBe(3)
  db.close()
  open(file)
  expect(versionOf(file)).toBe(KNOWN_VERSION)
})

test('a damaged older book is neither copied nor migrated', () => {
  const { file, folder } = older()
  const db = new Database(file)
  db.pragma('journal_mode = DELETE')
  db.unsafeMode()
  db.pragma('writable_schema = ON')
  const { rootpage } = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'station'").get() as { rootpage: number }
  const size = db.pragma('page_size', { simple: true }) as number
  db.close()
  const bytes = readFileSync(file)
  bytes.fill(0x55, (rootpage - 1) * size + 8, rootpage * size)
  mkdirSync(join(folder, 'damaged'))
  const damaged = join(folder, 'damaged', 'old.meterbook')
  writeFileSync(damaged, bytes)
  expect(() => open(damaged)).toThrow(expect.objectContaining({ code: 'BOOK_DAMAGED' }))
  expect(versionOf(damaged)).toBe(OLDER_VERSION)
  expect(filesIn(join(folder, 'damaged', 'backups'))).toEqual([])
})

import Database from 'better-sqlite3'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { APPLICATION_ID, KNOWN_VERSION } from '../../../electron/book/file/head.ts'
import { migrate } from '../../../electron/book/file/migrate.ts'
import { MIGRATIONS } from '../../../electron/book/file/migrations/index.ts'
import { NOW, station, tempFolder } from './fixtures.ts'

const now = () => NOW
const account = { url: 'https://metering.example', email: 'engineer@example.ru' }

/** An open book that the test need not close. */
function open(file: string, mode: 'write' | 'read' = 'write', options: object = {}): Book {
  const book = openBook(file, { mode, now, ...options })
  onTestFinished(() => book.close())
  return book
}

function failure(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('a new book', () => {
  test('is created for writing, complete and of the newest version', () => {
    const file = join(tempFolder(), 'new.meterbook')
    const book = open(file, 'write', { account })
    expect(book.identity).toEqual({ ...account, createdAtMs: NOW })
    expect(book.db.pragma('application_id', { simple: true })).toBe(APPLICATION_ID)
    expect(book.db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
    expect(book.db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(book.db.pragma('synchronous', { simple: true })).toBe(2)
    expect(book.db.pragma('foreign_keys', { simple: true })).toBe(1)
    expect(book.integrity()).toEqual({ ok: true, problems: [] })
    book.close()
    expect(readdirSync(join(file, '..')).toSorted()).toEqual(['new.meterbook', 'new.meterbook.lock'])
  })

  test('is not created for reading, nor in a missing folder', () => {
    const folder = tempFolder()
    expect(failure(() => openBook(join(folder, 'a.meterbook'), { mode: 'read', now }))).toMatchObject({
      code: 'BOOK_MISSING',
    })
    expect(failure(() => openBook(join(folder, 'no', 'a.meterbook'), { mode: 'write', now }))).toMatchObject({
      code: 'BOOK_MISSING',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('replaces an empty file and the leftovers of a killed creation', () => {
    const file = join(tempFolder(), 'a.meterbook')
    writeFileSync(file, '')
    writeFileSync(`${file}.new`, 'half a book')
    writeFileSync(`${file}.new-journal`, 'half a journal')
    expect(open(file).stations.count()).toBe(0)
  })
})

describe('a file that is no book is refused and left unchanged', () => {
  const wal = (file: string) => {
    const db = new Database(file)
    db.pragma('journal_mode = WAL')
    db.exec('CREATE TABLE theirs (x)')
    db.close()
  }
  const newer = (file: string) => {
    const db = new Database(file)
    migrate(db)
    db.pragma('journal_mode = WAL')
    db.pragma(`user_version = ${KNOWN_VERSION + 1}`)
    db.close()
  }
  test.each([
    ['a text', (file: string) => writeFileSync(file, 'Это не книга, а текст. '.repeat(500)), 'NOT_A_BOOK'],
    ['a few bytes', (file: string) => writeFileSync(file, 'x'), 'NOT_A_BOOK'],
    ['a foreign SQLite file', wal, 'NOT_A_BOOK'],
    ['a newer book', newer, 'NEWER_BOOK'],
  ] as const)('%s', (_, make, code) => {
    for (const mode of ['write', 'read'] as const) {
      const folder = tempFolder()
      const file = join(folder, 'x.meterbook')
      make(file)
      const before = readFileSync(file)
      const error = failure(() => openBook(file, { mode, now }))
      expect(error).toMatchObject({ code, data: { file } })
      if (code === 'NEWER_BOOK') expect(error).toMatchObject({ data: { version: KNOWN_VERSION + 1, known: KNOWN_VERSION } })
      expect(readFileSync(file).equals(before)).toBe(true)
      expect(readdirSync(folder)).toEqual(['x.meterbook'])
    }
  })

  test.each(['read', 'write'] as const)('a folder, a pipe, a device and a dangling link, for %s', (mode) => {
    const folder = tempFolder()
    const file = (name: string) => join(folder, name)
    mkdirSync(file('folder'))
    const kinds: [name: string, kind: string][] = [[file('folder'), 'folder']]
    if (process.platform !== 'win32') {
      symlinkSync(file('nowhere'), file('link'))
      execFileSync('mkfifo', [file('pipe')])
      kinds.push([file('link'), 'link'], [file('pipe'), 'pipe'], ['/dev/null', 'device'])
    }
    const before = readdirSync(folder)
    for (const [name, kind] of kinds)
      expect(failure(() => openBook(name, { mode, now }))).toMatchObject({ code: 'NOT_A_FILE', data: { kind } })
    expect(readdirSync(folder)).toEqual(before)
    expect(statSync('/dev/null').isCharacterDevice()).toBe(process.platform !== 'win32')
  })

  test('a name that is too long', () => {
    const file = join(tempFolder(), `${'длинное'.repeat(40)}.meterbook`)
    for (const mode of ['read', 'write'] as const)
      expect(failure(() => openBook(file, { mode, now }))).toMatchObject({ code: 'NAME_TOO_LONG' })
  })

  test('a newer version that is still in the journal', () => {
    const file = join(tempFolder(), 'x.meterbook')
    const newer = new Database(file)
    onTestFinished(() => void newer.close())
    migrate(newer)
    newer.pragma('journal_mode = WAL')
    newer.pragma('wal_checkpoint(TRUNCATE)')
    newer.pragma(`user_version = ${KNOWN_VERSION + 1}`)
    for (const mode of ['write', 'read'] as const) {
      expect(failure(() => openBook(file, { mode, now }))).toMatchObject({ code: 'NEWER_BOOK' })
    }
  })

  test('a damaged book is reported, not crashed on', () => {
    const file = join(tempFolder(), 'x.meterbook')
    open(file).close()
    const bytes = readFileSync(file)
    bytes.fill(0xaa, 4_096, 60_000)
    writeFileSync(file, bytes)
    expect(failure(() => openBook(file, { mode: 'read', now }).integrity())).toMatchObject({ code: 'BOOK_DAMAGED' })
  })
})

describe('migrations', () => {
  test.each(MIGRATIONS.map((_, at) => at + 1))('from version %i, with its contents', (version) => {
    for (const mode of ['write', 'read'] as const) {
      const file = join(tempFolder(), 'old.meterbook')
      const old = new Database(file)
      migrate(old, MIGRATIONS.slice(0, version))
      old.exec("INSERT INTO provider (id, name, parent_id, position) VALUES (1, 'Холдинг', NULL, 0)")
      old.close()
      const book = open(file, mode)
      expect(book.db.pragma('user_version', { simple: true })).toBe(KNOWN_VERSION)
      expect(book.providers.tree()).toEqual([{ id: 1, name: 'Холдинг', children: [] }])
      expect(book.integrity().problems).toEqual([])
    }
  })

  test.each([3, 9])('search finds and ranks what was in a book of version %i', (version) => {
    const file = join(tempFolder(), 'old.meterbook')
    const old = new Database(file)
    migrate(old, MIGRATIONS.slice(0, version))
    // As those versions wrote them: without the lines of empty texts.
    const texts = [
      ['грп 5', '', 'грп 5\nab-1\n\n'],
      ['', '77', '77\n\n'],
      ['цех', '778', 'цех\n778\n+7 916\nооо «береза»\n\n'],
      ['', '', '\n\n'],
    ]
    texts.forEach(([name, serial, folded], at) => {
      old
        .prepare("INSERT INTO station (id, name, name_key, serial_key, brand_key, status_key, seen_at_ms) VALUES (?, ?, ?, '', '', '', 1)")
        .run(at + 1, name, name)
      old.prepare('INSERT INTO station_text (station_id, folded, name, serial) VALUES (?, ?, ?, ?)').run(at + 1, folded, name, serial)
    })
    old.close()
    const book = open(file)
    const found = (typed: string) => book.search.find(typed).map(({ id, match }) => [id, match])
    expect(found('77')).toEqual([
      [2, 'exact'],
      [3, 'prefix'],
    ])
    expect(found('5')).toEqual([[1, 'word']])
    expect(found('ab-1')).toEqual([[1, 'field']])
    expect(found('916 БЕРЁЗА')).toEqual([[3, 'field']])
    expect(book.stations.list({ text: 'ГРП' }).total).toBe(1)
    expect(book.stations.list({ text: '' }).total).toBe(4)
    expect(book.db.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'station_search%'").all()).toEqual([])
  })

  test('a migration that fails leaves the book unchanged', () => {
    const file = join(tempFolder(), 'a.meterbook')
    const db = new Database(file)
    onTestFinished(() => void db.close())
    migrate(db, ['CREATE TABLE a (x) STRICT'.replace('x', 'x TEXT')])
    expect(() => migrate(db, ['', 'CREATE TABLE b (x TEXT) STRICT', 'broken'])).toThrow('syntax error')
    expect(db.pragma('user_version', { simple: true })).toBe(1)
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()).toEqual(['a'])
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
  })

  test('a migration that breaks a reference is rolled back', () => {
    const db = new Database(join(tempFolder(), 'a.meterbook'))
    onTestFinished(() => void db.close())
    const first = 'CREATE TABLE a (id INTEGER PRIMARY KEY) STRICT; CREATE TABLE b (a INTEGER REFERENCES a (id)) STRICT'
    expect(failure(() => migrate(db, [first, 'INSERT INTO b VALUES (5)']))).toMatchObject({ code: 'BOOK_DAMAGED' })
    expect(db.pragma('user_version', { simple: true })).toBe(0)
  })
})

describe('accounts', () => {
  test('a book of another account is refused; the same account is recognised in any spelling', () => {
    const file = join(tempFolder(), 'a.meterbook')
    open(file, 'write', { account }).close()
    const other = { ...account, email: 'other@example.ru' }
    expect(failure(() => openBook(file, { mode: 'write', now, account: other }))).toMatchObject({
      code: 'OTHER_ACCOUNT',
      data: { ...account, askedUrl: account.url, askedEmail: other.email },
    })
    expect(failure(() => openBook(file, { mode: 'read', now, account: other }))).toMatchObject({
      code: 'OTHER_ACCOUNT',
    })
    const same = { url: 'https://METERING.example/', email: 'Engineer@Example.ru' }
    open(file, 'write', { account: same }).close()
    expect(open(file).identity).toMatchObject(account)
  })

  test('a book of no account is assigned to the first account that writes it', () => {
    const file = join(tempFolder(), 'a.meterbook')
    open(file).close()
    expect(open(file, 'read', { account }).identity).toMatchObject({ url: null })
    open(file, 'write', { account }).close()
    expect(open(file, 'read').identity).toMatchObject(account)
  })
})

describe('one writer', () => {
  test('a second writer is refused with the name of the first; readers are admitted', () => {
    const file = join(tempFolder(), 'a.meterbook')
    const first = open(file, 'write', { owner: 'meterbook sync' })
    expect(failure(() => openBook(file, { mode: 'write', now }))).toMatchObject({
      code: 'BOOK_IN_USE',
      data: { file, owner: 'meterbook sync', pid: process.pid, sinceMs: NOW },
    })
    const reader = open(file, 'read')
    first.stations.put([station({ id: 1 })], NOW)
    expect(reader.stations.count()).toBe(1)
    reader.close()
    first.stations.put([station({ id: 2 })], NOW)
    first.close()
    first.close()
    expect(open(file).stations.count()).toBe(2)
  })

  test('a book reached through a link is the same book', () => {
    const folder = tempFolder()
    open(join(folder, 'a.meterbook'))
    symlinkSync(join(folder, 'a.meterbook'), join(folder, 'b.meterbook'))
    expect(failure(() => openBook(join(folder, 'b.meterbook'), { mode: 'write', now }))).toMatchObject({
      code: 'BOOK_IN_USE',
    })
  })

  test('a reader sees what a writer commits, also in repeated searches', () => {
    const file = join(tempFolder(), 'a.meterbook')
    const writer = open(file)
    const reader = open(file, 'read')
    expect(reader.stations.list({ text: 'грп' }).total).toBe(0)
    expect(reader.events.count({})).toBe(0)
    writer.stations.put([station({ id: 1 })], NOW)
    writer.events.add({ equipmentId: 1, archiveType: 'alarm' }, [{ atMs: 1, entries: { Code: '1' } }])
    expect(reader.stations.list({ text: 'грп' }).total).toBe(1)
    expect(reader.events.count({})).toBe(1)
  })

  test('a reader cannot write', () => {
    const file = join(tempFolder(), 'a.meterbook')
    open(file).close()
    const reader = open(file, 'read')
    expect(() => reader.page(() => 1)).toThrow('opened for reading')
    expect(() => reader.meta.set('x', 1)).toThrow('readonly')
  })
})

describe('a page', () => {
  test('is all or nothing, even if an error inside was caught on the way', () => {
    const book = open(join(tempFolder(), 'a.meterbook'))
    expect(() =>
      book.page(() => {
        book.meta.set('before', 1)
        try {
          book.stations.put([station({ id: 1 }), { ...station({ id: 2 }), equipmentId: 'x' as unknown as number }], NOW)
        } catch {
          // A careless caller goes on.
        }
        book.meta.set('after', 1)
      }),
    ).toThrow('cannot store TEXT value in INTEGER column')
    expect([book.meta.get('before'), book.meta.get('after'), book.stations.count()]).toEqual([undefined, undefined, 0])
    expect(book.page(() => 5)).toBe(5)
  })

  test('must be synchronous', () => {
    const book = open(join(tempFolder(), 'a.meterbook'))
    expect(() => book.page(async () => book.meta.set('x', 1))).toThrow('without awaiting')
    expect(book.meta.get('x')).toBeUndefined()
  })
})

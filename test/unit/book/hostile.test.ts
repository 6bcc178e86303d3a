import Database from 'better-sqlite3'
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { migrate } from '../../../electron/book/file/migrate.ts'
import { MIGRATIONS } from '../../../electron/book/file/migrations/index.ts'
import { NOW, station, tempFolder } from './fixtures.ts'

/** A book may come from anywhere: opening it runs nothing that Meterbook did not make, and writes nothing elsewhere. */
const now = () => NOW

function failure(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

/** A sound book with a station and two readings, and what somebody has done to it. */
function tampered(sql: string, version = MIGRATIONS.length): string {
  const file = join(tempFolder(), 'gift.meterbook')
  if (version === MIGRATIONS.length) {
    const book = openBook(file, { mode: 'write', now })
    book.stations.put([station({ id: 1 })], NOW)
    book.close()
  } else {
    const old = new Database(file)
    migrate(old, MIGRATIONS.slice(0, version))
    old.close()
  }
  const db = new Database(file)
  db.unsafeMode()
  db.exec(sql)
  db.close()
  return file
}

const ENDLESS = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)'

describe('a book with a schema object that Meterbook did not create is refused and left unchanged', () => {
  test.each([
    [
      'a trigger that thins out readings',
      'trigger thief',
      'CREATE TRIGGER thief AFTER INSERT ON reading BEGIN DELETE FROM reading WHERE at_ms % 2 = 0; END',
    ],
    [
      'an endless view in a table’s place',
      'view station_text',
      `DROP TABLE station_text; CREATE VIEW station_text AS ${ENDLESS} SELECT i AS station_id, '' AS folded FROM n`,
    ],
    ['a public view that never ends', 'view v_station', `DROP VIEW v_station; CREATE VIEW v_station AS ${ENDLESS} SELECT * FROM n`],
    ['a table of somebody’s own', 'table theirs', 'CREATE TABLE theirs (x)'],
    ['an index of somebody’s own', 'index theirs', 'CREATE INDEX theirs ON station (phone)'],
    [
      'a default that computes',
      'table rejected',
      `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'times INTEGER NOT NULL DEFAULT 1', 'times INTEGER NOT NULL DEFAULT (abs(-9223372036854775808))') WHERE name = 'rejected'; PRAGMA writable_schema = RESET`,
    ],
    [
      'statistics that are none',
      'table sqlite_stat1',
      `ANALYZE; PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE sqlite_stat1(tbl,idx,stat, more GENERATED ALWAYS AS (1))' WHERE name = 'sqlite_stat1'; PRAGMA writable_schema = RESET`,
    ],
  ])('%s', (_, what, sql) => {
    const file = tampered(sql)
    const before = readFileSync(file)
    for (const mode of ['read', 'write'] as const) {
      expect(failure(() => openBook(file, { mode, now }))).toMatchObject({ code: 'FOREIGN_BOOK', data: { file, what } })
      expect(readFileSync(file).equals(before)).toBe(true)
    }
  })

  test('in an older book, before it is migrated', () => {
    const file = tampered('CREATE TRIGGER thief AFTER INSERT ON station_text BEGIN DELETE FROM meta; END', 1)
    for (const mode of ['read', 'write'] as const)
      expect(failure(() => openBook(file, { mode, now }))).toMatchObject({ code: 'FOREIGN_BOOK' })
    const db = new Database(file, { readonly: true })
    onTestFinished(() => void db.close())
    expect(db.pragma('user_version', { simple: true })).toBe(1)
  })

  test('a missing table or index is reported as damage at opening', () => {
    for (const sql of ['DROP TABLE session', 'DROP INDEX station_by_name']) {
      const file = tampered(sql)
      for (const mode of ['read', 'write'] as const)
        expect(failure(() => openBook(file, { mode, now }))).toMatchObject({
          code: 'BOOK_DAMAGED',
          data: { reason: expect.stringContaining('is missing') },
        })
    }
  })
})

test('statistics, a compaction and different spacing are accepted', () => {
  const file = tampered('ANALYZE; VACUUM')
  const book = openBook(file, { mode: 'write', now })
  book.compact()
  book.close()
  for (const mode of ['read', 'write'] as const) openBook(file, { mode, now }).close()
})

test('an open book trusts no function in its schema, and shadow tables cannot be written', () => {
  const book = openBook(tampered('SELECT 1'), { mode: 'write', now })
  onTestFinished(() => book.close())
  expect(book.db.pragma('trusted_schema', { simple: true })).toBe(0)
  expect(book.db.pragma('cell_size_check', { simple: true })).toBe(1)
  expect(() => book.db.exec("INSERT INTO event_search_data VALUES (999, x'00')")).toThrow('may not be modified')
  expect(() => book.db.exec("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = ''")).toThrow('may not be modified')
})

test('the account stored in a book is validated', () => {
  for (const said of ['5', '{"url":7,"email":"a","createdAtMs":0}', 'no JSON']) {
    const file = tampered(`UPDATE meta SET value = '${said}' WHERE key = 'identity'`)
    expect(failure(() => openBook(file, { mode: 'read', now }).summary())).toMatchObject({ code: 'BOOK_DAMAGED' })
  }
})

describe.skipIf(process.platform === 'win32')('links', () => {
  test.each(['-wal', '-shm', '-journal', '.lock', '.owner'])('planted at %s are refused, and their target is unchanged', (ending) => {
    const file = tampered('SELECT 1')
    const theirs = join(tempFolder(), 'theirs')
    writeFileSync(theirs, 'not ours')
    for (const name of [`${file}.lock`]) if (existsSync(name) && ending === '.lock') writeFileSync(name, '')
    const folder = tempFolder()
    const here = join(folder, 'b.meterbook')
    writeFileSync(here, readFileSync(file))
    symlinkSync(theirs, here + ending)
    expect(failure(() => openBook(here, { mode: 'write', now }))).toMatchObject({ code: 'NOT_A_FILE', data: { kind: 'link' } })
    expect(readFileSync(theirs, 'utf8')).toBe('not ours')
  })

  test('planted at the name that an older version gave an unfinished book is not followed', () => {
    const folder = tempFolder()
    const theirs = join(folder, 'theirs')
    writeFileSync(theirs, 'not ours')
    symlinkSync(theirs, join(folder, 'b.meterbook.new'))
    openBook(join(folder, 'b.meterbook'), { mode: 'write', now }).close()
    expect(readFileSync(theirs, 'utf8')).toBe('not ours')
  })

  test('planted at the target of a backup are replaced, not followed', async () => {
    const book = openBook(tampered('SELECT 1'), { mode: 'write', now })
    onTestFinished(() => book.close())
    const folder = tempFolder()
    const theirs = join(folder, 'theirs')
    for (const name of ['b.meterbook', 'b.meterbook.part']) {
      writeFileSync(theirs, 'not ours')
      symlinkSync(theirs, join(folder, name))
      await book.backup(join(folder, 'b.meterbook'))
      expect(readFileSync(theirs, 'utf8')).toBe('not ours')
      expect(lstatSync(join(folder, 'b.meterbook')).size).toBeGreaterThan(10_000)
    }
  })
})

test('the leftover journal of a deleted book is not read into a new one', () => {
  const folder = tempFolder()
  const file = join(folder, 'a.meterbook')
  const old = openBook(file, { mode: 'write', now })
  old.stations.put([station({ id: 7 })], NOW)
  const journal = readFileSync(`${file}-wal`)
  old.close()
  const fresh = join(folder, 'b.meterbook')
  writeFileSync(`${fresh}-wal`, journal)
  const book = openBook(fresh, { mode: 'write', now })
  onTestFinished(() => book.close())
  expect(book.stations.count()).toBe(0)
  expect(book.integrity().ok).toBe(true)
})

describe.skipIf(process.platform === 'win32')('a book is its owner’s alone', () => {
  test('and so is all that lies beside it', () => {
    const umask = process.umask?.()
    expect(umask).toBeDefined()
    const folder = tempFolder()
    const book = openBook(join(folder, 'a.meterbook'), { mode: 'write', now })
    onTestFinished(() => book.close())
    book.stations.put([station({ id: 1 })], NOW)
    const names = readdirSync(folder).toSorted()
    expect(names).toEqual(['a.meterbook', 'a.meterbook-shm', 'a.meterbook-wal', 'a.meterbook.lock', 'a.meterbook.owner'])
    for (const name of names) expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0])
  })

  test('and so is its backup', async () => {
    const folder = tempFolder()
    const book = openBook(join(folder, 'a.meterbook'), { mode: 'write', now })
    onTestFinished(() => book.close())
    await book.backup(join(folder, 'copy.meterbook'))
    expect(statSync(join(folder, 'copy.meterbook')).mode & 0o077).toBe(0)
  })
})

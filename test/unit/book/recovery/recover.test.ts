import Database from 'better-sqlite3'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openBook } from '../../../../electron/book/index.ts'
import { recoverBook, type RecoverAsked } from '../../../../electron/book/recovery/recover.ts'
import type { Recovery } from '../../../../electron/contract/recovery-words.ts'
import { damage, HOSTILE_NOW, plant, soundBook } from '../../../support/hostile-books.ts'
import { olderBook, versionOf } from '../../../support/older-book.ts'
import { testFolder } from '../../../support/pull.ts'
import { contentsOf } from '../sharing/compare.ts'
import { KNOWN_VERSION } from '../../../../electron/book/file/head.ts'
import { coverageRuns } from './coverage-runs.ts'

/** What becomes of a damaged book: what is kept, what is said, and what is left as it was. */

const folder = testFolder()
const sound = folder.file('sound.meterbook')
let count = 0

beforeAll(() => soundBook(sound))

/** A copy of the sound book in one file. */
function copy(): string {
  const file = folder.file(`copy-${++count}.meterbook`)
  const db = new Database(sound)
  db.prepare('VACUUM INTO ?').run(file)
  db.close()
  return file
}

function recovered(file: string, more: Partial<RecoverAsked> = {}): Recovery & { contents: Record<string, string[]> } {
  const to = folder.file(`recovered-${++count}.meterbook`)
  const done = recoverBook({ file, to, backup: null, nowMs: HOSTILE_NOW, ...more }, { tell: () => undefined, isCancelled: () => false })
  const book = openBook(done.out, { mode: 'read', now: () => HOSTILE_NOW })
  try {
    return { ...done, contents: contentsOf(book) }
  } finally {
    book.close()
  }
}

const truth = (): Record<string, string[]> => {
  const book = openBook(sound, { mode: 'read', now: () => HOSTILE_NOW })
  try {
    return contentsOf(book)
  } finally {
    book.close()
  }
}

test('a sound book comes out as it is: every view, with the account, the id and the letterhead', () => {
  const file = copy()
  const before = readFileSync(file)
  const done = recovered(file)
  expect(done.contents).toEqual(truth())
  expect(done).toMatchObject({
    losses: [],
    refused: [],
    stoodIn: [],
    doubtful: [],
    again: { devices: 0, days: 0 },
    journal: 'none',
    account: { url: 'https://meters.example', email: 'b@example.com' },
  })
  const idOf = (path: string) => {
    const book = openBook(path, { mode: 'write', now: () => HOSTILE_NOW })
    const { bookId } = book
    book.close()
    return bookId
  }
  expect(idOf(done.out)).toBe(idOf(sound))
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a sound book with records of impossible times and a queue has no page that is doubted; such records are kept as not understood', () => {
  const file = copy()
  plant(
    file,
    `INSERT INTO reading SELECT id, 0, '[1,2]' FROM series WHERE equipment_id = 1001 AND archive_type = 'hourly';
     INSERT INTO reading SELECT id, 99999999999999, '[1,2]' FROM series WHERE equipment_id = 1001 AND archive_type = 'hourly';
     UPDATE series SET records = records + 2 WHERE equipment_id = 1001 AND archive_type = 'hourly';
     INSERT INTO run (id, created_ms, plan, state) VALUES (1, 1, '{}', 'done');
     INSERT INTO task (run_id, kind, target, position, state, updated_ms) VALUES (1, 'x', '{}', 9000000000000000, 'done', 1), (1, 'x', '{}', -5, 'done', 1)`,
  )
  const done = recovered(file)
  expect([done.pages.unsound, done.losses]).toEqual([0, []])
  expect(done.refused.map(({ table, reason, rows }) => [table, reason, rows])).toEqual([['reading', 'time', 2]])
  expect(done.contents['v_reading']).toEqual(truth()['v_reading'])
})

test('one of an older version is brought to this one', () => {
  const file = folder.file('older.meterbook')
  olderBook(file, 3)
  const done = recovered(file)
  expect(done.version).toBeLessThan(KNOWN_VERSION)
  expect(done.contents['v_station']).toHaveLength(3)
  expect(versionOf(done.out)).toBe(KNOWN_VERSION)
})

test('notes, marks and what was typed in stay, though all stations are lost; records keep their device', () => {
  const file = copy()
  damage(file, 'station')
  const done = recovered(file)
  expect(done.losses.map(({ table }) => table)).toEqual(['station'])
  expect(done.stoodIn).toEqual([{ table: 'station', rows: 2 }])
  const all = truth()
  for (const view of ['v_note', 'v_station_typed', 'v_reading', 'v_event', 'v_session', 'v_limit']) {
    // The station's name is lost with it.
    const without = (lines: readonly string[] | undefined) => lines?.map((line) => line.replace(/ГРП-\d/, ''))
    expect([view, without(done.contents[view])?.length]).toEqual([view, without(all[view])?.length])
  }
})

test.each([
  ['series', 'v_reading'],
  ['series_channel', 'v_reading'],
  ['event', 'v_event'],
  ['event_text', 'v_event'],
  ['setting_snapshot', 'v_setting'],
])('%s is lost, and %s is whole: an index has it', (table, view) => {
  const file = copy()
  damage(file, table)
  const done = recovered(file)
  const values = (lines: readonly string[] | undefined) => lines?.map((line) => (view === 'v_setting' ? line.slice(0, 30) : line))
  expect(values(done.contents[view])).toEqual(values(truth()[view]))
})

test('readings are lost: their days are asked for again, and other days are not', () => {
  const file = copy()
  damage(file, 'reading')
  const done = recovered(file)
  expect(done.contents['v_reading']).toEqual([])
  expect(done.again).toEqual({ devices: 2, days: 2 })
  const states = coverageRuns(done.out)
  expect(states).toEqual({ '1001 hourly 2026-01-10': 'failed', '1002 hourly 2026-01-10': 'failed' })
})

test('a note of which a letter was changed is kept, and named', () => {
  const file = copy()
  const bytes = readFileSync(file)
  // The words of a note follow its author's name; what it is found by follows them.
  const first = bytes.indexOf('Ильиносмотр 2') + Buffer.byteLength('Ильин')
  expect(first).toBeGreaterThan(Buffer.byteLength('Ильин'))
  bytes[first + Buffer.byteLength('осмотр ')] = '7'.charCodeAt(0)
  writeFileSync(file, bytes)
  const done = recovered(file)
  expect(done.doubtful).toEqual([{ noteId: expect.any(String) as string, stationId: 2 }])
  expect(done.contents['v_note']?.filter((line) => line.includes('осмотр 7'))).toHaveLength(1)
})

test('a backup fills what was lost, and shows a digit that was changed: both are kept', () => {
  const file = copy()
  const backup = copy()
  damage(file, 'session')
  const bytes = readFileSync(file)
  const at = bytes.indexOf('[1.1,"1,1"]')
  expect(at).toBeGreaterThan(0)
  bytes[at + 1] = '7'.charCodeAt(0)
  writeFileSync(file, bytes)
  const alone = recovered(file)
  expect(alone.contents['v_session']).toEqual([])
  expect(alone.backup).toBeNull()
  const done = recovered(file, { backup: { file: backup } })
  expect(done.contents['v_session']).toEqual(truth()['v_session'])
  expect(done.backup).toMatchObject({ file: backup, madeAtMs: null, twice: 1 })
  expect(done.contents['v_kept_twice']).toHaveLength((truth()['v_kept_twice']?.length ?? 0) + 1)
})

test.each([
  ['no book at all', 'NOTHING_TO_RECOVER', (file: string) => writeFileSync(file, Buffer.alloc(50_000, 7))],
  ['an empty file', 'BOOK_MISSING', (file: string) => writeFileSync(file, '')],
  ['nothing', 'BOOK_MISSING', () => undefined],
])('%s: %s, and nothing is left beside it', (_, code, make) => {
  const file = folder.file(`refused-${++count}.meterbook`)
  make(file)
  const before = readdirSync(dirname(file))
  expect(() => recovered(file)).toThrow(expect.objectContaining({ code }) as Error)
  expect(readdirSync(dirname(file))).toEqual(before)
})

test('a book that somebody writes is refused, and the new book never takes the place of the damaged one', () => {
  const file = copy()
  const book = openBook(file, { mode: 'write', now: () => HOSTILE_NOW })
  expect(() => recovered(file)).toThrow(expect.objectContaining({ code: 'BOOK_IN_USE' }) as Error)
  book.close()
  expect(() => recovered(file, { to: file })).toThrow(expect.objectContaining({ code: 'FILE_PROTECTED' }) as Error)
})

test('cancelled at any place it leaves nothing behind', () => {
  const file = copy()
  const to = folder.file('cancelled.meterbook')
  for (const after of [0, 1, 3, 10]) {
    let asked = 0
    expect(() =>
      recoverBook({ file, to, backup: null, nowMs: HOSTILE_NOW }, { tell: () => undefined, isCancelled: () => asked++ >= after }),
    ).toThrow(expect.objectContaining({ code: 'CANCELLED' }) as Error)
    expect(existsSync(to)).toBe(false)
  }
  expect(readdirSync(dirname(file)).filter((name) => name.startsWith('.meterbook-'))).toEqual([])
})

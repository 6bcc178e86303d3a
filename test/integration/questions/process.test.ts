import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import type { FromChild } from '../../../electron/questions/line.ts'
import { startNodeProcess } from '../../../electron/questions/node-process.ts'
import { createQuestions, type QuestionProcess, type Questions, type StartProcess } from '../../../electron/questions/questions.ts'
import { NOW, station } from '../../unit/book/fixtures.ts'

/** The process that answers: it is kept, ended and replaced, and reads books in every state that they may be in. */

let folder: string
let file: string
let book: Book
let questions: Questions
/** Those that were started, the last one last, and how to end one from outside. */
let started: { pid: number; process: QuestionProcess }[]

const watched: StartProcess = (onMessage, onEnd) => {
  const own = startNodeProcess()(onMessage, onEnd)
  started.push({ pid: Number(execFileSync('pgrep', ['-n', '-P', String(process.pid)]).toString()), process: own })
  return own
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'meterbook-process-'))
  file = path.join(folder, 'a.meterbook')
  book = openBook(file, { mode: 'write', now: () => NOW })
  book.stations.put([station({ id: 10 }), station({ id: 11, phone: '+7 900' })], NOW)
  started = []
  questions = createQuestions({ start: watched })
})
afterEach(() => {
  questions.close()
  if (book.db.open) book.close()
  rmSync(folder, { recursive: true, force: true })
})

const limits = { rows: 10_000, bytes: 16 << 20, seconds: 600, memoryMb: 512 }
const ask = (sql: string, more: Partial<Parameters<Questions['ask']>[0]> = {}) =>
  questions.ask({ file: book.db.name, book: file, sql, parameters: {}, limits, personal: 'shown', ...more })
const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'

test('one process answers one question after another, each in a state of the book of its own', async () => {
  expect((await ask('SELECT count(*) FROM v_station')).rows).toEqual([[2]])
  book.stations.put([station({ id: 10 }), station({ id: 11 }), station({ id: 12 })], NOW)
  expect((await ask('SELECT count(*) FROM v_station')).rows).toEqual([[3]])
  const both = await Promise.all([ask('SELECT 1'), ask('SELECT 2')])
  expect(both.map(({ rows }) => rows)).toEqual([[[1]], [[2]]])
  expect(started).toHaveLength(1)
})

test('values come as SQLite has them, with what their columns hold', async () => {
  const answer = await ask(`SELECT 1 AS whole, 1.5 AS part, 'строка' AS text, x'00ff' AS bytes, NULL AS none,
    9223372036854775807 AS large, 9e999 AS endless UNION ALL SELECT 2, 3, 'b', NULL, NULL, 1, -9e999`)
  expect(answer.rows).toEqual([
    [1, 1.5, 'строка', "x'00ff'", null, '9223372036854775807', 'Inf'],
    [2, 3, 'b', null, null, 1, '-Inf'],
  ])
  expect(answer.columns.map(({ name, kind, isWhole }) => [name, kind, isWhole])).toEqual([
    ['whole', 'number', true],
    ['part', 'number', false],
    ['text', 'text', false],
    ['bytes', 'text', false],
    ['none', 'empty', false],
    ['large', 'number', true],
    ['endless', 'number', false],
  ])
})

test('the views that were read, whatever they are called in the question', async () => {
  const { views } = await ask('WITH s AS (SELECT id FROM V_STATION AS x) SELECT count(*) FROM s, v_Balance_Day')
  expect(views).toEqual(['v_balance_day', 'v_station'])
  expect((await ask('EXPLAIN QUERY PLAN SELECT * FROM v_station')).views).toEqual(['v_station'])
})

test('an answer is cut at the limits of rows and of bytes, between two rows', async () => {
  const numbers = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 5000) SELECT x FROM n'
  expect(await ask(numbers, { limits: { ...limits, rows: 5000 } })).toMatchObject({ cut: null, rows: { length: 5000 } })
  expect(await ask(numbers, { limits: { ...limits, rows: 4999 } })).toMatchObject({ cut: 'rows', rows: { length: 4999 } })
  const cut = await ask(numbers, { limits: { ...limits, bytes: 100 } })
  expect(cut.cut).toBe('bytes')
  expect(cut.rows.at(-1)).toEqual([cut.rows.length])
  expect(await ask('SELECT hex(zeroblob(1000))', { limits: { ...limits, bytes: 100 } })).toMatchObject({ cut: 'bytes', rows: [] })
})

test('parameters are values: nothing of them becomes SQL', async () => {
  const parameters = { a: "1'; DROP TABLE note; --", b: 2, c: null, unused: 3 }
  const { rows } = await ask('SELECT :a, :b, :c, typeof(:b), \':a\', ":b" FROM (SELECT 5 AS ":b") -- :d', { parameters })
  expect(rows).toEqual([["1'; DROP TABLE note; --", 2, null, 'integer', ':a', 5]])
})

test('personal columns are empty by every way that leads to them, and the answer says which', async () => {
  const hidden = { personal: 'hidden' as const }
  expect((await ask("SELECT phone FROM v_station WHERE phone <> ''")).rows).toEqual([['+7 900']])
  for (const sql of [
    'SELECT phone FROM v_station WHERE id = 11',
    'SELECT x.phone AS name FROM v_station x WHERE id = 11',
    'WITH s AS (SELECT * FROM v_station) SELECT max(phone) FROM s',
    'SELECT (SELECT phone FROM v_station WHERE id = 11)',
    "SELECT json_extract(json_object('p', phone), '$.p') FROM v_station WHERE id = 11",
    "SELECT max(id) FILTER (WHERE phone LIKE '%900%') FROM v_station",
    "SELECT a.id FROM (SELECT 1) LEFT JOIN v_station a ON a.phone = '+7 900'",
  ]) {
    const answer = await ask(sql, hidden)
    expect({ sql, rows: answer.rows }).toEqual({ sql, rows: [[null]] })
    expect(answer.hidden).toEqual(['v_station.phone'])
  }
  expect((await ask('SELECT * FROM v_station WHERE id = 11', hidden)).rows.flat()).not.toContain('+7 900')
  expect((await ask('SELECT id FROM v_channel', hidden).catch(() => null))?.hidden ?? []).toEqual([])
})

test('a question that is cancelled ends in the middle of its statement, and the next one has a process', async () => {
  const stop = new AbortController()
  const asked = ask(ENDLESS, { signal: stop.signal })
  await ask('SELECT 1', { signal: AbortSignal.abort() }).catch(() => undefined)
  setImmediate(() => stop.abort())
  await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' })
  expect((await ask('SELECT 1')).rows).toEqual([[1]])
})

test('one that waits for its turn is cancelled without waiting', async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const endless = ask(ENDLESS, { signal: first.signal })
  const waiting = ask('SELECT 1', { signal: second.signal })
  second.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' })
  first.abort()
  await expect(endless).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('a process that somebody ends from outside fails its question as broken, and the next one works', async () => {
  await ask('SELECT 1')
  const asked = ask(ENDLESS)
  const [one] = started
  setImmediate(() => process.kill(one?.pid ?? 0, 'SIGKILL'))
  await expect(asked).rejects.toMatchObject({ code: 'QUESTION_BROKEN' })
  expect((await ask('SELECT 2')).rows).toEqual([[2]])
  expect(started).toHaveLength(2)
})

test('closing ends what is asked', async () => {
  const asked = ask(ENDLESS)
  setImmediate(() => questions.close())
  await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('what is asked of a file ends before the file is let go, and nothing else does', async () => {
  const other = path.join(folder, 'b.meterbook')
  openBook(other, { mode: 'write', now: () => NOW }).close()
  const asked = [ask(ENDLESS, { book: 'the book' }), ask('SELECT 1', { book: 'the book' }), ask('SELECT 2', { file: other })]
  const ends = asked.map((one) =>
    one.then(
      ({ rows }) => rows,
      (error: { code: string; data: object }) => [error.code, error.data],
    ),
  )
  await expect.poll(() => started.length).toBe(1)
  await questions.letGo(book.db.name)
  expect(() => process.kill(started[0]?.pid ?? 0, 0)).toThrow(/ESRCH/u)
  const closed = ['BOOK_CLOSED', { file: 'the book' }]
  expect(await Promise.all(ends)).toEqual([closed, closed, [[2]]])
  // Nobody asks any more: there is nothing to wait for.
  await questions.letGo(book.db.name)
})

test('what takes the pieces may fail, and be slow: the statement waits for it', async () => {
  const numbers = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 100000) SELECT x FROM n'
  const question = {
    file: book.db.name,
    book: file,
    sql: numbers,
    parameters: {},
    limits: { ...limits, rows: 100_000 },
    personal: 'shown' as const,
  }
  let pieces = 0
  let under = 0
  const end = await questions.pour(question, async ({ count }) => {
    expect(++under).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    under--
    pieces += count
  })
  expect([pieces, end.cut]).toEqual([100_000, null])
  const full = new Error('full')
  await expect(questions.pour(question, () => Promise.reject(full))).rejects.toBe(full)
  expect((await ask('SELECT 1')).rows).toEqual([[1]])
})

test('a book that is gone, damaged or none is said to be so', async () => {
  await expect(ask('SELECT 1', { file: path.join(folder, 'gone.meterbook') })).rejects.toMatchObject({
    code: 'BOOK_MISSING',
    // What is told is the book, whatever copy of it was open.
    data: { file },
  })
  const text = path.join(folder, 'text.meterbook')
  writeFileSync(text, 'no book '.repeat(1000))
  await expect(ask('SELECT 1', { file: text })).rejects.toMatchObject({ code: 'NOT_A_BOOK' })
  book.close()
  const damaged = path.join(folder, 'damaged.meterbook')
  const { readFileSync } = await import('node:fs')
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 4096)
  writeFileSync(damaged, bytes)
  await expect(ask('SELECT * FROM v_station', { file: damaged })).rejects.toMatchObject({ code: 'BOOK_DAMAGED' })
})

test.skipIf(process.platform === 'win32')('a book in a folder that cannot be written to is asked like any other', async () => {
  book.close()
  chmodSync(folder, 0o500)
  try {
    const reader = openBook(file, { mode: 'read', now: () => NOW })
    try {
      expect((await ask('SELECT count(*) FROM v_station', { file: reader.db.name })).rows).toEqual([[2]])
    } finally {
      reader.close()
    }
  } finally {
    chmodSync(folder, 0o700)
  }
})

test('messages of a process that was replaced reach nobody', async () => {
  const late: ((message: FromChild) => void)[] = []
  const own = createQuestions({
    start(onMessage) {
      late.push(onMessage)
      return { send: () => undefined, kill: () => undefined }
    },
  })
  const stop = new AbortController()
  const first = own.ask({ file, book: file, sql: 'SELECT 1', parameters: {}, limits, personal: 'shown', signal: stop.signal })
  await expect.poll(() => late.length).toBe(1)
  stop.abort()
  await expect(first).rejects.toMatchObject({ code: 'CANCELLED' })
  const second = own.ask({ file, book: file, sql: 'SELECT 2', parameters: {}, limits, personal: 'shown' })
  const end = { columns: [], cut: null, views: [], hidden: [], ms: 1 }
  await expect.poll(() => late.length).toBe(2)
  late[0]?.({ end: { ...end, ms: 99 } })
  await new Promise((resolve) => setImmediate(resolve))
  late[1]?.({ end })
  expect((await second).ms).toBe(1)
  own.close()
})

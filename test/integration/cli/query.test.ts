import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { NOW, station } from '../../unit/book/fixtures.ts'
import { meterbook, start } from './run-cli.ts'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'meterbook-query-'))
  file = path.join(folder, 'a.meterbook')
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.stations.put([station({ id: 10, name: 'Котельная', phone: '+7 900' }), station({ id: 11, name: '=cmd()' })], NOW)
  book.clocks.setOfBook({ timeZone: 'Europe/Moscow', contractHour: 10 })
  book.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const query = (...args: string[]) => meterbook(['query', '--book', file, ...args], path.join(folder, 'data'))

/** What a program of the system prints; nothing where it finds nothing. */
const output = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' }).stdout.trim()

test('a table for people, with what is to be known of it beside', async () => {
  const { code, stdout, stderr } = await query('SELECT id, name, phone FROM v_station ORDER BY id')
  expect(code).toBe(0)
  expect(stdout).toBe('id  name       phone\n10  Котельная  +7 900\n11  =cmd()\n')
  expect(stderr).toMatch(/^2 rows, \d+ ms\n$/)
})

test('CSV and JSON to standard output, files by their ending', async () => {
  expect((await query('SELECT id, name FROM v_station', '--format', 'csv')).stdout).toBe("id,name\n10,Котельная\n11,'=cmd()\n")
  expect(JSON.parse((await query('SELECT id FROM v_station', '--format', 'json')).stdout)).toMatchObject({ rows: [{ id: 10 }, { id: 11 }] })
  for (const ending of ['csv', 'json', 'xlsx', 'parquet']) {
    const out = path.join(folder, `out.${ending}`)
    const { code, stdout } = await query('SELECT id, name FROM v_station', '--out', out)
    expect([code, stdout]).toEqual([0, `${out}: 2 rows, ${stdout.split('rows, ')[1] ?? ''}`])
    expect(readFileSync(out).length).toBeGreaterThan(20)
  }
  const protectedOut = await query('SELECT 1', '--out', file)
  expect([protectedOut.code, protectedOut.stderr]).toEqual([2, expect.stringContaining('book')])
})

test('a question that is kept in the book is asked by its name, in any case', async () => {
  expect(await query('--name', 'none')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("called 'none'. None is kept in it") as string,
  })
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.questions.keep(null, { name: 'Станция', sql: 'SELECT name FROM v_station WHERE id = :station', author: '' }, NOW)
  book.close()
  const { code, stdout } = await query('--name', 'СТАНЦИЯ', '--param', 'station=10', '--format', 'csv')
  expect([code, stdout]).toEqual([0, 'name\nКотельная\n'])
  expect(await query('--name', 'other')).toMatchObject({ code: 2, stderr: expect.stringContaining("There are 'Станция'.") as string })
  expect((await query('SELECT 1', '--name', 'Станция')).code).toBe(2)
})

test('parameters: days by the clock of the book, numbers, texts; one that is missing is asked for', async () => {
  const sql = 'SELECT :from, :to, :station, :text'
  const given = [
    '--param',
    'from=2026-01-01',
    '--param',
    ':to=2026-01-01',
    '--param',
    'station=12',
    '--param',
    'text=007',
    '--format',
    'csv',
  ]
  const { stdout } = await query(sql, ...given)
  const [from, to] = [Date.UTC(2026, 0, 1, 7) / 1000, Date.UTC(2026, 0, 2, 7) / 1000]
  expect(stdout.split('\n')[1]).toBe(`${from},${to},12,007`)
  const hour = await query(sql, ...given, '--time-zone', 'UTC', '--contract-hour', '0')
  expect(hour.stdout.split('\n')[1]).toBe(`${Date.UTC(2026, 0, 1) / 1000},${Date.UTC(2026, 0, 2) / 1000},12,007`)
  expect(await query('SELECT :x')).toMatchObject({ code: 2, stderr: ':x has no value. Give it one: --param x=VALUE\n' })
  expect(await query('SELECT :constructor')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(':constructor has no value') as string,
  })
  expect((await query('SELECT :__proto__', '--param', '__proto__=5', '--format', 'csv')).stdout.split('\n')[1]).toBe('5')
  expect(await query('SELECT :a(1)', '--param', 'a=1')).toMatchObject({ code: 2, stderr: expect.stringContaining('(:a)') as string })
  expect(await query('SELECT :from', '--param', 'from=soon')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('yyyy-mm-dd') as string,
  })
  expect((await query('SELECT 1', '--param', 'x=1')).stderr).toContain('Not in the question: :x.')
})

test('an answer that is cut says so, and ends with 1 unless that was asked for', async () => {
  const numbers = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 20000) SELECT x FROM n'
  const cut = await query(numbers)
  expect([cut.code, cut.stdout.split('\n').length]).toEqual([1, 10_002])
  expect(cut.stderr).toContain('There is more: the answer was cut at the limit of rows.')
  expect(await query(numbers, '--limit', '5')).toMatchObject({ code: 0, stdout: 'x\n1\n2\n3\n4\n5\n' })
})

test('personal columns stay empty, and are named', async () => {
  const { stdout, stderr } = await query('SELECT phone FROM v_station WHERE id = 10', '--without-personal')
  expect(stdout).toBe('phone\n\n')
  expect(stderr).toContain('Empty because they are personal: v_station.phone.')
})

test('the question comes from a file, from standard input, or from the line: from one of them', async () => {
  const sql = path.join(folder, 'a.sql')
  writeFileSync(sql, 'SELECT 5 AS five')
  expect((await query('--file', sql)).stdout).toBe('five\n   5\n')
  const running = start(['query', '--book', file, '-'], path.join(folder, 'data'))
  running.child.stdin.end('SELECT 6 AS six')
  expect((await running.done).stdout).toBe('six\n  6\n')
  expect((await query()).code).toBe(2)
  expect((await query('SELECT 1', '--file', sql)).code).toBe(2)
  expect((await query('--file', path.join(folder, 'none.sql'))).code).toBe(2)
  expect(await query(`SELECT '${'x'.repeat(100_000)}'`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('at most 100,000 characters') as string,
  })
  expect((await query('SELECT 1', '--format', 'xlsx')).code).toBe(2)
  expect((await query('SELECT 1', '--format', 'json', '--separator', 'tab')).code).toBe(2)
})

test('a book that is not there ends with 5', async () => {
  expect((await meterbook(['query', '--book', path.join(folder, 'none'), 'SELECT 1'], path.join(folder, 'data'))).code).toBe(5)
})

test.skipIf(process.platform === 'win32')('Ctrl+C ends it in the middle of a statement', async () => {
  const out = path.join(folder, 'never.csv')
  const sql = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'
  const running = start(['query', '--book', file, sql, '--seconds', '3600', '--out', out], path.join(folder, 'data'))
  const childOf = () => output('pgrep', '-P', String(running.child.pid))
  await expect.poll(childOf).not.toBe('')
  const child = Number(childOf())
  running.child.kill('SIGINT')
  const { code, stderr } = await running.done
  expect([code, stderr]).toEqual([130, expect.stringContaining('nterrupted') as string])
  await expect.poll(() => output('ps', '-o', 'stat=', '-p', String(child))).toMatch(/^(Z.*)?$/)
})

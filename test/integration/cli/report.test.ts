import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { startDemoService } from '../../../electron/demo/index.ts'
import { meterbook } from './run-cli.ts'

/** `meterbook report`: one file, a folder, a saved report, forms of one's own; what a scheduler relies on. */

let folder: string
let book: string
const now = Date.now
const report = (...args: string[]) => meterbook(['report', ...args], folder)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-report-'))
  book = join(folder, 'a.meterbook')
  const service = await startDemoService({ stations: 3 })
  const sync = ['sync', '--url', service.url, '--email', service.email, '--book', book, '--archives', 'events,reference']
  const from = new Date(now() - 40 * 24 * 3_600_000).toISOString().slice(0, 10)
  const done = await meterbook([...sync, '--from', from], folder, { METERBOOK_PASSWORD: service.password })
  await service.close()
  expect(done.code, done.stderr).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a form is written under the very name, or into a folder by station, and stands in the log of the book', async () => {
  const file = join(folder, 'log.pdf')
  const one = await report('events', '--book', book, '--stations', '10001', '--period', 'last-month', '--out', file)
  expect([one.code, one.stderr]).toEqual([0, ''])
  expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-')
  const many = join(folder, 'many')
  mkdirSync(many)
  const several = await report(
    'events',
    '--book',
    book,
    '--files',
    'station',
    '--format',
    'xlsx',
    '--language',
    'ru',
    '--out',
    many,
    '--json',
  )
  expect(several.code, several.stderr).toBe(0)
  const { made } = JSON.parse(several.stdout) as { made: { name: string; stations: number; failure: null }[] }
  expect(readdirSync(many).toSorted()).toEqual(made.map(({ name }) => name).toSorted())
  expect(made).toHaveLength(3)
  const there = openBook(book, { mode: 'read', now })
  expect(there.reporting.madeReports({ offset: 0, limit: 10 }).total).toBe(4)
  there.close()
})

test('a saved report goes by its name into its folder; what cannot be made ends with 1, and nothing else is accepted beside it', async () => {
  const target = join(folder, 'monthly')
  mkdirSync(target)
  const mine = openBook(book, { mode: 'write', now })
  mine.reporting.saveReport({
    name: 'Журнал за месяц',
    form: 'events',
    language: 'ru',
    timeZone: 'Europe/Moscow',
    contractHour: 10,
    stationIds: [10_001],
    period: 'last-month',
    format: 'pdf',
    files: 'one',
    evidence: true,
    folder: target,
    pattern: 'журнал',
  })
  mine.close()
  const done = await report('журнал ЗА месяц', '--book', book)
  expect(done.code, done.stderr).toBe(0)
  expect((await report('--name', 'Журнал за месяц', '--book', book)).code).toBe(0)
  expect(readdirSync(target).toSorted()).toEqual(['журнал (2).pdf', 'журнал (2).zip', 'журнал.pdf', 'журнал.zip'])
  expect((await report('Журнал за месяц', '--book', book, '--stations', '10002')).code).toBe(2)
  rmSync(target, { recursive: true })
  const gone = await report('Журнал за месяц', '--book', book)
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining(target)])
  const log = openBook(book, { mode: 'read', now })
  expect(log.reporting.madeReports({ offset: 0, limit: 1 }).rows).toMatchObject([{ failure: 'FOLDER_MISSING', facts: { file: target } }])
  log.close()
  expect((await report('--list', '--book', book)).stdout).toContain('Журнал за месяц')
  const unknown = await report('no such thing', '--book', book)
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("'no such thing'")])
})

test('a form is copied, changed and used; a broken one gets a sentence with its line', async () => {
  const copied = await report('--copy', 'events', 'My events')
  expect(copied.code, copied.stderr).toBe(0)
  const file = copied.stdout.trim()
  expect(file).toBe(join(folder, 'forms', 'My events.yaml'))
  const out = join(folder, 'mine.pdf')
  expect((await report('My events', '--book', book, '--stations', '10001', '--out', out)).code).toBe(0)
  const lines = readFileSync(file, 'utf8').split('\n')
  const at = lines.findIndex((line) => line.startsWith('data:'))
  writeFileSync(file, lines.with(at, 'data: nonsense').join('\n'))
  const broken = await report('My events', '--book', book, '--stations', '10001', '--out', out)
  expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining(`ine ${at + 1}`)])
  expect((await report('--list')).stdout).toMatch(new RegExp(`My events +Line ${at + 1}: `))
  const taken = await report('--copy', 'events', 'events')
  expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining('Choose another name')])
})

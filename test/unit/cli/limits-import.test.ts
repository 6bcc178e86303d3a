import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { run } from '../../../electron/cli/main.ts'
import { testFolder } from '../../support/pull.ts'
import { consumer, NOW, station } from '../book/fixtures.ts'
import { seenTerminal } from './seen-terminal.ts'

/** `meterbook limits --import`: a file of limits as a spreadsheet saves it. */

const folder = testFolder()
let nth = 0
let file = ''
beforeEach(() => {
  file = folder.file(`limits ${nth++}.meterbook`)
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.providers.put([{ id: 1, name: 'Газ', children: [] }])
  book.consumers.put([consumer(5, 'Завод')], { energyId: 1 })
  book.stations.put([station({ id: 1, name: 'ГРП-2', customerId: 5 })], NOW)
  book.close()
})
afterAll(() => folder.remove())

const LINES = ['ГРП-2;сутки;1 234,5;01.01.2026;31.12.2026', 'ГРП-2;month;30000', 'Завод;quarter;90000;2026-01-01', 'Nobody;day;5']
const list = folder.file('list.csv')
writeFileSync(list, `\ufeff${LINES.join('\r\n')}\r\n`)

async function imported(...more: string[]) {
  const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
  const code = await run(['limits', '--book', file, '--import', list, '--author', 'Ильин', ...more], seen)
  return { code, printed: seen.printed.join('\n'), noted: seen.noted.join('\n') }
}
/** All that is kept, rows that were taken away included. */
function kept() {
  const book = openBook(file, { mode: 'read', now: () => NOW })
  const rows = book.db.prepare<[], unknown[]>('SELECT count(*) FROM contract_limit').pluck().get()
  const limits = book.limits.all().map(({ saidAtMs: _, ...one }) => one)
  book.close()
  return { rows, limits: limits.toSorted((a, b) => a.m3 - b.m3) }
}
const THREE = [
  { owner: 'station', ownerId: 1, period: 'day', fromDay: '2026-01-01', toDay: '2026-12-31', m3: 1234.5, author: 'Ильин' },
  { owner: 'station', ownerId: 1, period: 'month', fromDay: null, toDay: null, m3: 30_000, author: 'Ильин' },
  { owner: 'consumer', ownerId: 5, period: 'quarter', fromDay: '2026-01-01', toDay: null, m3: 90_000, author: 'Ильин' },
]

test('three lines are kept, the fourth is refused with its reason; the same file again adds nothing', async () => {
  const { code, printed } = await imported()
  expect(printed).toMatch(/line 4\s+refused\s+no station and no consumer is called so: Nobody;day;5/)
  expect(printed).toMatch(/3 limits kept on \d{4}-\d\d-\d\d, 1 line refused\.$/)
  expect(code).toBe(1)
  expect(kept()).toEqual({ rows: 3, limits: THREE })
  expect((await imported()).code).toBe(1)
  expect(kept()).toEqual({ rows: 3, limits: THREE })
})

test('as JSON the line that is refused has its code, and those that are kept what they take the place of', async () => {
  await imported()
  const { printed } = await imported('--format', 'json')
  expect(JSON.parse(printed)).toMatchObject({
    lines: [
      { line: 1, refusal: null, limit: { period: 'day', m3: 1234.5 }, insteadM3: 1234.5 },
      { line: 2, refusal: null, limit: { period: 'month' }, insteadM3: 30_000 },
      { line: 3, refusal: null, limit: { period: 'quarter', ownerId: 5 }, insteadM3: 90_000 },
      { line: 4, refusal: 'unknown_owner', limit: null },
    ],
    left: 0,
    dryRun: false,
    exit: 1,
  })
})

test('a dry run says the same of every line, and writes nothing', async () => {
  const before = readFileSync(file)
  const { code, printed } = await imported('--dry-run')
  expect(printed).toMatch(/3 limits would be kept on \d{4}-\d\d-\d\d, 1 line refused\.$/)
  expect(code).toBe(1)
  expect(kept()).toEqual({ rows: 0, limits: [] })
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a file that cannot be read is refused with a sentence', async () => {
  const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
  expect(await run(['limits', '--book', file, '--import', folder.file('none.csv')], seen)).toBeGreaterThan(1)
  expect(seen.noted.join('\n')).toMatch(/none\.csv cannot be read: there is no such file/)
})

import { copyFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { concluded } from '../../../electron/cli/judged.ts'
import { run } from '../../../electron/cli/main.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { testFolder } from '../../support/pull.ts'
import { station } from '../book/fixtures.ts'
import { seenTerminal } from './seen-terminal.ts'

/** What the command line brought into a book is judged and summed when it ends; where a book is not, questions in SQL say so. */

const FROM = Date.UTC(2026, 9, 20)
const DAYS = 4
const folder = testFolder()
const [empty, bare] = [folder.file('empty.meterbook'), folder.file('bare.meterbook')]
const key = { equipmentId: 11, archiveType: 'hourly', view: 'unified' } as const

async function meterbook(args: readonly string[], signal = new AbortController().signal) {
  const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') }, signal })
  const code = await run(args, seen)
  return { code, printed: seen.printed.join('\n'), noted: seen.noted.join('\n') }
}

const hours = Array.from({ length: 24 * DAYS }, (_, at) => ({
  atMs: FROM + (at + 1) * HOUR_MS,
  values: { gas_consume: 2, VNakpriv: 1000 + 2 * (at + 1) },
}))

/** A station that is the input of a branch, and one that is its output. */
function fill(book: Book, withRecords: boolean): void {
  book.page(() => {
    book.stations.put(
      [1, 2].map((id) => station({ id, equipmentId: 10 + id, equipmentTypeId: 1 })),
      FROM,
    )
    book.clocks.setOfBook({ timeZone: 'UTC', contractHour: 10 })
    for (const channelVarname of ['gas_consume', 'VNakpriv'])
      book.channels.put([
        {
          equipmentTypeId: 1,
          archiveTypeName: null,
          archiveTypeVarname: 'hourly',
          telemetryTypeName: null,
          channelName: channelVarname,
          channelVarname,
          unitName: 'м3',
        },
      ])
    const members = [
      { stationId: 1, side: 'in' },
      { stationId: 2, side: 'out' },
    ] as const
    book.branches.say(null, { name: 'North', timeZone: 'UTC', contractHour: 10, author: '', members: [...members] }, FROM)
    if (!withRecords) return
    for (const id of [1, 2]) {
      book.readings.put({ ...key, equipmentId: 10 + id }, hours)
      book.coverage.mark(
        { ...key, equipmentId: 10 + id },
        { from: '2026-10-20', to: '2026-10-24' },
        { state: 'fetched', fetchedAtMs: FROM + DAYS * DAY_MS },
      )
    }
  })
}
beforeAll(() => {
  for (const [file, withRecords] of [
    [bare, true],
    [empty, false],
  ] as const) {
    const book = openBook(file, { mode: 'write', now: () => FROM + 90 * HOUR_MS })
    fill(book, withRecords)
    book.close()
  }
})
afterAll(() => folder.remove())

const copied = (from: string, name: string): string => {
  const file = folder.file(name)
  copyFileSync(from, file)
  return file
}

function countsIn(file: string): Record<string, number> {
  const book = openBook(file, { mode: 'read', now: Date.now })
  try {
    const count = (from: string) => book.db.prepare<[], number>(`SELECT count(*) FROM ${from}`).pluck().get() ?? 0
    return {
      days: count('v_consumption_day WHERE volume > 0'),
      health: count('v_health'),
      balance: count('v_balance_day WHERE input_m3 > 0'),
      twice: count("v_finding WHERE rule = 'kept_twice'"),
    }
  } finally {
    book.close()
  }
}

/** Hours of station 1 as the program writes them for programs; `changed`: one of them says something else. */
async function file(name: string, changed = false): Promise<string> {
  const from = copied(bare, `of-${name}.meterbook`)
  if (changed) {
    const book = openBook(from, { mode: 'write', now: () => FROM + 90 * HOUR_MS })
    book.page(() => book.readings.put(key, [{ atMs: FROM + 5 * HOUR_MS, values: { gas_consume: 7, VNakpriv: 1010 } }]))
    book.close()
  }
  const out = folder.file(`${name}.csv`)
  const args = [
    'export',
    'readings',
    '--book',
    from,
    '--stations',
    '1',
    '--archives',
    'hourly',
    '--view',
    'unified',
    '--plain',
    '--out',
    out,
  ]
  expect(await meterbook(args)).toMatchObject({ code: 0 })
  return out
}

const SQL = 'SELECT count(*) FROM v_consumption_day'
const query = (book: string, sql = SQL) => meterbook(['query', '--book', book, sql])
const SENTENCE =
  /^The book is not judged and summed to its end: of [12] of [12] (station|balance).* this answer has what was known before, or nothing\./m

test('an import is judged and summed before it ends, what is kept twice too; taking the file away as well', async () => {
  const hoursOf1 = await file('hours')
  const target = copied(empty, 'import.meterbook')
  expect(await meterbook(['import', hoursOf1, '--book', target, '--station', '1'])).toMatchObject({ code: 0 })
  expect(countsIn(target)).toEqual({ days: 5, health: 2, balance: 0, twice: 0 })
  expect(await meterbook(['import', await file('other', true), '--book', target, '--station', '1'])).toMatchObject({ code: 1 })
  expect(countsIn(target)).toMatchObject({ days: 5, twice: 1 })
  const { printed } = await meterbook(['import', '--book', target, '--station', '1', '--json'])
  for (const [sha256] of printed.matchAll(/\b[0-9a-f]{64}\b/g))
    expect(await meterbook(['import', '--book', target, '--station', '1', '--take-away', sha256])).toMatchObject({ code: 0 })
  expect(countsIn(target)).toMatchObject({ days: 0, twice: 0 })
})

test('a merge is judged and summed before it ends; a dry run writes nothing', async () => {
  const target = copied(empty, 'merged.meterbook')
  const other = copied(bare, 'colleague.meterbook')
  await meterbook(['merge', other, '--book', target, '--dry-run'])
  expect(countsIn(target)).toEqual({ days: 0, health: 0, balance: 0, twice: 0 })
  expect(await meterbook(['merge', other, '--book', target])).toMatchObject({ code: 0, noted: '' })
  expect(countsIn(target)).toMatchObject({ days: 10, health: 2, twice: 0 })
  expect(countsIn(target)['balance']).toBeGreaterThan(0)
  expect((await query(target)).noted).not.toMatch(SENTENCE)
})

test('a question to a book that is not judged to its end says so, where its views are computed', async () => {
  expect((await query(bare)).noted).toMatch(SENTENCE)
  for (const view of ['v_health', 'v_finding', 'v_balance_day'])
    expect((await query(bare, `SELECT count(*) FROM ${view}`)).noted).toMatch(SENTENCE)
  expect((await query(bare, 'SELECT count(*) FROM v_reading')).noted).not.toMatch(SENTENCE)
})

test('what is ended while it is judged keeps what was brought, and says what is missing', async () => {
  const target = copied(bare, 'ended.meterbook')
  const book = openBook(target, { mode: 'write', now: Date.now })
  const seen = seenTerminal({ signal: AbortSignal.abort() })
  expect(await concluded(book, seen, [1, 2])).toBe(false)
  expect(seen.noted).toEqual([
    expect.stringMatching(/^What was brought is in the book\. Its stations could not all be judged: Interrupted\./),
  ])
  expect(book.db.prepare('SELECT count(*) FROM v_reading').pluck().get()).toBe(2 * 2 * hours.length)
  book.close()
  expect((await query(target)).noted).toMatch(SENTENCE)
})

import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { gasDaySpan } from '../../../electron/contract/time/gas-day.ts'
import { backendIn } from '../../support/backend.ts'
import { hostileQuestions } from '../../support/hostile-questions.ts'
import { assistant, ERAS, HOSTILE, hostileBook, NOW_MS as nowMs, PHONE, WEEK, type Assistant } from './assistant.ts'
import { meterbook, meterbookProcess } from './run-cli.ts'

/**
 * `meterbook mcp` as an assistant has it: started as a process and asked by the protocol's own client, in both of the
 * protocol's eras. What tools answer in detail is in unit/assistant.
 */

const ZONE = 'Europe/Moscow'

let folder: string
let book: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-mcp-'))
  book = await hostileBook(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A copy of the book that a test may do with as it likes. */
function ownBook(): string {
  const place = mkdtempSync(join(folder, 'own-'))
  copyFileSync(book, join(place, 'own.meterbook'))
  return join(place, 'own.meterbook')
}

async function asking(file: string, options: Parameters<typeof assistant>[2] = {}): Promise<Assistant> {
  const one = await assistant(file, join(folder, 'data'), options)
  onTestFinished(() => one.close())
  return one
}

const sumOf = (numbers: readonly (number | null)[]): number => numbers.reduce<number>((sum, one) => sum + (one ?? 0), 0)

describe.each(ERAS)('in the %s era', (era) => {
  test('it says what it is, lists tools that read and resources, and each can be asked', async () => {
    const { client, ask } = await asking(book, { era })
    expect(client.getProtocolEra()).toBe(era)
    expect(client.getServerVersion()).toMatchObject({ name: 'meterbook' })
    expect(client.getInstructions()).toMatch(/gas days.+never instructions/su)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      ...['find_stations', 'station', 'readings', 'daily_sums', 'findings', 'holes', 'visits', 'coverage', 'notes', 'query'],
    ])
    for (const { annotations, outputSchema, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false })
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object'])
    }
    const stationId = (await ask('find_stations')).rows[1]?.['stationId']
    for (const [name, input] of Object.entries({
      station: { stationId },
      readings: { stationId, ...WEEK },
      daily_sums: { stationId, ...WEEK },
      findings: { ...WEEK },
      holes: WEEK,
      visits: {},
      coverage: {},
      notes: {},
      query: { sql: 'SELECT count(*) AS n FROM v_station WHERE id <> :id', parameters: { id: 9 } },
    }))
      expect(await ask(name, input)).toMatchObject({
        offset: 0,
        book: { fetchedAt: expect.stringMatching(/^2026-03-01T15:00.*\+03:00$/u) },
      })

    const { resources } = await client.listResources()
    const uris = resources.map(({ uri }) => uri)
    for (const uri of ['book', 'rules', 'rules/silent', 'views', 'views/v_reading']) expect(uris).toContain(`meterbook://${uri}`)
    for (const uri of uris) {
      const { contents } = await client.readResource({ uri })
      const [only] = contents
      expect(JSON.parse(only && 'text' in only ? only.text : '')).toBeTruthy()
    }
  })

  test("an assistant's day: which stations lost data last week and what did it cost; as the window and the command line say it", async () => {
    const { ask } = await asking(book, { era })
    const lost = await ask('holes', WEEK)

    // The window: every station, its holes of the same gas days.
    const desk = await backendIn(mkdtempSync(join(folder, 'desk-')), { book, mode: 'read' }, new Uint8Array(32))
    onTestFinished(() => desk.close())
    const { rows: stations } = await desk.stations.list({ offset: 0, limit: 1000 })
    const clock = { zone: ZONE, contractHour: 10 }
    const { fromMs, toMs } = gasDaySpan(WEEK.from, WEEK.to, clock)
    const window = await Promise.all(
      stations.map(async ({ id }) => ({ id, ...(await desk.findings.holes({ stationId: id, archiveType: 'hourly', fromMs, toMs })) })),
    )
    const losing = window.filter(({ holes }) => holes.length > 0)
    expect(losing.length).toBeGreaterThan(0)
    expect(lost.rows.map(({ stationId }) => stationId).sort()).toEqual(losing.map(({ id }) => id).sort())
    for (const { id, holes, expected } of losing)
      expect(lost.rows.find(({ stationId }) => stationId === id)).toMatchObject({
        expected,
        missing: sumOf(holes.map(({ records }) => records)),
        m3: holes.some(({ m3 }) => m3 !== null) ? sumOf(holes.map(({ m3 }) => m3)) : null,
        holes: holes.map(({ cause, m3, records }) => ({ cause, m3, records })),
      })
    expect(lost['m3']).toBeCloseTo(sumOf(losing.flatMap(({ holes }) => holes.map(({ m3 }) => m3))), 6)

    // What each day had, of the station that lost most.
    const worst = Number(lost.rows[0]?.['stationId'])
    const days = await ask('daily_sums', { stationId: worst, ...WEEK })
    const told = async <Document>(...args: string[]) =>
      JSON.parse((await meterbookProcess([...args, '--book', book, '--json'], folder, { TZ: ZONE })).stdout) as Document
    const { amounts, total } = await told<{
      amounts: { day: string; m3: number | null; unknown: number; byCounter: number }[]
      total: { m3: number }
    }>('consumption', '--by', 'day', '--stations', String(worst), '--from', WEEK.from, '--to', WEEK.to)
    expect(days.rows).toMatchObject(amounts.map(({ day, m3, unknown, byCounter }) => ({ day, m3, unknown, byCounter })))
    expect(days['totalM3']).toBe(total.m3)
    const { days: ways } = await desk.findings.sums({ stationId: worst, ...WEEK, timeZone: ZONE, contractHour: 10 })
    expect(days.rows).toMatchObject(ways.map(({ day, hours, daily, counter, fits }) => ({ day, hours, daily, counter, fits })))

    // What the rules say of it, and who has to go there.
    const found = await told<{ findings: { id: string; m3: number | null; state: string }[] }>(
      'findings',
      '--rules',
      'missing_record,silent',
    )
    const standing = found.findings.filter(({ state }) => state === 'new' || state === 'seen')
    const findings = await ask('findings', { rules: ['missing_record', 'silent'], limit: 1000 })
    expect(findings.total).toBe(standing.length)
    expect(standing.length).toBeGreaterThan(0)
    for (const { id, m3 } of standing) expect(findings.rows).toContainEqual(expect.objectContaining({ id, m3 }))
    const { visits } = await told<{ visits: { stationId: number; rank: number; visitClass: string }[] }>('fleet')
    const ranked = await ask('visits', { limit: 1000 })
    expect(ranked.rows).toMatchObject(visits.map(({ stationId, rank, visitClass }) => ({ stationId, rank, visitClass })))
    const { holes } = await told<{ holes: { stationId: number; from: string; state: string }[] }>('check')
    const coverage = await ask('coverage', { limit: 1000 })
    const missing = holes.filter(({ state }) => state !== 'empty')
    expect(coverage.total).toBe(missing.length)
    expect(coverage.rows).toMatchObject(missing.map(({ stationId, from, state }) => ({ stationId, from, state })))
  })

  test('a hostile name is a name, wherever it comes by, and nothing of people is told unasked', async () => {
    const { client, ask, failure } = await asking(book, { era })
    expect((await ask('find_stations', { text: 'ignore what' })).rows).toMatchObject([{ stationId: 9, name: HOSTILE }])
    const hidden = await ask('query', { sql: 'SELECT name, phone FROM v_station WHERE id = 9' })
    expect(hidden).toMatchObject({ rows: [[HOSTILE, null]], leftOut: ['v_station.phone'] })
    // Not in what an assistant is told of the server, nor in what goes wrong.
    const { tools } = await client.listTools()
    const { resources } = await client.listResources()
    expect(JSON.stringify([tools, resources, client.getInstructions()])).not.toContain('ignore what')
    const { sentence, code, field } = await failure('readings', { stationId: 9, ...WEEK })
    expect([code, field]).toEqual(['NOT_IN_BOOK', 'archiveType'])
    expect(sentence).not.toContain('ignore what')
    const shown = await asking(book, { era, args: ['--with-personal'] })
    expect((await shown.ask('station', { stationId: 9 })).rows).toMatchObject([{ phone: PHONE }])
    expect((await shown.ask('query', { sql: 'SELECT phone FROM v_station WHERE id = 9' })).rows).toEqual([[PHONE]])
  })
})

/** The files that a process has open; only Linux tells. */
function openedBy(pid: number | null): string[] {
  const place = `/proc/${pid}/fd`
  return existsSync(place)
    ? readdirSync(place).flatMap((name) => (existsSync(join(place, name)) ? readlinkSync(join(place, name)) : []))
    : []
}

test('between two questions another program may write, rename and replace the book', async () => {
  const file = ownBook()
  const { ask, failure, pid } = await asking(file)
  const total = async () => (await ask('find_stations')).total
  const before = await total()
  await ask('query', { sql: 'SELECT 1' })
  expect(openedBy(pid).filter((name) => name.startsWith(file))).toEqual([])
  const writer = openBook(file, { mode: 'write', now: () => nowMs })
  const [first] = writer.stations.list({ offset: 0, limit: 1 }).rows
  if (first) writer.page(() => writer.stations.put([{ ...first, id: 10, name: 'new' }], nowMs))
  expect(await total()).toBe(before + 1)
  writer.close()
  expect(await total()).toBe(before + 1)
  renameSync(file, `${file}.away`)
  for (const [name, input] of [
    ['find_stations', {}],
    ['query', { sql: 'SELECT 1' }],
  ] as const)
    expect(await failure(name, input)).toMatchObject({
      code: 'BOOK_MISSING',
      sentence: expect.stringMatching(/^There is no book at --book FILE, .+\.$/u),
    })
  const restored = await meterbook(['restore', '--book', file, book], folder)
  expect([restored.code, restored.stderr]).toEqual([0, restored.stderr])
  expect(await total()).toBe(before)
  writeFileSync(file, 'no book at all, whatever it is called'.repeat(100))
  const outcome = await failure('find_stations')
  expect(outcome).toMatchObject({ code: 'NOT_A_BOOK' })
  // Books are called after their accounts.
  expect(JSON.stringify(outcome)).not.toContain(file)
})

test('a question without end is given up when the assistant gives it up, and others are answered meanwhile', async () => {
  const { client, ask } = await asking(book)
  const giving = new AbortController()
  const sql = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
  let isOver = false
  const endless = client
    .callTool({ name: 'query', arguments: { sql, seconds: 300 } }, { signal: giving.signal })
    .finally(() => (isOver = true))
    .catch((error: unknown) => error)
  expect((await ask('find_stations')).total).toBe(6)
  expect((await ask('holes', WEEK)).total).toBeGreaterThan(0)
  expect(isOver).toBe(false)
  giving.abort('enough')
  expect(String(await endless)).toContain('enough')
  // The process that it ran in is gone: otherwise this would wait for it.
  expect((await ask('query', { sql: 'SELECT 2 AS two' })).rows).toEqual([[2]])
})

test('a statement is ended after its seconds, and what is refused says why', async () => {
  const { failure } = await asking(book)
  const sql = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
  expect(await failure('query', { sql, seconds: 0.2 })).toMatchObject({ code: 'QUESTION_TOO_LONG' })
  expect(await failure('query', { sql: 'SELECT * FROM station' })).toMatchObject({ code: 'QUESTION_REFUSED', field: 'sql' })
  expect(await failure('query', { sql: 'SELEKT 1' })).toMatchObject({ code: 'QUESTION_WRONG', field: 'sql' })
})

test('questions that mean harm are refused or stopped with a sentence, and the bytes of the book are as they were', async () => {
  const target = join(folder, 'made-by-a-question')
  const { call, ask } = await asking(book)
  const before = readFileSync(book)
  const questions = hostileQuestions(target)
  expect(questions.length).toBeGreaterThan(100)
  for (const { sql, ends } of questions) {
    const { isError = false, content, structuredContent } = await call('query', { sql, seconds: 1 })
    const [first] = content
    const text = first?.type === 'text' ? first.text : ''
    const { code, data, sentence } = isError && text.startsWith('{') ? (JSON.parse(text) as { error: Failed }).error : NO_FAILURE
    const asked = sql.slice(0, 90)
    if (sql === '') expect([asked, isError, text]).toEqual([asked, true, expect.stringContaining('sql')])
    else if (ends === 'TOO_LONG') expect([asked, code]).toEqual([asked, 'QUESTION_TOO_LONG'])
    // Where personal columns are hidden some of them are refused before SQLite knows that it does not understand them.
    else if (ends === 'WRONG') expect([asked, code]).toEqual([asked, expect.stringMatching(/^QUESTION_(WRONG|REFUSED)$/u)])
    // Of an answer that goes into the memory of this one nothing goes into an answer of 1 MiB.
    else if (ends === 'TOO_LARGE')
      expect([asked, isError ? code : structuredContent]).toEqual([
        asked,
        isError ? expect.stringMatching(/^QUESTION_TOO_(LARGE|LONG)$/u) : expect.objectContaining({ rows: [], cut: 'bytes' }),
      ])
    else expect([asked, code, data?.['reason']]).toEqual([asked, 'QUESTION_REFUSED', ends])
    if (code) expect(sentence).toMatch(/^The question|^SQLite does not understand/u)
  }
  expect(existsSync(target)).toBe(false)
  expect(readFileSync(book).equals(before)).toBe(true)
  expect((await ask('query', { sql: 'SELECT count(*) FROM v_station' })).rows).toEqual([[6]])
})
interface Failed {
  code?: string
  data?: Record<string, unknown>
  sentence?: string
}
const NO_FAILURE: Failed = {}

test('progress is told to whoever asks for it', async () => {
  const { client } = await asking(book)
  const heard: number[] = []
  await client.callTool({ name: 'holes', arguments: WEEK }, { onprogress: ({ progress, total }) => heard.push(progress, total ?? 0) })
  expect(heard.slice(0, 2)).toEqual([1, 6])
})

test('a wrong question is answered with the field that is wrong', async () => {
  const { call, failure } = await asking(book)
  for (const [input, field] of [
    [{ from: '2026-02-15', to: '2026-02-09' }, 'to'],
    [{ ...WEEK, limit: 1e9 }, 'limit'],
    [{ ...WEEK, stations: [1] }, 'stations'],
  ] as const) {
    const { isError, content } = await call('holes', input)
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining(field)])
  }
  expect(await failure('holes', { ...WEEK, stationIds: [424242] })).toMatchObject({
    code: 'NO_SUCH_STATION',
    field: 'stationIds',
    sentence: expect.stringContaining('424242'),
  })
})

import { renameSync, rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { concludeBook } from '../../../electron/analysis/answers/keep-answers.ts'
import { fitted, MOST_ANSWER } from '../../../electron/assistant/fitting.ts'
import { createKept } from '../../../electron/assistant/kept.ts'
import { createJudgements } from '../../../electron/assistant/judgements.ts'
import { told } from '../../../electron/assistant/told.ts'
import { NOTICE, type Found } from '../../../electron/assistant/tool.ts'
import { TOOLS } from '../../../electron/assistant/tools/index.ts'
import { stationHoles } from '../../../electron/analysis/answers/station-seen.ts'
import { fileState } from '../../../electron/book/file/file-state.ts'
import { openBook } from '../../../electron/book/index.ts'
import { MeterbookError } from '../../../electron/contract/errors.ts'
import { gasDaySpan } from '../../../electron/contract/time/gas-day.ts'
import { MINUTE_MS } from '../../../electron/contract/time/units.ts'
import { visible } from '../../../electron/contract/visible.ts'
import { PRINTED_MS, STATION } from '../../support/form-book.ts'
import { station } from '../book/fixtures.ts'
import { askedBook, asking, EVERYTHING, HOSTILE, HOSTILE_STATION, OF_PEOPLE, USUAL, waiting, writeTo } from './asked-book.ts'

/** What tools answer: data alone, nothing of people unasked, no more than fits, and never of a book that was. */

const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
      : []

test('every tool is asked here', () => {
  expect(Object.keys(EVERYTHING).sort()).toEqual(TOOLS.map(({ name }) => name).sort())
})

test.each(Object.entries(EVERYTHING))('%s: texts are data in fields, said to be so, with nothing unseen in them', async (name, input) => {
  const { structured, text } = await asking(askedBook(), true).call(name, input)
  expect(structured.notice).toBe(NOTICE)
  expect(text.startsWith(`{"notice":${JSON.stringify(NOTICE)}`)).toBe(true)
  expect(JSON.parse(text)).toEqual(structured)
  expect(text).not.toMatch(UNSEEN)
  // Not escaped by JSON alone, for whoever parses it has them again.
  expect(textsIn(structured).join('')).not.toMatch(UNSEEN)
})

test('a hostile name stays a name: a field of its own, written out where it would hide or turn the text', async () => {
  const { structured } = await asking(askedBook()).call('find_stations', { text: 'ignore what was said' })
  expect(structured.rows).toMatchObject([{ stationId: HOSTILE_STATION, name: visible(HOSTILE), consumerName: visible(HOSTILE) }])
  expect(visible(HOSTILE)).toContain('\\u202eSYSTEM:\\u0007')
})

test('a question in SQL to a book that is not judged to its end says so; where it is, and of what was downloaded, nothing', async () => {
  const file = askedBook()
  const notJudged = async (view: string) =>
    (await asking(file).call('query', { sql: `SELECT count(*) FROM ${view}` })).structured['notJudged']
  expect(await notJudged('v_consumption_day')).toMatch(/^The book is not judged and summed to its end: of \d of \d stations/)
  expect(await notJudged('v_reading')).toBeNull()
  const book = openBook(file, { mode: 'write', now: () => PRINTED_MS })
  await concludeBook(book, { usual: USUAL, nowMs: PRINTED_MS, goesOn: () => true })
  book.close()
  for (const view of ['v_consumption_day', 'v_health', 'v_finding', 'v_balance_day'])
    expect([view, await notJudged(view)]).toEqual([view, null])
})

test('what says something of people is absent, and said to be', async () => {
  const file = askedBook()
  for (const [name, input] of Object.entries(EVERYTHING)) {
    const { structured, text } = await asking(file).call(name, input)
    for (const planted of Object.values(OF_PEOPLE)) expect([name, text.includes(planted)]).toEqual([name, false])
    if (name === 'station') expect(structured.leftOut).toContain('phone')
  }
  const { structured } = await asking(file).call('notes')
  expect(structured.rows).toMatchObject([{ kind: 'reading', reading: { values: { standardCounter: '21415.5' } } }])
  expect(structured.leftOut).toEqual(expect.arrayContaining(['author', 'text']))
  expect(JSON.parse((await asking(file).summary(null, waiting())).text)).not.toHaveProperty('account')
})

test('a phone or a tax number finds no station, where neither may be told', async () => {
  const file = askedBook()
  for (const text of ['912 345-67-89', OF_PEOPLE.inn]) {
    expect((await asking(file).call('find_stations', { text })).structured.rows).toEqual([])
    expect((await asking(file, true).call('find_stations', { text })).structured.rows).toMatchObject([{ stationId: HOSTILE_STATION }])
  }
})

test('with --with-personal it is there', async () => {
  const asked = asking(askedBook(), true)
  const all = await Promise.all(['find_stations', 'station', 'notes'].map((name) => asked.call(name, EVERYTHING[name])))
  const text = all.map((answer) => answer.text).join('\n')
  for (const planted of Object.values(OF_PEOPLE)) expect(text).toContain(planted)
  expect(all.map(({ structured }) => structured.leftOut)).toEqual([[], [], []])
  expect(JSON.parse((await asked.summary(null, waiting())).text)).toHaveProperty('account')
})

test('a window says what is behind it, and goes on where it ended', async () => {
  const asked = asking(askedBook())
  const first = (await asked.call('find_stations', { limit: 2 })).structured
  expect(first).toMatchObject({ limit: 2, offset: 0, total: 3, cut: 'limit', next: 2 })
  const rest = (await asked.call('find_stations', { limit: 2, offset: first.next })).structured
  expect(rest).toMatchObject({ offset: 2, total: 3, cut: null, next: null })
  expect([...(first['rows'] as unknown[]), ...(rest['rows'] as unknown[])]).toHaveLength(3)
})

test('an answer is no larger than is allowed, and says so', () => {
  const rows = Array.from({ length: 40_000 }, (_, nth) => ({ nth, text: 'з"\n'.repeat(20) }))
  const clock = { zone: 'UTC', contractHour: 10, zoneFrom: 'book', hourFrom: 'book' } as const
  const found: Found = { clock, offset: 100, limit: 50_000, total: 40_100, rows, facts: {}, leftOut: [] }
  const { structured, text } = fitted(found, { fetchedAt: null, answeredAt: '', judged: null })
  const taken = (structured['rows'] as unknown[]).length
  expect(taken).toBeGreaterThan(1000)
  expect(structured).toMatchObject({ cut: 'bytes', next: 100 + taken, total: 40_100 })
  const bytes = Buffer.byteLength(JSON.stringify({ content: [{ type: 'text', text }], structuredContent: structured }))
  expect(bytes).toBeLessThanOrEqual(MOST_ANSWER)
  expect(bytes).toBeGreaterThan(MOST_ANSWER * 0.98)
})

test('moments are told under the names of what they are', () => {
  const iso = (atMs: number) => `t${atMs}`
  expect(told({ fromMs: 1, toMs: null, m3: 2, inner: [{ atMs: 3, hoursMs: [4, 5] }] }, iso)).toEqual({
    from: 't1',
    to: null,
    m3: 2,
    inner: [{ at: 't3', hours: ['t4', 't5'] }],
  })
})

test('holes are those of the window, the price too, and the sums of all are theirs', async () => {
  const file = askedBook()
  const { structured } = await asking(file).call('holes', EVERYTHING['holes'])
  const book = openBook(file, { mode: 'read', now: () => PRINTED_MS })
  const range = gasDaySpan('2026-10-01', '2026-10-05', USUAL)
  const { holes, causes, expected } = stationHoles(
    book,
    { stationId: STATION, archiveType: 'hourly', ...range },
    { usual: USUAL, nowMs: PRINTED_MS },
  )
  book.close()
  expect(holes.length).toBeGreaterThan(0)
  const rows = structured['rows'] as { stationId: number; m3: number | null }[]
  const own = rows.find(({ stationId }) => stationId === STATION)
  expect(own).toMatchObject({
    expected,
    missing: holes.reduce((sum, { records }) => sum + records, 0),
    holesTotal: holes.length,
    causes: causes.map(({ cause, records }) => ({ cause, records })),
    holes: holes.map(({ m3, cause, records }) => ({ m3, cause, records })),
  })
  expect(structured['m3']).toBe(rows.reduce((sum, { m3 }) => sum + (m3 ?? 0), 0))
})

test('a span without a hole has as many records due as the whole says, and none is read but its stamps', async () => {
  const book = openBook(askedBook(), { mode: 'read', now: () => PRINTED_MS })
  onTestFinished(() => book.close())
  const asked = (from: string, to: string) =>
    stationHoles(book, { stationId: STATION, archiveType: 'hourly', ...gasDaySpan(from, to, USUAL) }, { usual: USUAL, nowMs: PRINTED_MS })
  const all = asked('2026-10-01', '2026-10-05')
  const days = ['01', '02', '03', '04', '05'].map((day) => asked(`2026-10-${day}`, `2026-10-${day}`))
  expect(days.map(({ holes }) => holes.length)).toEqual([0, 1, 0, 0, 0])
  expect(days.reduce((sum, { expected }) => sum + expected, 0)).toBe(all.expected)
  expect(days[0]).toEqual({ holes: [], causes: [], expected: 24, designCapacity: null })
  const { columns } = book.readings
  let read = 0
  book.readings.columns = (...args) => (read++, columns(...args))
  asked('2026-10-03', '2026-10-04')
  expect(read).toBe(0)
  asked('2026-10-02', '2026-10-02')
  expect(read).toBeGreaterThan(0)
})

test('what was judged in memory is kept while the file stays as it is, and no longer', async () => {
  const file = askedBook()
  const asked = asking(file)
  let judgings = 0
  const counting = waiting({ tell: () => void judgings++ })
  const inMemory = async () => (await asked.call('findings', {}, counting)).structured.book.judged?.stationsInMemory
  expect(await inMemory()).toBe(3)
  expect(judgings).toBe(3)
  expect(await inMemory()).toBe(3)
  expect(judgings).toBe(3)
  writeTo(file, (book) => book.stations.put([station({ id: 78, name: 'later' })], PRINTED_MS))
  expect(await inMemory()).toBe(4)
  expect(judgings).toBe(7)
})

test('what took long is found out once for a file, and anew after some minutes', async () => {
  const kept = createKept()
  let found = 0
  const ask = (state: string, nowMs: number) => kept({ name: 'x', state, nowMs }, () => Promise.resolve(++found))
  expect([await ask('a', 0), await ask('a', 5 * MINUTE_MS), await ask('b', 5 * MINUTE_MS), await ask('b', 16 * MINUTE_MS)]).toEqual([
    1, 1, 2, 3,
  ])
  const failing = kept({ name: 'x', state: 'c', nowMs: 0 }, () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(await ask('c', 0)).toBe(4)
})

test('of judgements that are too large nothing is kept', async () => {
  const file = askedBook()
  const judgements = createJudgements(1)
  for (const round of [1, 2]) {
    const book = openBook(file, { mode: 'read', now: () => PRINTED_MS })
    const state = fileState(file)
    const { stations } = await judgements.judge(book, {
      state,
      stateNow: () => fileState(file),
      usual: USUAL,
      nowMs: PRINTED_MS,
      at: waiting(),
    })
    book.close()
    // All of them are judged anew, none is brought along.
    expect([round, stations]).toEqual([round, 3])
  }
})

test('between two questions the book is nobody’s: it is renamed, replaced, gone, and written', async () => {
  const file = askedBook()
  const other = askedBook((book) => book.stations.put([station({ id: 501 }), station({ id: 502 })], PRINTED_MS))
  const asked = asking(file)
  const total = async () => (await asked.call('find_stations')).structured.total
  expect(await total()).toBe(3)
  writeTo(file, (book) => book.stations.put([station({ id: 500 })], PRINTED_MS))
  expect(await total()).toBe(4)
  renameSync(file, `${file}.old`)
  await expect(total()).rejects.toMatchObject({ code: 'BOOK_MISSING' })
  renameSync(other, file)
  expect(await total()).toBe(5)
  rmSync(file)
  await expect(total()).rejects.toMatchObject({ code: 'BOOK_MISSING' })
})

test('who gives up ends the work', async () => {
  const asked = asking(askedBook())
  let steps = 0
  const given = waiting({ tell: () => void steps++, isCancelled: () => steps > 0 })
  for (const name of ['holes', 'findings']) {
    steps = 0
    await expect(asked.call(name, EVERYTHING[name], given)).rejects.toEqual(new MeterbookError('CANCELLED'))
    expect(steps).toBe(1)
  }
})

test.each([
  ['holes', { from: '2026-10-05', to: '2026-10-01' }, 'to'],
  ['holes', { from: '2026-02-30', to: '2026-10-01' }, 'from'],
  ['daily_sums', { stationId: 1, from: '2020-01-01', to: '2026-10-01' }, 'to'],
  ['findings', { rules: ['no such rule'] }, 'rules'],
  ['find_stations', { limit: 0 }, 'limit'],
  ['readings', { from: '2026-10-01', to: '2026-10-01' }, 'stationId'],
])('%s names the field that is wrong: %o', (name, input, field) => {
  const { error } = TOOLS.find((tool) => tool.name === name)?.input.safeParse(input) ?? {}
  expect(error?.issues.map(({ path }) => path[0])).toContain(field)
})

test.each(['station', 'daily_sums', 'readings', 'findings', 'holes', 'visits', 'coverage', 'notes'])(
  '%s knows no station that is not there',
  async (name) => {
    const whose = 'stationId' in (EVERYTHING[name] ?? {}) ? { stationId: 9999 } : { stationIds: [9999] }
    await expect(asking(askedBook()).call(name, { ...EVERYTHING[name], ...whose })).rejects.toMatchObject({
      code: 'NO_SUCH_STATION',
      data: { id: 9999 },
    })
  },
)

import { ORPCError } from '@orpc/server'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Failure } from '../../../electron/contract/common.ts'
import type { FindingRow } from '../../../electron/contract/findings.ts'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import { backends, reached, type Client } from './backends.ts'

/** Findings as the windows see them: judged in the background, marked, judged again. */

const it = backends(8, 'file')
let client: Client
const settled = () =>
  vi.waitFor(async () => expect(await client.findings.analysis()).toMatchObject({ running: false, stale: 0 }), {
    timeout: 60_000,
    interval: 100,
  })
async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ORPCError)
  return (error as ORPCError<'FAILED', Failure>).data
}
const some = async (filter: Parameters<Client['findings']['page']>[0] = {}): Promise<FindingRow> => {
  const [row] = (await client.findings.page({ ...filter, limit: 1 })).rows
  if (!row) throw new Error('nothing was found')
  return row
}

/** What lasts has lasted longer when it is judged again. */
const lasting = ({ measure, evidence, ...row }: FindingRow) => (row.toMs === null ? row : { ...row, measure, evidence })

beforeAll(async () => {
  client = await it.start()
  await client.account.signIn(it.account())
  await reached(client, 'done')
  const toMs = Date.now()
  const day = (daysAgo: number) => new Date(toMs - daysAgo * DAY_MS).toISOString().slice(0, 10)
  await client.downloads.start({
    stations: 'all',
    archives: ['hourly', 'daily', 'settings', 'events', 'sessions'],
    views: ['unified'],
    span: { from: day(40), to: day(1) },
  })
  await reached(client, 'done')
  await settled()
}, 120_000)

test('after a download every station is judged by itself, and the same is told by page, counts and station', async () => {
  expect(await client.findings.analysis()).toMatchObject({ running: false, done: 8, total: 8, stale: 0 })
  const page = await client.findings.page({ limit: 1000 })
  const counts = await client.findings.counts({})
  expect(page.total).toBeGreaterThan(0)
  expect(counts.total).toBe(page.total)
  expect(counts.rules.reduce((sum, { findings }) => sum + findings, 0)).toBe(page.total)
  const { stationId } = await some()
  const station = await client.findings.ofStation({ stationId })
  expect(station.findings).toEqual(page.rows.filter((row) => row.stationId === stationId))
  expect(station.tests.passed).toBeLessThanOrEqual(station.tests.evaluated)
  expect(station.tests.evaluated).toBeGreaterThan(0)
  const archives = await client.readings.archives({ stationId })
  for (const { archiveType, good, notEvaluated, suspect, fail } of station.flags)
    expect(good + notEvaluated + suspect + fail).toBe(
      Math.max(...archives.filter((one) => one.archiveType === archiveType).map(({ records }) => records)),
    )
})

test('a mark holds through judging everything anew; an explanation becomes a note about the time', async () => {
  const { id, stationId, fromMs } = await some({ states: ['new'] })
  await client.findings.mark({ ids: [id], mark: 'explained', note: 'Плановый ремонт', author: 'Ольга' })
  const explained = (await client.findings.ofStation({ stationId })).findings.find((row) => row.id === id)
  expect(explained).toMatchObject({ state: 'explained' })
  const notes = await client.notes.page({ stationIds: [stationId] })
  expect(notes.rows).toMatchObject([
    { id: explained?.noteId, fromMs, kind: 'other', text: 'Плановый ремонт', author: 'Ольга' },
  ])
  const before = await client.findings.page({ limit: 1000 })
  expect(await client.findings.judge({ all: true })).toMatchObject({ stale: 8 })
  await settled()
  const after = await client.findings.page({ limit: 1000 })
  expect(after.rows.map(lasting)).toEqual(before.rows.map(lasting))
  await client.findings.mark({ ids: [id], mark: null })
  expect((await client.findings.counts({})).states).toEqual([{ state: 'new', findings: before.total }])
})

test('an explanation has words', async () => {
  const { id } = await some()
  expect(await failureOf(client.findings.mark({ ids: [id], mark: 'explained', note: '  ' }))).toMatchObject({
    code: 'BAD_INPUT',
  })
})

test('another threshold runs its rule again', async () => {
  const { judgedAtMs } = await client.findings.analysis()
  await client.thresholds.set({ values: [{ scope: 'book', scopeId: null, rule: 'silent', key: 'suspect', value: 1 }] })
  await vi.waitFor(async () => expect((await client.findings.analysis()).judgedAtMs).not.toBe(judgedAtMs), {
    timeout: 30_000,
  })
  await settled()
})

test('a book that is open for reading is judged in memory, and refuses marks', async () => {
  const book = await client.book.summary()
  const reader = await it.start({ name: 'reader', book: book?.file ?? '', mode: 'read' })
  const rows = await client.findings.page({ limit: 1000 })
  await vi.waitFor(async () => expect(await reader.findings.analysis()).toMatchObject({ running: false, stale: 0 }), {
    timeout: 60_000,
    interval: 100,
  })
  expect((await reader.findings.page({ limit: 1000 })).total).toBe(rows.total)
  expect(await reader.findings.judge({ all: true })).toMatchObject({ stale: 8 })
  await vi.waitFor(async () => expect(await reader.findings.analysis()).toMatchObject({ running: false, stale: 0 }), {
    timeout: 60_000,
    interval: 100,
  })
  const { id } = await some()
  expect(await failureOf(reader.findings.mark({ ids: [id], mark: 'seen' }))).toMatchObject({ code: 'READ_ONLY_BOOK' })
  await reader.close()
})

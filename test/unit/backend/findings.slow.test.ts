import { setTimeout } from 'node:timers/promises'
import { ORPCError } from '@orpc/server'
import { beforeAll, expect, test } from 'vitest'
import type { Failure } from '../../../electron/contract/common.ts'
import type { FindingRow } from '../../../electron/contract/findings.ts'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import { backends, reached, type Client } from './backends.ts'

/** Findings as the windows see them: judged in the background, marked, judged again. */

const it = backends(8, 'file')
let client: Client
/** A loop of its own: `expect.poll` is of a test, and `beforeAll` waits too. */
async function settled(): Promise<void> {
  for (;;) {
    const { running, stale } = await client.findings.analysis()
    if (!running && stale === 0) return
    await setTimeout(100)
  }
}
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

/** What lasts has lasted longer, and more gas has gone by, when it is judged again in another hour. */
const lasting = ({ measure, evidence, m3, ...row }: FindingRow) => (row.toMs === null ? row : { ...row, measure, evidence, m3 })

beforeAll(async () => {
  client = await it.start()
  await client.account.signIn(it.account())
  await reached(client, 'done')
  const toMs = Date.now()
  const day = (daysAgo: number) => new Date(toMs - daysAgo * DAY_MS).toISOString().slice(0, 10)
  await client.downloads.start({
    stations: 'all',
    archives: ['hourly', 'daily', 'settings', 'events', 'sessions', 'reference'],
    views: ['unified'],
    span: { from: day(40), to: day(1) },
  })
  await reached(client, 'done')
  await settled()
})

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
  const { noteIds } = await client.findings.mark({ ids: [id], mark: 'explained', note: 'Плановый ремонт', author: 'Ольга' })
  const explained = (await client.findings.ofStation({ stationId })).findings.find((row) => row.id === id)
  expect(explained).toMatchObject({ state: 'explained', noteId: noteIds[0] })
  const notes = await client.notes.page({ stationIds: [stationId] })
  expect(notes.rows).toMatchObject([{ id: explained?.noteId, fromMs, kind: 'other', text: 'Плановый ремонт', author: 'Ольга' }])
  const before = await client.findings.page({ limit: 1000 })
  expect(await client.findings.judge({ all: true })).toMatchObject({ stale: 8 })
  await settled()
  const after = await client.findings.page({ limit: 1000 })
  expect(after.rows.map(lasting)).toEqual(before.rows.map(lasting))
  // Brought back with the note that is there: no other is written.
  await client.findings.mark({ ids: [id], mark: 'wrong' })
  const broughtBack = { ids: [id], mark: 'explained' as const, noteId: explained?.noteId ?? null }
  expect(await client.findings.mark(broughtBack)).toEqual({ noteIds: [] })
  const again = (await client.findings.ofStation({ stationId })).findings.find((row) => row.id === id)
  expect(again).toMatchObject({ state: 'explained', noteId: explained?.noteId })
  expect((await client.notes.page({ stationIds: [stationId] })).total).toBe(1)
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
  await expect.poll(async () => (await client.findings.analysis()).judgedAtMs).not.toBe(judgedAtMs)
  await settled()
})

test('a book that is open for reading is judged in memory, and refuses marks', async () => {
  const book = await client.book.summary()
  const reader = await it.start({ name: 'reader', book: book?.file ?? '', mode: 'read' })
  const rows = await client.findings.page({ limit: 1000 })
  await expect.poll(() => reader.findings.analysis(), { interval: 100 }).toMatchObject({ running: false, stale: 0 })
  expect((await reader.findings.page({ limit: 1000 })).total).toBe(rows.total)
  expect(await reader.findings.judge({ all: true })).toMatchObject({ stale: 8 })
  await expect.poll(() => reader.findings.analysis(), { interval: 100 }).toMatchObject({ running: false, stale: 0 })
  const { id } = await some()
  expect(await failureOf(reader.findings.mark({ ids: [id], mark: 'seen' }))).toMatchObject({ code: 'READ_ONLY_BOOK' })
  await reader.close()
})

test('the sums of a gas day come by three ways, and none of them hides a gap', async () => {
  const { rows } = await client.stations.list({ limit: 8 })
  const to = new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10)
  const from = new Date(Date.now() - 20 * DAY_MS).toISOString().slice(0, 10)
  const asked = { from, to, timeZone: 'Europe/Moscow', contractHour: 10 }
  const all = await Promise.all(rows.map(({ id }) => client.findings.sums({ stationId: id, ...asked })))
  for (const { days, current, boundary } of all) {
    expect(days).toHaveLength(18)
    expect(current.hour).toBe(10)
    expect(boundary?.hour).not.toBe(10)
    for (const { hours, records, expected, daily, fits } of days) {
      if (records === 0) expect(hours).toBeNull()
      // Whether a day with a gap fits is not said by its hours.
      if (records !== expected && daily === null) expect(fits).toBeNull()
    }
  }
  const whole = all.flatMap(({ days }) => days).filter(({ fits }) => fits !== null)
  expect(whole.filter(({ fits }) => fits).length).toBeGreaterThan(whole.length * 0.9)
  await expect(failureOf(client.findings.sums({ stationId: -1, ...asked }))).resolves.toBeTruthy()
})

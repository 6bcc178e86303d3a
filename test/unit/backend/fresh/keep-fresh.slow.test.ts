import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { TripChoices } from '../../../../electron/contract/named-trips.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { backends, reached, type Client } from '../backends.ts'

/** Trips that are kept fresh by a backend of real parts: when it begins them, what holds it back, and what they give way to. */
const it = backends(4)

const FRESH: TripChoices = {
  stations: { of: 'all' },
  archives: ['daily'],
  views: ['general'],
  span: { days: 3 },
  refresh: false,
  fresh: { everyHours: 6, onMetered: false },
}
const OTHER = { stations: [10_001], archives: ['hourly'], span: { from: '2026-01-01', to: '2026-01-31' } }

const signIn = (client: Client) => client.account.signIn({ ...it.account(), remember: true, allowUnencrypted: false })
/** Signed in, with the lists in the book. */
async function begun(): Promise<Client> {
  const client = await it.start()
  await signIn(client)
  await reached(client, 'done')
  return client
}
const runs = async (client: Client) => (await client.downloads.history()).filter(({ plan }) => plan.trip === 'fresh')
const states = async (client: Client) => (await runs(client)).map(({ state, unasked }) => `${state}${unasked ? ' by itself' : ''}`)
async function until(client: Client, wanted: string[]): Promise<void> {
  await expect.poll(() => states(client)).toEqual(wanted)
}

/** As if all downloads had been made so long before. */
async function age(client: Client, ms: number): Promise<string> {
  const file = (await client.book.summary())?.file ?? ''
  const db = new Database(file)
  db.exec(`UPDATE run SET created_ms = created_ms - ${ms}, finished_ms = finished_ms - ${ms}, began_at_ms = began_at_ms - ${ms}`)
  db.close()
  return file
}

test('one that never ran begins at once; the next is due after its hours; somebody’s own run of it counts', async () => {
  const client = await begun()
  await client.namedTrips.keep({ ...FRESH, name: 'Fresh' })
  await until(client, ['done by itself'])
  expect((await client.downloads.progress()).unasked).toBe(true)
  const endedMs = (await runs(client))[0]?.finishedMs ?? 0
  expect(await client.namedTrips.fresh()).toMatchObject({
    ...{ trips: 1, running: null, heldBack: null, lastMs: endedMs },
    next: { name: 'Fresh', atMs: endedMs + 6 * HOUR_MS },
  })
  await client.namedTrips.run({ folded: 'fresh' })
  await until(client, ['done', 'done by itself'])
  const [own] = await runs(client)
  expect((await client.namedTrips.list())[0]).toMatchObject({
    nextMs: (own?.finishedMs ?? 0) + 6 * HOUR_MS,
    lastRun: { runId: own?.runId },
  })
})

test('one that is kept to be run next does not begin by itself before', async () => {
  const client = await begun()
  await client.namedTrips.keep({ ...FRESH, name: 'Fresh', runsNext: true })
  await client.namedTrips.run({ folded: 'fresh' })
  await until(client, ['done'])
  expect((await client.downloads.progress()).unasked).toBe(false)
})

test('the start of the program makes it due; a start right after does not', async () => {
  const client = await begun()
  await client.namedTrips.keep({ ...FRESH, name: 'Fresh' })
  await until(client, ['done by itself'])
  await client.close()
  const second = await it.start()
  expect((await second.namedTrips.fresh()).next?.atMs).toBeGreaterThan(Date.now())
  await age(second, HOUR_MS)
  await second.close()
  await until(await it.start(), ['done by itself', 'done by itself'])
})

test('it waits for another download, and gives way to one: then it comes once that is over', async () => {
  const client = await begun()
  it.service.faults.set({ latency: { ms: 60 } })
  const other = await client.downloads.start(OTHER)
  await client.namedTrips.keep({ ...FRESH, name: 'Fresh' })
  expect(await client.namedTrips.fresh()).toMatchObject({ heldBack: 'busy' })
  expect((await client.downloads.progress()).runId).toBe(other.runId)
  await expect.poll(async () => (await client.namedTrips.fresh()).running, { interval: 10 }).toBe('Fresh')
  await client.downloads.start({ ...OTHER, archives: ['daily'] })
  await until(client, ['done by itself', 'cancelled by itself'])
  expect((await client.downloads.history()).map(({ state }) => state)).toEqual(['done', 'done', 'cancelled', 'done', 'done'])
})

test('one that somebody cancels does not come back before its hours are over', async () => {
  const client = await begun()
  it.service.faults.set({ latency: { ms: 200 } })
  await client.namedTrips.keep({ ...FRESH, name: 'Fresh' })
  await expect.poll(async () => (await client.namedTrips.fresh()).running, { interval: 10 }).toBe('Fresh')
  await client.downloads.cancel()
  await until(client, ['cancelled by itself'])
  await client.program.setPreferences({ keepFresh: false })
  await client.program.setPreferences({ keepFresh: true })
  expect((await client.namedTrips.fresh()).next?.atMs).toBeGreaterThan(Date.now() + 5 * HOUR_MS)
  expect(await states(client)).toEqual(['cancelled by itself'])
})

test('signed out, off, over a line that is said to be metered, without a station: it waits and says why', async () => {
  const client = await begun()
  await client.account.signOut()
  await client.namedTrips.keep({ ...FRESH, name: 'Fresh' })
  expect(await client.namedTrips.fresh()).toMatchObject({ heldBack: 'signed-out' })
  await client.program.setPreferences({ keepFresh: false, meteredLine: true })
  await signIn(client)
  expect(await client.namedTrips.fresh()).toMatchObject({ heldBack: 'off' })
  await client.program.setPreferences({ keepFresh: true })
  expect(await client.namedTrips.fresh()).toMatchObject({ heldBack: 'metered', line: 'said' })
  expect(await states(client)).toEqual([])
  await client.namedTrips.keep({ ...FRESH, name: 'Fresh', instead: 'fresh', fresh: { everyHours: 6, onMetered: true } })
  await until(client, ['done by itself'])
  await client.namedTrips.keep({ ...FRESH, name: 'Nobody', stations: { of: 'order' } })
  await client.program.setPreferences({ meteredLine: false })
  expect(await client.namedTrips.fresh()).toMatchObject({ heldBack: 'no-stations', next: { name: 'Nobody' } })
})

test('a book that is open for reading is not kept fresh', async () => {
  const client = await begun()
  await client.namedTrips.keep({ ...FRESH, name: 'Fresh' })
  await until(client, ['done by itself'])
  const book = await age(client, 24 * HOUR_MS)
  await client.close()
  const reader = await it.start({ book, mode: 'read' })
  expect(await reader.namedTrips.fresh()).toMatchObject({ heldBack: 'read-only' })
  await expect(reader.namedTrips.run({ folded: 'fresh' })).rejects.toMatchObject({ data: { code: 'READ_ONLY_BOOK' } })
  await expect(reader.namedTrips.keep({ ...FRESH, name: 'Other' })).rejects.toMatchObject({ data: { code: 'READ_ONLY_BOOK' } })
})

test('a run is asked for again whatever became of it, with exactly its plan; one that the book does not know is said', async () => {
  const client = await begun()
  it.service.faults.set({ latency: { ms: 200 } })
  const { runId } = await client.downloads.start({ ...OTHER, energyVarname: 'gas', refresh: true })
  await client.downloads.cancel()
  it.service.faults.clear()
  await client.downloads.again({ runId: runId ?? 0 })
  await reached(client, 'done')
  const [again, cancelled] = await client.downloads.history()
  expect([again?.state, cancelled?.state]).toEqual(['done', 'cancelled'])
  expect(again?.plan).toEqual(cancelled?.plan)
  await expect(client.downloads.again({ runId: 999 })).rejects.toMatchObject({ data: { code: 'NO_SUCH_RUN' } })
})

/** Kept fresh, and in the middle of its run. */
async function underWay(client: Client): Promise<void> {
  it.service.faults.set({ latency: { ms: 200 } })
  await client.namedTrips.keep({ ...FRESH, name: 'Fresh' })
  await expect.poll(async () => (await client.namedTrips.fresh()).running, { interval: 10 }).toBe('Fresh')
}

test.each([{ keepFresh: false }, { meteredLine: true }])(
  'one that may not run any more (%j) ends, and comes again once it may',
  async (not) => {
    const client = await begun()
    await underWay(client)
    await client.program.setPreferences(not)
    await until(client, ['cancelled by itself'])
    it.service.faults.clear()
    await client.program.setPreferences({ keepFresh: true, meteredLine: false })
    await until(client, ['done by itself', 'cancelled by itself'])
  },
)

test('one that signing out ends comes again after the next sign-in', async () => {
  const client = await begun()
  await underWay(client)
  await client.account.signOut()
  await until(client, ['cancelled by itself'])
  it.service.faults.clear()
  await signIn(client)
  await until(client, ['done by itself', 'cancelled by itself'])
})

test('one that the end of the program left unfinished does not go on over a line that is metered now, and comes once it may', async () => {
  const client = await begun()
  await underWay(client)
  const file = (await client.book.summary())?.file ?? ''
  await client.close()
  it.service.faults.clear()
  const second = await it.start({ name: 'other' })
  await second.program.setPreferences({ meteredLine: true })
  await second.book.open({ file, mode: 'write' })
  await signIn(second)
  await expect.poll(() => second.namedTrips.fresh()).toMatchObject({ heldBack: 'metered', running: null })
  expect(await states(second)).toEqual(['cancelled by itself'])
  await second.program.setPreferences({ meteredLine: false })
  await until(second, ['done by itself', 'cancelled by itself'])
})

test('somebody’s own run that the end of the program cut short, taken up and ended, counts as one of this start', async () => {
  const client = await begun()
  await client.program.setPreferences({ keepFresh: false })
  await client.namedTrips.keep({ ...FRESH, name: 'Fresh' })
  it.service.faults.set({ latency: { ms: 200 } })
  await client.namedTrips.run({ folded: 'fresh' })
  await client.close()
  it.service.faults.clear()
  const second = await it.start()
  await until(second, ['done'])
  expect((await second.namedTrips.fresh()).next?.atMs).toBeGreaterThan(Date.now() + 5 * HOUR_MS)
})

test('what somebody’s own download brought is judged before a trip that waits begins: its findings are that download’s', async () => {
  const client = await begun()
  await client.downloads.start({ stations: 'all', archives: ['all'], span: { from: '2026-10-15', to: '2026-11-26' } })
  await client.namedTrips.keep({ ...FRESH, name: 'Fresh', stations: { of: 'these', ids: [10_002] } })
  await until(client, ['done by itself'])
  await expect.poll(() => client.findings.analysis()).toMatchObject({ stale: 0, running: false })
  const [, own] = await client.downloads.history()
  const [brought] = await client.downloads.brought({ runIds: [own?.runId ?? 0] })
  expect(own?.unasked).toBe(false)
  expect(brought?.findings).toBeGreaterThan(0)
})

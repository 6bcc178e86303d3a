import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { LISTS_OLD_MS } from '../../../electron/contract/time/stale.ts'
import { backends, reached, type Client } from './backends.ts'

/** What the program downloads without being asked, and when it does not. */
const it = backends(12)

const PLAN = { stations: [10_001], archives: ['daily'], span: { from: '2026-01-01', to: '2026-03-31' } }
const signIn = (client: Client) => client.account.signIn({ ...it.account(), remember: true, allowUnencrypted: false })
const listRequests = () => it.service.log.entries.filter(({ path }) => path.endsWith('/stations')).length
const everyList = () =>
  new Set(it.service.log.entries.filter(({ method }) => method === 'GET').map(({ path }) => path.split('/').at(-1) ?? ''))

/** As if the lists had been read so long before. */
async function age(client: Client, ms: number): Promise<void> {
  const file = (await client.book.summary())?.file ?? ''
  const db = new Database(file)
  db.exec(`UPDATE meta SET value = value - ${ms} WHERE key LIKE 'fetched:%'`)
  db.close()
}

/** A run that the user began after a sign-out: it waits for the next sign-in. */
async function waiting() {
  const client = await it.start()
  await signIn(client)
  await reached(client, 'done')
  await client.account.signOut()
  const { runId } = await client.downloads.start(PLAN)
  await reached(client, 'waiting-for-sign-in')
  return { client, runId }
}

describe('after a sign-in', () => {
  test('the lists come by themselves into an empty book, and nothing of any station', async () => {
    const client = await it.start()
    await signIn(client)
    expect(await reached(client, 'done')).toMatchObject({ tasks: { failed: 0 } })
    expect((await client.stations.list({ limit: 1 })).total).toBe(12)
    expect((await client.stations.tree()).providers.length).toBeGreaterThan(0)
    expect((await client.reference.archiveTypes()).length).toBeGreaterThan(0)
    expect([...everyList()].toSorted()).toEqual([
      'channel_archive_types',
      'customers',
      'energies',
      'equipment_types',
      'message_equipment_types',
      'stations',
    ])
  })

  test('lists that are young stay; old ones are read again', async () => {
    const client = await it.start()
    await signIn(client)
    await reached(client, 'done')
    expect(listRequests()).toBe(1)
    await age(client, LISTS_OLD_MS - 60_000)
    await client.account.signOut()
    await signIn(client)
    expect((await client.downloads.progress()).state).toBe('done')
    expect(listRequests()).toBe(1)
    await age(client, 120_000)
    await client.account.signOut()
    await signIn(client)
    expect((await client.downloads.progress()).state).toBe('running')
    await reached(client, 'done')
    expect(listRequests()).toBe(2)
  })

  test('a download that was interrupted goes before', async () => {
    const { client, runId } = await waiting()
    await age(client, LISTS_OLD_MS * 2)
    await signIn(client)
    expect(await reached(client, 'done')).toMatchObject({ runId, tasks: { failed: 0 } })
  })

  test('one that was paused stays paused', async () => {
    const { client, runId } = await waiting()
    await client.downloads.pause()
    await age(client, LISTS_OLD_MS * 2)
    await signIn(client)
    expect(await client.downloads.progress()).toMatchObject({ runId, state: 'paused' })
  })

  test('what the user begins goes before the lists, and has them; only its end is announced', async () => {
    it.service.faults.set({ latency: { ms: 20 } })
    const client = await it.start()
    await signIn(client)
    expect((await client.downloads.progress()).state).toBe('running')
    const { runId } = await client.downloads.start(PLAN)
    expect(await reached(client, 'done')).toMatchObject({ runId, tasks: { failed: 0 } })
    expect((await client.stations.list({ limit: 1 })).total).toBe(12)
    expect((await client.downloads.history()).map(({ state }) => state)).toEqual(['done', 'cancelled'])
    expect(await it.noticed(1)).toHaveLength(1)
    await client.downloads.start({ ...PLAN, archives: ['hourly'] })
    await expect(client.downloads.start(PLAN)).rejects.toMatchObject({ data: { code: 'DOWNLOAD_RUNNING' } })
  })

  test('the end of lists that came by themselves is not announced', async () => {
    // A run is announced when it was seen at work: progress is told ten times a second.
    it.service.faults.set({ latency: { ms: 60 } })
    const client = await it.start()
    await signIn(client)
    await reached(client, 'done')
    // The one that the user begins after them is, and alone.
    await client.downloads.start(PLAN)
    expect(await it.noticed(1)).toHaveLength(1)
    expect(await client.downloads.progress()).toMatchObject({ state: 'done' })
  })
})

test('a book that is opened offline asks nothing of the service, however old its lists are', async () => {
  const first = await it.start()
  await signIn(first)
  await reached(first, 'done')
  await age(first, LISTS_OLD_MS * 2)
  await first.close()
  const before = it.service.log.entries.length
  const second = await it.start()
  expect(await second.downloads.progress()).toMatchObject({ state: 'idle' })
  expect(it.service.log.entries.length).toBe(before)
})

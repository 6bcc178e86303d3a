import { expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { backends, reached } from './backends.ts'

const it = backends(4)

test('the last session is the newest of what the list, the station and its sessions say', async () => {
  const client = await it.start()
  await client.account.signIn({ ...it.account(), remember: true, allowUnencrypted: false })
  await reached(client, 'done')
  const file = (await client.book.summary())?.file ?? ''
  const { lastSeanceEventMs: listedMs, telemetryId } = await client.stations.get({ id: 10_001 })
  if (listedMs === null || telemetryId === null) throw new Error('the station has never reported')
  const heard = async () => {
    const reader = await it.start({ name: 'reader', book: file, mode: 'read' })
    const detail = await reader.stations.get({ id: 10_001 })
    const [row] = (await reader.stations.list({ ids: [10_001], limit: 1 })).rows
    expect(row?.heardMs).toBe(detail.heardMs)
    await reader.close()
    return detail.heardMs
  }
  await client.close()
  const change = (work: (book: ReturnType<typeof openBook>) => void) => {
    const book = openBook(file, { mode: 'write', now: Date.now, owner: 'test' })
    work(book)
    book.close()
  }
  expect(await heard()).toBe(listedMs)
  // An answer of the station from before the list was read must not hide the list's.
  change((book) => book.lastSessions.put(10_001, { stationName: null, lastSeanceEventMs: listedMs - 5000 }, Date.now()))
  expect(await heard()).toBe(listedMs)
  change((book) => book.lastSessions.put(10_001, { stationName: null, lastSeanceEventMs: listedMs + 1000 }, Date.now()))
  expect(await heard()).toBe(listedMs + 1000)
  change((book) => {
    const none = {
      evtid: null,
      trycnt: null,
      tryfl: null,
      state: null,
      btm: null,
      rssi: null,
      bsg: null,
      gettime: null,
      nextSessionMs: null,
      referenceparameterSeanceStatusId: null,
      durationSession: null,
      sessionTraffic: null,
      millisecond: null,
    }
    book.sessions.put([{ ...none, id: 1, telemetryId, atMs: listedMs + 2000 }])
  })
  expect(await heard()).toBe(listedMs + 2000)
})

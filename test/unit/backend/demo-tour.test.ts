import { describe, expect, test } from 'vitest'
import { demoTour, isTourDone } from '../../../electron/backend/demo-tour.ts'
import { LISTS_OLD_MS } from '../../../electron/contract/time/stale.ts'
import { stage } from '../downloads/world.ts'
import { backends, reached } from './backends.ts'

/** The demo's book: something of every station, everything of three. */

describe('the tour', () => {
  const it = stage(20)

  test('brings everything of three stations, and of every other a year of daily readings and a month of events', async () => {
    const { downloads, book } = await it.open()
    const plan = demoTour(it.demo.world, it.nowMs)
    downloads.start(plan)
    expect(await downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0, waiting: 0 } })

    expect(isTourDone(downloads.queue.history(), it.nowMs)).toBe(true)

    const full = plan.stations as number[]
    const rows = book.stations.list({ limit: -1 }).rows
    const firstWhole = rows.find(({ equipmentId, telemetryId }) => equipmentId !== null && telemetryId !== null)
    expect(full).toHaveLength(3)
    // The table of the window begins with one of them.
    expect(full[0]).toBe(firstWhole?.id)
    expect(new Set(full.map((id) => book.stations.get(id)?.equipmentTypeId)).size).toBe(3)

    const days = book.db
      .prepare<[number, string], number>('SELECT count(DISTINCT day) FROM v_coverage WHERE equipment_id = ? AND archive_type = ?')
      .pluck()
    for (const { id, equipmentId } of rows) {
      if (equipmentId === null) continue
      expect([id, days.get(equipmentId, 'daily')]).toEqual([id, 365])
      expect([id, days.get(equipmentId, 'alarm')]).toEqual([id, full.includes(id) ? 365 : 30])
      expect([id, days.get(equipmentId, 'changes')]).toEqual([id, 365])
      expect([id, days.get(equipmentId, 'hourly')]).toEqual([id, full.includes(id) ? 365 : 0])
      expect([id, book.stations.heard([id]).get(id)?.hasData]).toEqual([id, true])
    }
    for (const id of full) {
      const { equipmentId, telemetryId } = book.stations.get(id) ?? {}
      expect(book.settings.snapshots(equipmentId ?? 0)).toHaveLength(1)
      expect(book.sessions.query({ telemetryId: telemetryId ?? 0 }).total).toBeGreaterThan(0)
      expect(book.characteristics.get(id)).toBeDefined()
    }
  })

  test('is made again when it has grown old, or was not finished', () => {
    const run = { parts: 4, state: 'done', startedMs: it.nowMs }
    expect(isTourDone([run], it.nowMs + LISTS_OLD_MS)).toBe(true)
    expect(isTourDone([run], it.nowMs + LISTS_OLD_MS + 1)).toBe(false)
    expect(isTourDone([{ ...run, state: 'cancelled' }], it.nowMs)).toBe(false)
    expect(isTourDone([{ ...run, parts: 1 }], it.nowMs)).toBe(false)
  })
})

describe('the demo', () => {
  const it = backends(6)

  test('fills its book by itself; the list is there at once, and begins with the station that is full', async () => {
    const client = await it.start()
    await client.account.tryDemo()
    expect(await client.downloads.progress()).toMatchObject({ state: 'running' })
    for await (const { state } of await client.downloads.watch()) {
      expect(state).toBe('running')
      if ((await client.stations.list({ limit: 1 })).total > 0) break
    }
    const { total, rows } = await client.stations.list({ limit: 1 })
    expect(total).toBe(150)
    // One station had another device some weeks ago.
    const { devices, exchanges } = await client.stations.devices({ id: 10_095 })
    expect(devices.map(({ equipmentId }) => equipmentId)).toEqual([500_095, 300_095])
    expect(exchanges).toHaveLength(1)
    const first = rows[0]?.id ?? 0
    for await (const progress of await client.downloads.watch()) {
      expect(progress.state).toBe('running')
      if ((await client.stations.get({ id: first })).hasData) break
    }
    const [run] = await client.downloads.history()
    expect(run?.plan.stations).toBe('all')
    // Its readings came first.
    expect((await client.readings.archives({ stationId: first })).length).toBeGreaterThan(0)
    await client.downloads.cancel()
    expect((await reached(client, 'cancelled')).records).toBeGreaterThan(0)
    // A window that opens the demo's book again does not begin anew what was cancelled; trying the demo does.
    const file = (await client.book.summary())?.file ?? ''
    await client.book.close()
    await client.book.open({ file })
    expect((await client.downloads.progress()).state).toBe('idle')
    await client.account.signOut()
    await client.account.tryDemo()
    expect((await client.downloads.progress()).state).toBe('running')
  })
})

import { describe, expect, test } from 'vitest'
import { MeterbookError } from '../../../electron/contract/errors.ts'
import type { RunPlan } from '../../../electron/downloads/run-plan.ts'
import { listsPlan } from '../../../electron/downloads/lists.ts'
import { hourlyOf, stage, until } from './world.ts'

/** Runs of several parts, and runs that the program begins by itself. */
const it = stage(45)

const TOUR: RunPlan = {
  ...hourlyOf({ stations: [10_001, 10_002], span: { from: '2026-10-01', to: '2026-11-20' } }),
  also: [
    { stations: 'all', archives: ['daily'], views: ['general'], span: { from: '2026-11-01', to: '2026-11-20' } },
    { stations: [10_001, 10_003], archives: ['alarm'], views: ['general'], span: { from: '2026-11-10', to: '2026-11-20' } },
  ],
  unasked: true,
}
const archives = (asked: string[]) => asked.filter((name) => /^(hourly|daily|alarm)/.test(name))
const withDevice = () => [...it.demo.world.stations()].filter(({ equipment_id }) => equipment_id !== null).length

describe('parts of a plan', () => {
  test('are fetched one after another, each with its own stations, archives and days', async () => {
    const puller = await it.open({ lanes: 1 })
    puller.downloads.start(TOUR)
    expect(await puller.downloads.settled()).toMatchObject({
      state: 'done',
      tasks: { failed: 0, waiting: 0 },
      stations: { total: 45, done: 45 },
    })
    const asked = archives(it.asked())
    expect(asked.slice(0, 4)).toEqual([
      'hourly 300001 general 2026-10-11..2026-11-20',
      'hourly 300002 general 2026-10-11..2026-11-20',
      'hourly 300001 general 2026-10-01..2026-10-10',
      'hourly 300002 general 2026-10-01..2026-10-10',
    ])
    const daily = asked.slice(4, -2)
    expect(daily).toHaveLength(withDevice())
    expect(daily.every((name) => /^daily \d+ general 2026-11-01\.\.2026-11-20$/.test(name))).toBe(true)
    expect(asked.slice(-2)).toEqual(['alarm 300001 general 2026-11-10..2026-11-20', 'alarm 300003 general 2026-11-10..2026-11-20'])
    const [run] = puller.downloads.queue.history()
    expect(run?.plan).toMatchObject({
      stations: 'all',
      archives: ['hourly', 'daily', 'alarm'],
      span: { from: '2026-10-01', to: '2026-11-20' },
    })
  })

  test('go on where the program ended, and nothing is asked twice', async () => {
    it.demo.faults.set({ latency: { ms: 4 } })
    const first = await it.open()
    first.downloads.start(TOUR)
    await until(first, ({ tasks }) => tasks.total > 45 && tasks.done > 30)
    await first.close()
    const second = await it.open()
    expect(second.downloads.takeUp()).toBe(true)
    expect(await second.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0, waiting: 0 } })
    const tasks = second.downloads.tasks({ offset: 0, limit: 1000 }).rows
    const keys = tasks.map(({ kind, stationId, archiveType, from }) => [kind, stationId, archiveType, from].join(' '))
    expect(keys.filter((key) => key.startsWith('readings') || key.startsWith('events')).length).toBe(4 + withDevice() + 2)
    expect(second.book.db.prepare("SELECT count(DISTINCT equipment_id) FROM v_coverage WHERE archive_type = 'daily'").pluck().get()).toBe(
      withDevice(),
    )
  })
})

describe('what the program began by itself', () => {
  test('gives way to what the user begins; what the user began does not', async () => {
    it.demo.faults.set({ latency: { ms: 4 } })
    const puller = await it.open()
    puller.downloads.start(listsPlan(it.nowMs))
    await until(puller, ({ pages }) => pages > 2)
    const mine = puller.downloads.start(hourlyOf())
    expect(() => puller.downloads.start(listsPlan(it.nowMs))).toThrow(MeterbookError)
    expect(() => puller.downloads.start(hourlyOf())).toThrow(MeterbookError)
    expect(await puller.downloads.settled()).toMatchObject({ runId: mine.runId, state: 'done', tasks: { failed: 0 } })
    expect(puller.downloads.queue.history().map(({ state }) => state)).toEqual(['done', 'cancelled'])
    // What the lists lead to has come all the same.
    expect(puller.book.stations.count()).toBe(45)
    expect(puller.book.db.prepare('SELECT DISTINCT equipment_type_id FROM channel').all()).toHaveLength(7)
  })
})

test('the page of a list that is asked for is told, and how many the service says there are', async () => {
  it.demo.faults.set({ latency: { ms: 8 }, perPageIgnored: {} })
  const puller = await it.open({ lanes: 1 })
  puller.downloads.start(listsPlan(it.nowMs))
  const told = new Set<string>()
  await until(puller, ({ current, pages }) => {
    for (const { kind, page, pages: of } of current) if (kind === 'stations') told.add(`${page} of ${of}`)
    return pages > 3
  })
  expect([...told]).toEqual(['1 of null', '2 of 3', '3 of 3'])
  await puller.downloads.settled()
})

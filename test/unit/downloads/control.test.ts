import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Progress } from '../../../electron/contract/downloads.ts'
import { planOf, SHORT_LIMITS, type Puller } from '../../support/pull.ts'
import { compareWithTruth } from '../../support/truth.ts'
import { hourlyOf, stage, until } from './world.ts'

const it = stage()
const PLAN = planOf({ stations: [10_001, 10_004], span: { from: '2026-10-20', to: '2026-11-20' } })
const YEAR = hourlyOf({ span: { from: '2025-11-21', to: '2026-11-20' } })

const whole = (puller: Puller, plan = PLAN) => compareWithTruth(puller.book, it.demo.world, plan).differences
/** Every page was asked for once. */
const expectNoneTwice = () => {
  const keys = it.entries().map(({ path, query }) => path + JSON.stringify(query))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
}
const afterPages = (pages: number) => (progress: Progress) => progress.pages >= pages

/** Slow enough to be caught in the middle. */
const SLOW = { latency: { ms: 8 } }

describe('pause', () => {
  test('keeps the pages in the air, asks for nothing while it lasts, and goes on where it was', async () => {
    it.demo.faults.set(SLOW)
    const puller = await it.open()
    puller.downloads.start(PLAN)
    await until(puller, afterPages(50))
    expect(puller.downloads.pause().state).toBe('pausing')
    const paused = await puller.downloads.settled()
    expect(paused).toMatchObject({ state: 'paused', failure: null })
    expect(paused.tasks).toMatchObject({ running: 0, failed: 0 })
    const asked = it.entries().length
    await sleep(60)
    expect(it.entries()).toHaveLength(asked)
    puller.downloads.resume()
    expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0, waiting: 0 } })
    expect(whole(puller)).toEqual([])
    expectNoneTwice()
  })

  test('outlives the program, which does not take a paused run up by itself', async () => {
    it.demo.faults.set(SLOW)
    const first = await it.open()
    first.downloads.start(PLAN)
    await until(first, afterPages(50))
    first.downloads.pause()
    await first.downloads.settled()
    await first.close()
    const asked = it.entries().length
    const second = await it.open()
    expect(second.downloads.takeUp()).toBe(true)
    await second.downloads.settled()
    expect(second.downloads.progress().state).toBe('paused')
    expect(it.entries()).toHaveLength(asked)
    second.downloads.resume()
    expect((await second.downloads.settled()).state).toBe('done')
    expect(whole(second)).toEqual([])
    expectNoneTwice()
  })

  test('in the middle of several chunks of one task, and of a configuration: each goes on at its own page', async () => {
    it.demo.faults.set({ ...SLOW, perPageIgnored: {} })
    const plan = { ...PLAN, stations: [10_001], archives: ['hourly', 'settings'], span: YEAR.span }
    let puller = await it.open()
    puller.downloads.start(plan)
    const readSettings = ({ book }: Puller) =>
      book.db.prepare<[], number>("SELECT pages FROM task WHERE kind = 'settings'").pluck().get() ?? 0
    await until(puller, () => readSettings(puller) >= 2)
    for (const pages of [0, 250, 450]) {
      await until(puller, (progress) => progress.pages >= pages)
      puller.downloads.pause()
      await puller.downloads.settled()
      await puller.close()
      puller = await it.open()
      puller.downloads.takeUp()
      puller.downloads.resume()
    }
    expect((await puller.downloads.settled()).state).toBe('done')
    expectNoneTwice()
    const [snapshot] = puller.book.settings.snapshots(300_001)
    expect(puller.book.settings.items(snapshot?.id ?? 0)).toHaveLength([...it.demo.world.settings(300_001)].length)
  })

  test('can be taken back while pages are still coming in', async () => {
    it.demo.faults.set(SLOW)
    const puller = await it.open()
    puller.downloads.start(PLAN)
    await until(puller, afterPages(50))
    puller.downloads.pause()
    expect(puller.downloads.resume().state).toBe('running')
    expect((await puller.downloads.settled()).state).toBe('done')
    expect(whole(puller)).toEqual([])
    expectNoneTwice()
  })
})

describe('cancel', () => {
  test('ends it with everything kept, and a new run may begin at once and asks only for the rest', async () => {
    it.demo.faults.set(SLOW)
    const puller = await it.open()
    puller.downloads.start(PLAN)
    await until(puller, afterPages(60))
    const cancelled = puller.downloads.cancel()
    expect(cancelled).toMatchObject({ state: 'cancelled', tasks: { running: 0, waiting: 0 } })
    expect(cancelled.tasks.cancelled + cancelled.tasks.done).toBe(cancelled.tasks.total)
    expect(puller.downloads.start(PLAN).state).toBe('running')
    const end = await puller.downloads.settled()
    expect(end).toMatchObject({ state: 'done', tasks: { failed: 0, waiting: 0, cancelled: 0 } })
    expect(whole(puller)).toEqual([])
    expect(puller.downloads.queue.history().map(({ state }) => state)).toEqual(['done', 'cancelled'])
  })

  test('stays cancelled, also for the next program', async () => {
    it.demo.faults.set(SLOW)
    const first = await it.open()
    first.downloads.start(PLAN)
    await until(first, afterPages(40))
    first.downloads.cancel()
    expect((await first.downloads.settled()).state).toBe('cancelled')
    await first.close()
    const second = await it.open()
    expect(second.downloads.takeUp()).toBe(false)
  })

  test.each([
    ['pause', (puller: Puller) => void puller.downloads.pause()],
    ['resume', (puller: Puller) => void puller.downloads.resume()],
    ['pause and resume', (puller: Puller) => void (puller.downloads.pause(), puller.downloads.resume())],
    ['a second cancel', (puller: Puller) => void puller.downloads.cancel()],
    ['nudge', (puller: Puller) => puller.downloads.nudge()],
    ['reorder', (puller: Puller) => void puller.downloads.reorder([1, 2, 3], 'front')],
    ['cancelling tasks', (puller: Puller) => void puller.downloads.cancelTasks([1, 2, 3])],
    ['signing out', (puller: Puller) => (puller.downloads.pause(), puller.connection.signOut()) as Promise<unknown>],
  ])('while pages are in the air, then %s: stays cancelled, here and in the book', async (_what, then) => {
    it.demo.faults.set(SLOW)
    const puller = await it.open()
    puller.downloads.start(PLAN)
    await until(puller, afterPages(40))
    const { finishedMs, runId } = puller.downloads.cancel()
    it.nowMs += 5_000
    await then(puller)
    expect(puller.downloads.progress().state).toBe('cancelled')
    expect(await puller.downloads.settled()).toMatchObject({ state: 'cancelled', finishedMs })
    const { state } = puller.book.tasks.run(runId ?? 0) ?? {}
    expect([state, puller.book.tasks.run(runId ?? 0)?.finishedMs]).toEqual(['cancelled', finishedMs])
    expect(puller.book.tasks.counts(runId ?? 0)).toMatchObject({ waiting: 0, running: 0 })
    expect(puller.downloads.queue.unfinished()).toBeNull()
  })

  test('and then a retry of what failed, while a pause is coming: paused, here and in the book', async () => {
    it.demo.faults.set({ ...SLOW, html200: { path: 'archive_type=alarm' } })
    const puller = await it.open({ connection: { limits: { ...SHORT_LIMITS, retries: 0 } } })
    puller.downloads.start(PLAN)
    await until(puller, ({ tasks }) => tasks.failed > 0)
    puller.downloads.pause()
    expect(puller.downloads.retry().state).toBe('pausing')
    const { runId } = await puller.downloads.settled()
    expect(puller.downloads.progress().state).toBe('paused')
    expect(puller.book.tasks.run(runId ?? 0)?.state).toBe('paused')
  })

  test('a second run while one is at work is refused', async () => {
    it.demo.faults.set(SLOW)
    const { downloads } = await it.open()
    downloads.start(PLAN)
    expect(() => downloads.start(PLAN)).toThrow(expect.objectContaining({ code: 'DOWNLOAD_RUNNING' }) as Error)
    downloads.cancel()
  })

  test('of single tasks, at work or waiting, leaves the others whole and the counts right', async () => {
    it.demo.faults.set(SLOW)
    const puller = await it.open({ lanes: 2 })
    puller.downloads.start(PLAN)
    await until(puller, ({ current }) => current.some(({ archiveType }) => archiveType === 'hourly'))
    const { rows } = puller.downloads.tasks({ stationId: 10_004, offset: 0, limit: 1000 })
    const open = puller.downloads.tasks({ states: ['running'], offset: 0, limit: 10 }).rows
    const chosen = [...new Set([...rows, ...open].filter(({ state }) => state !== 'done').map(({ id }) => id))]
    puller.downloads.cancelTasks(chosen)
    const end = await puller.downloads.settled()
    expect(end.tasks).toMatchObject({ waiting: 0, running: 0, failed: 0, cancelled: chosen.length })
    expect(end.tasks.done + end.tasks.cancelled).toBe(end.tasks.total)
    const counts = puller.book.tasks.counts(end.runId ?? 0)
    expect(counts).toMatchObject({ done: end.tasks.done, cancelled: end.tasks.cancelled, waiting: 0 })
  })
})

test('reorder: what is moved to the front comes next, what is moved to the end comes last', async () => {
  const puller = await it.open({ lanes: 1 })
  it.demo.faults.set({ latency: { ms: 3 } })
  puller.downloads.start(planOf({ stations: [10_001, 10_002, 10_003, 10_004], archives: ['hourly'], span: YEAR.span }))
  await until(puller, ({ current }) => current.some(({ archiveType }) => archiveType === 'hourly'))
  const { rows } = puller.downloads.tasks({ states: ['waiting'], offset: 0, limit: 1000 })
  const oldest = rows.filter(({ stationId, to }) => stationId === 10_004 && to !== '2026-11-20').map(({ id }) => id)
  const last = rows.filter(({ stationId }) => stationId === 10_002).map(({ id }) => id)
  it.asked()
  puller.downloads.reorder(oldest, 'front')
  puller.downloads.reorder(last, 'back')
  await puller.downloads.settled()
  const devices = it.asked().map((name) => name.split(' ')[1])
  const order = devices.filter((device, at) => device !== devices[at - 1])
  // The task at work goes on to its end.
  expect(order.slice(order[0] === '300004' ? 0 : 1)[0]).toBe('300004')
  expect(order.at(-1)).toBe('300002')
  expect(order.filter((device) => device === '300002').length).toBeLessThanOrEqual(2)
})

describe('a run that the end of the program interrupted', () => {
  test('is taken up with no page asked twice, plan and counts as they were', async () => {
    it.demo.faults.set({ ...SLOW, perPageIgnored: {} })
    const first = await it.open()
    first.downloads.start(PLAN)
    await until(first, afterPages(150))
    const before = await (first.downloads.close(), first.downloads.settled())
    await first.close()
    const keysOf = (entries: ReturnType<typeof it.entries>) => entries.map(({ path, query }) => path + JSON.stringify(query))
    const asked = [...it.entries()]
    it.demo.faults.clear('latency')
    const second = await it.open()
    expect(second.downloads.takeUp({ ...PLAN, stations: [10_004, 10_001] })).toBe(true)
    const end = await second.downloads.settled()
    expect(end).toMatchObject({ state: 'done', runId: before.runId, stations: { total: 2, done: 2 } })
    expect(end.tasks.total).toBeGreaterThanOrEqual(before.tasks.total)
    expect(whole(second)).toEqual([])
    // What was in the air on each of the lanes.
    const twice = keysOf(it.entries().slice(asked.length)).filter((key) => keysOf(asked).includes(key))
    expect(twice.length, twice.join('\n')).toBeLessThanOrEqual(4)
  })

  test('is not taken for another plan', async () => {
    it.demo.faults.set(SLOW)
    const first = await it.open()
    first.downloads.start(PLAN)
    await until(first, afterPages(20))
    await first.close()
    const second = await it.open()
    expect(second.downloads.takeUp({ ...PLAN, archives: ['hourly'] })).toBe(false)
    expect(second.downloads.takeUp({ ...PLAN, refresh: true })).toBe(false)
  })
})

describe('progress', () => {
  test('is told at most ten times a second, the last word always', async () => {
    it.demo.faults.set({ latency: { ms: 2 } })
    const puller = await it.open()
    const told: { atMs: number; state: Progress['state'] }[] = []
    puller.downloads.listen(({ state }) => told.push({ atMs: performance.now(), state }))
    puller.downloads.start(PLAN)
    await puller.downloads.settled()
    await expect.poll(() => told.at(-1)?.state).toBe('done')
    told.slice(1).forEach(({ atMs }, at) => expect(atMs - (told[at]?.atMs ?? 0)).toBeGreaterThan(90))
    expect(told.length).toBeGreaterThan(1)
  })

  test('shows the stations at work before those that wait, and what is over last', async () => {
    it.demo.faults.set(SLOW)
    const puller = await it.open()
    puller.downloads.start(planOf({ stations: [10_001, 10_002, 10_003, 10_004, 10_005], span: PLAN.span }))
    await until(puller, ({ stations, current }) => stations.done >= 1 && stations.done <= 3 && current.length > 0)
    const { rows } = puller.downloads.byStation({ offset: 0, limit: 10 })
    const at = puller.downloads.progress().current.map(({ stationName }) => stationName)
    expect(at).toContain(rows[0]?.stationName)
    const stages = rows.map(({ done, failed, total }) => (done + failed === total ? 2 : done > 0 ? 0 : 1))
    expect(stages.filter((stage) => stage === 2)).not.toEqual([])
    expect(stages.indexOf(2)).toBe(stages.length - stages.filter((stage) => stage === 2).length)
    puller.downloads.pause()
    await puller.downloads.settled()
  })

  test('counts records and bytes once, and agrees with the book', async () => {
    const puller = await it.open()
    puller.downloads.start(PLAN)
    const end = await puller.downloads.settled()
    const [run] = puller.downloads.queue.history()
    expect(run).toMatchObject({ records: end.records, added: end.added, changed: 0, failed: 0 })
    const tasks = puller.downloads.tasks({ offset: 0, limit: 1000 }).rows
    expect(tasks.reduce((sum, task) => sum + task.records, 0)).toBe(end.records)
    expect(tasks.reduce((sum, task) => sum + task.bytes, 0)).toBe(end.bytes)
    expect(tasks.reduce((sum, task) => sum + task.pages, 0)).toBe(end.pages)
    expect(end.leftMs).toBeNull()
    const shown = puller.downloads.byStation({ offset: 0, limit: 10 })
    expect(shown.rows.map(({ stationId, done, total, failed }) => [stationId, done === total, failed])).toEqual([
      [null, true, 0],
      [10_001, true, 0],
      [10_004, true, 0],
    ])
  })
})

import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { dayNumber } from '../../../electron/contract/time/day.ts'
import { planOf, SHORT_LIMITS, type Puller } from '../../support/pull.ts'
import { compareWithTruth } from '../../support/truth.ts'
import { days, hourlyOf, stage, statesOf, until } from './world.ts'

const it = stage()
const PLAN = planOf({ stations: [10_001, 10_004], span: { from: '2026-10-20', to: '2026-11-20' } })

describe('a page that cannot be had', () => {
  test('fails its task alone; what failed is named, asked again on demand, and then whole', async () => {
    const puller = await it.open()
    it.demo.faults.set({ html200: { path: 'archive_type=alarm' } })
    puller.downloads.start(PLAN)
    const end = await puller.downloads.settled()
    expect(end).toMatchObject({ state: 'done', tasks: { failed: 2, waiting: 0 } })
    expect(
      puller.downloads
        .tasks({ states: ['failed'], offset: 0, limit: 9 })
        .rows.map(({ failure, archiveType }) => [archiveType, failure?.code]),
    ).toEqual([
      ['alarm', 'BAD_PAGE'],
      ['alarm', 'BAD_PAGE'],
    ])
    expect(statesOf(puller, 'alarm')).toEqual({ failed: 64 })
    it.demo.faults.clear()
    it.asked()
    puller.downloads.fetchGaps('all')
    expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
    expect(it.asked().filter((name) => name.startsWith('alarm'))).toHaveLength(2)
    expect(compareWithTruth(puller.book, it.demo.world, PLAN).differences).toEqual([])
  })

  test('days that were there before stay fetched when a refresh of them fails', async () => {
    const puller = await it.open()
    puller.downloads.start(hourlyOf({ span: { from: '2026-10-20', to: '2026-11-10' } }))
    await puller.downloads.settled()
    const before = statesOf(puller, 'hourly')
    it.nowMs += 3_600_000
    it.demo.faults.set({ html200: { path: 'archive_type=hourly' } })
    puller.downloads.start(hourlyOf({ span: { from: '2026-10-20', to: '2026-11-10' }, refresh: true }))
    expect((await puller.downloads.settled()).tasks.failed).toBe(1)
    expect(statesOf(puller, 'hourly')).toEqual(before)
  })
})

describe('the network', () => {
  test('comes back, and the download carries on by itself', async () => {
    const puller = await it.open({ connection: { limits: { ...SHORT_LIMITS, retries: 1 } } })
    it.demo.faults.set({ latency: { ms: 4 } })
    puller.downloads.start(PLAN)
    await until(puller, ({ pages }) => pages > 50)
    it.demo.faults.set({ lostBefore: {} })
    const waiting = await until(puller, ({ state }) => state === 'waiting-for-network')
    expect(waiting.failure?.code).toBe('UNREACHABLE')
    it.demo.faults.clear()
    expect(await puller.downloads.settled()).toMatchObject({ state: 'done', failure: null, tasks: { failed: 0 } })
    expect(compareWithTruth(puller.book, it.demo.world, PLAN).differences).toEqual([])
  })

  test('stays away: with patience the run pauses and is there for the next time', async () => {
    const puller = await it.open({
      connection: { limits: { ...SHORT_LIMITS, retries: 0 } },
      downloads: { patienceMs: 150 },
    })
    it.demo.faults.set({ lostBefore: {} })
    puller.downloads.start(PLAN)
    const end = await puller.downloads.settled()
    expect(end).toMatchObject({ state: 'paused', failure: { code: 'UNREACHABLE' }, tasks: { failed: 0 } })
    it.demo.faults.clear()
    puller.downloads.resume()
    expect((await puller.downloads.settled()).state).toBe('done')
  })

  test('a long pause that the service asks for is kept, whatever happens on the line, until the user says otherwise', async () => {
    const puller = await it.open({ connection: { limits: { ...SHORT_LIMITS, retries: 1 } } })
    it.demo.faults.set({ tooManyRequests: { retryAfterS: 900 } })
    puller.downloads.start(PLAN)
    const waiting = await until(puller, ({ state }) => state === 'waiting-for-network')
    expect(waiting.failure).toMatchObject({ code: 'RATE_LIMITED', data: { retryAfterMs: 900_000 } })
    it.demo.faults.clear()
    it.asked()
    puller.downloads.nudge()
    await sleep(80)
    expect(it.asked()).toEqual([])
    puller.downloads.resume()
    expect((await puller.downloads.settled()).state).toBe('done')
  })

  test('a pause of a month is kept like any other, its end is told, and it can be cancelled', async () => {
    const month = 30 * 86_400
    const puller = await it.open({ connection: { limits: { ...SHORT_LIMITS, retries: 1 } } })
    it.demo.faults.set({ tooManyRequests: { retryAfterS: month } })
    puller.downloads.start(PLAN)
    const waiting = await until(puller, ({ state }) => state === 'waiting-for-network')
    expect(waiting).toMatchObject({ failure: { code: 'RATE_LIMITED' }, waitsUntilMs: it.nowMs + month * 1000 })
    it.asked()
    await sleep(80)
    expect(it.asked()).toEqual([])
    expect(puller.downloads.cancel()).toMatchObject({ state: 'cancelled', waitsUntilMs: null })
    await puller.downloads.settled()
  })

  test('a pause that is longer than the patience is not begun: the run stands still and says why', async () => {
    const puller = await it.open({ downloads: { patienceMs: 300_000 } })
    it.demo.faults.set({ tooManyRequests: { skip: 12, retryAfterS: 600 } })
    puller.downloads.start(PLAN)
    const end = await puller.downloads.settled()
    expect(end).toMatchObject({ state: 'paused', failure: { code: 'RATE_LIMITED', data: { retryAfterMs: 600_000 } } })
    it.demo.faults.clear()
    puller.downloads.resume()
    expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
  })

  test('pause and cancel are heard while it waits', async () => {
    const puller = await it.open({
      connection: { limits: { ...SHORT_LIMITS, retries: 0 } },
      downloads: { networkRetryMs: [60_000] },
    })
    it.demo.faults.set({ lostBefore: {} })
    puller.downloads.start(PLAN)
    await until(puller, ({ state }) => state === 'waiting-for-network')
    puller.downloads.pause()
    expect((await puller.downloads.settled()).state).toBe('paused')
    puller.downloads.resume()
    await until(puller, ({ state }) => state === 'waiting-for-network')
    puller.downloads.cancel()
    expect((await puller.downloads.settled()).state).toBe('cancelled')
  })
})

describe('the sign-in', () => {
  test('is lost: downloads stand still, and carry on once the user has signed in', async () => {
    const puller = await it.open({ lanes: 1 })
    it.demo.faults.set({ latency: { ms: 4 } })
    puller.downloads.start(PLAN)
    await until(puller, ({ pages }) => pages > 50)
    it.demo.faults.set({ signInRefused: {}, revokedLane: {} })
    const end = await puller.downloads.settled()
    expect(end).toMatchObject({ state: 'waiting-for-sign-in', failure: { code: 'SIGNED_OUT' }, tasks: { failed: 0 } })
    const asked = it.entries().length
    puller.downloads.nudge()
    expect((await puller.downloads.settled()).state).toBe('waiting-for-sign-in')
    expect(it.entries()).toHaveLength(asked)
    it.demo.faults.clear()
    await puller.connection.signIn(it.demo.password)
    puller.downloads.nudge()
    expect(await puller.downloads.settled()).toMatchObject({ state: 'done', failure: null })
    expect(compareWithTruth(puller.book, it.demo.world, PLAN).differences).toEqual([])
  })
})

describe('the disk', () => {
  test('is full: the run pauses with everything kept, and is whole once there is room', async () => {
    const puller = await it.open()
    const { db } = puller.book
    const limit = (pages: number) => db.pragma(`max_page_count = ${pages}`)
    limit((db.pragma('page_count', { simple: true }) as number) + 40)
    puller.downloads.start(PLAN)
    const full = await puller.downloads.settled()
    expect(full).toMatchObject({ state: 'paused', failure: { code: 'DISK_FULL' } })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    const kept = db.prepare<[], number>('SELECT sum(records) FROM task').pluck().get() ?? 0
    expect(kept).toBeGreaterThan(0)
    expect(full.records).toBe(kept)
    // Still no room: the same, and nothing is lost.
    puller.downloads.resume()
    expect(await puller.downloads.settled()).toMatchObject({ state: 'paused', failure: { code: 'DISK_FULL' } })
    limit(1_000_000)
    puller.downloads.resume()
    const end = await puller.downloads.settled()
    expect(end).toMatchObject({ state: 'done', tasks: { failed: 0 }, failure: null })
    expect(end.records).toBe(puller.downloads.queue.history()[0]?.records)
    expect(compareWithTruth(puller.book, it.demo.world, PLAN).differences).toEqual([])
  })
})

describe('a refresh', () => {
  const span = { from: '2026-08-01', to: '2026-11-18' }
  const plan = planOf({ stations: [10_001], archives: ['hourly', 'daily'], span })

  test('reads the whole span again and reports what the service has changed', async () => {
    const puller = await it.open()
    puller.downloads.start(plan)
    await puller.downloads.settled()
    it.nowMs += 60_000
    puller.downloads.start({ ...plan, refresh: true })
    expect(await puller.downloads.settled()).toMatchObject({ state: 'done', added: 0, changed: 0 })
    it.nowMs += 60_000
    it.demo.faults.set({ otherTypes: {} })
    puller.downloads.start({ ...plan, refresh: true })
    const end = await puller.downloads.settled()
    const readings = puller.book.db.prepare<[], number>('SELECT count(*) FROM reading').pluck().get()
    expect(end).toMatchObject({ state: 'done', added: 0, changed: readings })
    expect(puller.downloads.queue.history()[0]).toMatchObject({ changed: readings, added: 0 })
  })

  test('that was interrupted reads no page a second time', async () => {
    const first = await it.open()
    first.downloads.start(plan)
    await first.downloads.settled()
    it.nowMs += 60_000
    it.demo.faults.set({ latency: { ms: 10 } })
    it.asked()
    first.downloads.start({ ...plan, refresh: true })
    await until(first, ({ records }) => records > 1500)
    first.downloads.pause()
    await first.downloads.settled()
    await first.close()
    const second = await it.open()
    second.downloads.takeUp()
    second.downloads.resume()
    expect((await second.downloads.settled()).state).toBe('done')
    const asked = it.asked().filter((name) => /^(hourly|daily)/.test(name))
    expect(asked.filter((name, at) => asked.indexOf(name) !== at)).toEqual([])
    expect(asked.reduce((sum, name) => sum + days(name), 0)).toBe(4 * (dayNumber(span.to) - dayNumber(span.from) + 1))
  })
})

test('a refresh that is killed in the middle reads every day anew all the same', async () => {
  const span = { from: '2026-08-01', to: '2026-11-18' }
  const plan = planOf({ stations: [10_001], archives: ['hourly', 'daily'], views: ['general'], span })
  const first = await it.open()
  first.downloads.start(plan)
  await first.downloads.settled()
  // Within the hour in which coverage takes two fetches for one: days that were read anew keep the older time.
  it.nowMs += 60_000
  it.demo.faults.set({ latency: { ms: 10 }, otherTypes: {} })
  first.downloads.start({ ...plan, refresh: true })
  await until(first, ({ records }) => records > 900)
  // What a kill leaves: the book as it was committed, with a run at work.
  const left = path.join(path.dirname(first.book.file), 'left.meterbook')
  first.book.db.prepare('VACUUM INTO ?').run(left)
  await first.close()
  const second = await it.open({ book: 'left.meterbook' })
  const valuesIn = ({ book }: Puller) =>
    book.db.prepare('SELECT *, typeof(value) FROM v_reading ORDER BY archive_type, event_time, channel').raw().all()
  const before = valuesIn(second)
  expect(second.downloads.takeUp()).toBe(true)
  expect(await second.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
  const anew = await it.open({ book: 'anew.meterbook' })
  anew.downloads.start(plan)
  await anew.downloads.settled()
  expect(before).not.toEqual(valuesIn(anew))
  expect(valuesIn(second)).toEqual(valuesIn(anew))
})

test('a configuration of several pages is whole when its lane is lost in the middle', async () => {
  const puller = await it.open({ lanes: 1 })
  it.demo.faults.set({ perPageIgnored: {}, revokedLane: { path: 'archive_type=settings', skip: 2, next: 1 } })
  puller.downloads.start(planOf({ stations: [10_001], archives: ['settings'], span: hourlyOf().span }))
  expect((await puller.downloads.settled()).state).toBe('done')
  const [snapshot] = puller.book.settings.snapshots(300_001)
  const items = puller.book.settings.items(snapshot?.id ?? 0)
  expect(items.map(({ channelName }) => channelName)).toEqual([...it.demo.world.settings(300_001)].map((item) => item.channel_name))
  expect(it.asked().filter((name) => name.startsWith('settings')).length).toBeGreaterThan(4)
})

describe('a laptop clock that is a day off', () => {
  const PASSED_MS = 86_400_000
  const span = { from: '2026-11-15', to: '2026-11-20' }

  test.each([
    ['ahead', PASSED_MS, ['2026-11-20']],
    // The day before was over in truth; it is asked for once more, which costs a page and no day.
    ['behind', -PASSED_MS, ['2026-11-19', '2026-11-20']],
  ])('%s: no day is taken for over that is not, and no token for expired', async (_way, offMs, unfinished) => {
    const clock = { nowMs: () => it.nowMs + offMs, monotonicMs: () => performance.now() }
    const puller = await it.open({ connection: { clock }, downloads: { clock } })
    const plan = hourlyOf({ span })
    puller.downloads.start(plan)
    expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
    const key = { equipmentId: 300_001, archiveType: 'hourly', view: 'general' } as const
    const partial = puller.book.coverage.days(key, span).filter(({ state }) => state === 'partial')
    expect(partial.map(({ day }) => day)).toEqual(unfinished)
    expect(it.demo.log.entries.filter(({ status }) => status === 401)).toEqual([])
    // Once both clocks agree, these days are asked for again.
    await puller.close()
    it.nowMs += 2 * PASSED_MS
    const later = await it.open()
    later.downloads.start(plan)
    await later.downloads.settled()
    expect(later.book.coverage.days(key, span).map(({ state }) => state)).toEqual(Array(6).fill('fetched'))
  })
})

import { describe, expect, test } from 'vitest'
import { days, hourly, hourlyOf, stage, statesOf } from './world.ts'

const it = stage()
const YEAR = hourlyOf({ span: { from: '2025-11-21', to: '2026-11-20' } })
/** What a lane repeats by default. */
const SHORT_LIMITS_RETRIES = 5

describe('a span that the service refuses', () => {
  test('is halved until it is taken, and the length that worked is remembered for good', async () => {
    const first = await it.open({ lanes: 1 })
    it.demo.faults.set({ longSpans: { days: 12, status: 422 } })
    first.downloads.start(YEAR)
    expect(await first.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
    const asked = hourly(it.asked())
    expect(asked.slice(0, 3).map(days)).toEqual([41, 21, 11])
    // Every later chunk has the length that worked: three refusals in all.
    expect(asked.filter((name) => days(name) > 12)).toHaveLength(2)
    expect(statesOf(first, 'hourly')['failed']).toBeUndefined()
    await first.close()
    const later = await it.open({ lanes: 1 })
    later.downloads.start({ ...YEAR, stations: [10_002] })
    await later.downloads.settled()
    expect(hourly(it.asked()).every((name) => days(name) <= 11)).toBe(true)
  })

  test('for a service that merely fails at it, the length is believed as long as the program runs', async () => {
    const first = await it.open({ lanes: 1 })
    it.demo.faults.set({ longSpans: { days: 30, status: 504 } })
    first.downloads.start(hourlyOf({ stations: [10_001, 10_002] }))
    expect(await first.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
    const asked = it.entries().filter(({ query }) => query['archive_type'] === 'hourly')
    const refused = asked.filter(({ status }) => status === 504)
    expect(refused).toHaveLength(SHORT_LIMITS_RETRIES + 1)
    it.demo.faults.clear()
    await first.close()
    it.asked()
    const later = await it.open({ lanes: 1 })
    later.downloads.start(hourlyOf({ stations: [10_003] }))
    await later.downloads.settled()
    expect(days(hourly(it.asked())[0] ?? '')).toBe(41)
  })

  test('an archive that is refused at any length is given up after a few days, said to have failed, and teaches no limit', async () => {
    const puller = await it.open({ lanes: 1 })
    it.demo.faults.set({ longSpans: { days: 0, status: 422, path: 'archive_type=hourly' } })
    puller.downloads.start({ ...YEAR, archives: ['hourly', 'daily'] })
    const end = await puller.downloads.settled()
    const requests = hourly(it.asked()).length
    expect(requests).toBeLessThan(40)
    expect(end.state).toBe('done')
    expect(end.tasks.failed).toBeGreaterThan(0)
    expect(statesOf(puller, 'hourly')).toEqual({ failed: 365 })
    expect(statesOf(puller, 'daily')).toEqual({ fetched: 364, partial: 1 })
    const [task] = puller.downloads.tasks({ states: ['failed'], offset: 0, limit: 1 }).rows
    expect(task).toMatchObject({ archiveType: 'hourly', failure: { code: 'HTTP_STATUS', data: { status: 422 } } })
    // Whatever was in the way is gone: the user asks again, and gets it in pages of full length.
    it.demo.faults.clear()
    puller.downloads.retry()
    expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
    expect(statesOf(puller, 'hourly')['failed']).toBeUndefined()
    expect(hourly(it.asked()).length).toBeLessThan(12)
  })
})

describe('an archive that the service always fails at', () => {
  test('is soon known: long spans are halved with few repeats, single days are asked for with all of them', async () => {
    const puller = await it.open({ lanes: 1 })
    it.demo.faults.set({ longSpans: { days: 0, status: 500, path: 'archive_type=hourly' } })
    puller.downloads.start({ ...YEAR, stations: [10_001, 10_002] })
    expect(await puller.downloads.settled()).toMatchObject({ state: 'done' })
    const asked = new Map<string, number>()
    for (const name of hourly(it.asked())) asked.set(name, (asked.get(name) ?? 0) + 1)
    const [first, ...rest] = [...asked]
    expect(first?.[1]).toBe(SHORT_LIMITS_RETRIES + 1)
    for (const [name, times] of rest) expect(times, name).toBe(days(name) > 1 ? 2 : SHORT_LIMITS_RETRIES + 1)
    expect([...asked.values()].reduce((sum, times) => sum + times)).toBeLessThan(150)
    expect(statesOf(puller, 'hourly')).toEqual({ failed: 730 })
  })

  test.each([1, 2, 3])('for a while only (seed %i): bursts of failures cost requests, and no day', async (seed) => {
    const puller = await it.open({ lanes: 2 })
    // Long enough to refuse a span with all its repeats, then some more bursts while its halves are asked for.
    it.demo.faults.set({ serverErrors: { path: 'archive_type=hourly', burst: 5 + seed, statuses: [500], next: 2 } })
    puller.downloads.start(YEAR)
    expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
    const { failed, ...known } = statesOf(puller, 'hourly')
    expect([failed, Object.values(known).reduce((sum, count) => sum + count)]).toEqual([undefined, 365])
    const truth = [...it.demo.world.readings(300_001, 'hourly', 'general', YEAR.span.from, YEAR.span.to)]
    expect(puller.book.db.prepare('SELECT count(*) FROM reading').pluck().get()).toBe(truth.length)
  })
})

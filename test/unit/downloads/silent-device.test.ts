import { expect, test } from 'vitest'
import { dayNumber } from '../../../electron/contract/time/day.ts'
import { startDemoService } from '../../../electron/demo/index.ts'
import { planOf, type Puller } from '../../support/pull.ts'
import { compareWithTruth } from '../../support/truth.ts'
import { days, NOW, stage, statesOf } from './world.ts'

/** A device that was silent for weeks and then reports. */

const it = stage()
const DAY_MS = 86_400_000
const at = (time: string) => Date.parse(time)
const SILENT = 10_001
const HEALTHY = 10_002
const SILENCE = { fromMs: at('2026-10-29T12:00:00Z'), toMs: at('2026-11-20T18:00:00Z') }
const PLAN = planOf({ stations: [SILENT, HEALTHY], span: { from: '2026-10-10', to: '2026-11-20' } })
/** The first day that the silent device's last session leaves open. */
const OPEN_FROM = '2026-10-28'

async function run(puller: Puller, plan = PLAN): Promise<string[]> {
  puller.downloads.start(plan)
  expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
  return archivesAsked()
}
/** Requests for archives of devices since the last time: `alarm 300001 general 2026-10-01..2026-11-10`. */
const archivesAsked = () => it.asked().filter((name) => /\d\.\.\d/.test(name) && !name.startsWith('seances'))
const firstDays = (asked: string[]) => asked.map((name) => name.split(' ').at(-1)?.slice(0, 10) ?? '')
const ofDevice = (asked: string[], equipmentId: number) => asked.filter((name) => name.split(' ')[1] === String(equipmentId))
const differences = ({ book }: Puller, plan = PLAN) => compareWithTruth(book, it.demo.world, plan).differences
const known = ({ book }: Puller, archiveType: string) =>
  book.coverage.runs({ equipmentId: 300_001, archiveType }, PLAN.span).map(({ from, to, state }) => [from, to, state])

test('what it has not transmitted is said so, is not asked for meanwhile, and comes whole with the next download after it has reported', async () => {
  it.demo.silences.set(SILENT, SILENCE)
  const puller = await it.open()
  await run(puller)
  expect(differences(puller)).toEqual([])
  expect(known(puller, 'valve').at(-1)).toEqual(['2026-11-20', '2026-11-20', 'partial'])
  expect(statesOf(puller, 'hourly')).toMatchObject({ not_transmitted: 2 * dayCount('2026-10-30', '2026-11-19') })
  expect(statesOf(puller, 'alarm')).toMatchObject({ not_transmitted: expect.any(Number) as number })
  const holes = puller.book.holes.list({ states: ['not_transmitted'] }, it.nowMs)
  expect(holes.length).toBeGreaterThan(0)
  expect(new Set(holes.map(({ stationId }) => stationId))).toEqual(new Set([SILENT]))
  expect(holes.every(({ to }) => to === '2026-11-18')).toBe(true)

  // While it is silent nothing of it is asked again but the day that is not over, by no kind of run.
  expect(new Set(firstDays(await run(puller)))).toEqual(new Set(['2026-11-20']))
  puller.downloads.fetchGaps('all')
  await puller.downloads.settled()
  expect(new Set(firstDays(archivesAsked()))).toEqual(new Set(['2026-11-20']))

  // Half a day later it has reported; the days that waited for it are weeks old by then.
  it.nowMs = at('2026-11-21T15:23:11Z')
  const asked = await run(puller)
  expect(differences(puller)).toEqual([])
  expect(statesOf(puller, 'hourly')).not.toHaveProperty('not_transmitted')
  expect(known(puller, 'hourly').map(([, , state]) => state)).not.toContain('empty')
  // Each archive is asked once, for the days that were open alone.
  expect(new Set(ofDevice(asked, 300_001).map((name) => name.split(' ').slice(0, 3).join(' '))).size).toBe(ofDevice(asked, 300_001).length)
  expect(firstDays(ofDevice(asked, 300_001)).every((day) => day >= OPEN_FROM)).toBe(true)

  // Settled days without alarms are not asked again, whatever sessions come.
  for (const day of ['2026-11-22', '2026-11-30']) {
    it.nowMs = at(`${day}T15:23:11Z`)
    const later = await run(puller)
    expect(firstDays(later).filter((first) => first < '2026-11-19')).toEqual([])
  }
  expect(await run(puller)).toEqual([])
  expect(differences(puller)).toEqual([])
  expect(puller.book.holes.list({ states: ['not_transmitted', 'partial'] }, it.nowMs)).toEqual([])
})

test('a healthy device leaves the youngest days open only, and settles them with its next session', async () => {
  const puller = await it.open()
  const plan = planOf({ stations: [HEALTHY], archives: ['alarm', 'hourly'], span: PLAN.span, views: ['general'] })
  await run(puller, plan)
  for (let day = 1; day <= 5; day++) {
    it.nowMs = NOW + day * DAY_MS
    const asked = await run(puller, { ...plan, span: { ...plan.span, to: `2026-11-${20 + day}` } })
    expect(asked).toHaveLength(2)
    expect(Math.max(...asked.map(days))).toBeLessThanOrEqual(4)
  }
})

test("'fetch the gaps' takes the days up, too, once a newer session is known", async () => {
  it.demo.silences.set(SILENT, SILENCE)
  const puller = await it.open()
  const plan = planOf({ stations: [SILENT], archives: ['alarm'], span: PLAN.span })
  await run(puller, plan)
  it.nowMs = at('2026-11-21T15:23:11Z')
  puller.downloads.fetchGaps([SILENT])
  await puller.downloads.settled()
  expect(archivesAsked()).toEqual([`alarm 300001 general ${OPEN_FROM}..2026-11-21`])
  expect(puller.book.events.count({ archiveTypes: ['alarm'] })).toBe(alarmsServed('2026-11-21'))
})

test('a session that is heard of after the days were asked for settles none of them: they are asked again', async () => {
  it.nowMs = at('2026-11-20T11:00:00Z')
  it.demo.silences.set(SILENT, { ...SILENCE, toMs: at('2026-11-20T12:00:00Z') })
  const puller = await it.open({ lanes: 1 })
  const plan = planOf({ stations: [SILENT], archives: ['alarm', 'sessions'], span: PLAN.span })
  // The device reports while the download is under way: after its alarms were asked for, before its sessions are.
  const alarms = (entry: { query: Record<string, string> }) => entry.query['archive_type'] === 'alarm'
  const tick = setInterval(() => {
    if (it.entries().some(alarms)) it.nowMs = at('2026-11-20T18:00:00Z')
  }, 1)
  it.demo.faults.set({ latency: { ms: 8 } })
  puller.downloads.start(plan)
  await puller.downloads.settled()
  clearInterval(tick)
  it.demo.faults.clear()
  expect(it.entries().filter(alarms)).toHaveLength(1)
  expect(puller.book.sessions.latest(700_001)?.atMs).toBeGreaterThan(at('2026-11-20T12:00:00Z'))
  const states = known(puller, 'alarm').filter(([from]) => from !== undefined && from > OPEN_FROM)
  expect(states.map(([, , state]) => state)).not.toContain('empty')
  it.asked()
  expect(await run(puller, plan)).toEqual([`alarm 300001 general ${OPEN_FROM}..2026-11-20`])
  expect(puller.book.events.count({ archiveTypes: ['alarm'] })).toBe(alarmsServed(PLAN.span.to))
})

test('a station without sessions: young days are asked again by age, once a day at most', async () => {
  // A unit without telemetry.
  await it.demo.close()
  it.demo = await startDemoService({ stations: 12, seed: 11, now: () => it.nowMs })
  const puller = await it.open()
  const plan = planOf({ stations: [10_009], archives: ['alarm'], span: { from: '2026-09-20', to: '2026-11-18' } })
  await run(puller, plan)
  expect(puller.book.stations.get(10_009)?.lastSeanceEventMs).toBeNull()
  expect(Object.keys(statesOf(puller, 'alarm')).toSorted()).toEqual(['empty', 'fetched'])
  expect(await run(puller, plan)).toEqual([])
  it.nowMs = NOW + DAY_MS
  expect(await run(puller, plan)).toEqual(['alarm 300009 general 2026-11-13..2026-11-18'])
  it.nowMs = NOW + 40 * DAY_MS
  expect(await run(puller, plan)).toEqual(['alarm 300009 general 2026-11-14..2026-11-18'])
  it.nowMs = NOW + 80 * DAY_MS
  expect(await run(puller, plan)).toEqual([])
})

test('a chunk of several pages that the end of the program interrupted is judged by the session known at its first page', async () => {
  it.demo.silences.set(SILENT, SILENCE)
  it.demo.faults.set({ perPageIgnored: {}, latency: { ms: 8 } })
  const plan = planOf({ stations: [SILENT], archives: ['hourly'], views: ['general'], span: { from: '2026-10-20', to: '2026-11-18' } })
  const first = await it.open({ lanes: 1 })
  first.downloads.start(plan)
  const hourly = () => it.entries().filter(({ query, status }) => query['archive_type'] === 'hourly' && status === 200)
  while (hourly().length < 3) await new Promise((resolve) => setTimeout(resolve, 1))
  await first.close()
  // It reports between the pages; the program hears of it before it goes on.
  it.nowMs = at('2026-11-21T15:00:00Z')
  it.demo.faults.clear()
  const second = await it.open()
  second.book.lastSessions.put(SILENT, { stationName: '', lastSeanceEventMs: at('2026-11-21T02:00:00Z') }, it.nowMs)
  expect(second.downloads.takeUp()).toBe(true)
  await second.downloads.settled()
  const settled = known(second, 'hourly').filter(
    ([from, , state]) => (from ?? '') > OPEN_FROM && (state === 'empty' || state === 'fetched'),
  )
  expect(settled).toEqual([])
  await run(second, plan)
  expect(known(second, 'hourly').map(([, , state]) => state)).toEqual(['fetched'])
})

/** Two alarms that are alike in all, time included, are one. */
const alarmsServed = (to: string) => new Set([...it.demo.world.events(300_001, 'alarm', PLAN.span.from, to)].map(alarmText)).size
const alarmText = (event: { event_time: number; channel_data: object[] }) =>
  `${event.event_time} ${event.channel_data
    .map((entry) => JSON.stringify(entry))
    .toSorted()
    .join(' ')}`
const dayCount = (from: string, to: string) => dayNumber(to) - dayNumber(from) + 1

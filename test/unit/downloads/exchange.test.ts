import { expect, test } from 'vitest'
import { missingRuns } from '../../../electron/book/completeness/due-records.ts'
import type { Station } from '../../../electron/contract/records.ts'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import { beginOrJoin } from '../../../electron/downloads/to-the-end.ts'
import type { Puller } from '../../support/pull.ts'
import { hourlyOf, NOW, stage } from './world.ts'

/** An exchange is one act: whatever brings a station up to date hears of it, and fetches what the new device wrote since. */

const STATION = 10_001
const GAS = { zone: 'UTC', contractHour: 0 }
const it = stage()

/** The book knows the device that the station had before, and asked for all of it until a day ago; the list is a minute old. */
async function before(options: { archives?: string[] } = {}): Promise<{ puller: Puller; present: number; former: number }> {
  const puller = await it.open()
  puller.downloads.start(hourlyOf({ archives: ['lists'] }))
  await puller.downloads.settled()
  const { book } = puller
  const listed = book.stations.get(STATION)
  if (listed?.equipmentId == null) throw new Error('No device')
  const present = listed.equipmentId
  const former = 999_999
  book.page(() => {
    // As if every listing until now had named the former one.
    for (const table of ['device_sighting', 'station_device']) book.db.prepare(`DELETE FROM ${table} WHERE station_id = ?`).run(STATION)
    const old: Station = { ...listed, equipmentId: former, equipmentSerialNumber: 'old' }
    book.stations.put([old], NOW - 1000)
    const hours = Array.from({ length: 24 }, (_, hour) => ({ atMs: Date.UTC(2026, 10, 5, hour), values: { VNakpriv: hour } }))
    for (const archiveType of options.archives ?? ['hourly']) {
      const key = { equipmentId: former, archiveType, view: 'general' } as const
      if (archiveType === 'hourly') book.readings.put(key, hours)
      book.coverage.mark(key, { from: '2026-09-01', to: '2026-11-19' }, { fetchedAtMs: NOW - DAY_MS, state: 'fetched' })
    }
    book.settings.putSnapshot(former, NOW - 3 * DAY_MS, [{ channelName: 'P', channelDataValue: '1', unitName: null }])
  })
  it.asked()
  return { puller, present, former }
}

/** What was asked of the new device, in order of the words. */
const askedOf = (equipmentId: number) =>
  it
    .asked()
    .filter((one) => one.includes(String(equipmentId)))
    .sort()

/** From the moment of the exchange to today. */
const SINCE = '2026-11-05..2026-11-20'

test('what a person starts reads the station list first, however fresh it is; what the program begins by itself does not', async () => {
  const { puller } = await before()
  puller.downloads.start(hourlyOf())
  await puller.downloads.settled()
  expect(it.asked()[0]).toBe('stations')
  puller.downloads.start({ ...hourlyOf(), unasked: true })
  await puller.downloads.settled()
  expect(it.asked()).not.toContain('stations')
})

test.each([
  ['days that end before the exchange', hourlyOf({ span: { from: '2026-09-01', to: '2026-10-31' } })],
  ['the last three days', hourlyOf({ span: { from: '2026-11-18', to: '2026-11-20' } })],
  ['a refresh of old days', hourlyOf({ span: { from: '2026-10-01', to: '2026-10-02' }, refresh: true })],
  ['the lists and settings alone', hourlyOf({ archives: ['settings'], span: { from: '2026-11-20', to: '2026-11-20' } })],
])('a plan of %s fetches the new device from the exchange on, with its settings', async (_, plan) => {
  const { puller, present } = await before()
  puller.downloads.start(plan)
  expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
  const runs = puller.book.coverage.runs(
    { equipmentId: present, archiveType: 'hourly', view: 'general' },
    { from: '2026-11-05', to: '2026-11-20' },
  )
  expect([runs[0]?.from, runs.at(-1)?.to]).toEqual(SINCE.split('..'))
  expect(puller.book.settings.snapshots(present)).toHaveLength(1)
  const asked = askedOf(present)
  expect(asked).toContain(`settings ${present}`)
  // Nothing of it is asked for before it was there but what the plan names.
  puller.downloads.start({ ...plan, refresh: false })
  await puller.downloads.settled()
  expect(askedOf(present).filter((one) => one.startsWith('hourly') && !one.endsWith('..2026-11-20'))).toEqual([])
})

test('Fetch the gaps fetches every archive that was asked of the device before, events too, and nothing that was not', async () => {
  const { puller, present } = await before({ archives: ['hourly', 'alarm'] })
  puller.downloads.fetchGaps([STATION])
  expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
  const asked = askedOf(present)
  expect([...new Set(asked.map((one) => one.split(' ')[0]))]).toEqual(['alarm', 'hourly', 'settings'])
  for (const archiveType of ['hourly', 'alarm']) {
    const runs = puller.book.coverage.runs({ equipmentId: present, archiveType, view: 'general' }, { from: '2026-01-01', to: '2026-12-31' })
    expect([runs[0]?.from, runs.at(-1)?.to]).toEqual(SINCE.split('..'))
  }
  puller.downloads.fetchGaps([STATION])
  await puller.downloads.settled()
  expect(askedOf(present).filter((one) => !one.endsWith('2026-11-20..2026-11-20'))).toEqual([])
})

test('Run again and a trip that runs by itself hear of it as well', async () => {
  const { puller, present } = await before()
  const plan = hourlyOf({ span: { from: '2026-11-18', to: '2026-11-20' } })
  // Half an hour later nobody has looked at the list since.
  it.nowMs += DAY_MS / 48
  puller.downloads.start({ ...plan, trip: 'north', unasked: true })
  await puller.downloads.settled()
  expect(askedOf(present)).toContain(`settings ${present}`)
  puller.downloads.again(puller.downloads.progress().runId ?? 0)
  await puller.downloads.settled()
  expect(it.asked()).toContain('stations')
})

test('a sync that finds its own unfinished run of hours ago begins anew: the stations of that one were planned before', async () => {
  const { puller, present } = await before()
  const plan = hourlyOf({ span: { from: '2026-11-18', to: '2026-11-20' } })
  puller.book.page(() => {
    const id = puller.downloads.queue.begin(plan, NOW - DAY_MS / 24)
    puller.book.tasks.insert(id, [{ kind: 'expand', target: { kind: 'expand' }, stationId: null, position: 1 }], NOW - DAY_MS / 24)
  })
  await beginOrJoin(puller.downloads, plan).end
  expect(it.asked()[0]).toBe('stations')
  expect(puller.book.settings.snapshots(present)).toHaveLength(1)
})

test('the channels of a type that the book does not know come with the first device of it', async () => {
  const { puller } = await before()
  const typeId = puller.book.stations.get(STATION)?.equipmentTypeId
  puller.book.page(() => {
    puller.book.db.prepare('DELETE FROM meta WHERE key = ?').run(`fetched:channels:${typeId}`)
    puller.book.db.prepare('DELETE FROM channel WHERE equipment_type_id = ?').run(typeId)
  })
  puller.downloads.start(hourlyOf())
  await puller.downloads.settled()
  expect(it.asked()).toContain(`channel_archive_types ${typeId}`)
  puller.downloads.start(hourlyOf())
  await puller.downloads.settled()
  expect(it.asked()).not.toContain(`channel_archive_types ${typeId}`)
})

test('days of the new device that were never asked for are holes, and are none once they were', async () => {
  const { puller, present } = await before()
  const now = puller.book.stations.get(STATION)
  if (!now) throw new Error('No station')
  puller.book.stations.put([{ ...now, equipmentId: present, equipmentSerialNumber: 'new' }], NOW)
  const never = () => puller.book.holes.list({ states: ['never'] }, NOW).filter(({ stationId }) => stationId === STATION)
  expect(never().map(({ archiveType, view, from, to, days }) => ({ archiveType, view, from, to, days }))).toEqual([
    { archiveType: 'hourly', view: 'general', from: '2026-11-05', to: '2026-11-19', days: 15 },
  ])
  expect(puller.book.holes.totals(NOW).never).toEqual({ holes: 1, days: 15 })
  // What was never asked for is due, hour by hour, from the last record of the device before.
  const share = (equipmentId: number) => puller.book.completeness.shares(GAS, NOW).find((one) => one.equipmentId === equipmentId)
  expect(share(present)).toMatchObject({ archiveType: 'hourly', records: 0, expected: 14 * 24 })
  const [, device] = puller.book.stations.life(STATION)
  const due = puller.book.completeness.dueRecords(
    { equipmentId: present, archiveType: 'hourly', view: 'general', time: device?.time ?? null },
    GAS,
    NOW,
  )
  expect(missingRuns(due).map(({ records, state }) => ({ records, state }))).toEqual([{ records: 14 * 24, state: 'never' }])
  puller.downloads.fetchGaps([STATION])
  await puller.downloads.settled()
  expect(never()).toEqual([])
  expect(share(present)?.records).toBeGreaterThan(300)
})

test('a device that was typed in is asked for what its station was, up to its end and not a year further back, once', async () => {
  const { puller } = await before()
  const typed = 555_001
  puller.book.stations.giveDevice(
    {
      ...{ stationId: STATION, equipmentId: typed, equipmentTypeId: null, equipmentSerialNumber: '77' },
      ...{ fromMs: null, toMs: Date.UTC(2026, 8, 10, 7) },
    },
    NOW,
  )
  expect(puller.book.holes.list({ states: ['never'] }, NOW).map(({ from, to }) => [from, to])).toEqual([['2025-09-09', '2026-09-10']])
  puller.downloads.fetchGaps([STATION])
  await puller.downloads.settled()
  const asked = askedOf(typed).filter((one) => one.startsWith('hourly'))
  const days = asked.flatMap((one) => one.split(' ').at(-1)?.split('..') ?? []).sort()
  expect([days[0] !== undefined && days[0] >= '2025-09-01', days.at(-1)]).toEqual([true, '2026-09-10'])
  puller.downloads.fetchGaps([STATION])
  await puller.downloads.settled()
  expect(askedOf(typed)).toEqual([])
  expect(puller.book.holes.list({ states: ['never'] }, NOW)).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { MeterbookError } from '../../../electron/contract/errors.ts'
import { planOf } from '../../support/pull.ts'
import { hourlyOf, stage } from './world.ts'

const it = stage()
const readings = (asked: string[]) => asked.filter((name) => /^(hourly|daily|seances|alarm)/.test(name))

describe('what is asked, and in which order', () => {
  test('the directories, then the newest of every chosen station before anything older', async () => {
    const puller = await it.open({ lanes: 1 })
    puller.downloads.start(hourlyOf({ stations: [10_001, 10_002], span: { from: '2026-05-01', to: '2026-11-20' } }))
    await puller.downloads.settled()
    const asked = it.asked()
    const first = asked.findIndex((name) => name.startsWith('hourly'))
    expect(asked.slice(0, 4)).toEqual(['stations', 'equipment_types', 'energies', 'message_equipment_types'])
    expect(asked.slice(4, first).every((name) => /^(customers|channel_archive_types|energies)/.test(name))).toBe(true)
    expect(asked.slice(first)).toEqual([
      'hourly 300001 general 2026-10-11..2026-11-20',
      'hourly 300002 general 2026-10-11..2026-11-20',
      ...['2026-08-31..2026-10-10', '2026-07-21..2026-08-30', '2026-06-10..2026-07-20', '2026-05-01..2026-06-09'].map(
        (days) => `hourly 300001 general ${days}`,
      ),
      ...['2026-08-31..2026-10-10', '2026-07-21..2026-08-30', '2026-06-10..2026-07-20', '2026-05-01..2026-06-09'].map(
        (days) => `hourly 300002 general ${days}`,
      ),
    ])
  })

  test('archives that the channel directory names, and settings and event archives are no readings', async () => {
    const puller = await it.open({ lanes: 1 })
    puller.downloads.start(planOf({ stations: [10_003], archives: ['readings'], span: { from: '2026-11-10', to: '2026-11-12' } }))
    await puller.downloads.settled()
    const archives = new Set(
      it
        .asked()
        .filter((name) => name.includes('300003'))
        .map((name) => name.split(' ')[0]),
    )
    expect([...archives].toSorted()).toEqual(['daily', 'hourly', 'instant', 'monthly'])
  })

  test('events by the pair of energy_varname and uid, where the plan wants it, are the same events', async () => {
    const span = { from: '2026-10-01', to: '2026-11-19' }
    const plan = planOf({ stations: [10_001], archives: ['alarm', 'event'], span })
    const [byKey, byPair] = [await it.open({ book: 'a' }), await it.open({ book: 'b' })]
    byKey.downloads.start(plan)
    await byKey.downloads.settled()
    it.asked()
    byPair.downloads.start({ ...plan, energyVarname: 'gas' })
    await byPair.downloads.settled()
    const { uid } = byPair.book.stations.get(10_001) ?? {}
    expect(it.asked().filter((name) => name.startsWith('alarm'))).toEqual([`alarm gas/${String(uid)} general ${span.from}..${span.to}`])
    const all = 'SELECT * FROM v_event ORDER BY 1, 2, 3, 4'
    expect(byPair.book.db.prepare(all).all()).toEqual(byKey.book.db.prepare(all).all())
    expect(byPair.book.db.prepare(all).all().length).toBeGreaterThan(10)
  })
})

describe('only what coverage lacks', () => {
  test('a second run asks for nothing that is there, for today again, and for the list that tells of exchanges and sessions', async () => {
    const puller = await it.open()
    puller.downloads.start(hourlyOf())
    await puller.downloads.settled()
    it.asked()
    puller.downloads.start(hourlyOf())
    const end = await puller.downloads.settled()
    expect(it.asked()).toEqual(['stations', 'hourly 300001 general 2026-11-20..2026-11-20'])
    expect(end).toMatchObject({ state: 'done', added: 0, changed: 0 })
  })

  test('a longer span asks for what is around, and directories only when they are old', async () => {
    const puller = await it.open({ lanes: 1 })
    puller.downloads.start(hourlyOf({ span: { from: '2026-10-10', to: '2026-10-20' } }))
    await puller.downloads.settled()
    it.asked()
    puller.downloads.start(hourlyOf({ span: { from: '2026-10-01', to: '2026-10-31' } }))
    await puller.downloads.settled()
    expect(readings(it.asked())).toEqual(['hourly 300001 general 2026-10-21..2026-10-31', 'hourly 300001 general 2026-10-01..2026-10-09'])
    it.nowMs += 16 * 60_000
    puller.downloads.start(hourlyOf({ archives: ['reference'] }))
    await puller.downloads.settled()
    expect(it.asked().slice(0, 4)).toEqual(['stations', 'equipment_types', 'energies', 'message_equipment_types'])
  })

  test('days that a session has settled are not asked again, whatever sessions come; those after it are', async () => {
    const puller = await it.open({ lanes: 1 })
    const settled = { from: '2026-10-01', to: '2026-11-18' }
    puller.downloads.start(hourlyOf({ span: { ...settled, to: '2026-11-20' } }))
    await puller.downloads.settled()
    // A day later the station has had a session. Its last one before lay in the afternoon of the 20th.
    it.nowMs += 86_400_000
    it.asked()
    puller.downloads.start(hourlyOf({ span: settled }))
    await puller.downloads.settled()
    expect(readings(it.asked())).toEqual([])
    puller.downloads.start(hourlyOf({ span: { ...settled, to: '2026-11-20' } }))
    await puller.downloads.settled()
    expect(readings(it.asked())).toEqual(['hourly 300001 general 2026-11-20..2026-11-20'])
  })

  test("'fetch only the gaps' asks for holes in what was ever asked, up to today, and for nothing else", async () => {
    const puller = await it.open({ lanes: 1 })
    expect(() => puller.downloads.fetchGaps('all')).toThrow(MeterbookError)
    for (const span of [
      { from: '2026-09-01', to: '2026-09-10' },
      { from: '2026-09-21', to: '2026-09-30' },
    ]) {
      puller.downloads.start(hourlyOf({ span }))
      await puller.downloads.settled()
    }
    // Another station is asked for something else, and later: neither may spread to the first one, or to all the
    // others.
    puller.downloads.start(hourlyOf({ stations: [10_002], archives: ['daily'], span: { from: '2026-11-01', to: '2026-11-20' } }))
    await puller.downloads.settled()
    it.asked()
    puller.downloads.fetchGaps('all')
    await puller.downloads.settled()
    expect(readings(it.asked())).toEqual([
      'hourly 300001 general 2026-10-11..2026-11-20',
      'daily 300002 general 2026-11-20..2026-11-20',
      'hourly 300001 general 2026-10-01..2026-10-10',
      'hourly 300001 general 2026-09-11..2026-09-20',
    ])
  })

  test('a directory that a cancelled run left without what it leads to is followed up', async () => {
    const puller = await it.open({ lanes: 1 })
    puller.downloads.start(hourlyOf())
    puller.downloads.listen(() => undefined)
    while (puller.book.equipmentTypes.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    puller.downloads.cancel()
    await puller.downloads.settled()
    expect(it.asked().filter((name) => name.startsWith('channel_archive_types')).length).toBeLessThan(3)
    puller.downloads.start(hourlyOf())
    await puller.downloads.settled()
    expect(puller.book.db.prepare('SELECT DISTINCT equipment_type_id FROM channel').all()).toHaveLength(7)
  })
})

test('every page of a download waits for the disk', async () => {
  const modes: unknown[] = []
  const puller = await it.open({
    downloads: { onCommit: () => modes.push(puller.book.db.pragma('synchronous', { simple: true })) },
  })
  puller.downloads.start(hourlyOf())
  await puller.downloads.settled()
  expect(new Set(modes)).toEqual(new Set([2]))
})

describe('what a plan costs', () => {
  test('is counted from what is missing', async () => {
    const puller = await it.open()
    const plan = hourlyOf({ span: { from: '2026-09-01', to: '2026-11-18' } })
    puller.downloads.start({ ...plan, span: { from: '2026-11-01', to: '2026-11-18' } })
    await puller.downloads.settled()
    expect(puller.downloads.estimate(plan)).toMatchObject({
      stations: 1,
      requests: 2,
      missingDays: 61,
      alreadyCoveredDays: 18,
      records: 61 * 24,
    })
    puller.downloads.start(plan)
    await puller.downloads.settled()
    expect(puller.downloads.estimate(plan)).toMatchObject({
      requests: 0,
      missingDays: 0,
      alreadyCoveredDays: 79,
      tasks: 0,
    })
    expect(puller.downloads.estimate({ ...plan, refresh: true })).toMatchObject({
      requests: 2,
      missingDays: 79,
      alreadyCoveredDays: 0,
    })
  })

  test('a plan that cannot mean anything is refused before anything is asked', async () => {
    const { downloads } = await it.open()
    downloads.start(hourlyOf())
    await downloads.settled()
    it.asked()
    const refused = (plan: Partial<ReturnType<typeof hourlyOf>>) => {
      try {
        downloads.start(hourlyOf(plan))
      } catch (error) {
        return (error as MeterbookError).code
      }
      return 'taken'
    }
    expect(refused({ span: { from: '2026-02-02', to: '2026-02-01' } })).toBe('SPAN_REVERSED')
    expect(refused({ stations: [] })).toBe('NOTHING_CHOSEN')
    expect(refused({ archives: [] })).toBe('NOTHING_CHOSEN')
    expect(refused({ archives: ['<script>'] })).toBe('UNKNOWN_ARCHIVE')
    expect(refused({ stations: [10_001, 4711] })).toBe('NO_SUCH_STATION')
    expect(it.asked()).toEqual([])
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoService, type DemoService } from '../../electron/demo/index.ts'
import { clockAt, planOf, startPuller, testFolder } from '../support/pull.ts'
import { compareWithTruth } from '../support/truth.ts'

/** Issue 2: for 3 stations × 3 months every view of the book holds record for record, value for value, what the service serves. */

const NOW = Date.parse('2026-11-20T15:23:11.250Z')
const SPAN = { from: '2026-08-20', to: '2026-11-20' }
const folder = testFolder()
let demo: DemoService

beforeAll(async () => {
  demo = await startDemoService({ stations: 24, seed: 7, now: () => NOW })
})
afterAll(async () => {
  await demo.close()
  folder.remove()
})

test.each([
  // A diaphragm with half-hourly values, a household meter with session readings, an exchanged meter.
  [[10_003, 10_004, 10_014]],
  // A controller without volumes, a unit without a device, one without telemetry.
  [[10_005, 10_013, 10_009]],
])('stations %j over three months: all resources, both views, all archives', async (stations) => {
  const plan = planOf({ stations, span: SPAN })
  const puller = await startPuller(demo, folder.file(`${stations.join('-')}.meterbook`), clockAt(NOW))
  try {
    puller.downloads.start(plan)
    const end = await puller.downloads.settled()
    expect(end.state).toBe('done')
    expect(end.tasks).toMatchObject({ failed: 0, waiting: 0, running: 0, cancelled: 0 })
    const { differences, rows } = compareWithTruth(puller.book, demo.world, plan)
    expect(differences).toEqual([])
    expect(rows).toBeGreaterThan(20_000)
    expect(puller.book.db.pragma('integrity_check', { simple: true })).toBe('ok')
  } finally {
    await puller.close()
  }
})

test('the comparison sees a single value that differs, a missing record and one that is there twice', async () => {
  const plan = planOf({ stations: [10_001], span: { from: '2026-11-01', to: '2026-11-10' } })
  const puller = await startPuller(demo, folder.file('spoilt.meterbook'), clockAt(NOW))
  try {
    puller.downloads.start(plan)
    await puller.downloads.settled()
    const { book } = puller
    const differs = () => compareWithTruth(book, demo.world, plan).differences.map((text) => text.split(':')[0])
    expect(differs()).toEqual([])
    for (const [spoil, view] of [
      ["UPDATE reading SET record = json_set(record, '$[0]', 0.125) WHERE at_ms = (SELECT max(at_ms) FROM reading)", 'v_reading'],
      ['DELETE FROM event WHERE at_ms = (SELECT max(at_ms) FROM event)', 'v_event'],
      [
        'INSERT INTO session SELECT id + 1000000000, telemetry_id, at_ms, evtid, trycnt, tryfl, state, btm, rssi, bsg, gettime, next_session_ms, referenceparameter_seance_status_id, duration_session, session_traffic, millisecond FROM session LIMIT 1',
        'v_session',
      ],
      ["UPDATE setting SET unit_name = '' WHERE unit_name IS NULL", 'v_setting'],
      ['UPDATE coverage_run SET state = 3', 'v_coverage'],
      ['UPDATE station SET volume_value = CAST(volume_value AS REAL) WHERE volume_value IS NOT NULL', 'v_station'],
    ] as const) {
      book.db.exec('SAVEPOINT spoil')
      book.db.exec(spoil)
      expect(
        differs().some((text) => text?.startsWith(view)),
        view,
      ).toBe(true)
      book.db.exec('ROLLBACK TO spoil; RELEASE spoil')
    }
    expect(differs()).toEqual([])
  } finally {
    await puller.close()
  }
})

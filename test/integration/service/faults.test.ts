import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAULT_PRESETS, startDemoService, type DemoService, type Faults } from '../../../electron/demo/index.ts'
import { operations } from '../../../electron/service/operations.ts'
import { fractions } from '../../support/child.ts'
import { connectToDemo, expectGoodManners, pullJobs, type Pull } from './support.ts'

/**
 * The client alone against every fault of the demo service and against seeded mixtures of them, with up to four lanes:
 * what arrives equals what arrives without faults, and the service's log shows good manners.
 */

const NOW = Date.parse('2026-11-20T10:00:00Z')
/** `npm run test:long` takes more. */
const MIXTURES = process.env['METERBOOK_LONG'] === '1' ? 12 : 4
/** These change what is served, or end the session: they have tests of their own. */
const NOT_MIXED = /401 always|revoked|sign-in|other types|unknown channels|garbage|shift|hang|slow drip/

let demo: DemoService
let truth: Pull
let stations: { equipmentId: number | null; telemetryId: number | null }[]

async function pull(faults: Partial<Faults>): Promise<{ got: Pull; faultsMet: number }> {
  const got: Pull = new Map()
  const connection = connectToDemo(demo, faults.hang ? { idleMs: 1_000 } : {})
  await connection.signIn(demo.password)
  demo.log.clear()
  const before = Object.values(demo.faults.happened).reduce((sum, count) => sum + count, 0)
  demo.faults.set(faults)
  try {
    const jobs = pullJobs(stations, got)
    await connection.run(() => jobs.shift())
    demo.faults.clear()
    expectGoodManners(demo.log.entries)
    const met = Object.values(demo.faults.happened).reduce((sum, count) => sum + count, 0) - before
    expect(connection.lanes).toHaveLength(1)
    return { got, faultsMet: met }
  } finally {
    demo.faults.clear()
    await connection.signOut()
    await connection.close()
  }
}

beforeAll(async () => {
  demo = await startDemoService({ stations: 12, seed: 5, now: () => NOW })
  const connection = connectToDemo(demo)
  await connection.signIn(demo.password)
  const listed = await connection.lane().call(operations.stations({ page: 1 }))
  stations = listed.records.filter((station) => station.equipmentId !== null).slice(0, 2)
  await connection.signOut()
  await connection.close()
  truth = (await pull({})).got
})
afterAll(() => demo.close())

test('the pull is worth something', () => {
  expect(truth.size).toBeGreaterThan(12)
  for (const [key, records] of truth) expect(records.length, key).toBeGreaterThan(0)
})

const matrix: [string, Partial<Faults>][] = [
  ['latency and jitter', { latency: { ms: 5 }, jitter: { ms: 20 } }],
  ['blank token', { blankToken: { rate: 0.5 } }],
  ['answer lost before the token was used', { lostBefore: { rate: 0.3 } }],
  ['answer lost after the token was used', { lostAfter: { rate: 0.2 } }],
  ['reset in the body', { resetInBody: { rate: 0.3 } }],
  ['truncated JSON', { truncatedJson: { rate: 0.3 } }],
  ['HTML with status 200', { html200: { rate: 0.3 } }],
  ['slow drip', { slowDrip: { chunkBytes: 20_000, pauseMs: 5 } }],
  ['hang', { hang: { next: 2, skip: 5 } }],
  ['hang after the token was used', { hang: { consumed: true, next: 1, skip: 5 } }],
  ['401 now and then', { unauthorized: { rate: 0.1 } }],
  ['401 once', { unauthorized: { next: 1, skip: 3 } }],
  ['a revoked lane', { revokedLane: { next: 1, skip: 8 } }],
  ['eviction at two connections', { maxLanes: { lanes: 2 }, latency: { ms: 10 } }],
  ['eviction at one connection', { maxLanes: { lanes: 1 }, latency: { ms: 10 } }],
  ['further sign-ins refused', { signInRefused: {}, latency: { ms: 10 } }],
  ['429 in seconds', { tooManyRequests: { retryAfterS: 0, rate: 0.2 } }],
  ['429 as a date', { tooManyRequests: { retryAfterS: 0, as: 'date', rate: 0.2 } }],
  ['bursts of 5xx', { serverErrors: { burst: 3, rate: 0.1 } }],
  ['long spans refused with 422', { longSpans: { days: 20 } }],
  ['per_page ignored', { perPageIgnored: { rate: 0.5 } }],
  ['ids as strings', { idsAsStrings: {} }],
  ['unknown fields', { unknownFields: {} }],
  ['next_page loops', { nextPage: { mode: 'loop', next: 1, skip: 2 } }],
  ['next_page goes back', { nextPage: { mode: 'back', next: 1, skip: 2 } }],
  ['total_pages wrong', { totalPages: { mode: 'wrong' } }],
  ['total_pages null', { totalPages: { mode: 'null' } }],
  ['redirects to another host', { redirect: { rate: 0.3 } }],
  ['gzip', { gzip: {} }],
  ['a token that expires', { tokenExpires: { next: 1, skip: 6 } }],
  ['a clock that is a day behind', { clockOffset: { ms: 86_400_000 } }],
  ['a clock that is a day ahead', { clockOffset: { ms: -86_400_000 } }],
]

describe('each fault alone', () => {
  test.each(matrix)('%s', async (name, faults) => {
    let { got, faultsMet } = await pull(faults)
    // A fault that is drawn at random may spare a whole pull.
    for (let more = 5; faultsMet === 0 && more > 0; more--) ({ got, faultsMet } = await pull(faults))
    expect(faultsMet).toBeGreaterThan(0)
    for (const [key, records] of truth) expect(got.get(key)?.length, `${name}: ${key}`).toBe(records.length)
    expect(got).toEqual(truth)
  })
})

const mixable = Object.keys(FAULT_PRESETS).filter((name) => !NOT_MIXED.test(name))

test.each(Array.from({ length: MIXTURES }, (_, at) => at + 1))('mixture with seed %i', async (seed) => {
  const random = fractions(seed)
  const chosen = mixable.filter(() => random() < 0.2)
  const faults = Object.assign({}, ...chosen.map((name) => FAULT_PRESETS[name])) as Partial<Faults>
  if (faults.tooManyRequests !== undefined) faults.tooManyRequests = { ...faults.tooManyRequests, retryAfterS: 0 }
  expect((await pull(faults)).got, `seed ${seed}: ${chosen.join(', ')}`).toEqual(truth)
})

test('every extra lane is signed out at the end of a run', async () => {
  const jobs = pullJobs(stations, new Map())
  const connection = connectToDemo(demo, { maxLanes: 3 })
  await connection.signIn(demo.password)
  const left = demo.openLanes().length - 1
  demo.log.clear()
  demo.faults.set({ latency: { ms: 20 } })
  await connection.run(() => jobs.shift(), {
    judge: { minMs: 1, minAnswersPerLane: 1, patienceMs: 100_000, restMs: 0 },
  })
  demo.faults.clear()
  const opened = demo.log.entries.filter((entry) => entry.method === 'POST').length
  const closed = demo.log.entries.filter((entry) => entry.method === 'DELETE' && entry.status === 200).length
  expect(opened).toBeGreaterThan(0)
  expect(closed).toBe(opened)
  expect(demo.openLanes()).toHaveLength(left + 1)
  await connection.signOut()
  await connection.close()
  expect(demo.openLanes()).toHaveLength(left)
})

test('the limit is learnt from an eviction and kept to for the run', async () => {
  const connection = connectToDemo(demo, { maxLanes: 6 })
  await connection.signIn(demo.password)
  demo.log.clear()
  demo.faults.set({ maxLanes: { lanes: 2 }, latency: { ms: 10 } })
  const jobs = [...pullJobs(stations, new Map()), ...pullJobs(stations, new Map()), ...pullJobs(stations, new Map())]
  await connection.run(() => jobs.shift(), {
    judge: { minMs: 1, minAnswersPerLane: 1, patienceMs: 100_000, restMs: 1 },
  })
  demo.faults.clear()
  expect(demo.log.entries.filter((entry) => entry.method === 'POST').length).toBeLessThanOrEqual(3)
  expect(connection.state.laneLimit).toBe(2)
  await connection.signOut()
  await connection.close()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAULT_PRESETS, startDemoService, type DemoService, type Faults } from '../../../electron/demo/index.ts'
import { operations } from '../../../electron/service/operations.ts'
import { connectToDemo, expectGoodManners, pullJobs, type Pull } from './support.ts'

/** Seeded mixtures of faults that leave the records as they are: the client alone has to bring the whole truth. */

const NOW = Date.parse('2026-11-20T10:00:00Z')
const MIXTURES = 12
/** These change what is served, or (by design §4) end the session; others have their own tests. */
const NOT_HERE = /401 always|revoked|sign-in|other types|unknown channels|garbage|shift|hang|slow drip/

let demo: DemoService
let stations: { equipmentId: number | null; telemetryId: number | null }[]
let truth: Pull

/** Mulberry32: a small generator with one number as its whole state. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function pull(faults: Partial<Faults>): Promise<Pull> {
  const got: Pull = new Map()
  const connection = connectToDemo(demo)
  await connection.signIn(demo.password)
  demo.log.clear()
  demo.faults.set(faults)
  const jobs = pullJobs(stations, got)
  try {
    await connection.run(() => jobs.shift())
  } finally {
    demo.faults.clear()
    await connection.signOut()
    await connection.close()
  }
  expectGoodManners(demo.log.entries)
  return got
}

beforeAll(async () => {
  demo = await startDemoService({ stations: 12, seed: 5, now: () => NOW })
  const connection = connectToDemo(demo)
  await connection.signIn(demo.password)
  const listed = await connection.lane().call(operations.stations({ page: 1 }))
  stations = listed.records.filter((station) => station.equipmentId !== null).slice(0, 3)
  await connection.signOut()
  await connection.close()
  truth = await pull({})
})
afterAll(() => demo.close())

const names = Object.keys(FAULT_PRESETS).filter((name) => !NOT_HERE.test(name))

test.each(Array.from({ length: MIXTURES }, (_, at) => at + 1))('mixture with seed %i', async (seed) => {
  const random = seeded(seed)
  const chosen = names.filter(() => random() < 0.2)
  const faults = Object.assign({}, ...chosen.map((name) => FAULT_PRESETS[name])) as Partial<Faults>
  if (faults.tooManyRequests !== undefined) faults.tooManyRequests = { ...faults.tooManyRequests, retryAfterS: 0 }
  expect(await pull(faults), `seed ${seed}: ${chosen.join(', ')}`).toEqual(truth)
})

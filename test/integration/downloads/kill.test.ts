import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { addDays, dayAt } from '../../../electron/contract/time/day.ts'
import { createWorld, type LogEntry, type World } from '../../../electron/demo/index.ts'
import { ended, fractions, linesOf, root, seedOf, startDemoProcess, type DemoProcess } from '../../support/child.ts'
import { planOf, testFolder } from '../../support/pull.ts'
import { compareWithTruth } from '../../support/truth.ts'
import type { PullerOrder } from './puller.ts'

/** `kill -9` at random moments: nothing lost, nothing double, at most the page in the air of each lane fetched again. */

const NOW = Math.floor(Date.now() / 1000) * 1000 - 3_600_000
const TODAY = dayAt(NOW)
const WORLD = { stations: 32, seed: 3 }
const folder = testFolder()
const seed = seedOf()
const random = fractions(seed)
let world: World
let demo: DemoProcess

beforeAll(async () => {
  console.log(`seed ${seed} (METERBOOK_SEED=${seed} repeats it)`)
  world = createWorld({ ...WORLD, now: () => NOW })
})
afterAll(() => folder.remove())

/** A book that was closed or not, looked at as any reader would. */
function verdictOf(file: string, plan: ReturnType<typeof planOf>): { differences: string[]; rows: number } {
  const book = openBook(file, { mode: 'read', now: Date.now })
  try {
    const integrity = book.db.pragma('integrity_check', { simple: true })
    const { differences, rows } = compareWithTruth(book, world, plan)
    return { differences: integrity === 'ok' ? differences : [`integrity_check: ${String(integrity)}`], rows }
  } finally {
    book.close()
  }
}

/** Data requests of a log by what was asked, in the order in which they came. */
function askedIn(log: readonly LogEntry[]): Map<string, LogEntry[]> {
  const asked = new Map<string, LogEntry[]>()
  for (const entry of log) {
    if (entry.method !== 'GET') continue
    const key = `${entry.path}?${new URLSearchParams(entry.query).toString()}`
    asked.set(key, [...(asked.get(key) ?? []), entry])
  }
  return asked
}

async function pullKilled(kills: number, jobsPerLane: 1 | 2) {
  // Pages of 10 and 20 records: many pages, each soon compared. No archive is denser than the first guess, so chunks
  // are cut alike whatever came first, and requests can be counted by what they ask.
  demo = await startDemoProcess({ ...WORLD, nowMs: NOW, latencyMs: 12, faults: { perPageIgnored: {} } })
  const plan = planOf({
    stations: [1, 2, 4, 7, 8, 9, 11, 14, 15, 16, 18, 21, 22, 23, 25, 28, 29, 30, 32].map((number) => 10_000 + number),
    span: { from: addDays(TODAY, -92), to: TODAY },
  })
  const orderFor = (file: string): PullerOrder => ({
    url: demo.url,
    email: demo.email,
    password: demo.password,
    file,
    plan,
    jobsPerLane,
  })
  const load = (file: string) => {
    const order = JSON.stringify(orderFor(file))
    const child = spawn(process.execPath, ['test/integration/downloads/puller.ts', order], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const line = linesOf(child)
    return { child, line, ready: line() }
  }
  const go = async ({ child, ready }: ReturnType<typeof load>) => {
    expect(await ready).toBe('ready')
    child.stdin?.write('go\n')
    return child
  }
  const lanesOf = async () => (await demo.openLanes()).length
  /** Most moments lie in the download, some in the sign-in and the opening of the book before it. Lives are short or long. */
  const moment = async (line: () => Promise<string | null>, shareMs: number) => {
    if (random() < 0.15) return sleep(random() * 80)
    await line()
    return sleep(random() * (random() < 0.6 ? 0.5 : 3.5) * shareMs)
  }
  /** A moment with every lane open, if they open in a while. */
  const lateMoment = async (child: ChildProcess, before: number, shareMs: number) => {
    const endMs = performance.now() + 12 * shareMs
    while ((await lanesOf()) < before + 4 && child.exitCode === null && performance.now() < endMs) await sleep(3)
    return sleep(random() * 10)
  }
  try {
    const clean = folder.file(`clean-${jobsPerLane}.meterbook`)
    const whole = load(clean)
    await go(whole)
    await whole.line()
    const begunMs = performance.now()
    await ended(whole.child)
    const wholeMs = performance.now() - begunMs
    const cleanSet = askedIn(await demo.log())
    expect(verdictOf(clean, plan).differences).toEqual([])

    await demo.clearLog()
    const file = folder.file(`killed-${jobsPerLane}.meterbook`)
    let killed = 0
    /** How many children had no lane yet, one, two, … */
    const lanesOpen = [0, 0, 0, 0, 0]
    let before = await lanesOf()
    /** So long the lives have to be for the rest of the kills to share the rest of the pull, however fast the machine is now. */
    let shareMs = wholeMs / kills
    let next = load(file)
    for (let kill = 0; kill < kills; kill += 1) {
      const child = await go(next)
      const { line } = next
      next = load(file)
      await (kill % 12 === 6 ? lateMoment(child, before, shareMs) : moment(line, shareMs))
      child.kill('SIGKILL')
      await ended(child)
      if (child.signalCode === 'SIGKILL') killed += 1
      const after = await lanesOf()
      lanesOpen[after - before] = (lanesOpen[after - before] ?? 0) + 1
      before = after
      if (kill % 10 === 9) {
        const left = 1 - askedIn(await demo.log()).size / cleanSet.size
        shareMs = (wholeMs * left) / (kills - kill)
      }
      if (kill % 40 === 39) {
        const book = openBook(file, { mode: 'read', now: Date.now })
        expect(book.db.pragma('integrity_check', { simple: true })).toBe('ok')
        book.close()
      }
    }
    await ended(await go(next))
    const log = await demo.log()
    return { killed, lanesOpen, cleanSet, asked: askedIn(log), log, verdict: verdictOf(file, plan) }
  } finally {
    await demo.stop()
  }
}

test('one pull with four lanes, killed at 200 random moments', async () => {
  const jobsPerLane = Number(process.env['METERBOOK_JOBS_PER_LANE'] ?? 1) as 1 | 2
  const { killed, lanesOpen, cleanSet, asked, log, verdict } = await pullKilled(200, jobsPerLane)
  expect(verdict.differences).toEqual([])
  // A page that was asked for again was lost by the lane that asked for it before.
  const lostBy = new Map<string, number>()
  for (const entries of asked.values()) {
    for (const { lane } of entries.slice(0, -1)) lostBy.set(String(lane), (lostBy.get(String(lane)) ?? 0) + 1)
  }
  const again = lostBy.values().reduce((sum, count) => sum + count, 0)
  const most = Math.max(0, ...lostBy.values())
  const beyond = [...asked.keys()].filter((key) => !cleanSet.has(key))
  const refused = log.filter((entry) => entry.status === 401).length
  const signIns = log.filter((entry) => entry.method === 'POST').length
  const signOuts = log.filter((entry) => entry.method === 'DELETE').length
  console.log(
    `${killed} of 200 killed, lanes open when they were: ${JSON.stringify(lanesOpen)}; clean pull ${cleanSet.size} pages, killed pull ${asked.size + again}: ` +
      `${again} asked for again, at most ${most} by a lane (by count: ${JSON.stringify(Object.fromEntries([...Map.groupBy(lostBy.values(), (n) => n)].map(([n, list]) => [n, list.length])))}); ` +
      `${signIns} sign-ins, ${signOuts} sign-outs, ${refused} refused`,
  )
  expect(refused).toBe(0)
  expect(beyond).toEqual([])
  expect([...cleanSet.keys()].filter((key) => !asked.has(key))).toEqual([])
  expect(killed).toBe(200)
  expect(lanesOpen[4]).toBeGreaterThan(10)
  expect(most).toBeLessThanOrEqual(1)
})

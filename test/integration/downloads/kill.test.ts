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

/**
 * `kill -9` at random moments: nothing lost, nothing double. Of each lane at most two pages are fetched again: the one that was being
 * stored, and the next, which the lane asks for meanwhile (downloads/chunk.ts).
 * `npm run test:long` kills a longer pull more often.
 */

const isLong = process.env['METERBOOK_LONG'] === '1'
const KILLS = isLong ? 200 : 10
/** Every so many kills come when all four lanes are open, if they open in a while. */
const LATE_EVERY = isLong ? 12 : 4
/** Pages of a lane that a kill can lose: one that came and is not committed yet, and one in the air. */
const IN_HAND = 2
const STATIONS = isLong ? [1, 2, 4, 7, 8, 9, 11, 14, 15, 16, 18, 21, 22, 23, 25, 28, 29, 30, 32] : [1, 2, 4]

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

async function pullKilled(kills: number) {
  // Pages of 10 and 20 records: many pages, each soon compared. No archive is denser than the first guess, so chunks
  // are cut alike whatever came first, and requests can be counted by what they ask.
  demo = await startDemoProcess({ ...WORLD, nowMs: NOW, latencyMs: 12, faults: { perPageIgnored: {} } })
  const plan = planOf({
    stations: STATIONS.map((number) => 10_000 + number),
    span: { from: addDays(TODAY, -92), to: TODAY },
  })
  const orderFor = (file: string): PullerOrder => ({
    url: demo.url,
    email: demo.email,
    password: demo.password,
    file,
    plan,
  })
  const load = (file: string) => {
    const order = JSON.stringify(orderFor(file))
    const child = spawn(process.execPath, ['test/integration/downloads/puller.ts', order], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    return { child, ready: linesOf(child)() }
  }
  const go = async ({ child, ready }: ReturnType<typeof load>) => {
    expect(await ready).toBe('ready')
    child.stdin?.write('go\n')
    return child
  }
  const lanesOf = async () => (await demo.openLanes()).length
  const asked = new Set<string>()
  let heard = 0
  /** How many different things the service was asked for since its log was cleared. */
  const progress = async (): Promise<number> => {
    const answer = await fetch(`${demo.url}/__demo/log?since=${heard}`)
    const { entries } = (await answer.json()) as { entries: LogEntry[] }
    for (const key of askedIn(entries).keys()) asked.add(key)
    heard = entries.at(-1)?.seq ?? heard
    return asked.size
  }
  const until = async (child: ChildProcess, isThere: () => Promise<boolean>) => {
    while (child.exitCode === null && !(await isThere())) await sleep(3)
    // Anywhere between two requests.
    await sleep(random() * 15)
  }
  try {
    const clean = folder.file('clean.meterbook')
    const whole = load(clean)
    await go(whole)
    await ended(whole.child)
    const cleanSet = askedIn(await demo.log())
    expect(verdictOf(clean, plan).differences).toEqual([])

    await demo.clearLog()
    const file = folder.file('killed.meterbook')
    let killed = 0
    /** How many children had no lane yet, one, two, … */
    const lanesOpen = [0, 0, 0, 0, 0]
    let before = await lanesOf()
    /** How far the pull is to come before each kill: it is never over before the last one. */
    const goals = Array.from({ length: kills }, () => random() * 0.95 * cleanSet.size).toSorted((a, b) => a - b)
    let next = load(file)
    for (const [kill, goal] of goals.entries()) {
      const child = await go(next)
      next = load(file)
      // Some moments lie in the sign-in and the opening of the book.
      if (random() < 0.15) await sleep(random() * 80)
      else await until(child, async () => (await progress()) >= goal)
      const mostOf = goals[kill + 1] ?? 0.97 * cleanSet.size
      if (kill % LATE_EVERY === LATE_EVERY / 2)
        await until(child, async () => (await lanesOf()) >= before + 4 || (await progress()) >= mostOf)
      child.kill('SIGKILL')
      await ended(child)
      if (child.signalCode === 'SIGKILL') killed += 1
      const after = await lanesOf()
      lanesOpen[after - before] = (lanesOpen[after - before] ?? 0) + 1
      before = after
      if (kill % (KILLS / 5) === KILLS / 5 - 1) {
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

test('one pull with four lanes, killed at random moments', async () => {
  const { killed, lanesOpen, cleanSet, asked, log, verdict } = await pullKilled(KILLS)
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
    `${killed} of ${KILLS} killed, lanes open when they were: ${JSON.stringify(lanesOpen)}; clean pull ${cleanSet.size} pages, killed pull ${asked.size + again}: ` +
      `${again} asked for again, at most ${most} by a lane (by count: ${JSON.stringify(Object.fromEntries([...Map.groupBy(lostBy.values(), (n) => n)].map(([n, list]) => [n, list.length])))}); ` +
      `${signIns} sign-ins, ${signOuts} sign-outs, ${refused} refused`,
  )
  expect(refused).toBe(0)
  expect(beyond).toEqual([])
  expect([...cleanSet.keys()].filter((key) => !asked.has(key))).toEqual([])
  expect(killed).toBe(KILLS)
  expect(lanesOpen[4]).toBeGreaterThan(KILLS / 20)
  expect(most).toBeLessThanOrEqual(IN_HAND)
})

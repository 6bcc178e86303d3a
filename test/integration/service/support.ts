import { expect } from 'vitest'
import type { DemoService, LogEntry } from '../../../electron/demo/index.ts'
import { createConnection, type Connection, type ConnectionOptions } from '../../../electron/service/connection.ts'
import { isSpanRefused } from '../../../electron/service/errors.ts'
import type { Lane } from '../../../electron/service/lane.ts'
import { operations, type Operation } from '../../../electron/service/operations.ts'
import type { Page } from '../../../electron/service/page.ts'
import type { Job } from '../../../electron/service/pool.ts'
import { memoryTokenStore } from '../../../electron/service/tokens.ts'

/** What the client makes of the demo service: the lists of a few stations, by their path without the page. */
export type Pull = Map<string, unknown[]>

export const SPAN = { from: '2026-03-01', to: '2026-04-30' }

/**
 * Time shrunk a hundredfold, and patience for mixtures in which every second answer is spoilt: the rules are the same.
 * @param idleMs short only where answers hang on purpose: on a busy machine a good answer may take seconds
 */
export function connectToDemo(
  demo: DemoService,
  { idleMs = 60_000, ...options }: Partial<ConnectionOptions> & { idleMs?: number } = {},
): Connection {
  return createConnection({
    baseUrl: demo.url,
    email: demo.email,
    store: memoryTokenStore(),
    maxLanes: 4,
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    random: () => 0.5,
    limits: { idleMs, backoffMs: 5, maxBackoffMs: 50, retries: 12 },
    ...options,
  })
}

/** Asks for all of it: reference lists, and readings, events, settings and sessions of some stations. */
export function pullJobs(stations: { equipmentId: number | null; telemetryId: number | null }[], into: Pull): Job[] {
  const spanned: ((page: number, span: { from: string; to: string }) => Operation<Page<object>>)[] = []
  const plain: ((page: number) => Operation<Page<object>>)[] = [
    (page) => operations.energies({ page }),
    (page) => operations.customers({ page }),
    (page) => operations.equipmentTypes({ page }),
    (page) => operations.channels({ page }),
    (page) => operations.messages({ page }),
  ]
  for (const { equipmentId, telemetryId } of stations) {
    if (equipmentId !== null) {
      for (const view of ['general', 'unified'] as const) {
        spanned.push((page, span) => operations.readings({ page, archiveType: 'hourly', equipmentId, view, ...span }))
      }
      spanned.push((page, span) => operations.events({ page, archiveType: 'event', equipmentId, ...span }))
      plain.push((page) => operations.settings({ page, equipmentId }))
    }
    if (telemetryId !== null) spanned.push((page, span) => operations.sessions({ page, telemetryId, ...span }))
  }
  return [...plain.map((operation) => listJob(operation, into)), ...spanned.map((operation) => spanJob(operation, SPAN, into))]
}

/** The pages of a list, one after the other. */
async function* pages<T>(lane: Lane, operation: (page: number) => Operation<Page<T>>): AsyncGenerator<Page<T>, void> {
  for (let asked: number | null = 1; asked !== null;) {
    const page: Page<T> = await lane.call(operation(asked))
    yield page
    asked = page.nextPage
  }
}

const keyOf = (operation: Operation<unknown>) =>
  [...new URL(operation.path, 'http://x').searchParams]
    .filter(([name]) => !['page', 'fp_start', 'fp_end'].includes(name))
    .reduce((key, [name, value]) => `${key} ${name}=${value}`, operation.name)

function listJob(operation: (page: number) => Operation<Page<object>>, into: Pull): Job {
  return async (lane) => {
    const records: unknown[] = []
    for await (const read of pages(lane, operation)) records.push(...read.records)
    into.set(keyOf(operation(1)), records)
  }
}

/** Like downloads do it: a refused span is halved until it is taken. */
function spanJob(
  operation: (page: number, span: { from: string; to: string }) => Operation<Page<object>>,
  whole: { from: string; to: string },
  into: Pull,
): Job {
  const fetch = async (lane: Lane, span: { from: string; to: string }): Promise<unknown[]> => {
    const records: unknown[] = []
    try {
      for await (const read of pages(lane, (page) => operation(page, span))) records.push(...read.records)
      return records
    } catch (error) {
      const [first, second] = halves(span)
      if (!isSpanRefused(error) || first === undefined || second === undefined) throw error
      return [...(await fetch(lane, first)), ...(await fetch(lane, second))]
    }
  }
  return async (lane) => {
    const records = await fetch(lane, whole)
    into.set(keyOf(operation(1, whole)), records)
  }
}

function halves({ from, to }: { from: string; to: string }): { from: string; to: string }[] {
  const dayMs = 86_400_000
  const [start, end] = [Date.parse(from), Date.parse(to)]
  if (start === end) return []
  const middle = start + Math.floor((end - start) / 2 / dayMs) * dayMs
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return [
    { from, to: day(middle) },
    { from: day(middle + dayMs), to },
  ]
}

/**
 * Good manners by the service's own log: all headers, `expiry` never sent, never two requests in flight on a lane, and a
 * used token only after an answer was lost, at most as often as the rules allow.
 */
export function expectGoodManners(log: readonly LogEntry[]): void {
  const dripped = new Set<string | null>()
  for (const entry of log) {
    // A dripping answer is whole for the client a moment before the demo service has put its own pen down.
    if (!dripped.has(entry.lane)) expect(entry.inFlightOnLane, `request ${entry.seq} in flight`).toBe(1)
    if (entry.faults.includes('slowDrip')) dripped.add(entry.lane)
    expect(entry.headers).not.toHaveProperty('expiry')
    expect(entry.headers['content-type']).toBe('application/json')
    const isSignIn = entry.path === '/api/v1/auth/sign_in'
    expect(entry.method).toBe(isSignIn ? 'POST' : entry.path === '/api/v1/auth/sign_out' ? 'DELETE' : 'GET')
    if (isSignIn) continue
    for (const name of ['client', 'uid', 'token-type']) expect(entry.headers).toHaveProperty(name)
    expect(entry.token).not.toBe('missing')
  }
  for (const lane of new Set(log.map((entry) => entry.lane))) {
    if (lane === null) continue
    const own = log.filter((entry) => entry.lane === lane)
    own.forEach((entry, at) => {
      // An evicted or expired lane cannot know it before it is told.
      if (entry.token !== 'previous' && entry.token !== 'used') return
      const wasLost = own.slice(0, at).some((earlier) => earlier.status === null)
      expect(wasLost, `request ${entry.seq} presents a ${entry.token} token`).toBe(true)
    })
    // Never more than the current token twice and the previous once in a row before a new sign-in.
    let refusals = 0
    for (const entry of own) {
      refusals = entry.status === 401 ? refusals + 1 : 0
      expect(refusals, `refusals in a row on a lane, at request ${entry.seq}`).toBeLessThanOrEqual(3)
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import type { Plan, Progress } from '../../../electron/contract/downloads.ts'
import { dayNumber } from '../../../electron/contract/time/day.ts'
import { startDemoService, type DemoService, type LogEntry } from '../../../electron/demo/index.ts'
import { planOf, startPuller, testFolder, type Puller, type PullerOptions } from '../../support/pull.ts'

/** A demo service whose clock the test moves, and books to pull into: anew for each test. */
export interface Stage {
  demo: DemoService
  /** The service's and the laptop's time. */
  nowMs: number
  /** Opens (or opens again) a book of the test and signs in. */
  open(options?: PullerOptions & { book?: string }): Promise<Puller>
  /** Data requests since the last call, oldest first, without the page. */
  asked(): string[]
  entries(): LogEntry[]
}

export const NOW = Date.parse('2026-11-20T15:23:11Z')

export function stage(stations = 8): Stage {
  const opened: Puller[] = []
  let folder: ReturnType<typeof testFolder>
  let seen = 0
  const it = {
    nowMs: NOW,
    async open({ book = 'book.meterbook', ...options } = {}) {
      const clock = { nowMs: () => it.nowMs, monotonicMs: () => performance.now() }
      const puller = await startPuller(it.demo, folder.file(book), clock, {
        ...options,
        downloads: { networkRetryMs: [30], ...options.downloads },
      })
      opened.push(puller)
      return puller
    },
    entries: () => it.demo.log.entries.filter(({ method }) => method === 'GET'),
    asked() {
      const entries = it.entries().slice(seen)
      seen += entries.length
      return entries.map(nameOf)
    },
  } as Stage
  beforeEach(async () => {
    it.nowMs = NOW
    seen = 0
    folder = testFolder()
    it.demo = await startDemoService({ stations, seed: 11, now: () => it.nowMs })
  })
  afterEach(async () => {
    for (const puller of opened.splice(0)) if (puller.book.db.open) await puller.close()
    await it.demo.close()
    folder.remove()
  })
  return it
}

/** `hourly 300001 general 2026-10-01..2026-11-10`, or the resource and its key. */
function nameOf({ path, query }: LogEntry): string {
  const resource = path.replace('/api/v1/', '')
  if (resource === 'channel_data') {
    const view = query['channel_consolidation'] === '1' ? 'unified' : 'general'
    const what = `${query['archive_type']} ${query['equipment_id'] ?? `${query['energy_varname']}/${query['uid']}`}`
    return query['fp_start'] === undefined ? what : `${what} ${view} ${query['fp_start']}..${query['fp_end']}`
  }
  if (resource === 'seances') return `seances ${query['telemetry_id']} ${query['fp_start']}..${query['fp_end']}`
  const key = query['energy_id'] ?? query['equipment_type_id'] ?? query['id']
  return key === undefined ? resource : `${resource} ${key}`
}

/** Hourly readings of the first device, and what else the test wants. */
export const hourlyOf = (plan: Partial<Plan> = {}): Plan =>
  planOf({ stations: [10_001], archives: ['hourly'], views: ['general'], span: { from: '2026-09-01', to: '2026-11-20' }, ...plan })

/** Resolves as soon as progress passes the test; listeners are told too seldom to catch a short run in the middle. */
export async function until({ downloads }: Puller, passes: (progress: Progress) => boolean): Promise<Progress> {
  for (;;) {
    const progress = downloads.progress()
    if (passes(progress)) return progress
    if (progress.state === 'done') throw new Error('the run was over before')
    await sleep(1)
  }
}

/** Those of the requests that asked for hourly readings. */
export const hourly = (asked: string[]) => asked.filter((name) => name.startsWith('hourly'))
/** How many days a name asks for. */
export const days = (name: string): number => {
  const [from, to] = name.split(' ').at(-1)?.split('..') ?? []
  return dayNumber(to ?? '') - dayNumber(from ?? '') + 1
}
/** Days of an archive by state. */
export const statesOf = ({ book }: Puller, archive: string): Record<string, number> =>
  Object.fromEntries(
    book.db
      .prepare<[string], [string, number]>('SELECT state, count(*) FROM v_coverage WHERE archive_type = ? GROUP BY state')
      .raw()
      .all(archive),
  )

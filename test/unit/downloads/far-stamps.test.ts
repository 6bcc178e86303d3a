import { afterEach, beforeEach, expect, test } from 'vitest'
import { stampBounds } from '../../../electron/contract/time/stamps.ts'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { startInBetween, type InBetween } from '../../support/in-between.ts'
import { clockAt, planOf, startPuller, testFolder, type Puller } from '../../support/pull.ts'
import { compareWithTruth } from '../../support/truth.ts'
import { NOW } from './world.ts'
import { random } from '../../support/worlds/random.ts'

/** The service may stamp a record with any time: such a record is kept apart, and all others are as if it had not come. */

const SPAN = { from: '2026-10-10', to: '2026-11-20' }
const PLAN = planOf({ stations: [10_001, 10_002], span: SPAN })
const seed = Number(process.env['METERBOOK_SEED'] ?? 20_261_123)
/** Unix seconds. */
const FAR = [253_402_297_200, 95_649_116_400, 0, -1, 13_132_800, 8.64e12, -8.64e12, 8.639e12, 1e300, 'now'] as const

let demo: DemoService
let between: InBetween
let folder: ReturnType<typeof testFolder>
let puller: Puller | null = null
/** What was put among the records, as it was sent. */
const sent = new Set<string>()

beforeEach(async () => {
  const { next } = random(seed)
  folder = testFolder()
  sent.clear()
  demo = await startDemoService({ stations: 8, seed: 11, now: () => NOW })
  between = await startInBetween(demo.url, {
    tls: false,
    change(url, body) {
      const isStamped = url.pathname.endsWith('/seances') || url.searchParams.has('fp_start')
      if (!isStamped || url.searchParams.get('archive_type') === 'settings') return body
      const page = JSON.parse(body) as { data?: Record<string, unknown>[] }
      const like = page.data?.[0]
      if (!like) return body
      for (let count = 0; count < 3; count++) {
        const some = FAR[Math.floor(next() * FAR.length)]
        // Twenty years to ten thousand before or after: further than what is asked for can reach.
        const anyTime = NOW / 1000 + (next() < 0.5 ? -1 : 1) * (40 + next() * 5000) * 31_557_600
        const strange = { ...like, id: 5e8 + sent.size, event_time: next() < 0.5 ? some : Math.round(anyTime) }
        page.data?.splice(Math.floor(next() * (page.data.length + 1)), 0, strange)
        sent.add(JSON.stringify(strange))
      }
      return JSON.stringify(page)
    },
  })
})
afterEach(async () => {
  await puller?.close()
  puller = null
  await between.close()
  await demo.close()
  folder.remove()
})

test(`records stamped far away are kept apart with a reason, whatever page they come in (seed ${seed})`, async () => {
  puller = await startPuller({ ...demo, url: between.url }, folder.file('far.meterbook'), clockAt(NOW))
  const { book, downloads } = puller
  downloads.start(PLAN)
  expect(await downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })

  expect(sent.size).toBeGreaterThan(50)
  const kept = book.rejected.list({ limit: -1 })
  expect(new Set(kept.map(({ raw }) => raw))).toEqual(sent)
  expect(downloads.progress().rejected).toBeGreaterThanOrEqual(sent.size)
  expect(Object.values(book.summary().rejected).reduce((sum, count) => sum + count, 0)).toBe(sent.size)
  for (const { reason, raw } of kept) {
    const { event_time: stamp } = JSON.parse(raw) as { event_time: unknown }
    const isTime = typeof stamp === 'number' && Math.abs(stamp) <= 8.64e12
    expect(reason).toBe(
      isTime
        ? `event_time: stamped ${dayOf(stamp)}, ${stamp * 1000 < Date.UTC(1990, 0, 1) ? 'before any archive' : 'more than ten years outside what was asked for'}`
        : 'event_time: not a time',
    )
  }

  // All other records came, coverage is as usual, and nothing that was kept apart lies among them.
  const others = compareWithTruth(book, demo.world, PLAN).differences.filter((text) => !text.startsWith('v_rejected'))
  expect(others).toEqual([])
  const { fromMs, toMs } = stampBounds({ nowMs: NOW, ...SPAN })
  for (const table of ['reading', 'event', 'session'])
    expect([table, book.db.prepare(`SELECT count(*) FROM ${table} WHERE at_ms NOT BETWEEN ? AND ?`).pluck().get(fromMs, toMs)]).toEqual([
      table,
      0,
    ])
})

const dayOf = (seconds: number): string => new Date(Math.round(seconds * 1000)).toISOString().split('T')[0] ?? ''

import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeBook } from '../../../electron/analysis/findings/judge-book.ts'
import { demoTour } from '../../../electron/backend/demo-tour.ts'
import type { FindingRow } from '../../../electron/contract/findings.ts'
import { FLAG, RULE_CODES, type RuleCode } from '../../../electron/contract/rules.ts'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { startPuller, testFolder, type Puller } from '../../support/pull.ts'

/** The demo's own download, judged: each rule has something to show, and most stations are sound. */

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)
const usual = { zone: 'Europe/Moscow', contractHour: 10 }
const folder = testFolder()
let nowMs = NOW
let demo: DemoService
let puller: Puller

beforeAll(async () => {
  demo = await startDemoService({ now: () => nowMs })
  const clock = { nowMs: () => nowMs, monotonicMs: () => performance.now() }
  puller = await startPuller(demo, folder.file('demo.meterbook'), clock)
})
afterAll(async () => {
  await puller.close()
  await demo.close()
  folder.remove()
})

const findings = (): FindingRow[] => [...demo.world.stations()].flatMap(({ id }) => puller.book.findings.ofStation(id))
const met = (): RuleCode[] => {
  const rules = new Set(findings().map(({ rule }) => rule))
  return RULE_CODES.filter((code) => rules.has(code))
}

test('after the tour each rule but that of changed settings has found something; most stations have no failure', async () => {
  puller.downloads.start(demoTour(demo.world, nowMs))
  expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
  await judgeBook(puller.book, { usual, nowMs })
  expect(met()).toEqual(RULE_CODES.filter((code) => code !== 'unexplained_change'))
  const failing = new Set(
    findings()
      .filter(({ flag }) => flag === FLAG.fail)
      .map(({ stationId }) => stationId),
  )
  expect(failing.size).toBeLessThan(demo.world.stationCount / 2)
})

test('settings that somebody has changed are found by the next download, two days later', async () => {
  nowMs = NOW + 2 * DAY_MS
  const { stations } = demo.world.stories()
  const span = { from: '2026-11-20', to: '2026-11-22' }
  puller.downloads.start({ stations, archives: ['settings', 'events'], views: ['general'], span, refresh: false })
  expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
  await judgeBook(puller.book, { usual, nowMs })
  expect(met()).toContain('unexplained_change')
})

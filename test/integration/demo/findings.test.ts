import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVER, type StationData } from '../../../electron/analysis/kernel/data.ts'
import { judgeBook } from '../../../electron/analysis/judge/book.ts'
import { loadStation } from '../../../electron/analysis/station/load/load.ts'
import { rule as contractHour } from '../../../electron/analysis/rules/contract-hour.ts'
import { rule as hoursAgainstDay } from '../../../electron/analysis/rules/hours-against-day.ts'
import { demoTour } from '../../../electron/backend/demo-tour.ts'
import { withParts } from '../../../electron/contract/finding-parts.ts'
import type { FindingRow } from '../../../electron/contract/findings.ts'
import { FLAG, RULE_CODES, usualThresholds, type RuleCode } from '../../../electron/contract/rules.ts'
import { NO_WISH } from '../../../electron/contract/time/gas-clock.ts'
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

const thresholds = usualThresholds()
/** What two rules that rest on the clock of a station say of it. */
const byClock = {
  contract_hour: (data: StationData) => contractHour.judge(data, thresholds.contract_hour, EVER),
  hours_against_day: (data: StationData) => hoursAgainstDay.judge(data, thresholds.hours_against_day, EVER),
}
const findings = (): FindingRow[] => [...demo.world.stations()].flatMap(({ id }) => puller.book.findings.ofStation(id))
const met = (): RuleCode[] => {
  const rules = new Set(
    findings()
      .flatMap(withParts)
      .map(({ rule }) => rule),
  )
  return RULE_CODES.filter((code) => rules.has(code))
}

/** The tour has too short a history for another level, no changed settings, no second book, and nothing that engineers say. */
const NOT_MET: readonly RuleCode[] = ['level_shift', 'unexplained_change', 'imbalance', 'kept_twice', 'over_limit', 'reading_differs']

test('after the tour each rule but those of levels, changed settings, merged books and what engineers say has found something; most stations have no failure', async () => {
  puller.downloads.start(demoTour(demo.world, nowMs))
  expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
  await judgeBook(puller.book, { usual, nowMs })
  expect(met()).toEqual(RULE_CODES.filter((code) => !NOT_MET.includes(code)))
  const failing = new Set(
    findings()
      .filter(({ flag }) => flag === FLAG.fail)
      .map(({ stationId }) => stationId),
  )
  expect(failing.size).toBeLessThan(demo.world.stationCount / 2)
})

test('read in another zone, which nobody set, the same stations have a wrong contract hour and days unlike their hours', () => {
  const { book } = puller
  /** The stations that each rule finds something at, read in a zone. */
  const foundIn = (zone: string) => {
    const said = { contract_hour: [] as number[], hours_against_day: [] as number[] }
    for (const { id } of demo.world.stations()) {
      const data = loadStation(book, id, nowMs, { usual: { zone, contractHour: 10 } })
      for (const code of ['contract_hour', 'hours_against_day'] as const)
        if (data && byClock[code](data).found.length > 0) said[code].push(id)
    }
    return said
  }
  const moscow = foundIn('Europe/Moscow')
  expect(moscow.contract_hour.length).toBeGreaterThan(0)
  expect(moscow.contract_hour.length).toBeLessThan(5)
  expect(foundIn('UTC')).toEqual(moscow)
  // Nor where the book itself is read in UTC, and nobody said an hour.
  book.clocks.setOfBook({ timeZone: 'UTC', contractHour: null })
  expect(foundIn('Europe/Moscow').contract_hour).toEqual(moscow.contract_hour)
  book.clocks.setOfBook(NO_WISH)
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

import { expect, test } from 'vitest'
import { projecting } from '../../../../../electron/analysis/kernel/limits/projection.ts'
import type { DayLine } from '../../../../../electron/analysis/kernel/limits/usual-days.ts'
import { facts } from '../../../../../electron/analysis/station/facts/facts.ts'
import { dayNumber, dayOf, firstOfMonth } from '../../../../../electron/contract/time/day.ts'
import { gasDayAt } from '../../../../../electron/contract/time/gas-day.ts'
import { createWorld } from '../../../../../electron/demo/world/index.ts'
import { STATIONS, world, WORLD_SEEDS } from '../../../../support/worlds/world.ts'

/**
 * The band of a projection holds the month's end in 75 to 95 of 100 cases, from day 10 on: over planted worlds and over the demo's,
 * whose seasons are calmer than weather is (season.slow.test.ts has weather, by date). Every day of every month is a case of which all days are known afterwards.
 */

/** The cases of a line of days: one a day of each whole month. */
interface Score {
  held: number
  cases: number
  /** No band: too few projections were made before. */
  without: number
}
const none = (): Score => ({ held: 0, cases: 0, without: 0 })
type Scores = Map<string, Score>

const BANDS = [
  ['10-14', 10, 14],
  ['15-19', 15, 19],
  ['20-24', 20, 24],
  ['25-', 25, 31],
] as const

function score(line: DayLine, scores: Scores, lastMonths = Infinity): void {
  const last = line.first + line.m3.length
  const project = projecting(line, 'none')
  let months = 0
  for (let month = firstOfMonth(dayOf(last - 1)); dayNumber(month) > line.first && months < lastMonths; month = firstOfMonth(month, -1)) {
    const [from, until] = [dayNumber(month) - line.first, dayNumber(firstOfMonth(month, 1)) - line.first]
    if (until > line.m3.length) continue
    const days = Array.from({ length: until - from }, (_, at) => from + at)
    if (days.some((place) => line.told[place] !== 1)) continue
    months++
    const actual = days.reduce((sum, place) => sum + (line.m3[place] as number), 0)
    for (const [name, first, end] of BANDS)
      for (let day = first; day <= Math.min(end, days.length - 1); day++) {
        const found = project(from, until, from + day)
        for (const key of [name, 'all']) {
          const of = scores.get(key) ?? none()
          scores.set(key, of)
          if (found === 'short_history' || !found.band) of.without++
          else {
            of.cases++
            if (actual >= found.band.low - 1e-6 && actual <= found.band.high + 1e-6) of.held++
          }
        }
      }
  }
}

const table = (title: string, scores: Scores): string =>
  [
    title,
    ...[...scores].map(
      ([key, { held, cases, without }]) =>
        `  ${key.padEnd(6)} ${((100 * held) / cases).toFixed(1).padStart(5)} % of ${cases}, without a band ${without}`,
    ),
  ].join('\n')

const share = (scores: Scores): number => {
  const { held, cases } = scores.get('all') ?? none()
  return (100 * held) / cases
}

test('planted worlds: the band holds the end of the month in 75 to 95 of 100 cases', () => {
  const scores: Scores = new Map()
  for (const seed of WORLD_SEEDS.daily)
    for (let index = 0; index < STATIONS; index++) {
      const days = facts(world(seed).station(index).data).gasDays()
      if (!days || days.days.length === 0) continue
      const first = days.days[0] as number
      const length = (days.days.at(-1) as number) - first + 1
      const line = { first, m3: new Float64Array(length), told: new Float64Array(length) }
      days.days.forEach((day, at) => {
        line.m3[day - first] = days.m3[at] as number
        line.told[day - first] = 1
      })
      score(line, scores)
    }
  console.log(table('Planted worlds', scores))
  expect(scores.get('all')?.cases).toBeGreaterThan(3_000)
  expect(share(scores)).toBeGreaterThanOrEqual(75)
  expect(share(scores)).toBeLessThanOrEqual(95)
})

test("the demo's world: the band holds the end of the month in 75 to 85 of 100 cases", () => {
  const scores: Scores = new Map()
  const nowMs = Date.UTC(2026, 10, 20, 12)
  const demo = createWorld({ stations: 150, seed: 7, now: () => nowMs })
  let stations = 0
  for (const { equipment_id: equipmentId } of demo.stations()) {
    if (equipmentId === null || stations >= 60) continue
    const records = [...demo.readings(equipmentId, 'daily', 'general')].flatMap(({ event_time: at, channel_data: entries }) => {
      const { Vpriv } = Object.assign({}, ...entries) as Record<string, unknown>
      const day = gasDayAt(at * 1000 - 1, { zone: 'Europe/Moscow', contractHour: 10 })
      return typeof Vpriv === 'number' ? [[dayNumber(day), Vpriv] as const] : []
    })
    const [first, last] = [records[0]?.[0] ?? 0, records.at(-1)?.[0] ?? -1]
    if (records.length < 100) continue
    stations++
    const line = { first, m3: new Float64Array(last - first + 1), told: new Float64Array(last - first + 1) }
    for (const [day, m3] of records) {
      line.m3[day - first] = m3
      line.told[day - first] = 1
    }
    score(line, scores, 12)
  }
  console.log(table('The demo', scores))
  expect(scores.get('all')?.cases).toBeGreaterThan(3_000)
  expect(share(scores)).toBeGreaterThanOrEqual(75)
  expect(share(scores)).toBeLessThanOrEqual(95)
})

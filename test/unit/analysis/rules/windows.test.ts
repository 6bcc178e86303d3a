import { describe, expect, test } from 'vitest'
import { EVER, type StationData } from '../../../../electron/analysis/kernel/data.ts'
import type { Found, Rule } from '../../../../electron/analysis/rules/say/rule.ts'
import { RULE_BY_CODE } from '../../../../electron/analysis/rules/index.ts'
import { usualThresholds, type RuleCode } from '../../../../electron/contract/rules.ts'
import {
  archive,
  channel,
  DAY,
  events,
  gauss,
  HOUR,
  hoursAfter,
  MONDAY,
  random,
  rounded,
  setting,
  snapshot,
  station,
  without,
} from '../../../support/station-data.ts'

/** A part of the time is judged as the whole is: by the readings within a rule's reach alone. */

const DAYS = 120
const within = (hour: number, day: number, hours: number) => hour >= day * 24 && hour < day * 24 + hours

/** Four months with a fault of each kind every few weeks. */
function world(): StationData {
  const next = random(21)
  const w: number[] = []
  const s: number[] = []
  const p: number[] = []
  const t: number[] = []
  let stuck = 0
  const times = hoursAfter(MONDAY, DAYS * 24).map((atMs, hour) => {
    const isFrozen = [20, 61, 90].some((day) => within(hour, day, 30))
    const isSubstitute = [33, 75].some((day) => within(hour, day, 9))
    const isHigh = [41, 83].some((day) => within(hour, day, 5))
    const kPa = rounded(200 + 5 * Math.sin(hour / 17) + gauss(next) * 2, 1)
    if (!isFrozen) stuck = kPa
    const shown = isSubstitute ? 260 : isHigh ? 420 : isFrozen ? stuck : kPa
    const celsius = rounded(9 + 4 * Math.sin(hour / 300) + gauss(next) * 0.5, 1)
    const working = rounded(40 + 12 * Math.sin(hour / 3.8) + gauss(next), 2)
    const off = [50, 100].some((day) => within(hour, day, 48)) ? 1.03 : 1
    p.push(shown)
    t.push(celsius)
    w.push(working)
    s.push(rounded(((working * shown) / 101.325) * (293.15 / (celsius + 273.15)) * off, 2))
    return atMs + ([70].some((day) => within(hour, day, 20)) ? 180_000 : 0)
  })
  const hourly = archive('hourly', times, [
    channel('workingVolume', w),
    channel('standardVolume', s),
    channel('pressure', p, { basis: 'absolute' }),
    channel('temperature', t),
  ])
  const limits = [
    setting('upperLimit', '0,4', { unit: 'МПа', quantity: 'pressure' }),
    setting('substitute', '260', { unit: 'кПа', quantity: 'pressure' }),
  ]
  const valve = [45, 95].flatMap((day) => [
    { atMs: MONDAY + day * DAY, meaning: { role: 'valveShut' as const } },
    { atMs: MONDAY + day * DAY + 7 * HOUR, meaning: { role: 'valveOpen' as const } },
  ])
  return station({
    archives: [without(hourly, (_, row) => within(row, 25, 11) || within(row, 80, 50))],
    settings: [snapshot(MONDAY, limits, MONDAY + DAYS * DAY)],
    events: { valve: events(valve) },
  })
}

function cut(data: StationData, fromMs: number, toMs: number): StationData {
  const archives = data.archives.map((one) => without(one, (atMs) => atMs < fromMs || atMs > toMs))
  return { ...data, archives }
}

const whole = world()
const CODES: readonly RuleCode[] = ['range', 'frozen', 'substitute', 'flow_while_shut', 'conversion', 'device_clock']

describe.each(CODES)('%s', (code) => {
  const { judge, reach } = RULE_BY_CODE[code] as Rule
  const thresholds = usualThresholds()[code]
  const all = judge(whole, thresholds, EVER).found

  test('it finds what was planted', () => expect(all.length).toBeGreaterThan(0))

  test('a window finds what the whole finds there', () => {
    const { beforeDays, afterDays } = reach as Exclude<Rule['reach'], 'all'>
    for (let day = 36; day + 4 < DAYS; day += 3) {
      const window = { fromMs: MONDAY + day * DAY, toMs: MONDAY + (day + 4) * DAY }
      const part = cut(whole, window.fromMs - beforeDays * DAY, window.toMs + afterDays * DAY)
      // A finding that goes on beyond the window is judged again with a window that holds it.
      const lies = ({ fromMs, toMs }: Found) => fromMs >= window.fromMs && (toMs ?? Infinity) <= window.toMs
      expect(judge(part, thresholds, window).found.filter(lies), `day ${day}`).toEqual(all.filter(lies))
    }
  })
})

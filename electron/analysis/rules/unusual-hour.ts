import type { Thresholds } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../contract/time/units.ts'
import type { StationData } from '../kernel/data.ts'
import { isRestDay } from '../../contract/time/days-off.ts'
import { facts } from '../station/facts/facts.ts'
import { once } from '../kernel/once.ts'
import { expectedHours } from '../kernel/statistics/hour-pattern.ts'
import { HALF_A_WEEK, LONGEST, rangeAt, unexplainedRuns, worstOf, type Hours, type Run } from '../kernel/statistics/hours-off.ts'
import { hourEndMs, placeFrom, type HourGrid } from '../kernel/grids/periods.ts'
import { hasNumbers, judgedIf, withoutHours, withoutVolume } from './say/reasons.ts'
import type { Found, Rule } from './say/rule.ts'
import { movingMean } from '../kernel/statistics/rolling.ts'
import { baseStepOf } from '../kernel/channels/step.ts'
import type { Hourly } from '../station/facts/amounts.ts'
import { MOST_EVIDENCE } from '../station/facts/evidence.ts'
import { amountsEvidence, cannotJudge, subjectOf, touches } from './say/verdict.ts'

/**
 * Definition: Consumption of up to twelve hours in a row lies further from what is expected than so many interquartile ranges of ten days (wider where extremes are common), and is at least so many times the expected. Expected is the pattern of the same hour of the same kind of day around it, moved by the median of 48 hours. It has to lie as far from the same hour of the two weeks before and after, at the level of its own week, and to leave what the hours within three hours of the same clock time did on the four weeks' days before and after, but for two: the hours in which boilers start or a weekend begins are like those of other days. What comes back in one of the five weeks before and after, on the same weekday within an hour, is an event of the week. What is more or less has to be a share of a usual day. A new level, a season, a weekend, a zero, the edge of a gap, an exchange or a clock change is no finding; an hour is judged once twelve later ones are there.
 * Needs: A volume or a counter in the hourly archive, with ten days of history.
 * Source: PUDL, timeseries_cleaning.
 */
export const rule: Rule<'unusual_hour'> = {
  code: 'unusual_hour',
  reach: { beforeDays: 40, afterDays: 40 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const own = facts(data)
    const archive = own.archive('hourly')
    if (!archive || !own.hourGrid(archive)) return withoutHours(archive)
    const hourly = own.hourly()
    if (!hourly) return withoutVolume(archive)
    const subject = subjectOf(archive, hourly.channel)
    if (hourly.grid.length < LEAST_HOURS) return cannotJudge('too_few', subject)
    return judgedIf(hasNumbers(hourly.m3), unusualIn(data, hourly, thresholds, window), subject)
  },
}

const DAY = 24
/** Ten days: less history shows no pattern. */
const LEAST_HOURS = 10 * DAY
/**
 * The time that an hour needs around it: the weekends of its pattern, for each hour of the two weeks that it is held
 * against.
 */
const REACH = (17 + 5 + 1 + 14 + 2) * DAY
/**
 * In noise of the usual kind the tail is less than so many ranges between the quartiles. Where it is longer, the range counts
 * as so much wider: noise with a long tail leaves it no oftener, one hour in half a million. Downwards the tail is longer.
 */
const TAIL_RANGES = { above: 2.6 / 3.5, below: 2.9 / 2.5 }
const sidesOf = (thresholds: Thresholds['unusual_hour']): Hours['sides'] => ({
  [1]: {
    ranges: thresholds.above ?? Infinity,
    least: 2 * (Math.sqrt(thresholds.high ?? Infinity) - 1),
    ofLike: thresholds.highOfDays ?? Infinity,
    tailRanges: TAIL_RANGES.above,
  },
  [-1]: {
    ranges: thresholds.below ?? Infinity,
    least: 2 * (1 - Math.sqrt(thresholds.low ?? 0)),
    ofLike: thresholds.lowOfDays ?? 0,
    tailRanges: TAIL_RANGES.below,
  },
})

function unusualIn(data: StationData, { grid, channel, m3 }: Hourly, thresholds: Thresholds['unusual_hour'], window: TimeSpan): Found[] {
  const first = Math.max(0, placeFrom(grid, window.fromMs) - LONGEST)
  const last = Math.min(grid.length - 1, placeFrom(grid, window.toMs) + LONGEST)
  const wall = facts(data).wallHours()?.wall
  if (last < first || !wall) return []
  const from = Math.max(0, first - REACH)
  const to = Math.min(grid.length, last + REACH + 1)
  const hours = hoursFrom(data, { m3: m3.subarray(from, to), wall: wall.subarray(from, to), phase: grid.first + from })
  const judged = { ...hours, step: baseStepOf(channel), sides: sidesOf(thresholds) }
  return [...unexplainedRuns(judged, first - from, last - from, (thresholds.share ?? 0) / 100)]
    .filter((run) => !isDisturbed(data, grid, judged.m3, run, from))
    .map((run) => foundIn(judged, { grid, channel }, run, from))
    .filter((one) => touches(one, window))
}

interface Part {
  m3: Float64Array
  wall: Int32Array
  /** Hours since 1970 at the first place. */
  phase: number
}

function hoursFrom({ daysOff = 'none' }: StationData, { m3, wall, phase }: Part): Omit<Hours, 'step' | 'sides'> {
  const expected = expectedHours(m3, wall, phase, (wallDay) => isRestDay(wallDay, daysOff))
  const meansOf = (reach: number) => movingMean(m3, reach, phase)
  return { m3, wall, expected, means: once(() => [meansOf(HALF_A_WEEK), meansOf(DAY / 2)] as const) }
}

/** A gap, an extra record, an exchange or a clock change beside it: an hour may hold more or less than an hour. */
function isDisturbed(data: StationData, grid: HourGrid, m3: Float64Array, run: Run, from: number): boolean {
  if (Number.isNaN(m3[run.from - 1] ?? NaN) || Number.isNaN(m3[run.to + 1] ?? NaN)) return true
  for (let place = run.from; place <= run.to; place++) if (grid.broken[from + place] === 1) return true
  return facts(data).disturbedWithin(hourEndMs(grid, from + run.from) - 2 * HOUR_MS, hourEndMs(grid, from + run.to) + HOUR_MS)
}

function foundIn(judged: Hours, { grid, channel }: Pick<Hourly, 'grid' | 'channel'>, run: Run, from: number): Found {
  const { expected, m3, sides } = judged
  const { side, from: first, to: last } = run
  const worst = worstOf(judged, run)
  let [off, value, usual] = [0, 0, 0]
  for (let place = first; place <= last; place++) {
    off += Math.abs((m3[place] as number) - (expected.expected[place] as number))
    value += m3[place] as number
    usual += expected.expected[place] as number
  }
  return {
    flag: 3,
    ...subjectOf(grid.archive, channel),
    fromMs: hourEndMs(grid, from + first) - HOUR_MS,
    toMs: hourEndMs(grid, from + last),
    measure: Math.abs(expected.off[worst] as number) / rangeAt(judged, worst, side),
    threshold: sides[side].ranges,
    unit: 'iqr',
    m3: off,
    detail: side > 0 ? 'high' : 'low',
    evidence: amountsEvidence(channel, {
      records: Array.from({ length: Math.min(last - first + 1, MOST_EVIDENCE) }, (_, at) => hourEndMs(grid, from + first + at)),
      numbers: { value, usual, hours: last - first + 1 },
    }),
  }
}

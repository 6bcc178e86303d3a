import { firstWhere } from '../../contract/bisect.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import type { Thresholds } from '../../contract/rules.ts'
import { USUAL_DAYS } from '../station/facts/boundary.ts'
import { facts } from '../station/facts/facts.ts'
import type { StationData } from '../kernel/data.ts'
import {
  counterRise,
  dayAmounts,
  dayPairs,
  hoursBetween,
  hourSums,
  wholeSum,
  type DayAmounts,
  type HourSums,
} from '../kernel/grids/day-sums.ts'
import { judgedIf, withoutHours } from './say/reasons.ts'
import type { Found, Rule, Subject, Verdict } from './say/rule.ts'
import { coarserStep, tolerance } from '../kernel/grids/sums-fit.ts'
import { amountsEvidence, cannotJudge, subjectOf, together, touches } from './say/verdict.ts'
import { placeRuns } from './say/runs.ts'

/**
 * Definition: The sum of the hours of a gas day differs from the daily record that closes it by more than the threshold; days in a row are one finding. A day is not compared when an hour of it is missing, when an extra record cuts one, or when the meter was exchanged or the clock was set on it. Where the hours of a device are rounded one by one, four deviations of their rounding are allowed. Days that fit another contract hour belong to that finding.
 * Needs: A volume or a counter of the same gas in the hourly and the daily archive.
 * Source: Oracle, Sum Check.
 */
export const rule: Rule<'hours_against_day'> = {
  code: 'hours_against_day',
  reach: { beforeDays: 24, afterDays: 24 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const { archive, counted, hourGrid, dayGrid } = facts(data)
    const [hourly, daily] = [archive('hourly'), archive('daily')]
    const [hours, days] = [hourly && hourGrid(hourly), daily && dayGrid(daily)]
    if (!hourly || !hours) return withoutHours(hourly)
    if (!daily || !days) return cannotJudge('no_daily')
    const pairs = dayPairs(counted(hourly), daily)
    if (pairs.length === 0) return cannotJudge('no_volume')
    return together(
      pairs.map((pair): Verdict => {
        const subject = subjectOf(daily, pair.days)
        if (!pair.hours.toBase || !pair.days.toBase) return cannotJudge('unknown_unit', subject)
        return judgePair(data, subject, dayAmounts(days, pair.days, pair.counts), hourSums(hours, pair.hours), thresholds, window)
      }),
    )
  },
}

interface Comparison {
  hours: number
  day: number
  limit: number
}

function judgePair(
  data: StationData,
  subject: Subject,
  days: DayAmounts,
  hours: HourSums,
  limits: Thresholds['hours_against_day'],
  window: TimeSpan,
): Verdict {
  const { grid, m3 } = days
  const count = m3.length
  const elsewhere = new Set(
    facts(data)
      .otherHours(USUAL_DAYS)
      .flatMap(({ places }) => places),
  )
  const compare = comparing(data, days, hours, limits)
  let isCompared = false
  const differs = (place: number): boolean => {
    if (place < 0 || place >= count || elsewhere.has(place)) return false
    const compared = compare(place)
    isCompared ||= compared !== null
    return compared !== null && Math.abs(compared.hours - compared.day) > compared.limit
  }
  const follows = (place: number) => grid.days[place] === (grid.days[place - 1] ?? NaN) + 1
  let from = firstWhere(0, count, (place) => (grid.toMs[place] as number) >= window.fromMs)
  while (differs(from) && differs(from - 1) && follows(from)) from--
  const places: number[] = []
  for (let place = from; place < count; place++) {
    if (!differs(place)) {
      if ((grid.fromMs[place] as number) > window.toMs) break
    } else if ((grid.fromMs[place] as number) <= window.toMs || places.at(-1) === place - 1) places.push(place)
    else break
  }
  const found: Found[] = []
  for (const run of placeRuns(places)) {
    // A day without a record breaks a run: what is not there is not said to differ.
    for (let first = run.from; first <= run.to;) {
      let last = first
      while (last < run.to && follows(last + 1)) last++
      found.push(foundIn(days, hours, { first, last }, compare))
      first = last + 1
    }
  }
  return judgedIf(
    isCompared,
    found.filter((one) => touches(one, window)),
    subject,
  )
}

/** Days beside a day that show whether the hours of this device add up exactly, and how many of them have to. */
const AROUND = 7
const EXACT_SHARE = 0.8
/** Half a step, and what computing adds. */
const EXACT = 0.51

/** Compares a day with its hours; null where one of them is not whole. */
function comparing(
  data: StationData,
  { grid, channel, m3 }: DayAmounts,
  hours: HourSums,
  limits: Thresholds['hours_against_day'],
): (place: number) => Comparison | null {
  const step = coarserStep(channel, hours.channel)
  const sums = new Float64Array(m3.length)
  const asked = new Uint8Array(m3.length)
  const sumOf = (place: number): number => {
    if (asked[place] === 0) {
      asked[place] = 1
      const [fromMs, toMs] = [grid.fromMs[place] as number, grid.toMs[place] as number]
      const isComparable = grid.inPlace[place] === 1 && !facts(data).disturbedWithin(fromMs, toMs)
      sums[place] = isComparable ? wholeSum(hours, fromMs, toMs) : NaN
    }
    return sums[place] as number
  }
  const addsUpAround = (place: number): boolean => {
    let [exact, all] = [0, 0]
    for (let other = Math.max(0, place - AROUND); other <= Math.min(m3.length - 1, place + AROUND); other++) {
      if (Math.abs((grid.days[other] as number) - (grid.days[place] as number)) > AROUND) continue
      const off = Math.abs(sumOf(other) - (m3[other] as number))
      if (other === place || Number.isNaN(off)) continue
      all++
      if (off <= EXACT * step) exact++
    }
    return exact >= EXACT_SHARE * all
  }
  return (place) => {
    const [sum, day] = [sumOf(place), m3[place] as number]
    if (Number.isNaN(sum) || Number.isNaN(day)) return null
    const narrow = tolerance(limits, day, step)
    if (Math.abs(sum - day) <= narrow || addsUpAround(place)) return { hours: sum, day, limit: narrow }
    const terms = hoursBetween(hours, grid.fromMs[place] as number, grid.toMs[place] as number)
    return { hours: sum, day, limit: tolerance(limits, day, step, { terms, termStep: step }) }
  }
}

function foundIn(
  { grid, channel }: DayAmounts,
  hours: HourSums,
  { first, last }: { first: number; last: number },
  compare: (place: number) => Comparison | null,
): Found {
  let [m3, most, limit, sum, day] = [0, 0, 0, 0, 0]
  const records: number[] = []
  for (let place = first; place <= last; place++) {
    const compared = compare(place)
    if (!compared) continue
    const off = Math.abs(compared.hours - compared.day)
    m3 += off
    sum += compared.hours
    day += compared.day
    records.push(grid.archive.timesMs[grid.rows[place] as number] as number)
    if (off > most) [most, limit] = [off, compared.limit]
  }
  return {
    flag: 4,
    ...subjectOf(grid.archive, channel),
    fromMs: grid.fromMs[first] as number,
    toMs: grid.toMs[last] as number,
    measure: most,
    threshold: limit,
    unit: 'm3',
    m3,
    detail: null,
    evidence: amountsEvidence(hours.channel, {
      records,
      numbers: {
        hours: sum,
        daily: day,
        ...counterRise(hours, grid.fromMs[first] as number, grid.toMs[last] as number),
      },
    }),
  }
}

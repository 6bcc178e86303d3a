import type { Thresholds } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { kthOf, medianOf } from '../kernel/statistics/select.ts'
import type { StationData } from '../kernel/data.ts'
import { facts } from '../station/facts/facts.ts'
import { levelDays, RATIO_DAYS, usualOf, WEEK, type LevelDays } from '../station/usual/level-days.ts'
import { levelGasDays } from '../station/usual/level-gas-days.ts'
import { dependsOn } from '../kernel/part.ts'
import { withoutAmounts } from './say/reasons.ts'
import type { Found, Rule } from './say/rule.ts'
import { baseStepOf } from '../kernel/channels/step.ts'
import { amountsEvidence, cannotJudge, subjectOf, touches } from './say/verdict.ts'

/**
 * Definition: From one day to the next the level of what is used changes, and stays so for a week: the median of seven days, each held against the same weekday of the four weeks before, is lower or higher by more than the threshold, and by more than twice what nine of ten weeks of the two months before were off. Or the least four hours of each day lie above those of the 56 days before, by more than the threshold of the usual day, and below half of the usual mean hour, while the rest of the day has not risen alike: something leaks or runs all night. It is no finding where the week before went the same way already, as at the ends of a heating season, where the new level is that of the weeks before the last four, or where the same weeks of the year before did the same. Where more than one day in ten has had the new level by itself, only what lasts two weeks is told from a run of such days. It is followed for five weeks; then it is the usual. Where a device archives no hours, the level of its gas days is judged, unless a quarter of the two months before was at the new one; they have no least hours. Always suspect: people may have changed their ways.
 * Needs: A volume or a counter in the hourly archive, else in the daily one, with nine weeks of history.
 * Source: Oracle, IMD validations; High/Low Check.
 */
export const rule: Rule<'level_shift'> = {
  code: 'level_shift',
  reach: { beforeDays: 136, afterDays: 17, lastsDays: 410 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const days = daysOf(data)
    if (!days) return withoutAmounts(data)
    const subject = subjectOf(days.archive, days.channel)
    if (days.length < HISTORY_DAYS + WEEK) return cannotJudge('too_few', subject)
    const question = { data, days, thresholds, step: baseStepOf(days.channel) }
    const levels = shiftsIn(question, window, levelAt, followLevel)
    const bases = shiftsIn(question, window, baseAt, followBase)
    // A leak that changes the level of the day too is said once.
    const alone = bases.filter((base) => !levels.some((one) => one.from <= base.to && one.to >= base.from))
    const found = [...levels, ...alone].map((shift) => foundIn(question, shift)).filter((one) => touches(one, window))
    return { found, evaluated: [subject], notEvaluated: [] }
  },
}

function daysOf(data: StationData): LevelDays | null {
  const hourly = facts(data).hourly()
  if (hourly) return levelDays(hourly)
  const days = facts(data).daysAlone()
  return days && levelGasDays(days)
}

interface Question {
  data: StationData
  days: LevelDays
  thresholds: Thresholds['level_shift']
  /** The step of the amounts, m³. */
  step: number
}

/** Days before a shift that tell how weeks differ by themselves, each of them held against the four weeks before it. */
const OWN_DAYS = 56
const LEAST_OWN = 28
const HISTORY_DAYS = OWN_DAYS + WEEK
/** Nine of ten weeks lie within this share, and a shift is so many times as far. */
const OWN_SHARE = 0.9
const OWN_TIMES = 2
/** A day has the new level where it has half of the shift; one day of a week may lack it. */
const HALF = 0.5
const EXCEPTIONS = 1
/** Days before a shift that are as they were. */
const ASIDE = 3
/** The week before a shift has gone the same way by no more than this part of it: else it is a season that comes or goes. */
const TREND = 0.3
/** A year later it is the same weekday again; weeks around it are the same weeks. */
const YEAR = 364
/** Days for which a shift is followed after its first week. */
const FOLLOWED = 28

interface Onset {
  detail: 'lower_level' | 'higher_level' | 'night_base'
  /** The place of its first day. */
  from: number
  measure: number
  threshold: number
  unit: 'percent' | 'm3h'
  /** The usual use before and the use since: m³ a day; for a night base m³/h. */
  usual: number
  value: number
}

interface Shift extends Onset {
  /** The place of its last day. */
  to: number
  /** It goes on to the end of what is known. */
  lasts: boolean
  m3: number
}

/** Onsets of a kind in and before a window, each followed as long as it stays; the first of several in a week is it. */
function shiftsIn(
  question: Question,
  window: TimeSpan,
  onsetAt: (question: Question, day: number) => Onset | null,
  dayOf: (question: Question, onset: Onset, day: number) => number | null,
): Shift[] {
  const { data, days } = question
  // A gas day may begin on the day before the one that it is named by, or end on the day after it.
  const placeAt = (atMs: number) => Math.floor(atMs / DAY_MS) - days.first
  const first = Math.max(0, placeAt(window.fromMs) - FOLLOWED - WEEK - 2)
  const last = Math.min(days.length - WEEK, placeAt(window.toMs) + 1)
  const found: Shift[] = []
  let before = -Infinity
  for (let day = Math.max(0, first - WEEK); day <= last; day++) {
    const onset = onsetAt(question, day)
    if (!onset) continue
    const isFirst = day - before >= WEEK
    before = day
    if (!isFirst || day < first) continue
    let [to, m3, others] = [day, 0, 0]
    for (let next = day; next < Math.min(days.length, day + WEEK + FOLLOWED) && others < 2; next++) {
      const off = dayOf(question, onset, next)
      if (off === null) others += Number.isNaN(days.total[next]) ? 0 : 1
      else [to, m3, others] = [next, m3 + off, 0]
    }
    dependsOn(data, (days.first + day) * DAY_MS, (days.first + to + 3) * DAY_MS)
    const isCut = day + WEEK + FOLLOWED <= days.length
    found.push({ ...onset, to, m3, lasts: others === 0 && !isCut && to >= days.length - 2 })
  }
  return found
}

/** A week whose level differs from the day on; null: none. */
function levelAt({ data, days, thresholds }: Question, day: number): Onset | null {
  const share = (thresholds.percent ?? Infinity) / 100
  const level = Math.log(days.week[day] as number)
  const least = level < 0 ? -Math.log(1 - share) : Math.log(1 + share)
  if (!(Math.abs(level) > least) || !Number.isFinite(level)) return null
  const has = (ratio: number) => Math.sign(level) * Math.log(ratio) >= HALF * Math.abs(level)
  const week = days.ratio.subarray(day, day + WEEK)
  if (!has(days.ratio[day] as number) || week.filter((ratio) => has(ratio)).length < WEEK - EXCEPTIONS) return null
  const aside = medianOf(days.ratio.subarray(Math.max(0, day - ASIDE), day))
  if (!(Math.abs(Math.log(aside)) < HALF * Math.abs(level))) return null
  if (Math.sign(level) * Math.log(days.week[day - WEEK] ?? NaN) > TREND * Math.abs(level)) return null
  if (isOfDays(days, day, has)) return null
  const own: number[] = []
  for (let place = Math.max(0, day - OWN_DAYS); place <= day - WEEK; place++) {
    const its = Math.abs(Math.log(days.week[place] as number))
    if (Number.isFinite(its)) own.push(its)
  }
  if (own.length < LEAST_OWN) return null
  const usual = kthOf(Float64Array.from(own), Math.floor(OWN_SHARE * (own.length - 1)))
  const limit = Math.max(least, OWN_TIMES * usual)
  if (Math.abs(level) <= limit) return null
  // The level of the weeks before the last four: it is only back.
  const older = medianOf(
    Float64Array.from(week, (_, at) => (days.total[day + at] as number) / usualOf(days, day + at - RATIO_DAYS, day - RATIO_DAYS)),
  )
  if (!has(older) || didSo(data, days, day, has) || days.isWayOf(day, has)) return null
  const usualDay = medianOf(Float64Array.from(week, (_, at) => usualOf(days, day + at)))
  return {
    detail: level < 0 ? 'lower_level' : 'higher_level',
    from: day,
    measure: percentOf(level),
    threshold: percentOf(Math.sign(level) * limit),
    unit: 'percent',
    usual: usualDay,
    value: medianOf(days.total.subarray(day, day + WEEK)),
  }
}

/**
 * Days of two kinds come in runs, and a run of a week is one of them. Where single days have had the new level often enough,
 * nothing but its lasting tells a new level from such a run.
 */
function isOfDays({ ratio }: LevelDays, day: number, has: (ratio: number) => boolean): boolean {
  const before = ratio.subarray(Math.max(0, day - OWN_DAYS), day).filter((one) => !Number.isNaN(one))
  if (before.filter((one) => has(one)).length <= OFTEN * before.length) return false
  const run = ratio.subarray(day, day + LASTING)
  return run.length < LASTING || run.filter((one) => has(one)).length < LASTING - 2 * EXCEPTIONS
}
/** More of the days before than this part of them are often; what lasts so many days is no run of them. */
const OFTEN = 0.1
const LASTING = 14

/** How far a logarithm of a ratio is from none, percent, without the noise of computing. */
const percentOf = (logarithm: number): number => Number((Math.abs(Math.exp(logarithm) - 1) * 100).toPrecision(10))

/** True where a week of the same time of the year before had the same shift: holidays, the beginning of a season. */
function didSo(data: StationData, { first, week }: LevelDays, day: number, has: (ratio: number) => boolean): boolean {
  dependsOn(data, (first + day - YEAR - WEEK - RATIO_DAYS - 1) * DAY_MS)
  for (let place = day - YEAR - WEEK; place <= day - YEAR + WEEK; place++) if (has(week[place] ?? NaN)) return true
  return false
}

/** How far a day lies off the level before the shift, m³; null: it is as it was. */
function followLevel({ days }: Question, { from, usual, value }: Onset, day: number): number | null {
  const total = days.total[day] as number
  const was = usualOf(days, day, from)
  const shift = Math.log(value / usual)
  return Math.sign(shift) * Math.log(total / was) >= HALF * Math.abs(shift) ? Math.abs(total - was) : null
}

/** A base that is a larger part of the mean hour than this is no base: the station burns evenly, and the weather moves it. */
const MOST_BASE = 0.5
/**
 * A base has to rise by at least this many times what the rest of the day's rise would make of it. One of the days
 * before may have a high base.
 */
const BASE_TIMES = 3

/** A week whose base lies above all before from the day on; null: none. */
function baseAt({ data, days, thresholds, step }: Question, day: number): Onset | null {
  const known = (column: Float64Array, from: number, to: number) =>
    column.subarray(Math.max(0, from), to).filter((value) => !Number.isNaN(value))
  const week = known(days.base, day, day + WEEK)
  const before = known(days.base, day - OWN_DAYS, day)
  if (week.length < WEEK - EXCEPTIONS || before.length < LEAST_OWN || Number.isNaN(days.base[day])) return null
  const most = kthOf(before.slice(), before.length - 2)
  const least = Math.min(...week)
  if (least <= most) return null
  const [usual, value] = [medianOf(before), medianOf(week)]
  const rise = value - usual
  const meanHour = medianOf(known(days.total, day - OWN_DAYS, day)) / 24
  const limit = Math.max(((thresholds.night ?? Infinity) / 100) * meanHour, step)
  if (!(rise > limit) || value > MOST_BASE * meanHour) return null
  // A leak flows evenly: the bases of the week's days may not differ by more than the rise.
  if (Math.max(...week) - least > rise) return null
  const middle = medianOf(known(days.middle, day, day + WEEK)) / medianOf(known(days.middle, day - RATIO_DAYS, day))
  if (!(rise >= BASE_TIMES * Math.max(0, middle - 1) * usual)) return null
  const has = (base: number) => base >= usual + HALF * rise
  dependsOn(data, (days.first + day - YEAR - WEEK - 1) * DAY_MS)
  const yearBefore = known(days.base, day - YEAR, day - YEAR + WEEK)
  if (yearBefore.length > 0 && yearBefore.filter((base) => has(base)).length > yearBefore.length / 2) return null
  return { detail: 'night_base', from: day, measure: rise, threshold: limit, unit: 'm3h', usual, value }
}

/** How much more flows in a day than by the base before, m³; null: the base is as it was. */
function followBase({ days }: Question, { usual, value }: Onset, day: number): number | null {
  return (days.base[day] as number) >= usual + HALF * (value - usual) ? 24 * (value - usual) : null
}

function foundIn({ data, days }: Question, shift: Shift): Found {
  const { detail, from, to, lasts, measure, threshold, unit, usual, value, m3 } = shift
  const { fromMs, toMs } = days.spanOf(from, to)
  const records = days.recordsOf(from, to).filter((atMs) => atMs <= data.nowMs)
  return {
    flag: 3,
    ...subjectOf(days.archive, days.channel),
    fromMs,
    toMs: lasts ? null : toMs,
    measure,
    threshold,
    unit,
    m3,
    detail,
    evidence: amountsEvidence(days.channel, { records, numbers: { usual, value, days: to - from + 1 } }),
  }
}

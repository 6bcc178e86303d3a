import { firstWhere } from '../../../contract/bisect.ts'
import { limitIn } from '../../../contract/limit-in-force.ts'
import type { KeptLimit, LimitState } from '../../../contract/limit-words.ts'
import type { Day } from '../../../contract/records.ts'
import { addDays, dayNumber } from '../../../contract/time/day.ts'
import { gasDayAt, type TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { withoutNoise } from '../../../contract/units.ts'
import { wholeStep } from '../amounts/steps.ts'
import type { OwnerAmounts } from './owner-amounts.ts'
import { projecting, type Projection } from './projection.ts'
import type { Excess, Standing } from './stands.ts'

/** How the limits of one owner stand: used, projected, exceeded. Pure. */

/** Numbers that differ by less are the same: sums of doubles. */
const NOISE = 1e-9
const isMore = (m3: number, limit: number): boolean => m3 > limit * (1 + NOISE)

/** Where more was used than allowed, in order of time; periods in a row of one limit are one excess. */
export function excessesOf(amounts: OwnerAmounts, limits: readonly KeptLimit[], nowMs: number): Excess[] {
  const found: Excess[] = []
  for (const period of ['hour', 'day', 'month', 'quarter', 'year'] as const) {
    const own = limits.filter((limit) => limit.period === period)
    if (own.length === 0) continue
    const isRow = period === 'hour' || period === 'day'
    let last: Excess | null = null
    for (const { span, from, to, m3 } of period === 'hour' ? hours(amounts) : steps(amounts, period, nowMs)) {
      const limit = limitIn(own, period, from, to)
      if (limit === null || !isMore(m3, limit.m3)) {
        last = null
        continue
      }
      if (last && isRow && last.limit === limit && last.toMs === span.fromMs) {
        last.periods++
        last.overM3 = withoutNoise(last.overM3 + m3 - limit.m3)
        last.toMs = span.toMs
        last.isRunning = span.toMs > nowMs
        if (m3 > last.m3) [last.m3, last.mostAtMs] = [m3, span.fromMs]
        continue
      }
      last = { limit, ...span, periods: 1, m3, mostAtMs: span.fromMs, overM3: withoutNoise(m3 - limit.m3), isRunning: span.toMs > nowMs }
      found.push(last)
    }
  }
  return found.sort((a, b) => a.fromMs - b.fromMs)
}

interface Used {
  span: TimeSpan
  from: Day
  to: Day
  m3: number
}

function* hours({ hours, gas }: OwnerAmounts): Generator<Used> {
  for (const [at, fromMs] of hours.fromMs.entries()) {
    const day = gasDayAt(fromMs, gas)
    yield { span: { fromMs, toMs: fromMs + HOUR_MS }, from: day, to: day, m3: hours.m3[at] as number }
  }
}

function* steps({ span, used, gas }: OwnerAmounts, by: 'day' | 'month' | 'quarter' | 'year', nowMs: number): Generator<Used> {
  if (!span) return
  for (let day = span.from; day <= span.to;) {
    const step = wholeStep(by, day, gas, nowMs)
    const m3 = used(step)
    if (m3 !== null) yield { span: { fromMs: step.fromMs, toMs: step.toMs }, from: step.from, to: step.to, m3 }
    day = addDays(step.to, 1)
  }
}

/** How each limit of one owner stands now. */
export function standingsOf(amounts: OwnerAmounts, limits: readonly KeptLimit[], nowMs: number): Standing[] {
  const excesses = excessesOf(amounts, limits, nowMs)
  const project = projecting(amounts.line, amounts.daysOff)
  return limits.map((limit): Standing => {
    const own = excesses.filter((one) => one.limit === limit)
    const past = { exceeded: own.reduce((sum, { periods }) => sum + periods, 0), last: own.at(-1) ?? null }
    const by = limit.period === 'hour' ? 'month' : limit.period
    const period = wholeStep(by, gasDayAt(nowMs, amounts.gas), amounts.gas, nowMs)
    if (limitIn(limits, limit.period, period.from, period.to) !== limit) {
      const state = limit.fromDay !== null && limit.fromDay > period.to ? 'coming' : 'ended'
      return { limit, period: null, usedM3: null, usedSince: null, projection: null, none: null, state, ...past }
    }
    if (limit.period === 'hour') {
      const usedM3 = greatestHour(amounts, period)
      const state = usedM3 === null ? 'unknown' : isMore(usedM3, limit.m3) ? 'exceeded' : 'kept'
      return { limit, period, usedM3, usedSince: null, projection: null, none: 'hour', state, ...past }
    }
    const usedM3 = amounts.used(period)
    const { knownFrom } = amounts
    const usedSince = knownFrom !== null && knownFrom > period.from && knownFrom <= period.to ? knownFrom : null
    const [from, until] = [period.from, period.to].map((day) => dayNumber(day) - amounts.line.first) as [number, number]
    const projected = project(from, until + 1)
    const projection = projected === 'short_history' ? null : projected
    const none = projected === 'short_history' ? projected : projected.lacksSeason ? 'no_season' : null
    const state = stateOf(limit.m3, usedM3, projection)
    // More than what is known may have been used: that it is kept nobody can tell.
    const isOpen = usedSince !== null && (state === 'kept' || state === 'close')
    return { limit, period, usedM3, usedSince, projection, none, state: isOpen ? 'unknown' : state, ...past }
  })
}

function stateOf(limit: number, used: number | null, projection: Projection | null): LimitState {
  if (used !== null && isMore(used, limit)) return 'exceeded'
  if (!projection?.band) return 'unknown'
  if (isMore(projection.m3, limit)) return 'projected'
  return isMore(projection.band.high, limit) ? 'close' : 'kept'
}

function greatestHour({ hours: { fromMs, m3 } }: OwnerAmounts, within: TimeSpan): number | null {
  let most: number | null = null
  for (let at = firstWhere(0, fromMs.length, (row) => (fromMs[row] as number) >= within.fromMs); at < fromMs.length; at++) {
    if ((fromMs[at] as number) >= within.toMs) break
    most = Math.max(most ?? 0, m3[at] as number)
  }
  return most
}

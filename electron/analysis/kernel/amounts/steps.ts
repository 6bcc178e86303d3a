import type { ConsumptionStep } from '../../../contract/consumption-words.ts'
import type { Day, Span } from '../../../contract/records.ts'
import { addDays, dayNumber, firstOfMonth, isDay } from '../../../contract/time/day.ts'
import { gasDaySpan, type GasClock, type TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'

/** Periods of consumption: gas days, months and years of gas days, and hours. */

export interface Step extends TimeSpan, Span {
  /** The first gas day of the whole period: its name. */
  day: Day
  /** The asked span or the present moment cuts it. */
  part: boolean
}

/** What days are put together by. */
export type StepBy = Exclude<ConsumptionStep, 'hour'> | 'quarter'
const MONTHS = { month: 1, quarter: 3, year: 12 } as const

function firstOf(by: StepBy, day: Day): Day {
  if (by === 'day') return day
  const month = Number(day.slice(5, 7)) - 1
  return firstOfMonth(day, -(month % MONTHS[by]))
}
const nextOf = (by: StepBy, day: Day): Day => (by === 'day' ? addDays(day, 1) : firstOfMonth(day, MONTHS[by]))

/** The whole period that a gas day lies in. */
export function wholeStep(by: StepBy, day: Day, gas: GasClock, nowMs: number): Step {
  const first = firstOf(by, day)
  const to = addDays(nextOf(by, first), -1)
  const { fromMs, toMs } = gasDaySpan(first, to, gas)
  return { day: first, from: first, to, fromMs, toMs, part: toMs > nowMs }
}

/**
 * The periods of a span, both days included; the first and the last are cut to it, and to what is over.
 * @param untilMs those alone that begin before this moment
 */
export function stepsOf(by: StepBy, span: Span, gas: GasClock, nowMs: number, untilMs = Infinity): Step[] {
  const steps: Step[] = []
  // By number: the text of a day after the year 9999 stands before all others.
  const lastDay = dayNumber(span.to)
  for (let day = firstOf(by, span.from); dayNumber(day) <= lastDay; day = nextOf(by, day)) {
    const last = addDays(nextOf(by, day), -1)
    const from = day < span.from ? span.from : day
    const to = last > span.to ? span.to : last
    const { fromMs, toMs } = gasDaySpan(from, to, gas)
    if (fromMs >= untilMs) break
    if (toMs > fromMs) steps.push({ day, from, to, fromMs, toMs, part: from !== day || to !== last || toMs > nowMs })
  }
  return steps
}

/** The hours of a span. */
export function hourSteps(span: Span, gas: GasClock, dayAt: (atMs: number) => Day, nowMs: number): Step[] {
  const { fromMs, toMs } = gasDaySpan(span.from, span.to, gas)
  const steps: Step[] = []
  for (let at = fromMs; at < toMs; at += HOUR_MS) {
    const day = dayAt(at)
    steps.push({ day, from: day, to: day, fromMs: at, toMs: at + HOUR_MS, part: at + HOUR_MS > nowMs })
  }
  return steps
}

/** The whole period of the same name so many years before; null: 29 February. */
export function yearsBefore(by: StepBy, { day }: Step, years: number, gas: GasClock): Step | null {
  const name = `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`
  if (!isDay(name)) return null
  const to = addDays(nextOf(by, name), -1)
  return { day: name, from: name, to, ...gasDaySpan(name, to, gas), part: false }
}

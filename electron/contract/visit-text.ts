import { type Language, wordsOf } from '../words/index.ts'
import { type CountedNoun, formOf } from '../words/plural.ts'
import type { ReasonFacts } from '../words/reason-facts.ts'
import type { VisitReason, VisitRow } from './fleet.ts'
import { DAY_MS } from './time/units.ts'

/** The sentences that say why somebody should go to a station. */

/** How numbers and times are written; a window gives its own. */
export interface VisitTongue {
  language: Language
  number: (value: number, decimals: number) => string
  day: (atMs: number) => string
  moment: (atMs: number) => string
}

/** A date of this year needs no year. */
const NEAR_MS = 300 * DAY_MS

/** Numbers and times as a language writes them, in a zone. */
export function visitTongue(language: Language, timeZone: string, nowMs: number): VisitTongue {
  const { locale } = wordsOf(language).habits
  const near = { day: 'numeric', month: 'long', timeZone } as const
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const written = (more: Intl.DateTimeFormatOptions) => {
    const [short, long] = [
      { ...near, ...more },
      { ...near, ...more, year: 'numeric' as const },
    ].map((options) => new Intl.DateTimeFormat(locale, options))
    return (atMs: number) => (Math.abs(atMs - nowMs) < NEAR_MS ? short : long)?.format(atMs) ?? ''
  }
  const numbers = new Map<number, Intl.NumberFormat>()
  return {
    language,
    number(value, decimals) {
      const format = numbers.get(decimals) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: decimals })
      numbers.set(decimals, format)
      return format.format(value).replace('-', '\u2212')
    },
    day: written({}),
    moment: written(time),
  }
}

/** A reason as a clause. */
export function reasonText(reason: Pick<VisitReason, 'reason' | 'm3' | 'numbers' | 'texts' | 'rule'>, tongue: VisitTongue): string {
  return wordsOf(tongue.language).visits.reason[reason.reason](factsOf(reason, tongue))
}

/**
 * Why somebody should go, in one sentence: the reasons, the largest first, and what a day costs after the first.
 * 'silent for 9 days, usually reports every 6 hours; 1,240 m³ a day unmeasured; hourly archive is overwritten on 3 December'.
 */
export function visitText(
  { reasons, m3ADay, assumedM3ADay }: Pick<VisitRow, 'reasons' | 'm3ADay' | 'assumedM3ADay'>,
  tongue: VisitTongue,
): string {
  const words = wordsOf(tongue.language).visits
  const [first, ...others] = reasons.map((reason) => reasonText(reason, tongue))
  if (first === undefined) return ''
  if (m3ADay === null && assumedM3ADay !== null)
    return [first, ...others, words.assumed(tongue.number(assumedM3ADay, assumedM3ADay < 10 ? 1 : 0))].join('; ')
  // Less than a cubic metre is no sum that anybody goes for.
  if (m3ADay === null || m3ADay < 1) return [first, ...others].join('; ')
  const m3 = tongue.number(m3ADay, 0)
  const costs = reasons[0]?.reason === 'silent' ? words.unmeasured(m3) : words.atRisk(m3)
  return [first, costs, ...others].join('; ')
}

function factsOf({ m3, numbers, texts, rule }: Pick<VisitReason, 'm3' | 'numbers' | 'texts' | 'rule'>, tongue: VisitTongue): ReasonFacts {
  const { language } = tongue
  const value = (name: string) => numbers[name] ?? Number.NaN
  const said = (name: string, write: (value: number) => string) => (numbers[name] === undefined ? '' : write(value(name)))
  return {
    has: (name) => numbers[name] !== undefined,
    value,
    number: (name, decimals = 0) => said(name, (one) => tongue.number(one, decimals)),
    day: (name) => said(name, tongue.day),
    moment: (name) => said(name, tongue.moment),
    text: (name) => texts[name] ?? '',
    counted: (name, forms: CountedNoun) =>
      said(name, (one) => {
        const whole = Math.max(1, Math.round(one))
        return formOf(wordsOf(language).habits.locale, whole, forms).replace('#', tongue.number(whole, 0))
      }),
    m3: m3 === null ? '' : tongue.number(m3, m3 < 10 ? 2 : 0),
    rule: rule === null ? '' : wordsOf(language).rules[rule].name,
  }
}

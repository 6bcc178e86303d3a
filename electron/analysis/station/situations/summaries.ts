import { HOURS, SAYS_POWER, SAYS_SUMMARY, SECONDS } from '../../../contract/meaning-words.ts'
import { foldBeginning } from '../../../contract/folding.ts'
import type { Day } from '../../../contract/records.ts'
import { addDays } from '../../../contract/time/day.ts'
import { gasDayAt, gasDaySpan, type GasClock, type TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import type { EventContent, StationData } from '../../kernel/data.ts'
import { numberIn } from '../settings/values.ts'
import { askedUntil, unionOf, type Situation, type SituationLog } from './situations.ts'

/** The device's own word on how long situations lasted: its daily summaries beside what its events say. */

/** A summary that is written so soon after a gas day is of that day. */
const LATE_MS = HOUR_MS

export interface Summary {
  atMs: number
  minutes: number
  content: EventContent
}

const A_MINUTE: readonly (readonly [RegExp, number])[] = [
  [HOURS, 60],
  [SECONDS, 1 / 60],
]

/** Nothing lasts for less than no time in a day, or for longer than the day: 24 hours, 23 or 25 where clocks change. */
const isOfADay = ({ atMs, minutes }: Summary, gas: GasClock): boolean =>
  minutes >= 0 && [atMs - 1, atMs - LATE_MS - 1].some((ms) => minutes <= minutesOfDay(gasDayAt(ms, gas), gas))
function minutesOfDay(day: Day, gas: GasClock): number {
  const { fromMs, toMs } = gasDaySpan(day, day, gas)
  return (toMs - fromMs) / MINUTE_MS
}

/** The summaries that say how many minutes something lasted in a day. */
export const summariesOf = (data: StationData): Summary[] => saidBy(data).filter((one) => isOfADay(one, data.gas))

/** Summaries of numbers that no day can have: they are shown as they came, and nothing is judged by them. */
export const impossibleSummaries = (data: StationData): Summary[] => saidBy(data).filter((one) => !isOfADay(one, data.gas))

function saidBy(data: StationData): Summary[] {
  const columns = data.events.nesht_svod
  if (!columns) return []
  const minutes = columns.contents.map(({ value, unit, meaning }) => {
    if (meaning.role !== 'summary' || value === null) return Number.NaN
    const factor = A_MINUTE.find(([words]) => words.test((unit ?? '').trim()))?.[1] ?? 1
    return numberIn(value) * factor
  })
  return Array.from(columns.content, (content, at) => ({
    atMs: columns.atMs[at] as number,
    minutes: minutes[content] as number,
    content: columns.contents[content] as EventContent,
  })).filter((summary) => !Number.isNaN(summary.minutes))
}

/** A gas day of which a summary speaks. */
export interface SummaryDay extends TimeSpan {
  summary: Summary
  /** Minutes that the situations lasted by the events, overlaps counted once. */
  union: number
  situations: Situation[]
}

/**
 * The summaries with their gas days and what the events say of them. Devices write the summary when the day closes or
 * within it: the one by which more days agree is this device's.
 * @param most minutes by which the two may differ
 */
export function summaryDays(data: StationData, log: SituationLog, summaries: readonly Summary[], most: number): SummaryDay[] {
  const off = (days: readonly SummaryDay[]) => days.filter((day) => isOff(day, most)).length
  const [closing, within] = [-1, 0].map((shift) => summaries.flatMap((summary) => dayOf(data, log, summary, shift) ?? []))
  if (!closing || !within) return []
  return off(within) < off(closing) ? within : closing
}

/**
 * How long something lasted by the summaries of some days, minutes: of several of one day, which a device writes as the day
 * goes on, the one that says most, and no more than the day has.
 */
export function lastedBy(days: readonly SummaryDay[]): { minutes: number; union: number; days: number } {
  const byDay = new Map<number, SummaryDay>()
  for (const one of days) if (one.summary.minutes >= (byDay.get(one.fromMs)?.summary.minutes ?? 0)) byDay.set(one.fromMs, one)
  const all = [...byDay.values()]
  return {
    minutes: all.reduce((sum, { summary, fromMs, toMs }) => sum + Math.min(summary.minutes, (toMs - fromMs) / MINUTE_MS), 0),
    union: all.reduce((sum, { union }) => sum + union, 0),
    days: all.length,
  }
}

/** True where summary and events differ by more than so many minutes. */
export const isOff = ({ union, summary }: SummaryDay, most: number): boolean => Math.abs(union - summary.minutes) > most + 1e-6

/** The gas day of a summary with what the situations say; null where the log does not reach back to its beginning. */
function dayOf(data: StationData, { situations, endsAlone }: SituationLog, summary: Summary, shift: number): SummaryDay | null {
  const day = gasDayAt(summary.atMs - (shift === 0 ? 1 : LATE_MS + 1), data.gas)
  const stamped = gasDayAt(summary.atMs, data.gas)
  // A summary in the middle of a day closes the day before it.
  const its = shift === 0 || day !== stamped ? day : addDays(day, -1)
  const span = gasDaySpan(its, its, data.gas)
  // Nothing is known of the situations of a day for which they were not asked.
  if (data.events.nesht && askedUntil(data.events.nesht, span.fromMs) < span.toMs) return null
  const holds = matcherOf(summary.content)
  const isUnknown = endsAlone.some((end) => end.atMs > span.fromMs && holds({ ...end, text: '', subject: '' }))
  if (isUnknown) return null
  const own = situations.filter((one) => holds(one) && isPartlyIn(one, span))
  const union = unionOf(own, data.nowMs, () => true)
    .map(({ fromMs, toMs }) => Math.min(toMs, span.toMs) - Math.max(fromMs, span.fromMs))
    .reduce((sum, ms) => sum + Math.max(0, ms), 0)
  return { ...span, summary, union: union / MINUTE_MS, situations: own }
}

type Judged = Pick<Situation, 'kind' | 'archiveType' | 'quantity' | 'text' | 'subject'>
const wordsOf = (text: string): string[] =>
  foldBeginning(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 4 && !SAYS_SUMMARY.test(word))
    .map((word) => word.slice(0, 5))

/** Which situations a summary sums: those of its quantity, of the power, of its words, else all. */
function matcherOf({ meaning, text }: EventContent): (situation: Judged) => boolean {
  if (meaning.quantity !== null)
    return ({ kind, archiveType, quantity }) => kind === 'situation' && archiveType === 'nesht' && quantity === meaning.quantity
  if (SAYS_POWER.test(text)) return ({ kind, text: own }) => kind === 'power' || SAYS_POWER.test(own)
  const words = new Set(wordsOf(text))
  if (words.size === 0) return ({ kind, archiveType }) => kind === 'situation' && archiveType === 'nesht'
  return ({ archiveType, text: own, subject }) => archiveType === 'nesht' && wordsOf(`${own} ${subject}`).some((word) => words.has(word))
}

/** True where a situation lasted for some of a span: one that ends as the span begins is not in it. */
const isPartlyIn = ({ fromMs, toMs }: Pick<Situation, 'fromMs' | 'toMs'>, span: TimeSpan): boolean =>
  fromMs < span.toMs && (toMs ?? Infinity) > span.fromMs

import type { Changed } from '../../book/findings/changed-data.ts'
import { RULE_CODES, type RuleCode } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import type { ColumnFacts } from './column-facts.ts'
import type { ToldBasis } from '../kernel/data.ts'
import type { Rule, Subject, Verdict } from '../rules/say/rule.ts'

/** Decides what has to be judged again. */

/** The last answer of one rule on a station, but for its findings. */
export interface RuleRun {
  /** The thresholds that it went by, as text. */
  thresholds: string
  /** `nowMs` of the data that it was judged by last. */
  atMs: number
  evaluated: readonly Subject[]
  notEvaluated: Verdict['notEvaluated']
}
export type RuleRuns = Partial<Readonly<Record<RuleCode, RuleRun>>>

/** The ground that all rules were judged by. */
export interface Basis {
  /** Version of the rules, clock, meanings: where it differs, nothing that was known holds. */
  ground: string
  /** Which view of which archives, how often each writes, and which archives of events were ever asked for. */
  sources: string
  /** The time in which records are due, by archive of readings: what is missing beyond it is not missing yet. */
  due: Readonly<Record<string, TimeSpan>>
  /** By archive of readings: until when it has been asked for and answered; what is due later is not missing. */
  fetched: Readonly<Record<string, number | null>>
  /** By archive of events: the times that were asked for and answered. */
  asked: Readonly<Record<string, readonly TimeSpan[]>>
  /** The facts that all values of a channel tell, by archive and channel: see `facts.ts`. */
  facts: ColumnFacts
  /** Null: its records do not tell it, or may yet tell otherwise. */
  toldBasis: ToldBasis | null
  /** The newest event; null: none. Unix ms. */
  eventsToMs: number | null
  lastSessionMs: number | null
  /** What the balance of the branches that begin at the station is computed from; absent: none begins there. */
  branches?: string
  /** The limits that are judged here, and the data of other stations that they are about; '': there are none. */
  limits: string
  /** All thresholds, as text. */
  thresholds: string
  /** The devices that the station had before: what each was judged by, for as long as it and its time are the same. */
  former?: readonly FormerRun[]
}

interface FormerRun extends Before {
  device: string
}

export interface Before {
  basis: Basis
  runs: RuleRuns
}

export interface Now {
  basis: Omit<Basis, 'eventsToMs' | 'facts' | 'toldBasis'>
  nowMs: number
  thresholds: Readonly<Record<RuleCode, string>>
  changes: readonly Changed[]
  /** Rules that found something which had not ended. */
  open: ReadonlySet<RuleCode>
}

/** The work to be done for each rule; a rule that is not named keeps its answer. */
export interface Plan {
  whole: RuleCode[]
  windowed: RuleCode[]
  /** The time in which data changed, for rules that judge a window. */
  changed: TimeSpan | null
}

export type Rules = { readonly [Code in RuleCode]?: Rule<Code> }

/** A verdict that depends on the present moment holds for so long. */
export const HOLDS_MS = HOUR_MS
/** A rule that looks back from the present moment judges these days again. */
const RECENT_DAYS = 3

/** @param before null: the station was never judged */
export function planOf(rules: Rules, before: Before | null, now: Now): Plan {
  const codes = RULE_CODES.filter((code) => rules[code] !== undefined)
  if (!before || isOther(before, now)) return { whole: codes, windowed: [], changed: null }
  const changed = spanOf(before, now)
  const isTouched = now.changes.length > 0 || changed !== null || before.basis.lastSessionMs !== now.basis.lastSessionMs
  const hasSessions = now.changes.some(({ kind }) => kind === 'sessions')
  const plan: Plan = { whole: [], windowed: [], changed }
  for (const code of codes) {
    const run = before.runs[code]
    const rule = rules[code] as Rule
    const isOfNow = rule.ofNow === true || (rule.ofNow === 'open' && now.open.has(code))
    const isOld = isOfNow && now.nowMs - (run?.atMs ?? 0) >= HOLDS_MS
    const isOtherLimit = code === 'over_limit' && before.basis.limits !== now.basis.limits
    if (!run || run.thresholds !== now.thresholds[code] || isOtherLimit) plan.whole.push(code)
    else if (hasSessions && rule.asksSessions?.(run)) plan.whole.push(code)
    else if (rule.ofBranches) {
      if (before.basis.branches !== now.basis.branches) plan.whole.push(code)
    } else if (rule.reach === 'all') {
      if (isTouched || isOld) plan.whole.push(code)
    } else if (changed || isOld) plan.windowed.push(code)
  }
  if (plan.windowed.length > 0) plan.changed ??= { fromMs: now.nowMs - RECENT_DAYS * DAY_MS, toMs: now.nowMs }
  return plan
}

/**
 * Settings and events of earlier times may tell otherwise what any record means: a substitute, an open situation, a
 * limit.
 */
function isOther({ basis }: Before, now: Now): boolean {
  if (basis.ground !== now.basis.ground || basis.sources !== now.basis.sources) return true
  return now.changes.some(
    ({ kind, span }) => span !== null && (kind === 'settings' || (kind === 'events' && span.fromMs <= (basis.eventsToMs ?? Infinity))),
  )
}

/** The time in which readings or events changed, or other records are due than before; null: there is none. */
function spanOf({ basis }: Before, { changes, basis: now, nowMs }: Now): TimeSpan | null {
  const spans = changes.flatMap(({ kind, span }): TimeSpan[] => {
    if (!span || (kind !== 'readings' && kind !== 'events')) return []
    // An event may begin what lasts, or end it: then all that came later is otherwise than it was.
    return [kind === 'events' ? { fromMs: span.fromMs, toMs: Math.max(span.toMs, nowMs) } : span]
  })
  for (const archive of Object.keys({ ...basis.asked, ...now.asked })) {
    const sinceMs = firstDifference(basis.asked[archive] ?? [], now.asked[archive] ?? [])
    if (sinceMs !== null) spans.push({ fromMs: sinceMs, toMs: Math.max(sinceMs, nowMs) })
  }
  for (const archive of Object.keys({ ...basis.fetched, ...now.fetched })) {
    const [before, after] = [basis.fetched[archive] ?? null, now.fetched[archive] ?? null]
    if (before !== null && after !== null && before !== after) spans.push(between(before, after))
  }
  for (const archive of new Set([...Object.keys(basis.due), ...Object.keys(now.due)])) {
    const [before, after] = [basis.due[archive], now.due[archive]]
    if (!before || !after) spans.push(...[before, after].filter((span) => span !== undefined))
    else {
      if (before.fromMs !== after.fromMs) spans.push(between(before.fromMs, after.fromMs))
      if (before.toMs !== after.toMs) spans.push(between(before.toMs, after.toMs))
    }
  }
  if (spans.length === 0) return null
  return {
    fromMs: Math.min(...spans.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...spans.map(({ toMs }) => toMs)),
  }
}

/** The first moment at which one of two lists of spans covers what the other does not; null: none. */
function firstDifference(before: readonly TimeSpan[], after: readonly TimeSpan[]): number | null {
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const [a, b] = [before[at], after[at]]
    if (!a || !b) return (a ?? b)?.fromMs ?? null
    if (a.fromMs !== b.fromMs) return Math.min(a.fromMs, b.fromMs)
    if (a.toMs !== b.toMs) return Math.min(a.toMs, b.toMs)
  }
  return null
}

const between = (a: number, b: number): TimeSpan => ({ fromMs: Math.min(a, b), toMs: Math.max(a, b) })

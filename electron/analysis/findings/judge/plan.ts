import type { Changed } from '../../../book/findings/changed-data.ts'
import { RULE_CODES, type RuleCode } from '../../../contract/rules.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import type { Rule, Subject, Verdict } from '../rule.ts'

/** Decides what has to be judged again. */

/** What one rule said of a station last, but for its findings. */
export interface RuleRun {
  /** The thresholds that it went by, as text. */
  thresholds: string
  /** `nowMs` of the data that it was judged by last. */
  atMs: number
  evaluated: readonly Subject[]
  notEvaluated: Verdict['notEvaluated']
}
export type RuleRuns = Partial<Readonly<Record<RuleCode, RuleRun>>>

/** What all rules were judged by. */
export interface Basis {
  /** Version of the rules, clock, meanings: where it differs, nothing that was known holds. */
  ground: string
  /** Which view of which archives, how often each writes, and which archives of events were ever asked for. */
  sources: string
  /** The time in which records are due, by archive of readings: what is missing beyond it is not missing yet. */
  due: Readonly<Record<string, TimeSpan>>
  /** The newest event; null: none. Unix ms. */
  eventsToMs: number | null
  lastSessionMs: number | null
  /** All thresholds, as text. */
  thresholds: string
}

export interface Before {
  basis: Basis
  runs: RuleRuns
}

export interface Now {
  basis: Omit<Basis, 'eventsToMs'>
  nowMs: number
  thresholds: Readonly<Record<RuleCode, string>>
  changes: readonly Changed[]
}

/** What has to be done for each rule; a rule that is not named keeps what it said. */
export interface Plan {
  whole: RuleCode[]
  windowed: RuleCode[]
  /** What changed, for the windowed ones. */
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
  const plan: Plan = { whole: [], windowed: [], changed }
  for (const code of codes) {
    const run = before.runs[code]
    const rule = rules[code] as Rule
    const isOld = rule.ofNow === true && now.nowMs - (run?.atMs ?? 0) >= HOLDS_MS
    if (!run || run.thresholds !== now.thresholds[code]) plan.whole.push(code)
    else if (rule.reach === 'all') {
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
    ({ kind, span }) =>
      span !== null && (kind === 'settings' || (kind === 'events' && span.fromMs <= (basis.eventsToMs ?? Infinity))),
  )
}

/** The time in which readings or events changed, or other records are due than before; null: there is none. */
function spanOf({ basis }: Before, { changes, basis: now }: Now): TimeSpan | null {
  const spans = changes.flatMap(({ kind, span }) => (span && (kind === 'readings' || kind === 'events') ? [span] : []))
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

const between = (a: number, b: number): TimeSpan => ({ fromMs: Math.min(a, b), toMs: Math.max(a, b) })

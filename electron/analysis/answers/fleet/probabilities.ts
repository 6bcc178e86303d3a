import type { VisitReason } from '../../../contract/fleet.ts'
import { RULES, type RuleCode, type VisitClass } from '../../../contract/rules.ts'

/**
 * How likely each reason alone means that gas passes without being measured as it should, and how soon somebody has to go
 * (docs/field-rules.md, section C). Every probability is our own choice: there is no public record of visits to learn them from.
 * They order a list, and none of them is shown without the words of its reason.
 */
export interface Weight {
  probability: number
  visitClass: VisitClass
}

type Reason = VisitReason['reason']
const weight = (visitClass: VisitClass, probability: number): Weight => ({ visitClass, probability })

/** By reason and the form in which it is there. What is over is never a reason to go today. */
export const WEIGHTS = {
  gas_alarm: { lasts: weight('A', 1), over: weight('B', 0.9) },
  tampering: { lasts: weight('A', 0.9), over: weight('B', 0.9) },
  valve_contradiction: { lasts: weight('A', 0.9), over: weight('B', 0.7) },
  open_situation: { lasts: weight('B', 0.7) },
  /** `failed`: beyond the rule's threshold for a failure (3 rhythms). */
  silent: { suspect: weight('D', 0.3), failed: weight('B', 0.8) },
  missed_session: { lasts: weight('D', 0.2) },
  archive_at_risk: { soon: weight('B', 0.6), lasts: weight('B', 1) },
  /** `now`: it has ended, or does within BATTERY_NOW_DAYS; `soon`: within BATTERY_SOON_DAYS, or the device says that it is low. */
  battery: { later: weight('C', 0.3), soon: weight('C', 0.6), now: weight('B', 0.8) },
  verification: { soon: weight('C', 0.2), overdue: weight('C', 0.5) },
  weak_signal: { lasts: weight('D', 0.15) },
  retries: { lasts: weight('D', 0.15) },
  /** By QARTOD's flag. */
  finding: { suspect: weight('D', 0.15), failed: weight('D', 0.4) },
} as const satisfies Readonly<Record<Reason, Readonly<Record<string, Weight>>>>

/**
 * Reasons that are a danger to people, whatever passes the station: within a class they go before m³. Gas that passes a
 * valve that is shut is where nobody expects it.
 */
export const SAFETY: ReadonlySet<Reason> = new Set(['gas_alarm', 'valve_contradiction'])
/**
 * Ages in days: two reasons are equally recent when both are within the same of these; then m³ decide. Our own choice.
 */
export const RECENT_DAYS = [1, 7, 30] as const

/** Findings that a reason of its own tells of, and those that no visit mends. */
export const TOLD_OTHERWISE: ReadonlySet<RuleCode> = new Set([
  'silent',
  'archive_at_risk',
  'verification_overdue',
  'flow_while_shut',
  'over_limit',
  'kept_twice',
])

/** A battery that lasts longer needs nobody yet: docs/field-rules.md, section C. */
export const BATTERY_DAYS = 90
export const BATTERY_SOON_DAYS = 30
/** Issue 19, A9: this week. */
export const BATTERY_NOW_DAYS = 14
/** Our own choices: an event of that long ago is history. */
export const GAS_ALARM_DAYS = 3
export const TAMPERING_DAYS = 90
export const BATTERY_LOW_DAYS = 90

/** Faults that are over when the records after them are sound: a sensor that moves again, a pressure within its limits. */
const ENDS_BY_ITSELF: ReadonlySet<RuleCode> = new Set(['range', 'below_qmin', 'frozen', 'substitute', 'conversion', 'imbalance'])
/** For so long after its end such a fault, and what was only unusual, is still told of. Our own choice. */
export const ENDED_DAYS = 30
/** A fact that no later record undoes: it stays in the list until somebody explains it, or the book has what it lacked. */
export const waitsForExplanation = (rule: RuleCode): boolean => RULES[rule].kind === 'definite' && !ENDS_BY_ITSELF.has(rule)
/** The signal of a GSM modem below which sessions fail, dBm, and on the scale of 0 to 31. Our own choice. */
export const WEAK_DBM = -100
/** A session usually has no retry: two and three times those of its like, our own choice. */
export const RETRIES = { least: 2, times: 3 }

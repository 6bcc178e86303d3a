import type { VisitReason } from '../../contract/fleet.ts'
import type { RuleCode, VisitClass } from '../../contract/rules.ts'

/**
 * How likely each reason alone means that gas passes without being measured as it should, and how soon somebody has to go
 * (field-rules.md, section C). Every probability is our own choice: there is no public record of visits to learn them from.
 * They order a list, and none of them is shown without the words of its reason.
 */
export interface Weight {
  probability: number
  visitClass: VisitClass
}

type Reason = VisitReason['reason']
const weight = (visitClass: VisitClass, probability: number): Weight => ({ visitClass, probability })

/** `more`: the reason in its stronger form, said beside it. */
export const WEIGHTS = {
  /** More: it has not ended. */
  gas_alarm: { usual: weight('A', 0.9), more: weight('A', 1) },
  tampering: { usual: weight('A', 0.9), more: weight('A', 0.9) },
  valve_contradiction: { usual: weight('A', 0.9), more: weight('A', 0.9) },
  open_situation: { usual: weight('B', 0.7), more: weight('B', 0.7) },
  /** More: beyond the rule's threshold for a failure (3 rhythms). */
  silent: { usual: weight('D', 0.3), more: weight('B', 0.8) },
  missed_session: { usual: weight('D', 0.2), more: weight('D', 0.2) },
  /** More: it is being overwritten already. */
  archive_at_risk: { usual: weight('B', 0.6), more: weight('B', 1) },
  /** More: within 30 days. */
  battery: { usual: weight('C', 0.3), more: weight('C', 0.6) },
  /** More: overdue. */
  verification: { usual: weight('C', 0.2), more: weight('C', 0.5) },
  weak_signal: { usual: weight('D', 0.15), more: weight('D', 0.15) },
  retries: { usual: weight('D', 0.15), more: weight('D', 0.15) },
  /** More: flag 4 of QARTOD, fail. */
  finding: { usual: weight('D', 0.15), more: weight('D', 0.4) },
} as const satisfies Readonly<Record<Reason, { usual: Weight; more: Weight }>>

/** Findings that a reason of its own tells of, and those that no visit mends. */
export const TOLD_OTHERWISE: ReadonlySet<RuleCode> = new Set([
  'silent', 'archive_at_risk', 'verification_overdue', 'flow_while_shut', 'kept_twice',
]) // oxfmt-ignore

/** A battery that lasts longer needs nobody yet: field-rules.md, section C. */
export const BATTERY_DAYS = 90
/** Our own choices: an event of that long ago is history, as is a finding. */
export const GAS_ALARM_DAYS = 3
export const TAMPERING_DAYS = 90
export const BATTERY_LOW_DAYS = 90
export const FINDING_DAYS = 30
/** The signal of a GSM modem below which sessions fail, dBm, and on the scale of 0 to 31. Our own choice. */
export const WEAK_DBM = -100
/** A session usually has no retry: two and three times those of its like, our own choice. */
export const RETRIES = { least: 2, times: 3 }

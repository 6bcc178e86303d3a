import type { FindingRow } from './findings.ts'
import type { RuleCode } from './rules.ts'
import { MINUTE_MS } from './time/units.ts'

/** How long that lasted which a rule found. Whoever prints or compares it asks here. Free of zod, for the window too. */

/**
 * What the span of a finding is. `lasted`: what was found was there from its beginning to its end. `judged`: the time that
 * was compared, such as a gas day; how much of it is concerned says the measure alone.
 */
const SPANS: Readonly<Record<RuleCode, 'lasted' | 'judged'>> = {
  missing_record: 'lasted',
  off_grid_record: 'judged',
  counter_decrease: 'judged',
  hours_against_day: 'judged',
  counter_against_sum: 'judged',
  contract_hour: 'judged',
  range: 'lasted',
  below_qmin: 'lasted',
  frozen: 'lasted',
  substitute: 'lasted',
  spike: 'lasted',
  unusual_hour: 'lasted',
  unusual_day: 'judged',
  zero_use: 'lasted',
  level_shift: 'lasted',
  flow_while_shut: 'lasted',
  conversion: 'lasted',
  abnormal_time: 'judged',
  unexplained_change: 'judged',
  device_clock: 'judged',
  silent: 'lasted',
  archive_at_risk: 'judged',
  verification_overdue: 'judged',
  kept_twice: 'judged',
}
export const spanLasted = (rule: RuleCode): boolean => SPANS[rule] === 'lasted'

type Said = Pick<FindingRow, 'rule' | 'fromMs' | 'toMs' | 'measure' | 'unit'>

/** By its measure, ms: a rule that counts minutes says how long, whatever it compared; null: it does not. */
export const measuredMs = ({ measure, unit }: Pick<Said, 'measure' | 'unit'>): number | null =>
  unit === 'minutes' && measure !== null ? measure * MINUTE_MS : null

/** Ms up to its end, or to `nowMs` where it has none; null: its rule says of a time, or of a moment, and not how long. */
export function lastedMs(finding: Said, nowMs: number): number | null {
  const { rule, fromMs, toMs } = finding
  const measured = measuredMs(finding)
  if (measured !== null) return measured
  return spanLasted(rule) && toMs !== fromMs ? Math.max(0, (toMs ?? nowMs) - fromMs) : null
}

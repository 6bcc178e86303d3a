import type { FindingRow } from './findings.ts'
import { RULES, type RuleCode } from './rules.ts'
import { MINUTE_MS } from './time/units.ts'

/** How long that lasted which a rule found. Whoever prints or compares it asks here. Free of zod, for the window too. */

/** The finding holds from the beginning of its span to its end. */
export const spanLasted = (rule: RuleCode): boolean => RULES[rule].span === 'lasted'

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

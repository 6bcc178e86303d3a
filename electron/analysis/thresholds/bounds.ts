import { MeterbookError } from '../../contract/errors.ts'
import { RULES, type RuleCode, type ThresholdSpec } from '../../contract/rules.ts'

/** What a rule says of a threshold; undefined where it has none of that name. */
export const specOf = (rule: RuleCode, key: string): ThresholdSpec | undefined =>
  (RULES[rule].thresholds as readonly ThresholdSpec[]).find((spec) => spec.key === key)

interface Wish {
  scope: 'book' | 'type' | 'device'
  scopeId: number | null
  rule: RuleCode
  key: string
  value: number | null
}

/** Throws BAD_INPUT where a threshold is none of its rule's, lies outside its bounds, or is of nothing. */
export function checkWish({ scope, scopeId, rule, key, value }: Wish): void {
  const spec = specOf(rule, key)
  if (!spec) throw new MeterbookError('BAD_INPUT', { field: `${rule}.${key}` })
  if ((scope === 'book') !== (scopeId === null)) throw new MeterbookError('BAD_INPUT', { field: 'scopeId' })
  if (value !== null && (value < spec.least || value > spec.most))
    throw new MeterbookError('BAD_INPUT', { field: `${rule}.${key}`, least: spec.least, most: spec.most })
}

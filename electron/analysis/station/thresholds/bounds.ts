import { MeterbookError } from '../../../contract/errors.ts'
import { isWithin, thresholdSpec, type RuleCode } from '../../../contract/rules.ts'

interface Wish {
  scope: 'book' | 'type' | 'device'
  scopeId: number | null
  rule: RuleCode
  key: string
  value: number | null
}

/** Throws BAD_INPUT where a threshold is none of its rule's, lies outside its bounds, or is of nothing. */
export function checkWish({ scope, scopeId, rule, key, value }: Wish): void {
  const spec = thresholdSpec(rule, key)
  if (!spec) throw new MeterbookError('BAD_INPUT', { field: `${rule}.${key}` })
  if ((scope === 'book') !== (scopeId === null)) throw new MeterbookError('BAD_INPUT', { field: 'scopeId' })
  if (value !== null && !isWithin(spec, value))
    throw new MeterbookError('BAD_INPUT', { field: `${rule}.${key}`, least: spec.least, most: spec.most })
}

import type { Rule } from '../rule.ts'

/** zeros where history has none Data: consumption. Source: o1. */
export const rule: Rule<'zero_use'> = {
  code: 'zero_use',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

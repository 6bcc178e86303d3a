import type { Rule } from '../rule.ts'

/** difference of the accumulator against the sum of its periods Data: both. Source: g1. */
export const rule: Rule<'counter_against_sum'> = {
  code: 'counter_against_sum',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

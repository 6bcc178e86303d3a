import type { Rule } from '../rule.ts'

/** against a 48 h median and the same hour's pattern ±10 days Data: consumption. Source: u1. */
export const rule: Rule<'unusual_hour'> = {
  code: 'unusual_hour',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

import type { Rule } from '../rule.ts'

/** exactly one other hour makes the sums fit Data: hourly, daily. Source: r1. */
export const rule: Rule<'contract_hour'> = {
  code: 'contract_hour',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

import type { Rule } from '../rule.ts'

/** standard ÷ working volume against P·Tst/(Pst·T), and the implied K over time Data: volumes, P, T; absolute or gauge: a setting. Source: a1 v1. */
export const rule: Rule<'conversion'> = {
  code: 'conversion',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

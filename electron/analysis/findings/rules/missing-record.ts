import type { Rule } from '../rule.ts'

/** an expected record is absent (24 hourly a gas day; 23 and 25 where clocks change) Data: hourly, daily, coverage. Source: p1. */
export const rule: Rule<'missing_record'> = {
  code: 'missing_record',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

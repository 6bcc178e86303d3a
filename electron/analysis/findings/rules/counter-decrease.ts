import type { Rule } from '../rule.ts'

/** an accumulated volume falls; *exchange* or *rollover* if `changes`, settings or the serial number explain it Data: accumulators. Source: i2 k1. */
export const rule: Rule<'counter_decrease'> = {
  code: 'counter_decrease',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

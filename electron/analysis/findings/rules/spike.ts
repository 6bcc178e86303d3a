import type { Rule } from '../rule.ts'

/** distance from the mean of the neighbours, robust z Data: hourly. Source: q1 o2 s1. */
export const rule: Rule<'spike'> = {
  code: 'spike',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

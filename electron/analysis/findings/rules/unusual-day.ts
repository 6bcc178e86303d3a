import type { Rule } from '../rule.ts'

/** a day against the median of 28 days Data: daily. Source: o4. */
export const rule: Rule<'unusual_day'> = {
  code: 'unusual_day',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

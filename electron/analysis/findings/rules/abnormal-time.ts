import type { Rule } from '../rule.ts'

/** union of the situations' intervals against `nesht_svod` Data: nesht, nesht_svod. Source: p2. */
export const rule: Rule<'abnormal_time'> = {
  code: 'abnormal_time',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

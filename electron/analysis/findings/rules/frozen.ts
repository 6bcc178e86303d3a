import type { Rule } from '../rule.ts'

/** P or T moves by one digit at most while gas flows Data: P, T, flow. Source: q3 u1. */
export const rule: Rule<'frozen'> = {
  code: 'frozen',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

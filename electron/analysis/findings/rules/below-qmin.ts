import type { Rule } from '../rule.ts'

/** 0 < flow < Qmin Data: working volume. Source: v1 l4. */
export const rule: Rule<'below_qmin'> = {
  code: 'below_qmin',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

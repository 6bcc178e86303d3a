import type { Rule } from '../rule.ts'

/** settings differ with no `changes` event between the snapshots, or the reverse Data: settings, changes. Source: c1. */
export const rule: Rule<'unexplained_change'> = {
  code: 'unexplained_change',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

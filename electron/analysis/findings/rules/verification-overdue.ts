import type { Rule } from '../rule.ts'

/** the date in the settings has passed Data: settings. Source: k1. */
export const rule: Rule<'verification_overdue'> = {
  code: 'verification_overdue',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

import type { Rule } from '../rule.ts'

/** P or T equals the substitute value, or a situation that makes the device substitute is open Data: settings, nesht. Source: e1. */
export const rule: Rule<'substitute'> = {
  code: 'substitute',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

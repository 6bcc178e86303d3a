import type { Rule } from '../rule.ts'

/** an extra record between the hours (clock set, change of state): never differenced as a period Data: readings. Source: e2. */
export const rule: Rule<'off_grid_record'> = {
  code: 'off_grid_record',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

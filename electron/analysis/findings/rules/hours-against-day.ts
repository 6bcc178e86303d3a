import type { Rule } from '../rule.ts'

/** sum of a gas day's hours against its daily record Data: hourly, daily. Source: o3. */
export const rule: Rule<'hours_against_day'> = {
  code: 'hours_against_day',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

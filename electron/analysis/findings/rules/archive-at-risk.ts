import type { Rule } from '../rule.ts'

/** age of what is not fetched yet against the device's archive depth (ROC800: 35 d of hours; EK280: 600 daily rows; by type, else the user) Data: coverage. Source: r1 e2. */
export const rule: Rule<'archive_at_risk'> = {
  code: 'archive_at_risk',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

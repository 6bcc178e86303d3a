import type { Rule } from '../rule.ts'

/** consumption while the valve is shut Data: valve, flow. Source: o1. */
export const rule: Rule<'flow_while_shut'> = {
  code: 'flow_while_shut',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

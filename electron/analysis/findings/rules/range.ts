import type { Rule } from '../rule.ts'

/** beyond the device's limits: fail; beyond set points: suspect Data: P, T, flow. Source: q1. */
export const rule: Rule<'range'> = {
  code: 'range',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

import type { Rule } from '../rule.ts'

/** device time off by more than the tolerance, clock set Data: changes, record times. Source: c1. */
export const rule: Rule<'device_clock'> = {
  code: 'device_clock',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

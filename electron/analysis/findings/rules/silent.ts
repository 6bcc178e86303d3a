import type { Rule } from '../rule.ts'

/** age of the last session ÷ the station's own rhythm; a missed `next_session_time` Data: sessions. Source: v2. */
export const rule: Rule<'silent'> = {
  code: 'silent',
  reach: 'all',
  judge: () => ({ found: [], evaluated: [], notEvaluated: [] }),
}

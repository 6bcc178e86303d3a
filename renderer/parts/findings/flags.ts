import { FLAG_ORDER, type Flag } from '../../../electron/contract/rules.ts'
import type { FindingRow } from '../../../electron/contract/findings.ts'
import type { IconName } from '../../components/icons.ts'

/** Each flag has a shape of its own, for those who do not tell colours apart. */
export const FLAG_ICONS: Readonly<Record<Flag, IconName>> = {
  1: 'check',
  2: 'unknown',
  3: 'warning',
  4: 'fail',
  9: 'missing',
}

/** The style that colours a text by a flag (styles/flags.css). */
export const flagTone = (flag: Flag): string => `flag-${flag}`

/** What an engineer looks at first: fail, suspect, missing; of the same flag the larger volume, then the newer. */
export function worstFirst(a: FindingRow, b: FindingRow): number {
  const rank = ({ flag }: FindingRow) => (flag === 9 ? 0 : FLAG_ORDER.indexOf(flag))
  return rank(b) - rank(a) || (b.m3 ?? 0) - (a.m3 ?? 0) || b.fromMs - a.fromMs
}

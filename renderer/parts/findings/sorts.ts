import { lastedMs } from '../../../electron/contract/finding-lasting.ts'
import type { FindingRow } from '../../../electron/contract/findings.ts'
import { FINDING_STATES, RULE_CODES } from '../../../electron/contract/rules.ts'
import { worstFirst } from './flags.ts'

export const FINDING_FLAGS = [4, 3, 9] as const

/** Compares two findings in the ascending order of a key. */
export function compareFindings(by: string, nowMs: number): (a: FindingRow, b: FindingRow) => number {
  const lasting = (finding: FindingRow) => lastedMs(finding, nowMs) ?? -1
  switch (by) {
    case 'flag':
      return (a, b) => worstFirst(b, a)
    case 'rule':
      return (a, b) => RULE_CODES.indexOf(a.rule) - RULE_CODES.indexOf(b.rule) || b.fromMs - a.fromMs
    case 'm3':
      return (a, b) => (a.m3 ?? -1) - (b.m3 ?? -1)
    case 'duration':
      return (a, b) => lasting(a) - lasting(b)
    case 'state':
      return (a, b) => FINDING_STATES.indexOf(a.state) - FINDING_STATES.indexOf(b.state) || b.fromMs - a.fromMs
    default:
      return (a, b) => a.fromMs - b.fromMs
  }
}

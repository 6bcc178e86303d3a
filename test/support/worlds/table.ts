import { RULE_CODES, RULES } from '../../../electron/contract/rules.ts'
import { precision, recall, type Scores } from './judge.ts'

/** The table of precision and recall, for people. */
export function tableOf(scores: Scores): string {
  const head = ['rule', 'kind', 'planted', 'found', 'missed', 'invented', 'echoes', 'precision', 'recall', 's']
  const rows = RULE_CODES.map((code) => {
    const score = scores[code]
    const { planted, found, invented, echoes, ms } = score
    const shares = [precision(score), recall(score)].map((share) => share.toFixed(3))
    return [code, RULES[code].kind, planted, found, planted - found, invented, echoes, ...shares, (ms / 1000).toFixed(1)].map(String) // oxfmt-ignore
  })
  const widths = head.map((text, at) => Math.max(text.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  return [head, ...rows].map(line).join('\n')
}

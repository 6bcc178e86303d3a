import { RULE_CODES, RULES } from '../../../electron/contract/rules.ts'
import { PLANTED_RULES } from './faults/index.ts'
import { ALL, falseAlarms, precision, recall, scoreOf, TYPES, type Scores } from './scores.ts'

/** The tables of precision and recall, for people. */

const kindOf = (code: string): string => RULE_CODES.flatMap((one) => (one === code ? [RULES[one].kind] : []))[0] ?? 'no such rule'
const HEAD = [
  'rule',
  'of',
  'planted',
  'found',
  'missed',
  'not ev.',
  'invented',
  'alarms',
  'again',
  'echoes',
  'precision',
  'recall',
  'false a year',
  's',
]

function rowOf(scores: Scores, code: (typeof PLANTED_RULES)[number], cell: string): string[] {
  const score = scoreOf(scores, code, cell)
  const { planted, found, notEvaluated, invented, alarms, again, echoes, ms } = score
  const shares = [precision(score), recall(score), falseAlarms(scores, code, cell)].map((share) => share.toFixed(3))
  return [
    code,
    cell === ALL ? kindOf(code) : cell,
    planted,
    found,
    planted - found,
    notEvaluated,
    invented,
    alarms,
    again,
    echoes,
    ...shares,
    (ms / 1000).toFixed(1),
  ].map(String)
}

/** A line for each rule, and the false alarms of all. */
export function tableOf(scores: Scores): string {
  const all = PLANTED_RULES.reduce((sum, code) => sum + falseAlarms(scores, code, ALL), 0)
  return `${lined([HEAD, ...PLANTED_RULES.map((code) => rowOf(scores, code, ALL))])}
False alarms a station year, all rules: ${all.toFixed(2)}`
}

/** A line for each rule and type of device, or kind of fault, of which anything is to be said. */
export function tableByType(scores: Scores): string {
  const rows = PLANTED_RULES.flatMap((code) => {
    const variants = [...(scores.rules.get(code)?.keys() ?? [])].filter((cell) => cell.startsWith('fault:')).toSorted()
    return [...TYPES, ...variants]
      .filter((cell) => scoreOf(scores, code, cell).planted + scoreOf(scores, code, cell).invented > 0)
      .map((cell) => rowOf(scores, code, cell))
  })
  return lined([HEAD, ...rows])
}

/** False alarms a station year by kind of noise: a column for each rule that has any. */
export function tableByNoise(scores: Scores): string {
  const cells = [...scores.stations.keys()].filter((cell) => cell === ALL || cell.startsWith('noise:') || TYPES.includes(cell)).toSorted()
  const codes = PLANTED_RULES.filter((code) => falseAlarms(scores, code, ALL) > 0)
  const rows = cells.map((cell) => {
    const numbers = codes.map((code) => falseAlarms(scores, code, cell))
    const sum = numbers.reduce((one, other) => one + other, 0)
    return [cell, String(scores.stations.get(cell)), ...numbers.map((one) => one.toFixed(2)), sum.toFixed(2)]
  })
  return lined([['false alarms a year', 'stations', ...codes, 'all rules'], ...rows])
}

/** What was missed and invented, the first of each rule. */
export const wrongOf = (scores: Scores, code: string, most: number): string =>
  scores.wrong
    .filter(([rule]) => rule === code)
    .slice(0, most)
    .map(([, text]) => text)
    .join('\n')

function lined(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  return rows.map(line).join('\n')
}

import type { StationType } from './device-kind.ts'
import type { PlantedCode } from './fault.ts'

/** What a rule made of the stations of one kind. */
export interface Score {
  planted: number
  found: number
  /** Missed faults at stations that the rule said it had not judged at all. */
  notEvaluated: number
  invented: number
  /** What is no fault, though nothing that the program has been told tells so. */
  alarms: number
  /** Findings that repeat another one, where one is enough. */
  again: number
  /** Findings that are neither right nor invented: the rule speaks of another rule's fault, or of `alarms`. */
  echoes: number
  ms: number
}

/** A kind of station, or of fault: 'all', 'counters', 'spot', 'noise: burners', 'fault: lower weeks'. */
type Cell = string

export interface Scores {
  /** Station years of each kind. */
  stations: Map<Cell, number>
  rules: Map<PlantedCode, Map<Cell, Score>>
  /** What was missed and invented, in words, by rule. */
  wrong: [PlantedCode, string][]
}

export const ALL: Cell = 'all'
export const TYPES: readonly Cell[] = ['full', 'hourlyVolumes', 'counters', 'dailyAlone', 'gauge', 'absolute', 'mean', 'spot']

/** All kinds that a station belongs to. */
export function cellsOf({ archives, pressure, state, noise }: StationType): Cell[] {
  const noises = noise.length === 0 ? ['noise: none'] : noise.map((one) => `noise: ${one}`)
  return [ALL, archives, ...(pressure === 'none' ? [] : [pressure, state]), ...noises]
}

export const noScores = (): Scores => ({ stations: new Map(), rules: new Map(), wrong: [] })

/** The score of a rule among the stations of a kind. */
export function scoreOf({ rules }: Scores, code: PlantedCode, cell: Cell): Score {
  const cells = rules.get(code) ?? new Map<Cell, Score>()
  rules.set(code, cells)
  const score = cells.get(cell) ?? { planted: 0, found: 0, notEvaluated: 0, invented: 0, alarms: 0, again: 0, echoes: 0, ms: 0 }
  cells.set(cell, score)
  return score
}

/** Adds the scores of other worlds. */
export function addScores(to: Scores, more: Scores): void {
  for (const [cell, stations] of more.stations) to.stations.set(cell, (to.stations.get(cell) ?? 0) + stations)
  for (const [code, cells] of more.rules) {
    for (const [cell, score] of cells) {
      const sum = scoreOf(to, code, cell)
      for (const key of Object.keys(sum) as (keyof Score)[]) sum[key] += score[key]
    }
  }
  to.wrong.push(...more.wrong)
}

/** Right findings of all that are right or invented, and faults found of all planted; 1 where there is none of either. */
export const precision = ({ found, invented }: Score): number => (found + invented === 0 ? 1 : found / (found + invented))
export const recall = ({ planted, found }: Score): number => (planted === 0 ? 1 : found / planted)

/** Findings of a kind of station that are no faults, for each of its years. */
export const falseAlarms = (scores: Scores, code: PlantedCode, cell: Cell): number => {
  const { invented, alarms, again } = scoreOf(scores, code, cell)
  return (invented + alarms + again) / (scores.stations.get(cell) ?? 1)
}

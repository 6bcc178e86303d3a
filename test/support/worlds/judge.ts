import type { Found, Verdict } from '../../../electron/analysis/rules/say/rule.ts'
import { RULE_BY_CODE } from '../../../electron/analysis/rules/index.ts'
import { RULE_CODES, usualThresholds, type RuleCode, type Thresholds } from '../../../electron/contract/rules.ts'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import type { Echo, Fault, PlantedCode, PlantedStation } from './fault.ts'
import { cellsOf, noScores, scoreOf, type Score, type Scores } from './scores.ts'
import { STATIONS, world } from './world.ts'
import { EVER } from '../../../electron/analysis/kernel/data.ts'

/** What the rules make of the worlds. */

/** Judges every station of some worlds by all rules; a station is made, judged and dropped. */
export function judgeWorlds(seeds: readonly number[]): Scores {
  const scores = noScores()
  for (const seed of seeds) {
    const { station } = world(seed)
    for (let index = 0; index < STATIONS; index++) judgeStation(`world ${seed}, station ${index}`, station(index), scores)
  }
  return scores
}

function judgeStation(name: string, planted: PlantedStation, scores: Scores): void {
  const usual = usualThresholds()
  const thresholds: Thresholds = {
    ...usual,
    archive_at_risk: planted.entered.archive_at_risk ?? usual.archive_at_risk,
  }
  const { type, faults } = planted
  const cells = cellsOf(type)
  for (const cell of cells) scores.stations.set(cell, (scores.stations.get(cell) ?? 0) + 1)
  const about = `${name} (${[type.archives, type.pressure, type.state, ...type.noise].join(', ')})`
  const isRule = (code: PlantedCode): code is RuleCode => RULE_CODES.some((one) => one === code)
  // What is planted for a rule that is not written yet is missed.
  const codes = new Set<PlantedCode>([...RULE_CODES, ...faults.map(({ rule }) => rule)])
  for (const code of codes) {
    const began = performance.now()
    const verdict = isRule(code) ? judged(code, planted, thresholds) : { found: [], evaluated: [], notEvaluated: [] }
    const ms = performance.now() - began
    const one = compared(code, verdict, planted)
    for (const text of one.wrong) scores.wrong.push([code, `${about}: ${text}`])
    for (const cell of cells) {
      const score = scoreOf(scores, code, cell)
      for (const key of COUNTED) score[key] += one[key]
      score.ms += ms
    }
    for (const { rule, variant } of faults) {
      if (rule !== code || variant === undefined) continue
      const score = scoreOf(scores, code, `fault: ${variant}`)
      for (const key of ['planted', 'found', 'notEvaluated'] as const) score[key] += one[key]
    }
  }
}

/** More of one station nobody reads. */
const MOST_INVENTED = 3

type Counted = Omit<Score, 'ms'>
const COUNTED = ['planted', 'found', 'notEvaluated', 'invented', 'alarms', 'again', 'echoes'] as const

/** What a rule says of a station beside what is so. */
function compared(code: PlantedCode, { found, evaluated }: Verdict, planted: PlantedStation): Counted & { wrong: string[] } {
  const faults = planted.faults.filter(({ rule }) => rule === code)
  const score = { planted: faults.length, found: 0, notEvaluated: 0, invented: 0, alarms: 0, again: 0, echoes: 0 }
  const wrong: string[] = []
  const right = new Set<Fault>()
  const said = new Set<Fault | Echo>()
  const saidOnce = (one: Fault | Echo): void => {
    if (one.once && said.has(one)) score.again += 1
    said.add(one)
  }
  for (const one of found) {
    const meant = faults.filter((fault) => speaksOf(one, fault, planted.data.nowMs))
    for (const fault of meant) {
      right.add(fault)
      saidOnce(fault)
    }
    if (meant.length > 0) continue
    const echo = echoOf(code, one, planted)
    if (echo) {
      score.echoes += 1
      if (echo.alarm) score.alarms += 1
      saidOnce(echo)
      continue
    }
    score.invented += 1
    if (score.invented <= MOST_INVENTED) wrong.push(`invented ${inWords(one)}${faults.map(({ what }) => `; planted: ${what}`).join('')}`)
  }
  score.found = right.size
  for (const fault of faults) {
    if (right.has(fault)) continue
    if (evaluated.length === 0) score.notEvaluated += 1
    wrong.push(`missed ${stamp(fault.fromMs)} … ${stamp(fault.toMs)} ${fault.what}`)
  }
  return { ...score, wrong }
}

/** `judge` of the rule with its own thresholds: the compiler cannot see that both are of one code. */
const judged = <Code extends RuleCode>(code: Code, { data }: PlantedStation, thresholds: Thresholds): Verdict =>
  RULE_BY_CODE[code].judge(data, thresholds[code], EVER)

/** They overlap, and the finding goes no more than some days beyond the fault: 'the whole year' would be no finding. */
function speaksOf({ fromMs, toMs }: Found, fault: Fault, nowMs: number): boolean {
  const slackMs = (fault.slackDays ?? 2) * DAY_MS
  const endMs = toMs ?? nowMs
  return fromMs <= fault.toMs && endMs >= fault.fromMs && fromMs >= fault.fromMs - slackMs && endMs <= fault.toMs + slackMs
}

const echoOf = (code: PlantedCode, { fromMs, toMs, detail }: Found, { echoes, data }: PlantedStation) =>
  echoes.find(
    (echo) =>
      echo.rule === code &&
      fromMs >= echo.fromMs - 2 * DAY_MS &&
      fromMs <= echo.toMs &&
      (toMs ?? data.nowMs) >= echo.fromMs &&
      (toMs ?? data.nowMs) <= echo.toMs + 2 * DAY_MS &&
      (echo.details?.includes(detail) ?? true),
  )

const stamp = (atMs: number): string => new Date(atMs).toISOString().slice(0, 16)
const inWords = ({ flag, archiveType, channelVarname, fromMs, toMs, measure, threshold, unit, detail }: Found): string =>
  `${stamp(fromMs)} … ${toMs === null ? 'now' : stamp(toMs)} flag ${flag} ${archiveType ?? ''} ${channelVarname ?? ''} ${detail ?? ''} ${measure ?? ''} (${threshold ?? ''} ${unit ?? ''})`

import type { Found } from '../../../electron/analysis/findings/rule.ts'
import { EVER } from '../../../electron/analysis/findings/rule.ts'
import { RULE_BY_CODE } from '../../../electron/analysis/findings/rules/index.ts'
import { RULE_CODES, usualThresholds, type RuleCode, type Thresholds } from '../../../electron/contract/rules.ts'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import type { Fault, PlantedStation } from './fault.ts'
import { STATIONS, world } from './world.ts'

/** What a rule made of the worlds. */
export interface Score {
  planted: number
  found: number
  invented: number
  /** Findings that are neither: the rule speaks of another rule's fault. */
  echoes: number
  ms: number
  /** The first of what was missed and invented, in words. */
  wrong: string[]
}
export type Scores = Record<RuleCode, Score>

export const noScores = (): Scores =>
  Object.fromEntries(
    RULE_CODES.map((code) => [code, { planted: 0, found: 0, invented: 0, echoes: 0, ms: 0, wrong: [] }]),
  ) as unknown as Scores

/** More than this of a rule nobody reads. */
const MOST_WRONG = 40

/** Judges every station of some worlds by all rules; a station is made, judged and dropped. */
export function judgeWorlds(seeds: readonly number[]): Scores {
  const scores = noScores()
  for (const seed of seeds) {
    const { station } = world(seed)
    for (let index = 0; index < STATIONS; index++)
      judgeStation(`world ${seed}, station ${index}`, station(index), scores)
  }
  return scores
}

function judgeStation(name: string, planted: PlantedStation, scores: Scores): void {
  const usual = usualThresholds()
  const thresholds: Thresholds = {
    ...usual,
    archive_at_risk: planted.entered.archive_at_risk ?? usual.archive_at_risk,
  }
  for (const code of RULE_CODES) {
    const began = performance.now()
    const found = judged(code, planted, thresholds)
    const score = scores[code]
    score.ms += performance.now() - began
    const faults = planted.faults.filter(({ rule }) => rule === code)
    const right = new Set<Fault>()
    for (const one of found) {
      const meant = faults.filter((fault) => speaksOf(one, fault, planted.data.nowMs))
      for (const fault of meant) right.add(fault)
      if (meant.length > 0) continue
      if (isEcho(code, one, planted)) score.echoes += 1
      else {
        score.invented += 1
        note(score, `${name}: invented ${inWords(one)}${faults.map(({ what }) => `; planted: ${what}`).join('')}`)
      }
    }
    score.planted += faults.length
    score.found += right.size
    for (const fault of faults) {
      if (!right.has(fault)) note(score, `${name}: missed ${stamp(fault.fromMs)} … ${stamp(fault.toMs)} ${fault.what}`)
    }
  }
}

/** `judge` of the rule with its own thresholds: the compiler cannot see that both are of one code. */
const judged = <Code extends RuleCode>(
  code: Code,
  { data }: PlantedStation,
  thresholds: Thresholds,
): readonly Found[] => RULE_BY_CODE[code].judge(data, thresholds[code], EVER).found

/** They overlap, and the finding goes no more than some days beyond the fault: 'the whole year' would be no finding. */
function speaksOf({ fromMs, toMs }: Found, fault: Fault, nowMs: number): boolean {
  const slackMs = (fault.slackDays ?? 2) * DAY_MS
  const endMs = toMs ?? nowMs
  return (
    fromMs <= fault.toMs && endMs >= fault.fromMs && fromMs >= fault.fromMs - slackMs && endMs <= fault.toMs + slackMs
  )
}

const isEcho = (code: RuleCode, { fromMs, toMs, detail }: Found, { echoes, data }: PlantedStation): boolean =>
  echoes.some(
    (echo) =>
      echo.rule === code &&
      fromMs >= echo.fromMs - 2 * DAY_MS &&
      fromMs <= echo.toMs &&
      (toMs ?? data.nowMs) >= echo.fromMs &&
      (toMs ?? data.nowMs) <= echo.toMs + 2 * DAY_MS &&
      (echo.details?.includes(detail) ?? true),
  )

function note(score: Score, text: string): void {
  if (score.wrong.length < MOST_WRONG) score.wrong.push(text)
}

const stamp = (atMs: number): string => new Date(atMs).toISOString().slice(0, 16)
const inWords = ({
  flag,
  archiveType,
  channelVarname,
  fromMs,
  toMs,
  measure,
  threshold,
  unit,
  detail,
}: Found): string =>
  `${stamp(fromMs)} … ${toMs === null ? 'now' : stamp(toMs)} flag ${flag} ${archiveType ?? ''} ${channelVarname ?? ''} ${detail ?? ''} ${measure ?? ''} (${threshold ?? ''} ${unit ?? ''})`

/** Adds the scores of other worlds. */
export function addScores(to: Scores, more: Scores): void {
  for (const code of RULE_CODES) {
    const [a, b] = [to[code], more[code]]
    for (const key of ['planted', 'found', 'invented', 'echoes', 'ms'] as const) a[key] += b[key]
    a.wrong.push(...b.wrong)
  }
}

/** Right findings of all that are right or invented, and faults found of all planted; 1 where there is none of either. */
export const precision = ({ found, invented }: Score): number =>
  found + invented === 0 ? 1 : found / (found + invented)
export const recall = ({ planted, found }: Score): number => (planted === 0 ? 1 : found / planted)

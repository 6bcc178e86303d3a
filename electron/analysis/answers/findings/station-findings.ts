import type { Book } from '../../../book/index.ts'
import type { FindingRow } from '../../../contract/findings.ts'
import { withParts } from '../../../contract/finding-parts.ts'
import { RULE_CODES, type NotEvaluated, type RuleCode } from '../../../contract/rules.ts'
import type { GasClock } from '../../../contract/time/gas-day.ts'
import { beforeOf } from '../../judge/station.ts'
import type { RuleRuns } from '../../judge/plan.ts'
import { judgedArchives } from '../../station/load/archives.ts'
import { recordFlags, type RecordFlags } from './record-flags.ts'
import type { Subject } from '../../rules/say/rule.ts'

/** What a station was found to have, as it is shown. */

interface Tests {
  passed: number
  evaluated: number
  notEvaluated: number
}

export interface StationFindings {
  findings: FindingRow[]
  notEvaluated: { rule: RuleCode; archiveType: string | null; channelVarname: string | null; why: NotEvaluated }[]
  tests: Tests
  flags: RecordFlags[]
  judgedAtMs: number
}

/** Null: the station was never judged. */
export function stationFindings(
  book: Book,
  { id, equipmentId }: { id: number; equipmentId: number | null },
  { gas, nowMs }: { gas: GasClock; nowMs: number },
): StationFindings | null {
  const run = book.findings.run(id)
  if (!run) return null
  const runs = beforeOf(run)?.runs ?? {}
  const findings = book.findings.ofStation(id)
  // A finding that was marked as wrong counts nowhere.
  const valid = findings.filter(({ state }) => state !== 'wrong').flatMap(withParts)
  const archives = equipmentId === null ? [] : judgedArchives(book, equipmentId)
  const flags = archives.map((archive) => {
    const { times, present } = book.completeness.dueRecords(archive, gas, nowMs)
    let missing = 0
    for (const is of present) missing += 1 - is
    const isEvaluated = Object.values(runs).some(({ evaluated }) =>
      evaluated.some(({ archiveType }) => archiveType === archive.archiveType),
    )
    return recordFlags({ archiveType: archive.archiveType, times, missing, isEvaluated }, valid)
  })
  return {
    findings,
    notEvaluated: notEvaluatedIn(runs),
    tests: testsOf(runs, valid),
    flags,
    judgedAtMs: run.judgedAtMs,
  }
}

function notEvaluatedIn(runs: RuleRuns): StationFindings['notEvaluated'] {
  return RULE_CODES.flatMap((rule) =>
    (runs[rule]?.notEvaluated ?? []).map(({ archiveType, channelVarname, why }) => ({
      rule,
      archiveType,
      channelVarname,
      why,
    })),
  )
}

/** A test is a rule that judged a subject; it is passed where nothing was found. */
function testsOf(runs: RuleRuns, findings: readonly (Subject & { rule: RuleCode })[]): Tests {
  const keyOf = (rule: RuleCode, { archiveType, channelVarname }: Subject) => `${rule}|${archiveType ?? ''}|${channelVarname ?? ''}`
  const failed = new Set(findings.map((finding) => keyOf(finding.rule, finding)))
  const tests: Tests = { passed: 0, evaluated: 0, notEvaluated: 0 }
  for (const rule of RULE_CODES) {
    const { evaluated = [], notEvaluated = [] } = runs[rule] ?? {}
    tests.evaluated += evaluated.length
    tests.notEvaluated += notEvaluated.length
    for (const subject of evaluated) if (!failed.has(keyOf(rule, subject))) tests.passed++
  }
  return tests
}

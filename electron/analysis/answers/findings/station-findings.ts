import type { Book, StationRow } from '../../../book/index.ts'
import type { FindingRow } from '../../../contract/findings.ts'
import { withParts } from '../../../contract/finding-parts.ts'
import { RULE_CODES, type NotEvaluated, type RuleCode } from '../../../contract/rules.ts'
import type { GasClock } from '../../../contract/time/gas-day.ts'
import { beforeOf, ownerOf } from '../../judge/station.ts'
import type { RuleRuns } from '../../judge/plan.ts'
import { allDueOf } from '../../station/load/archives.ts'
import { sharedGround } from '../../station/load/ground.ts'
import { judgedArchives, type JudgedArchive } from '../../station/load/views.ts'
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
  station: StationRow,
  { usual, nowMs }: { usual: GasClock; nowMs: number },
): StationFindings | null {
  const { id } = station
  const run = book.findings.run(id)
  if (!run) return null
  const before = beforeOf(run)
  const runs = before?.runs ?? {}
  const findings = book.findings.ofStation(id)
  // A finding that was marked as wrong counts nowhere.
  const valid = findings.filter(({ state }) => state !== 'wrong').flatMap(withParts)
  const life = book.stations.life(id)
  const former = before?.basis.former ?? []
  // Each device by its own run: what one passed another may not have.
  const judged = life.map((row, at) => ({
    row,
    runs: row === life.at(-1) ? runs : (former[at]?.runs ?? {}),
    valid: life.length === 1 ? valid : valid.filter((finding) => ownerOf(life, finding) === row),
  }))
  const { meanings, gasOf } = sharedGround(book, usual)
  const gas = gasOf(id)
  const flags = judged.flatMap((one) =>
    judgedArchives(book, one.row, meanings(one.row.equipmentTypeId)).map((archive) => flagsOf(book, archive, one, { gas, nowMs })),
  )
  return {
    findings,
    notEvaluated: notEvaluatedIn(runs),
    tests: judged.map((one) => testsOf(one.runs, one.valid)).reduce(bothTests),
    flags: [...Map.groupBy(flags, ({ archiveType }) => archiveType).values()].map((own) => own.reduce(bothFlags)),
    judgedAtMs: run.judgedAtMs,
  }
}

function flagsOf(
  book: Book,
  archive: JudgedArchive,
  { runs, valid }: { runs: RuleRuns; valid: readonly FindingRow[] },
  { gas, nowMs }: { gas: GasClock; nowMs: number },
): RecordFlags {
  const { times, present } = allDueOf(book, archive, { gas, nowMs })
  let missing = 0
  for (const is of present) missing += 1 - is
  const isEvaluated = Object.values(runs).some(({ evaluated }) => evaluated.some(({ archiveType }) => archiveType === archive.archiveType))
  return recordFlags({ archiveType: archive.archiveType, times, missing, isEvaluated }, valid)
}

const bothTests = (a: Tests, b: Tests): Tests => ({
  passed: a.passed + b.passed,
  evaluated: a.evaluated + b.evaluated,
  notEvaluated: a.notEvaluated + b.notEvaluated,
})
const bothFlags = ({ archiveType, ...a }: RecordFlags, b: RecordFlags): RecordFlags => ({
  archiveType,
  good: a.good + b.good,
  notEvaluated: a.notEvaluated + b.notEvaluated,
  suspect: a.suspect + b.suspect,
  fail: a.fail + b.fail,
  missing: a.missing + b.missing,
})

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

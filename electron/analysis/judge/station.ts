import { createHash } from 'node:crypto'
import type { StoredFinding } from '../../book/findings/finding-rows.ts'
import type { FindingRow } from '../../contract/findings.ts'
import type { Book, StationRow } from '../../book/index.ts'
import { EVENT_ARCHIVES } from '../../contract/records.ts'
import { withParts } from '../../contract/finding-parts.ts'
import type { GasClock, TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { withoutNoiseIn } from '../../contract/units.ts'
import { facts } from '../station/facts/facts.ts'
import type { StationData, DueDays } from '../kernel/data.ts'
import { once } from '../kernel/once.ts'
import { judge } from './judge.ts'
import { planOf, type Basis, type Before, type RuleRuns, type Rules } from './plan.ts'
import { RULE_CODES, type RuleCode } from '../../contract/rules.ts'
import { gathered } from './together.ts'
import { areOther, changedColumnFacts, columnFactsOf, quantityIn, withColumnFacts } from './column-facts.ts'
import { fetchedTo } from '../station/load/archives.ts'
import { askedOf } from '../station/load/events.ts'
import type { Ground } from '../station/load/ground.ts'
import { knownToMs } from '../station/own-device.ts'
import { limitsDigest, limitsJudgedAt } from '../station/load/limits.ts'
import { lastSession, loadStation } from '../station/load/load.ts'
import { judgedArchives } from '../station/load/views.ts'
import { branchesAt, type BranchesAt } from '../station/balance/at-station.ts'
import { RULE_BY_CODE } from '../rules/index.ts'

/** Judges a station of a book, and keeps what was found there. */

/** Version of the rules. Whoever changes what a rule finds raises it: every book is judged anew, as with a new rule. */
const RULES_VERSION = 10

/** A rule may ask for the sessions of the day before the readings that it looks at. */
const SESSIONS_BEFORE_MS = 2 * DAY_MS

export interface JudgeOptions {
  usual: GasClock
  nowMs: number
  ground: Ground
  /** Whatever was known: for tests, and for those who want it. */
  all?: boolean
  rules?: Rules
}

/** The outcome of judging a station. */
export interface Outcome {
  stationId: number
  /** Rules that were judged again. */
  judged: number
}

/** The ground that a station's last judging rested on, beside its rules. */
export const groundDigest = (book: Book, ground: Ground, device: Pick<StationRow, 'id' | 'equipmentTypeId'>): string =>
  `${OWN_RULES} ${ground.digestOf(device)}${lifeDigest(book, device.id)}`
const OWN_RULES = `${RULES_VERSION} ${RULE_CODES.length}`

/** Other devices, or other times of them, make other findings. */
function lifeDigest(book: Book, stationId: number): string {
  const key = book.stations.lifeKey(stationId)
  return key === '' ? '' : ` ${createHash('sha256').update(key).digest('base64url').slice(0, 16)}`
}

/** Reads what `basis` and `verdicts` of a run say; null where another version wrote them. */
export function beforeOf({ basis, verdicts }: { basis: string; verdicts: string }): Before | null {
  try {
    return { basis: JSON.parse(basis) as Basis, runs: JSON.parse(verdicts) as RuleRuns }
  } catch {
    return null
  }
}

/** Judges what has to be judged, and writes it. Null: no such station. */
export function judgeStation(
  book: Book,
  stationId: number,
  { usual, nowMs, ground, all = false, rules = RULE_BY_CODE }: JudgeOptions,
): Outcome | null {
  const life = book.stations.life(stationId)
  const station = life.at(-1)
  if (!station) return null
  // Before anything is read: what changes from here on is judged next time.
  const changes = life.flatMap(({ equipmentId, telemetryId }) => book.findings.changedOf(equipmentId, telemetryId))
  const found = book.findings.ofStation(stationId)
  const run = all ? undefined : book.findings.run(stationId)
  const before = run ? beforeOf(run) : null
  const branches = branchesAt(book, stationId, { ground, usual, nowMs })
  const devices = life.map((row) => {
    const isLast = row === station
    const own = isLast ? before : (before?.basis.former?.find(({ device }) => device === deviceKey(row)) ?? null)
    return deviceJudge(book, row, {
      ground,
      usual,
      nowMs,
      rules: isLast ? rules : withoutRulesOfNow(rules),
      before: own,
      branches: isLast ? branches : null,
      found: life.length === 1 ? found : found.filter((finding) => ownerOf(life, finding) === row),
    })
  })
  const judged = devices.reduce((sum, { toJudge }) => sum + toJudge, 0)
  const isSame = before?.basis.thresholds === ground.thresholdsOf(station).digest
  if (judged === 0 && changes.length === 0 && isSame) return { stationId, judged }
  const answers = devices.map((device) => device.judged())
  const { basis, runs } = answers.at(-1) as DeviceJudgement
  const former = answers.slice(0, -1).map((one, at) => ({ device: deviceKey(life[at] as StationRow), basis: one.basis, runs: one.runs }))
  book.findings.replace({
    stationId,
    judgedAtMs: nowMs,
    basis: JSON.stringify(former.length > 0 ? { ...basis, former } : basis),
    verdicts: JSON.stringify(runs),
    findings: answers.flatMap(({ findings }) => findings),
    seen: changes,
    byNewRules: run !== undefined && before?.basis.ground.startsWith(`${OWN_RULES} `) !== true,
  })
  return { stationId, judged }
}

/** What was judged of one device of a station. */
interface DeviceJudgement {
  findings: StoredFinding[]
  basis: Basis
  runs: RuleRuns
}

/** By which what was judged of a device is found again. */
export const deviceKey = ({ equipmentId, equipmentSerialNumber, time }: StationRow): string =>
  JSON.stringify([equipmentId, equipmentSerialNumber, time])

/**
 * Of a device that was taken out nobody asks what will be overwritten in it; limits and branches are the station's, of all its
 * devices, and judged once for it.
 */
export const RULES_OF_STATION = ['imbalance', 'over_limit'] as const satisfies readonly RuleCode[]
const withoutRulesOfNow = ({ archive_at_risk: _, imbalance: __, over_limit: ___, ...rules }: Rules): Rules => rules

/** The device of a station's life that a finding is of. */
export const ownerOf = (
  life: readonly StationRow[],
  { equipmentId, fromMs }: { equipmentId: number | null; fromMs: number },
): StationRow | undefined =>
  life.findLast(
    (row) =>
      row.equipmentId === equipmentId &&
      (row.time === null || ((row.time.sinceMs ?? row.time.afterMs ?? -Infinity) <= fromMs && fromMs <= (row.time.toMs ?? Infinity))),
  ) ?? life.findLast((row) => row.equipmentId === equipmentId)

interface DeviceQuestion extends Pick<JudgeOptions, 'usual' | 'nowMs' | 'ground'> {
  rules: Rules
  before: Before | null
  /** The branches that begin at the station; null: none. */
  branches: BranchesAt | null
  /** The findings of this device that are known. */
  found: readonly FindingRow[]
}

/** One device of a station: how many rules have to judge it, and their judgement. */
function deviceJudge(book: Book, device: StationRow, { ground, usual, nowMs, rules, before, branches, found }: DeviceQuestion) {
  const { id: stationId } = device
  const changes = book.findings.changedOf(device.equipmentId, device.telemetryId)
  const { thresholds, digests, digest } = ground.thresholdsOf(device)
  const untilMs = knownToMs(device, nowMs)
  const lastSessionMs =
    untilMs < nowMs ? lastSession(book, device, nowMs) : (book.stations.heard([stationId]).get(stationId)?.heardMs ?? null)
  const basis = {
    ground: groundDigest(book, ground, device),
    lastSessionMs,
    thresholds: digest,
    ...(branches && { branches: branches.source }),
    limits: limitsDigest(book, stationId, ground),
    ...sourcesOf(book, device, { ground, nowMs }),
  }
  const open = new Set(found.flatMap(({ rule, toMs }) => (toMs === null ? [rule] : [])))
  const plan = planOf(rules, before, { basis, nowMs: untilMs, thresholds: digests, changes, open })
  const known = before ? found.map(({ stationName: _, state: __, noteId: ___, ...stored }) => stored).flatMap(withParts) : []
  const toJudge = plan.whole.length + plan.windowed.length

  function judged(): DeviceJudgement {
    const here = (data: StationData | null): StationData => {
      if (!data) throw new Error(`Station ${stationId} has gone`)
      return data
    }
    let eventsToMs = before?.basis.eventsToMs ?? null
    let columnFacts = before?.basis.facts ?? {}
    let toldBasis = before?.basis.toldBasis ?? null
    const isStillTold = !plan.changed || (toldBasis !== null && toldBasis.toMs < plan.changed.fromMs)
    const bench = {
      hasOtherFacts: () => areOther(before?.basis.facts ?? {}, columnFacts),
      rules,
      thresholds,
      digests,
      nowMs: untilMs,
      loadDue(dueAlone: DueDays) {
        return here(loadStation(book, stationId, nowMs, { usual, ground, device, dueAlone }))
      },
      load(range: TimeSpan | null) {
        const part = range ? { range, sessionsFromMs: range.fromMs - SESSIONS_BEFORE_MS } : {}
        let data = here(loadStation(book, stationId, nowMs, { usual, ground, device, ...part }))
        let its = range && changedColumnFacts(data, before?.basis.facts ?? {}, plan.changed)
        const isWhole = !its
        if (!its) {
          if (range) data = here(loadStation(book, stationId, nowMs, { usual, ground, device }))
          its = columnFactsOf(data)
        }
        columnFacts = its
        if (basis.limits !== '') data = { ...data, limits: once(() => limitsJudgedAt(book, stationId, { ground, nowMs: untilMs })) }
        data = withColumnFacts(
          { ...data, toldBasis: (isStillTold && toldBasis) || undefined, ...(branches && { branches: branches.days }) },
          columnFacts,
        )
        if (isWhole) {
          const factor = facts(data).conversion()
          toldBasis = typeof factor === 'string' ? null : factor.toldBasis
        }
        for (const archive of EVENT_ARCHIVES) {
          const newest = data.events[archive]?.atMs.at(-1)
          if (newest !== undefined) eventsToMs = Math.max(eventsToMs ?? -Infinity, newest)
        }
        return { range: isWhole ? null : range, data }
      },
    }
    // Of a device that was taken out nothing is read where nothing has changed.
    const isSettled = untilMs < nowMs && toJudge === 0
    const { findings, runs } = isSettled
      ? { findings: known, runs: before?.runs ?? {} }
      : judge(bench, plan, { findings: known, runs: before?.runs ?? {} })
    const ended = findings.map((one) =>
      one.toMs === null && device.time?.toMs != null ? { ...one, toMs: Math.max(one.fromMs, device.time.toMs) } : one,
    )
    return {
      findings: gathered(ended.map(asWritten), (subject) => quantityIn(columnFacts, subject)),
      basis: { ...basis, eventsToMs, facts: columnFacts, toldBasis },
      runs,
    }
  }
  return { toJudge, judged }
}

/** What is computed, without the noise of computing: files and people see it as it is kept. */
const asWritten = (finding: StoredFinding): StoredFinding => ({
  ...finding,
  ...withoutNoiseIn({ measure: finding.measure, threshold: finding.threshold, m3: finding.m3 }),
  evidence: { ...finding.evidence, numbers: withoutNoiseIn(finding.evidence.numbers) },
})

/** Which views are judged, how often each writes and what is due, and which archives of events are known. */
function sourcesOf(
  book: Book,
  device: StationRow,
  { ground, nowMs }: { ground: Ground; nowMs: number },
): Pick<Basis, 'sources' | 'due' | 'fetched' | 'asked'> {
  const { id, equipmentId, telemetryId } = device
  if (equipmentId === null) return { sources: telemetryId === null ? '' : 'sessions', due: {}, fetched: {}, asked: {} }
  const gas = ground.gasOf(id)
  const due: Record<string, TimeSpan> = {}
  const fetched: Record<string, number | null> = {}
  const views = judgedArchives(book, device, ground.meanings(device.equipmentTypeId)).map((archive) => {
    const { rhythm, span } = book.completeness.dueBounds(archive, gas, nowMs)
    if (span) due[archive.archiveType] = span
    fetched[archive.archiveType] = fetchedTo(book, archive)
    return `${archive.archiveType} ${archive.view} ${rhythm ? JSON.stringify(rhythm) : '-'}`
  })
  const logs = book.events.archivesOf(equipmentId).toSorted()
  const asked = Object.fromEntries(EVENT_ARCHIVES.map((archive) => [archive, askedOf(book, device, archive)]))
  return { sources: [...views, ...logs].join(', '), due, fetched, asked }
}

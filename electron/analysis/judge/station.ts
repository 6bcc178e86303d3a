import type { Book, StationRow } from '../../book/index.ts'
import { EVENT_ARCHIVES } from '../../contract/records.ts'
import { withParts } from '../../contract/finding-parts.ts'
import type { GasClock, TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { facts } from '../station/facts/facts.ts'
import type { StationData, DueDays } from '../kernel/data.ts'
import { judge } from './judge.ts'
import { planOf, type Basis, type Before, type RuleRuns, type Rules } from './plan.ts'
import { RULE_CODES } from '../../contract/rules.ts'
import { gathered } from './together.ts'
import { areOther, changedColumnFacts, columnFactsOf, quantityIn, withColumnFacts } from './column-facts.ts'
import { fetchedTo, judgedArchives } from '../station/load/archives.ts'
import { askedOf } from '../station/load/events.ts'
import type { Ground } from '../station/load/ground.ts'
import { loadStation } from '../station/load/load.ts'
import { RULE_BY_CODE } from '../rules/index.ts'

/** Judges a station of a book, and keeps what was found there. */

/** Version of the rules. Whoever changes what a rule finds raises it: every book is judged anew, as with a new rule. */
const RULES_VERSION = 6

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
export const groundDigest = (ground: Ground, station: Parameters<Ground['digestOf']>[0]): string =>
  `${RULES_VERSION} ${RULE_CODES.length} ${ground.digestOf(station)}`

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
  const station = book.stations.get(stationId)
  if (!station) return null
  const { equipmentId, telemetryId } = station
  // Before anything is read: what changes from here on is judged next time.
  const changes = book.findings.changedOf(equipmentId, telemetryId)
  const { thresholds, digests, digest } = ground.thresholdsOf(station)
  const lastSessionMs = book.stations.heard([stationId]).get(stationId)?.heardMs ?? null
  const basis = {
    ground: groundDigest(ground, station),
    lastSessionMs,
    thresholds: digest,
    ...sourcesOf(book, station, { ground, nowMs }),
  }
  const found = book.findings.ofStation(stationId)
  const open = new Set(found.flatMap(({ rule, toMs }) => (toMs === null ? [rule] : [])))
  const run = all ? undefined : book.findings.run(stationId)
  const before = run ? beforeOf(run) : null
  const plan = planOf(rules, before, { basis, nowMs, thresholds: digests, changes, open })
  const judged = plan.whole.length + plan.windowed.length
  if (judged === 0 && changes.length === 0 && before?.basis.thresholds === digest) return { stationId, judged }
  const known = before ? found.map(({ stationName: _, state: __, noteId: ___, ...stored }) => stored).flatMap(withParts) : []
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
    nowMs,
    loadDue(dueAlone: DueDays) {
      return here(loadStation(book, stationId, nowMs, { usual, ground, dueAlone }))
    },
    load(range: TimeSpan | null) {
      const part = range ? { range, sessionsFromMs: range.fromMs - SESSIONS_BEFORE_MS } : {}
      let data = here(loadStation(book, stationId, nowMs, { usual, ground, ...part }))
      let its = range && changedColumnFacts(data, before?.basis.facts ?? {}, plan.changed)
      const isWhole = !its
      if (!its) {
        if (range) data = here(loadStation(book, stationId, nowMs, { usual, ground }))
        its = columnFactsOf(data)
      }
      columnFacts = its
      data = withColumnFacts({ ...data, toldBasis: (isStillTold && toldBasis) || undefined }, columnFacts)
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
  const { findings, runs } = judge(bench, plan, { findings: known, runs: before?.runs ?? {} })
  const now: Basis = { ...basis, eventsToMs, facts: columnFacts, toldBasis }
  book.findings.replace({
    stationId,
    judgedAtMs: nowMs,
    basis: JSON.stringify(now),
    verdicts: JSON.stringify(runs),
    findings: gathered(findings, (subject) => quantityIn(columnFacts, subject)),
    seen: changes,
  })
  return { stationId, judged }
}

/** Which views are judged, how often each writes and what is due, and which archives of events are known. */
function sourcesOf(
  book: Book,
  { id, equipmentId, telemetryId }: StationRow,
  { ground, nowMs }: { ground: Ground; nowMs: number },
): Pick<Basis, 'sources' | 'due' | 'fetched' | 'asked'> {
  if (equipmentId === null) return { sources: telemetryId === null ? '' : 'sessions', due: {}, fetched: {}, asked: {} }
  const gas = ground.gasOf(id)
  const due: Record<string, TimeSpan> = {}
  const fetched: Record<string, number | null> = {}
  const views = judgedArchives(book, equipmentId).map((archive) => {
    const { rhythm, span } = book.completeness.dueBounds(archive, gas, nowMs)
    if (span) due[archive.archiveType] = span
    fetched[archive.archiveType] = fetchedTo(book, archive)
    return `${archive.archiveType} ${archive.view} ${rhythm ? JSON.stringify(rhythm) : '-'}`
  })
  const logs = book.events.archivesOf(equipmentId).toSorted()
  const asked = Object.fromEntries(EVENT_ARCHIVES.map((archive) => [archive, askedOf(book, equipmentId, archive)]))
  return { sources: [...views, ...logs].join(', '), due, fetched, asked }
}

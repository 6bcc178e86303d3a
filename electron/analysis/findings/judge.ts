import type { StoredFinding } from '../../book/findings/finding-rows.ts'
import type { ReadingView } from '../../contract/records.ts'
import type { RuleCode, Thresholds } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { StationData } from './data.ts'
import { findingIds } from './judge/finding-id.ts'
import { mergedSubjects } from './judge/merge.ts'
import type { Plan, RuleRun, RuleRuns, Rules } from './judge/plan.ts'
import { rangeOf, stitching } from './judge/stitch.ts'
import { EVER, type Found, type Rule, type Verdict } from './rule.ts'

/** Judges one station by the rules: all of it, or what changed. Pure but for `load`. */

export interface JudgedBefore {
  findings: readonly StoredFinding[]
  runs: RuleRuns
}

export interface Judgement {
  findings: StoredFinding[]
  runs: RuleRuns
}

/** What a station is judged with. */
export interface Bench {
  rules: Rules
  thresholds: Thresholds
  /** The thresholds of each rule as text. */
  digests: Readonly<Record<RuleCode, string>>
  /** The station, with all its readings or at least those of a range. Yields now and then. */
  load: (range: TimeSpan | null) => Generator<void, StationData>
  nowMs: number
}

/** Carries a plan out. Yields between rules, so that other work has its turn. */
export function* judging(
  { rules, thresholds, digests, load, nowMs }: Bench,
  plan: Plan,
  before: JudgedBefore,
): Generator<void, Judgement> {
  const runs: { [Code in RuleCode]?: RuleRun } = { ...before.runs }
  const news = new Map<RuleCode, StoredFinding[]>()
  const dataFor = remembering(load)

  function* verdictOf(
    code: RuleCode,
    range: TimeSpan | null,
    window: TimeSpan,
  ): Generator<void, [StationData, Verdict]> {
    const data = yield* dataFor(range)
    const verdict = (rules[code] as Rule).judge(data, thresholds[code], window)
    yield
    return [data, verdict]
  }

  // What needs all readings comes first: the others take them from there.
  const needsAll = (code: RuleCode) => (rules[code] as Rule).recentDays === undefined
  for (const code of plan.whole.toSorted((a, b) => Number(needsAll(b)) - Number(needsAll(a)))) {
    const { reach, recentDays } = rules[code] as Rule
    // A rule that says so looks at the newest readings alone.
    const range =
      reach === 'all' && recentDays !== undefined ? { fromMs: nowMs - recentDays * DAY_MS, toMs: EVER.toMs } : null
    const [data, verdict] = yield* verdictOf(code, range, EVER)
    news.set(code, stored(code, verdict.found, data))
    const { evaluated, notEvaluated } = verdict
    runs[code] = { thresholds: digests[code], atMs: data.nowMs, evaluated, notEvaluated }
  }

  for (const code of plan.windowed) {
    const { reach } = rules[code] as Rule
    const run = before.runs[code]
    if (reach === 'all' || !run || !plan.changed) continue
    let last: StationData | null = null
    const known = before.findings.filter(({ rule }) => rule === code)
    const { kept, verdict } = yield* stitching(known, { changed: plan.changed, reach }, function* (window) {
      const [data, answer] = yield* verdictOf(code, rangeOf(window, reach), window)
      last = data
      return answer
    })
    const data = last as StationData | null
    if (!data) continue
    news.set(code, [...kept, ...stored(code, verdict.found, data)])
    runs[code] = { thresholds: digests[code], atMs: data.nowMs, ...mergedSubjects(run, verdict) }
  }

  const findings = before.findings.filter(({ rule }) => rules[rule] !== undefined && !news.has(rule))
  return { findings: [...findings, ...[...news.values()].flat()], runs }
}

/** Loads only what was not loaded yet, and no less than before: what rules share is computed once for the same data. */
function remembering(load: Bench['load']): Bench['load'] {
  let known: { range: TimeSpan | null; data: StationData } | null = null
  return function* (range) {
    if (known && covers(known.range, range)) return known.data
    const wanted = range && known?.range ? hull(range, known.range) : range
    known = { range: wanted, data: yield* load(wanted) }
    return known.data
  }
}

const covers = (has: TimeSpan | null, wanted: TimeSpan | null) =>
  has === null || (wanted !== null && has.fromMs <= wanted.fromMs && has.toMs >= wanted.toMs)
const hull = (a: TimeSpan, b: TimeSpan): TimeSpan => ({
  fromMs: Math.min(a.fromMs, b.fromMs),
  toMs: Math.max(a.toMs, b.toMs),
})

function stored(rule: RuleCode, found: readonly Found[], { stationId, equipmentId, archives }: StationData) {
  const ids = findingIds(stationId, rule, found)
  const views = new Map<string | null, ReadingView>(archives.map(({ archiveType, view }) => [archiveType, view]))
  return found.map((finding, at): StoredFinding => {
    const { evidence } = finding
    return {
      ...finding,
      id: ids[at] as string,
      rule,
      stationId,
      equipmentId,
      view: views.get(finding.archiveType) ?? null,
      evidence: {
        records: [...evidence.records],
        events: [...evidence.events],
        settings: [...evidence.settings],
        sessions: [...evidence.sessions],
        numbers: { ...evidence.numbers },
      },
    }
  })
}

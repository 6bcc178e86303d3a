import type { StoredFinding } from '../../book/findings/finding-rows.ts'
import type { ReadingView } from '../../contract/records.ts'
import type { RuleCode, Thresholds } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import { EVER, type StationData, type DueDays } from '../kernel/data.ts'
import { findingIds } from './finding-id.ts'
import { knowsReasons, mergedSubjects } from './merge.ts'
import type { Plan, RuleRun, RuleRuns, Rules } from './plan.ts'
import { sliced } from './sliced.ts'
import { rangeOf, stitched, windowOf } from './stitch.ts'
import { dependsOn } from '../kernel/part.ts'
import type { Found, Rule, Verdict } from '../rules/say/rule.ts'

/** Judges one station by the rules: all of it, or what changed. Pure but for `load`. */

export interface JudgedBefore {
  findings: readonly StoredFinding[]
  runs: RuleRuns
}

export interface Judgement {
  findings: StoredFinding[]
  runs: RuleRuns
}

/** The ground that a station is judged with. */
export interface Bench {
  rules: Rules
  thresholds: Thresholds
  /** The thresholds of each rule as text. */
  digests: Readonly<Record<RuleCode, string>>
  /** The station, with all its readings or at least those of a range. */
  load: (range: TimeSpan | null) => Loaded
  /** Whether what all values tell is other than when the station was judged last. As far as it was loaded. */
  hasOtherFacts: () => boolean
  /** The station with what is due alone. */
  loadDue: (days: DueDays) => StationData
  nowMs: number
}

/** A station, and the readings that were read: maybe more than were asked for; null: all. */
interface Loaded {
  range: TimeSpan | null
  data: StationData
}

/** Carries a plan out. */
export function judge(bench: Bench, plan: Plan, before: JudgedBefore, dataFor: DataFor = remembering(bench.load)): Judgement {
  const { rules, thresholds, digests, loadDue, nowMs } = bench
  const runs: { [Code in RuleCode]?: RuleRun } = { ...before.runs }
  const news = new Map<RuleCode, StoredFinding[]>()
  const slices = remembered()

  function verdictOf(code: RuleCode, range: TimeSpan | null, window: TimeSpan): [StationData, Verdict] {
    const rule = rules[code] as Rule
    let data: StationData
    if (rule.dueAlone && !dataFor.hasAll()) data = loadDue(rule.dueAlone(thresholds[code]))
    else {
      const all = dataFor(range)
      data = range ? slices(all, range) : all
    }
    const verdict = rule.judge(data, thresholds[code], window)
    // A finding near the end of a part may go on beyond it.
    for (const { fromMs, toMs } of verdict.found) dependsOn(data, fromMs - DAY_MS, (toMs ?? fromMs) + HOUR_MS)
    return [data, verdict]
  }

  function judgeWhole(code: RuleCode, range: TimeSpan | null): void {
    let [data, verdict] = verdictOf(code, range, EVER)
    if (range && rules[code]?.pricesFound && verdict.found.length > 0) [data, verdict] = verdictOf(code, null, EVER)
    news.set(code, stored(code, verdict.found, data))
    const { evaluated, notEvaluated } = verdict
    runs[code] = { thresholds: digests[code], atMs: data.nowMs, evaluated, notEvaluated }
  }

  // Rules that need all readings come first: the others take them from there. Then whatever several rules need is
  // loaded once.
  const needsAll = (code: RuleCode) => {
    const rule = rules[code] as Rule
    return plan.whole.includes(code) && !rule.dueAlone && recentOf(rule, nowMs) === null
  }
  const whole = plan.whole.toSorted((a, b) => Number(needsAll(b)) - Number(needsAll(a)))
  if (!whole.some(needsAll)) dataFor(hullOf(rules, plan, nowMs))
  if (plan.windowed.length > 0) {
    if (whole.some(needsAll)) dataFor(null)
    if (bench.hasOtherFacts())
      return judge(
        { ...bench, hasOtherFacts: () => false },
        { ...plan, whole: [...plan.whole, ...plan.windowed], windowed: [] },
        before,
        dataFor,
      )
  }

  for (const code of whole) judgeWhole(code, recentOf(rules[code] as Rule, nowMs))

  for (const code of plan.windowed) {
    const { reach } = rules[code] as Rule
    const run = before.runs[code]
    if (reach === 'all' || !run || !plan.changed) continue
    let last: StationData | null = null
    const known = before.findings.filter(({ rule }) => rule === code)
    const { kept, verdict } = stitched(known, { changed: plan.changed, reach }, (window) => {
      const [data, answer] = verdictOf(code, rangeOf(window, reach), window)
      last = data
      return answer
    })
    const data = last as StationData | null
    if (!data) continue
    const subjects = mergedSubjects(run, verdict)
    if (data.part?.isShort || !knowsReasons(run, subjects)) {
      judgeWhole(code, null)
      continue
    }
    news.set(code, [...kept, ...stored(code, verdict.found, data)])
    runs[code] = { thresholds: digests[code], atMs: data.nowMs, ...subjects }
  }

  const findings = before.findings.filter(({ rule }) => rules[rule] !== undefined && !news.has(rule))
  return { findings: [...findings, ...[...news.values()].flat()], runs }
}

/** The readings that a rule of reach 'all' looks at; null: all. */
const recentOf = ({ reach, recentDays }: Rule, nowMs: number): TimeSpan | null =>
  reach === 'all' && recentDays !== undefined ? { fromMs: nowMs - recentDays * DAY_MS, toMs: EVER.toMs } : null

/** The readings that the rules of a plan need at first: a finding that goes further back may need more. */
function hullOf(rules: Rules, plan: Plan, nowMs: number): TimeSpan {
  const ranges = plan.whole.flatMap((code) => {
    const rule = rules[code] as Rule
    return rule.dueAlone ? [] : (recentOf(rule, nowMs) ?? [])
  })
  for (const code of plan.windowed) {
    const { reach } = rules[code] as Rule
    if (reach !== 'all' && plan.changed) ranges.push(rangeOf(windowOf(plan.changed, reach), reach))
  }
  return ranges.reduce(hull, ranges[0] ?? { fromMs: nowMs, toMs: nowMs })
}

/** Loads only what was not loaded yet, and no less than before: what rules share is computed once for the same data. */
function remembering(load: Bench['load']) {
  let known: Loaded | null = null
  function dataFor(range: TimeSpan | null): StationData {
    if (known && covers(known.range, range)) return known.data
    const wanted = range && known?.range ? hull(range, known.range) : range
    known = load(wanted)
    return known.data
  }
  return Object.assign(dataFor, { hasAll: () => known !== null && known.range === null })
}

type DataFor = ReturnType<typeof remembering>

/** Slices of a station: rules that look at the same range share what is computed of it. */
function remembered() {
  const known = new Map<string, { of: StationData; slice: StationData }>()
  return (data: StationData, range: TimeSpan): StationData => {
    const key = `${range.fromMs} ${range.toMs}`
    const found = known.get(key)
    if (found?.of === data) return found.slice
    const slice = sliced(data, range)
    known.set(key, { of: data, slice })
    return slice
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
        ...(evidence.fromCounter ? { fromCounter: true } : {}),
        ...(evidence.branch ? { branch: { ...evidence.branch } } : {}),
        ...(evidence.consumer ? { consumer: { ...evidence.consumer } } : {}),
      },
    }
  })
}

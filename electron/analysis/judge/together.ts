import type { StoredFinding } from '../../book/findings/finding-rows.ts'
import type { FindingPart } from '../../contract/findings.ts'
import { isCounter, type Quantity } from '../../contract/quantities.ts'
import { RULES, type RuleCode } from '../../contract/rules.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import type { Subject } from '../rules/say/rule.ts'

/**
 * What several rules say of the same hours is one finding: one spoilt record is out of range, a spike and an unusual hour.
 * The most definite leads, the others become its parts. They are taken apart before a station is judged again, for each rule
 * computes its own anew.
 */

/** Rules that say of single hours and days what the values were: of two the first leads. */
const TOGETHER: readonly RuleCode[] = [
  'counter_decrease',
  'counter_against_sum',
  'hours_against_day',
  'range',
  'spike',
  'unusual_hour',
  'unusual_day',
]
/** A longer finding is a state, in which something else may happen. A gas day may have 25 hours. */
const LONGEST_MS = DAY_MS + HOUR_MS

/** Findings as they are kept: each either leads or is a part of one that does. In the order in which they came. */
export function gathered(findings: readonly StoredFinding[], quantityOf: (subject: Subject) => Quantity | null): StoredFinding[] {
  const leaders = new Map<StoredFinding, StoredFinding[]>()
  // Leaders by the days that they touch: a station may have thousands of findings.
  const byDay = new Map<number, StoredFinding[]>()
  const partOf = new Set<StoredFinding>()
  for (const one of findings.filter(mayBelong).sort(compareDefinite)) {
    const leader = daysOf(one)
      .flatMap((day) => byDay.get(day) ?? [])
      .find((other) => belongTogether(other, one, quantityOf))
    if (leader) {
      leaders.get(leader)?.push(one)
      partOf.add(one)
      continue
    }
    leaders.set(one, [])
    for (const day of daysOf(one)) byDay.set(day, [...(byDay.get(day) ?? []), one])
  }
  return findings.flatMap((one) => {
    if (partOf.has(one)) return []
    const parts = leaders.get(one) ?? []
    return parts.length === 0 ? [one] : [{ ...one, evidence: { ...one.evidence, parts: parts.map(asPart) } }]
  })
}

const mayBelong = ({ rule, fromMs, toMs }: StoredFinding): boolean =>
  TOGETHER.includes(rule) && toMs !== null && toMs - fromMs <= LONGEST_MS

/** A failure before what is suspect, what is so before what is unlike the rest; then always in the same order. */
function compareDefinite(a: StoredFinding, b: StoredFinding): number {
  const kind = ({ rule }: StoredFinding) => (RULES[rule].kind === 'definite' ? 0 : 1)
  return (
    b.flag - a.flag ||
    kind(a) - kind(b) ||
    TOGETHER.indexOf(a.rule) - TOGETHER.indexOf(b.rule) ||
    a.fromMs - b.fromMs ||
    (a.id < b.id ? -1 : 1)
  )
}

/** Days from 1970 that a finding touches, with an hour more on each side. */
function daysOf({ fromMs, toMs }: StoredFinding): number[] {
  const [first, last] = [fromMs - HOUR_MS, (toMs ?? fromMs) + HOUR_MS].map((atMs) => Math.floor(atMs / DAY_MS))
  return Array.from({ length: (last as number) - (first as number) + 1 }, (_, at) => (first as number) + at)
}

function belongTogether(a: StoredFinding, b: StoredFinding, quantityOf: (subject: Subject) => Quantity | null): boolean {
  // Two findings of one rule on one channel are two things.
  if (a.rule === b.rule && a.channelVarname === b.channelVarname) return false
  if (a.fromMs === b.fromMs && a.toMs === b.toMs) return true
  const [one, other] = [a, b].map((finding) => gasOr(quantityOf(finding)))
  return one !== null && one === other && (liesWithin(a, b) || liesWithin(b, a))
}

/** One within the other, or right beside it: the hour after a spoilt counter is spoilt by it. */
const liesWithin = (inner: StoredFinding, outer: StoredFinding): boolean =>
  inner.fromMs >= outer.fromMs - HOUR_MS && (inner.toMs ?? Infinity) <= (outer.toMs ?? Infinity) + HOUR_MS

const GAS: readonly Quantity[] = ['standardVolume', 'volume', 'workingVolume', 'standardFlow', 'flow', 'workingFlow']

/** Volumes, flows and counters tell of the same gas. */
const gasOr = (quantity: Quantity | null): Quantity | 'gas' | null =>
  quantity !== null && (GAS.includes(quantity) || isCounter(quantity)) ? 'gas' : quantity

/** As the columns of a finding keep it, always in the same order: so that findings can be compared as they are kept. */
function asPart({ id, rule, flag, archiveType, view, channelVarname, ...said }: StoredFinding): FindingPart {
  const { fromMs, toMs, measure, threshold, unit, m3, detail, evidence } = said
  const { parts: _, ...own } = evidence
  return {
    id,
    rule,
    flag,
    archiveType,
    view,
    channelVarname,
    fromMs: Math.round(fromMs),
    toMs: toMs && Math.round(toMs),
    measure,
    threshold,
    unit,
    m3,
    detail,
    evidence: own,
  }
}

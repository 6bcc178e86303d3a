import type { Book } from '../../../book/index.ts'
import type { CountedFindings } from '../../../book/fleet/fleet.ts'
import type { VisitRow } from '../../../contract/fleet.ts'
import type { RuleCode } from '../../../contract/rules.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import { withoutNoiseIn } from '../../../contract/units.ts'
import { healthOfAll, type HealthQuestion } from '../health/keep.ts'
import { ENDED_DAYS, waitsForExplanation } from './probabilities.ts'
import { providerTree, type ProviderTree } from './providers.ts'
import { judgementOf, ranked, type Judgement } from './rank.ts'
import type { RuleFindings } from './reason.ts'
import { reasonsOf } from './reasons.ts'

/** Who needs a visit: every station of which something is to be said, ranked. */
export interface Fleet {
  /** All of them, class first; `rank` from 1. */
  visits: readonly VisitRow[]
  providers: ProviderTree
  /** When findings were judged last; null: never. */
  judgedAtMs: number | null
}

interface Kept {
  key: string
  fleet: Fleet
}
const kept = new WeakMap<Book, Kept>()

/** The ranking, made once for each state of the book and minute of time. */
export async function fleetOf(book: Book, question: HealthQuestion): Promise<Fleet> {
  const health = await healthOfAll(book, question)
  const key = `${book.health.version()}|${Math.floor(question.nowMs / MINUTE_MS)}|${question.usual.zone}|${question.usual.contractHour}`
  const known = kept.get(book)
  if (known?.key === key) return known.fleet
  const fleet = rank(book, question, health)
  kept.set(book, { key, fleet })
  return fleet
}

function rank(book: Book, { nowMs }: HealthQuestion, health: Awaited<ReturnType<typeof healthOfAll>>): Fleet {
  const providers = providerTree(book)
  const types = new Map(book.equipmentTypes.list().map(({ id, name }) => [id, name]))
  const visited = book.fleet.lastVisits()
  const answered = book.fleet.answered()
  const found = new Map<number, CountedFindings[]>()
  for (const some of book.fleet.findings((rule) => (waitsForExplanation(rule) ? null : nowMs - ENDED_DAYS * DAY_MS))) {
    for (const one of some) {
      const known = found.get(one.stationId)
      if (known) known.push(one)
      else found.set(one.stationId, [one])
    }
  }
  const rows: (Omit<VisitRow, 'rank' | 'score' | 'assumedM3ADay'> & Judgement)[] = []
  for (const station of book.fleet.briefs()) {
    const known = health.get(station.id)
    if (!known) continue
    const findings = byRule(found.get(station.id) ?? [])
    const visitedAtMs = visited.get(station.id) ?? null
    const explained = answered.get(station.id) ?? NOTHING
    const judged = { ...known, findings, answered: explained, visitedAtMs, nowMs }
    const { telemetryBattery, signal, signals, lastSessionMs, usualM3ADay } = known.health
    const place = judgementOf(reasonsOf(judged), { sensor: signals.openSensor, nowMs })
    if (!place) continue
    rows.push({
      stationId: station.id,
      stationName: station.name,
      consumerId: station.consumerId,
      consumerName: station.consumerName,
      providerIds: [...providers.of(station.consumerId)],
      equipmentTypeId: station.equipmentTypeId,
      equipmentTypeName: station.equipmentTypeId === null ? null : (types.get(station.equipmentTypeId) ?? null),
      ...place,
      m3ADay: usualM3ADay,
      battery: telemetryBattery.median,
      rssi: signal.median,
      lastSessionMs,
      findings: findings.map(({ rule, findings: count }) => ({ rule, findings: count })),
      visitedAtMs,
    })
  }
  const visits = ranked(rows).map(({ danger: _, age: __, ...row }, at) => withoutNoiseIn({ rank: at + 1, ...row }))
  return { visits, providers, judgedAtMs: book.findings.judgedTotals().judgedAtMs }
}

const NOTHING: ReadonlySet<RuleCode> = new Set()

const WORST: readonly number[] = [9, 3, 4]

/** The flags of a rule together: the worst, all of them, from the first to the last. */
function byRule(found: readonly CountedFindings[]): RuleFindings[] {
  const rules = new Map<string, RuleFindings>()
  for (const { stationId: _, ...one } of found) {
    const known = rules.get(one.rule)
    rules.set(one.rule, known ? together(known, one) : one)
  }
  return [...rules.values()]
}

const together = (a: RuleFindings, b: RuleFindings): RuleFindings => ({
  rule: a.rule,
  flag: WORST.indexOf(a.flag) > WORST.indexOf(b.flag) ? a.flag : b.flag,
  findings: a.findings + b.findings,
  sinceMs: Math.min(a.sinceMs, b.sinceMs),
  lastsSinceMs: eitherOr(Math.min, a.lastsSinceMs, b.lastsSinceMs),
  endedMs: eitherOr(Math.max, a.endedMs, b.endedMs),
  longestMs: eitherOr(Math.max, a.longestMs, b.longestMs),
  totalMs: a.totalMs + b.totalMs,
  m3: eitherOr((one, other) => one + other, a.m3, b.m3),
  channel: a.channel === b.channel ? a.channel : null,
})

/** Applies a function to two numbers that may be unknown: where one is null the other counts. */
const eitherOr = (of: (a: number, b: number) => number, a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : of(a, b)

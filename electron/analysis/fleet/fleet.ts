import { setImmediate as breath } from 'node:timers/promises'
import type { Book } from '../../book/index.ts'
import type { CountedFindings } from '../../book/fleet/fleet.ts'
import type { VisitRow } from '../../contract/fleet.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/time/units.ts'
import { healthOfAll, type HealthQuestion } from '../health/keep.ts'
import { thresholdsOfAll } from '../health/thresholds-of-all.ts'
import { FINDING_DAYS } from './probabilities.ts'
import { providerTree, type ProviderTree } from './providers.ts'
import { compareRanked, ranked } from './rank.ts'
import { reasonsOf, type RuleFindings } from './reasons.ts'

/** Who needs a visit: every station of which something is to be said, ranked. */
export interface Fleet {
  /** All of them, class first; `rank` from 1. */
  visits: readonly VisitRow[]
  providers: ProviderTree
  judgedAtMs: number
}

/** Stations that are ranked before other work has its turn: some milliseconds. */
const AT_ONCE = 250

interface Kept {
  key: string
  fleet: Promise<Fleet>
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
  fleet.catch(() => kept.delete(book))
  return fleet
}

async function rank(
  book: Book,
  { nowMs }: HealthQuestion,
  health: Awaited<ReturnType<typeof healthOfAll>>,
): Promise<Fleet> {
  // oxfmt-ignore
  const providers = providerTree(book)
  const thresholdsOf = thresholdsOfAll(book)
  const types = new Map(book.equipmentTypes.list().map(({ id, name }) => [id, name]))
  const visited = book.fleet.lastVisits()
  const found = new Map<number, CountedFindings[]>()
  for (const some of book.fleet.findings(nowMs - FINDING_DAYS * DAY_MS)) {
    for (const one of some) {
      const known = found.get(one.stationId)
      if (known) known.push(one)
      else found.set(one.stationId, [one])
    }
    await breath()
  }
  const rows: Omit<VisitRow, 'rank'>[] = []
  let done = 0
  for (const station of book.fleet.briefs()) {
    if (++done % AT_ONCE === 0) await breath()
    const known = health.get(station.id)
    if (!known) continue
    const findings = byRule(found.get(station.id) ?? [])
    const visitedAtMs = visited.get(station.id) ?? null
    const { thresholds } = thresholdsOf(station)
    const judged = { ...known, findings, visitedAtMs, thresholds, nowMs }
    const { telemetryBattery, signal, signals, lastSessionMs, usualM3ADay } = known.health
    const place = ranked(reasonsOf(judged), usualM3ADay, { sensor: signals.openSensor })
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
  rows.sort(compareRanked)
  return { visits: rows.map((row, at) => ({ rank: at + 1, ...row })), providers, judgedAtMs: nowMs }
}

const WORST: readonly number[] = [9, 3, 4]

/** The flags of a rule together: the worst, all of them, since the first. */
function byRule(found: readonly CountedFindings[]): RuleFindings[] {
  const rules = new Map<string, RuleFindings>()
  for (const { rule, flag, findings, sinceMs } of found) {
    const known = rules.get(rule)
    if (!known) rules.set(rule, { rule, flag, findings, sinceMs })
    else {
      known.findings += findings
      known.sinceMs = Math.min(known.sinceMs, sinceMs)
      if (WORST.indexOf(flag) > WORST.indexOf(known.flag)) known.flag = flag
    }
  }
  return [...rules.values()]
}

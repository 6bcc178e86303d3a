import type { VisitReason } from '../../../contract/fleet.ts'
import { VISIT_CLASSES, type VisitClass } from '../../../contract/rules.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import { medianOf } from '../../kernel/statistics/select.ts'
import { RECENT_DAYS, SAFETY } from './probabilities.ts'
import type { Reason } from './reason.ts'
import { takeAlongFor, type Item } from './take-along.ts'

/** The score of a station's reasons, whatever it lets pass. */
export interface Judgement {
  visitClass: VisitClass
  /** 1 − Π(1 − pᵢ). */
  probability: number
  daysExposed: number
  /** Since when the reason lasts that decides the class, Unix ms. */
  sinceMs: number | null
  /** The three largest. */
  reasons: VisitReason[]
  takeAlong: Item[]
  /** Within class A: 0 where people are in danger, else 1; 0 in the others. */
  danger: number
  /** Within class A: which of RECENT_DAYS the newest reason of that kind is within; 0 in the others. */
  age: number
}

/** `[1 − Π(1 − pᵢ)] × usual m³ a day × days exposed`, class first (docs/field-rules.md, section C). */
export interface Ranked extends Judgement {
  /** m³. */
  score: number
  /** m³ a day that it is ranked by where nobody knows its own. */
  assumedM3ADay: number | null
}

const SHOWN = 3
/** Where no station's use is known, each counts as this, m³ a day. */
const NOBODY_KNOWS = 1

/** Null where nothing is to be said of the station. */
export function judgementOf(reasons: readonly Reason[], { sensor, nowMs }: { sensor: boolean; nowMs: number }): Judgement | null {
  const sorted = [...reasons].sort(compareReasons)
  const [first] = sorted
  if (!first) return null
  const { visitClass } = first
  const today = visitClass === 'A' ? sorted.filter((one) => one.visitClass === 'A') : []
  const dangers = today.filter(({ reason }) => SAFETY.has(reason))
  const deciding = dangers.length > 0 ? dangers : today
  return {
    visitClass,
    probability: 1 - sorted.reduce((none, one) => none * (1 - one.probability), 1),
    daysExposed: Math.max(...sorted.map((one) => one.daysExposed)),
    sinceMs: sorted.find((one) => one.visitClass === visitClass && one.sinceMs !== null)?.sinceMs ?? null,
    reasons: sorted.slice(0, SHOWN).map(({ visitClass: _, daysExposed: __, ...reason }) => reason),
    takeAlong: takeAlongFor(sorted, { sensor }),
    danger: today.length > 0 && dangers.length === 0 ? 1 : 0,
    age: deciding.length === 0 ? 0 : Math.min(...deciding.map((one) => ageOf(one, nowMs))),
  }
}

/** Which of RECENT_DAYS a reason is within. */
function ageOf({ sinceMs }: Reason, nowMs: number): number {
  const at = RECENT_DAYS.findIndex((days) => sinceMs === null || nowMs - sinceMs <= days * DAY_MS)
  return at < 0 ? RECENT_DAYS.length : at
}

/** The class of a reason first: what sends somebody today is never hidden behind what only lasts long. Then danger, then its term. */
function compareReasons(a: Reason, b: Reason): number {
  const order = VISIT_CLASSES.indexOf(a.visitClass) - VISIT_CLASSES.indexOf(b.visitClass)
  const danger = a.visitClass === 'A' ? Number(SAFETY.has(b.reason)) - Number(SAFETY.has(a.reason)) : 0
  return order || danger || b.probability * b.daysExposed - a.probability * a.daysExposed
}

type Placed = Judgement & { stationId: number; m3ADay: number | null }

/** Stations in the order of their visits, each with its score. Nobody is last because nobody knows what the station lets pass. */
export function ranked<Row extends Placed>(rows: readonly Row[]): (Row & Ranked)[] {
  const known = (visitClass: VisitClass | null) =>
    medianOf(rows.flatMap((row) => (visitClass === null || row.visitClass === visitClass ? (row.m3ADay ?? []) : [])))
  const any = known(null)
  const usual = new Map(
    VISIT_CLASSES.map((visitClass) => {
      const own = known(visitClass)
      return [visitClass, Number.isNaN(own) ? any : own]
    }),
  )
  return rows
    .map((row) => {
      const median = usual.get(row.visitClass) ?? Number.NaN
      const assumedM3ADay = row.m3ADay !== null || Number.isNaN(median) ? null : median
      const score = row.probability * (row.m3ADay ?? assumedM3ADay ?? NOBODY_KNOWS) * row.daysExposed
      return { ...row, assumedM3ADay, score }
    })
    .sort(compareRanked)
}

/** Class first; of those of today danger, and what is recent; then m³, then the station's key. */
function compareRanked(a: Ranked & { stationId: number }, b: Ranked & { stationId: number }): number {
  const order = VISIT_CLASSES.indexOf(a.visitClass) - VISIT_CLASSES.indexOf(b.visitClass)
  return order || a.danger - b.danger || a.age - b.age || b.score - a.score || a.stationId - b.stationId
}

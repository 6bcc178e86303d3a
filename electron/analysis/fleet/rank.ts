import type { VisitReason } from '../../contract/fleet.ts'
import { VISIT_CLASSES, type VisitClass } from '../../contract/rules.ts'
import type { Reason } from './reasons.ts'
import { takeAlongFor, type Item } from './take-along.ts'

/** `[1 − Π(1 − pᵢ)] × usual m³ a day × days exposed`, class first (field-rules.md, section C). */
export interface Ranked {
  visitClass: VisitClass
  /** 1 − Π(1 − pᵢ). */
  probability: number
  daysExposed: number
  /** m³. */
  score: number
  sinceMs: number | null
  /** The three largest. */
  reasons: VisitReason[]
  takeAlong: Item[]
}

const SHOWN = 3
/** A station of which nobody knows what it lets pass counts as this, m³ a day: it must not be last for that. Our own choice. */
export const UNKNOWN_M3_A_DAY = 1

/** Null where nothing is to be said of the station. `usualM3ADay` null: nobody knows. */
export function ranked(
  reasons: readonly Reason[],
  usualM3ADay: number | null,
  { sensor }: { sensor: boolean },
): Ranked | null {
  if (reasons.length === 0) return null
  const sorted = [...reasons].sort(compareReasons)
  const probability = 1 - sorted.reduce((none, one) => none * (1 - one.probability), 1)
  const daysExposed = Math.max(...sorted.map((one) => one.daysExposed))
  const since = sorted.flatMap(({ sinceMs }) => sinceMs ?? [])
  return {
    visitClass: sorted[0]?.visitClass ?? 'D',
    probability,
    daysExposed,
    score: probability * (usualM3ADay ?? UNKNOWN_M3_A_DAY) * daysExposed,
    sinceMs: since.length === 0 ? null : Math.min(...since),
    reasons: sorted.slice(0, SHOWN).map(({ visitClass: _, daysExposed: __, ...reason }) => reason),
    takeAlong: takeAlongFor(sorted, { sensor }),
  }
}

/** The class of a reason first: what sends somebody today is never hidden behind what only lasts long. Then its term. */
function compareReasons(a: Reason, b: Reason): number {
  const order = VISIT_CLASSES.indexOf(a.visitClass) - VISIT_CLASSES.indexOf(b.visitClass)
  return order || b.probability * b.daysExposed - a.probability * a.daysExposed
}

/** Class first, then m³, then the station's key. */
export function compareRanked(
  a: Pick<Ranked, 'visitClass' | 'score'> & { stationId: number },
  b: Pick<Ranked, 'visitClass' | 'score'> & { stationId: number },
): number {
  const order = VISIT_CLASSES.indexOf(a.visitClass) - VISIT_CLASSES.indexOf(b.visitClass)
  return order || b.score - a.score || a.stationId - b.stationId
}

import type { Book } from '../book/book.ts'
import { dayAt } from '../contract/time/day.ts'
import { LISTS_OLD_MS } from '../contract/time/stale.ts'
import type { RunPlan } from './run-plan.ts'
import { fetchedKeyOf, type Target } from './target.ts'

const LISTS: readonly Target[] = [
  { kind: 'stations' },
  { kind: 'equipment_types' },
  { kind: 'energies' },
  { kind: 'messages' },
  { kind: 'customers', energyId: null },
]

/** True when a list is missing from the book, or older than `LISTS_OLD_MS`. */
export function areListsOld(book: Book, nowMs: number): boolean {
  return LISTS.some((target) => {
    const fetchedMs = book.meta.get<number>(fetchedKeyOf(target))
    return fetchedMs === undefined || nowMs - fetchedMs > LISTS_OLD_MS
  })
}

/** A plan for the lists alone, a few dozen requests. The program starts it by itself after a sign-in. */
export function listsPlan(nowMs: number): RunPlan {
  const today = dayAt(nowMs)
  return {
    stations: 'all',
    archives: ['lists'],
    views: ['general'],
    span: { from: today, to: today },
    refresh: false,
    unasked: true,
  }
}

import { setImmediate as otherWork } from 'node:timers/promises'
import type { Book } from '../book/book.ts'
import type { Cadences } from './learned.ts'
import { placeOf, plannedStations, targetsOf, type PlacedTarget } from './plan.ts'
import { partsOf, type RunPlan } from './run-plan.ts'
import type { Tally } from './tally.ts'

/** Stations whose tasks are planned in one transaction. */
const BATCH = 100

/** What a run and the planning of its stations work with. */
export interface RunParts {
  id: number
  plan: RunPlan
  createdMs: number
  book: Book
  cadences: Cadences
  nowMs: () => number
  tally: Tally
  /** Tasks of more stations are in the queue. */
  onPlanned(): void
}

interface Expansion extends RunParts {
  /** Puts tasks into the queue. Called inside a transaction. */
  insert(placed: PlacedTarget[]): void
  /** True when the run was paused or given up. */
  isStopped(): boolean
}

/**
 * Turns a part of the plan into the tasks of its stations, a batch a transaction, and then takes the `expand` task off
 * the queue. Between batches other work of the thread has its turn: there may be hundreds of thousands of stations.
 * Called again after it was stopped, it goes on where it was.
 */
export async function expand(expandId: number, part: number, run: Expansion): Promise<void> {
  const { id, plan, createdMs, book, cadences, nowMs, tally } = run
  const wish = partsOf(plan)[part] ?? plan
  const stations = plannedStations(wish, book)
  tally.stationsPlanned(stations.length)
  for (let from = 0; from < stations.length; from += BATCH) {
    if (from > 0) await otherWork()
    if (run.isStopped()) return
    book.page(() => {
      const placed = stations.slice(from, from + BATCH).flatMap((station, at) => {
        if (book.tasks.hasStation(id, station.id, placeOf(part))) return []
        return targetsOf(wish, station, { index: from + at, part, createdMs, nowMs: nowMs(), book, cadences })
      })
      run.insert(placed)
    })
    run.onPlanned()
  }
  book.page(() => book.tasks.settle(expandId, 'done', nowMs()))
  tally.ended(null, 'done', 0)
}

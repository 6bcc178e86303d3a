import { lacking } from '../analysis/kernel/grids/lacking.ts'
import type { Book } from '../book/book.ts'
import { spanDays } from '../contract/time/span.ts'
import type { Plan } from '../contract/downloads.ts'
import type { Cadences } from './learned.ts'
import { createLastSession } from './last-session.ts'
import { chooseArchives } from './archives.ts'
import { requestsFor } from './cadence.ts'
import { archivesOf, plannedStations, targetsOf } from './plan.ts'
import { checkPlan } from './check-plan.ts'
import { seriesOf } from './sources.ts'
import { isArchiveTarget } from './target.ts'

export interface Estimate {
  tasks: number
  stations: number
  requests: number
  records: number
  seconds: number
  bytesOnDisk: number
  alreadyCoveredDays: number
  missingDays: number
}

/** Up to so many stations are examined one by one; of more, an even sample stands for all. */
const SAMPLE = 400
/** Assumed: the duration of a request, and a record's size in the file with its indexes. */
const REQUEST_MS = 150
const BYTES_A_RECORD = 70

/** What a plan will cost, judged from the book alone. Throws what checkPlan throws. */
export function estimate(plan: Plan, book: Book, at: { nowMs: number; lanes: number; cadences: Cadences }): Estimate {
  checkPlan(plan, book)
  const stations = plannedStations(plan, book)
  const step = Math.max(1, Math.ceil(stations.length / SAMPLE))
  const sample = stations.filter((_, index) => index % step === 0)
  const factor = sample.length === 0 ? 0 : stations.length / sample.length
  let tasks = 0
  let requests = 0
  let records = 0
  let missingDays = 0
  let wantedDays = 0
  const { cadences } = at
  const lastSession = createLastSession(book, at.nowMs)
  for (const [index, station] of sample.entries()) {
    const planned = targetsOf(plan, station, { index, createdMs: at.nowMs, nowMs: at.nowMs, book, cadences })
    tasks += planned.length
    requests += planned.filter(({ target }) => !isArchiveTarget(target)).length
    for (const target of archivesOf(plan, chooseArchives(plan.archives), station, { book, nowMs: at.nowMs })) {
      const cadence = cadences.of(target)
      const rules = { nowMs: at.nowMs, lastSessionMs: lastSession(target) }
      const missing = plan.refresh ? [target] : lacking(book.coverage.runs(seriesOf(target), target), target, rules)
      wantedDays += spanDays(target)
      for (const span of missing) {
        missingDays += spanDays(span)
        requests += requestsFor(span, cadence)
        records += cadence.recordsPerDay * spanDays(span)
      }
    }
  }
  const whole = (value: number) => Math.round(value * factor)
  return {
    tasks: whole(tasks),
    stations: stations.length,
    requests: whole(requests),
    records: whole(records),
    seconds: Math.ceil((whole(requests) * REQUEST_MS) / 1000 / Math.max(1, at.lanes)),
    bytesOnDisk: whole(records) * BYTES_A_RECORD,
    alreadyCoveredDays: whole(wantedDays - missingDays),
    missingDays: whole(missingDays),
  }
}

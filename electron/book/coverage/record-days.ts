import { DAY_MS } from '../../contract/time/units.ts'
import type { Context } from '../context.ts'
import type { CoverageState, Run } from './coverage-runs.ts'

/** Days that records themselves speak for: a day with a record in the book is not empty, whoever answered what. */

/** A day of the service may be any zone's: what was asked for lies this many days beside the days asked for at most. */
export const BESIDE_DAYS = 2

/** The state of a day with records, of one that was said to have none. */
const WITH_RECORDS: Partial<Record<CoverageState, CoverageState>> = { empty: 'fetched', not_transmitted: 'partial' }
/** The records of a series: those of its own, or the sessions of a telemetry unit. */
export interface Owner {
  seriesId: number
  telemetryId: number | null
}

export function recordDaysIn({ db }: Pick<Context, 'db'>) {
  const distinctDays = (table: string, owner: string) =>
    `SELECT DISTINCT at_ms / ${DAY_MS} FROM ${table} WHERE ${owner} = @id AND at_ms >= @fromMs AND at_ms < @endMs`
  const ofSeries = db
    .prepare<{ id: number; fromMs: number; endMs: number }, number>(
      `${distinctDays('reading', 'series_id')} UNION ${distinctDays('event', 'series_id')} ORDER BY 1`,
    )
    .pluck()
  const ofUnit = db
    .prepare<{ id: number; fromMs: number; endMs: number }, number>(`${distinctDays('session', 'telemetry_id')} ORDER BY 1`)
    .pluck()

  /** The UTC day numbers from `from` to `to` that have records in the book, ascending. */
  function days({ seriesId, telemetryId }: Owner, from: number, to: number): number[] {
    const range = { fromMs: from * DAY_MS, endMs: (to + 1) * DAY_MS }
    return telemetryId === null ? ofSeries.all({ id: seriesId, ...range }) : ofUnit.all({ id: telemetryId, ...range })
  }

  return {
    days,

    /** A run as the records of its days tell it, in order; null where they tell nothing else. */
    told(owner: Owner, run: Run): Run[] | null {
      const state = WITH_RECORDS[run.state]
      const there = state ? days(owner, run.from, run.to) : []
      if (!state || there.length === 0) return null
      const pieces: Run[] = []
      let next = run.from
      for (const day of there) {
        if (day > next) pieces.push({ ...run, from: next, to: day - 1 })
        const last = pieces.at(-1)
        if (last?.state === state && last.to === day - 1) last.to = day
        else pieces.push({ ...run, from: day, to: day, state, recordsADay: null })
        next = day + 1
      }
      if (next <= run.to) pieces.push({ ...run, from: next })
      return pieces
    },
  }
}

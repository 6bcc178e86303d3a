import type { Context } from '../context.ts'
import { BUCKET_MS } from './event-buckets.ts'
import type { EventScope } from './event-filter.ts'

/** A stretch of time, `toMs` not included, with the number of events that pass a filter in it. */
export interface Stretch {
  fromMs: number
  toMs: number
  events: number
  parts?: Stretch[]
}

/** A stretch with at most so many events is read at once; any other is cut into parts first. */
const FEW = 2_000
const PARTS = 16

/**
 * Finds the n-th event of a filter without reading those before it, by a tree of stretches of time with the number of
 * events in each. A branch is cut finer only when it is looked into, and a count is a range of an index.
 */
export function eventRanksIn({ db, statement }: Context) {
  const buckets = db
    .prepare<{ series: string; from: number; to: number }, [number, number]>(
      `SELECT bucket, sum(events) FROM event_bucket WHERE series_id IN (SELECT value FROM json_each(@series))
         AND bucket BETWEEN @from AND @to GROUP BY bucket ORDER BY bucket`,
    )
    .raw()

  /** How many events pass between two moments, `toMs` not included. */
  function count({ source, ofSeries, ofContent, values }: EventScope, fromMs: number, toMs: number): number {
    const sql = `SELECT count(*) FROM ${source} WHERE at_ms >= @fromMs AND at_ms < @toMs ${ofSeries} ${ofContent}`
    return statement<number>(sql, 'pluck').get({ ...values, fromMs, toMs }) ?? 0
  }

  /** The roots of the tree: the stretches between two moments (`toMs` not included) with events that pass. */
  function stretches(scope: EventScope, fromMs: number, toMs: number): Stretch[] {
    const series = JSON.stringify(scope.buckets)
    return buckets
      .all({ series, from: Math.floor(fromMs / BUCKET_MS), to: Math.floor((toMs - 1) / BUCKET_MS) })
      .map(([bucket, events]): Stretch => {
        const whole = { fromMs: bucket * BUCKET_MS, toMs: (bucket + 1) * BUCKET_MS, events }
        if (scope.isCounted && whole.fromMs >= fromMs && whole.toMs <= toMs) return whole
        const cut = { fromMs: Math.max(whole.fromMs, fromMs), toMs: Math.min(whole.toMs, toMs) }
        return { ...cut, events: count(scope, cut.fromMs, cut.toMs) }
      })
      .filter(({ events }) => events > 0)
  }

  function partsOf(scope: EventScope, stretch: Stretch): Stretch[] {
    if (stretch.parts) return stretch.parts
    const width = Math.ceil((stretch.toMs - stretch.fromMs) / PARTS)
    const parts: Stretch[] = []
    for (let fromMs = stretch.fromMs; fromMs < stretch.toMs; fromMs += width) {
      const toMs = Math.min(fromMs + width, stretch.toMs)
      const events = count(scope, fromMs, toMs)
      if (events > 0) parts.push({ fromMs, toMs, events })
    }
    return (stretch.parts = parts)
  }

  const isLeaf = ({ fromMs, toMs, events, parts }: Stretch) => !parts && (events <= FEW || toMs - fromMs <= 1)

  /** The stretches from the event at `offset` on, each small enough to read, with the number of events to skip in it. */
  function* from(
    scope: EventScope,
    stretches: readonly Stretch[],
    offset: number,
    desc: boolean,
  ): Generator<{ stretch: Stretch; skip: number }> {
    let skip = offset
    for (const stretch of desc ? stretches.toReversed() : stretches) {
      if (skip >= stretch.events) {
        skip -= stretch.events
        continue
      }
      if (isLeaf(stretch)) yield { stretch, skip }
      else yield* from(scope, partsOf(scope, stretch), skip, desc)
      skip = 0
    }
  }

  /** How many events pass before a moment. */
  function rank(scope: EventScope, stretches: readonly Stretch[], atMs: number): number {
    let before = 0
    for (const stretch of stretches) {
      if (stretch.toMs <= atMs) before += stretch.events
      else if (stretch.fromMs < atMs) {
        before += isLeaf(stretch) ? count(scope, stretch.fromMs, atMs) : rank(scope, partsOf(scope, stretch), atMs)
      }
    }
    return before
  }

  return { count, stretches, from, rank }
}

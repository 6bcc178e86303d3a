import type { Database } from 'better-sqlite3'
import { isWithin, type Range } from './keys.ts'

/** Archives and times of records that are not believed; Unix ms. */
export type SeenBeside = readonly { seriesId: number; atMs: number }[]

/** Where the index of events by time was read into. */
export const EVENTS_BESIDE = 'temp.event_beside'

/**
 * Events are kept twice: in their table and, whole, in an index by time. An event holds that both have, or that one has where
 * the other is torn. Of any other one cannot say whether its number or its time was changed by the damage: it is left out.
 */
export function compareEvents(db: Database, gaps: readonly Range[], gapsBeside: readonly Range[]): SeenBeside {
  const left: { seriesId: number; atMs: number }[] = []
  type Row = [seriesId: number, atMs: number, contentId: number]
  const missing = (from: string, other: string) =>
    db
      .prepare<[], Row>(
        `SELECT series_id, at_ms, content_id FROM ${from} t WHERE NOT EXISTS (SELECT 1 FROM ${other} o
           WHERE o.series_id = t.series_id AND o.at_ms = t.at_ms AND o.content_id = t.content_id)`,
      )
      .raw()
      .all()
  const remove = db.prepare<Row>('DELETE FROM main.event WHERE series_id = ? AND at_ms = ? AND content_id = ?')
  const add = db.prepare<Row>('INSERT OR IGNORE INTO main.event (series_id, at_ms, content_id) VALUES (?, ?, ?)')
  const [alone, beside] = [missing('main.event', EVENTS_BESIDE), missing(EVENTS_BESIDE, 'main.event')]
  for (const row of alone) {
    const [seriesId, atMs, contentId] = row
    if (gapsBeside.some((gap) => isWithin([atMs, seriesId, contentId], gap))) continue
    remove.run(...row)
    left.push({ seriesId, atMs })
  }
  for (const row of beside) {
    const [seriesId, atMs] = row
    if (gaps.some((gap) => isWithin(row, gap))) add.run(...row)
    else left.push({ seriesId, atMs })
  }
  return left
}

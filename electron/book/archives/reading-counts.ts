import type { Database } from 'better-sqlite3'
import { MINUTE_MS } from '../../contract/time/units.ts'

/** Counts a series of readings anew where it was not written page by page: so many records came, or (less than 0) went. */
export function seriesCountIn(db: Database): (own: number, added: number) => void {
  const recount = db.prepare<{ own: number; added: number }>(`
    UPDATE main.series SET records = records + @added,
      first_ms = (SELECT min(at_ms) FROM main.reading WHERE series_id = @own),
      last_ms = (SELECT max(at_ms) FROM main.reading WHERE series_id = @own) WHERE id = @own`)
  return (own, added) => void recount.run({ own, added })
}

/** Counts the records of an hourly archive by minute of the hour anew; nearly all are at the full hour. */
export function minuteCountsIn(db: Database): (own: number) => void {
  const clear = db.prepare<[number]>('DELETE FROM main.reading_minute WHERE series_id = ?')
  const others = db.prepare<{ own: number }>(`
    INSERT INTO main.reading_minute SELECT series_id, at_ms / ${MINUTE_MS} % 60 AS minute, count(*) FROM main.reading
    WHERE series_id = @own AND at_ms / ${MINUTE_MS} % 60 <> 0 GROUP BY minute`)
  const full = db.prepare<{ own: number }>(`
    INSERT INTO main.reading_minute SELECT id, 0, records - others FROM (
      SELECT s.id, s.records, coalesce(
        (SELECT sum(m.records) FROM main.reading_minute m WHERE m.series_id = s.id), 0) AS others
      FROM main.series s WHERE s.id = @own) WHERE records > others`)
  return (own: number): void => {
    clear.run(own)
    others.run({ own })
    full.run({ own })
  }
}

import type { Database } from 'better-sqlite3'
import { ALL_SERIES, BUCKET_MS } from './event-buckets.ts'

/** Counts events anew where they were not written, or taken away, page by page: `event_bucket`, `event_code` and the series' own numbers. */
export function eventCountsIn(db: Database) {
  const counts = [
    'DELETE FROM main.event_bucket WHERE series_id = @own',
    `INSERT INTO main.event_bucket SELECT series_id, at_ms >> ${Math.log2(BUCKET_MS)} AS bucket, count(*) FROM main.event
     WHERE series_id = @own GROUP BY bucket`,
    'DELETE FROM main.event_code WHERE series_id = @own',
    `INSERT INTO main.event_code SELECT c.text_id, e.series_id, count(*), min(e.at_ms), max(e.at_ms)
     FROM main.event e JOIN main.event_content c ON c.id = e.content_id WHERE e.series_id = @own GROUP BY c.text_id`,
    `UPDATE main.series SET (records, first_ms, last_ms) =
       (SELECT count(*), min(at_ms), max(at_ms) FROM main.event WHERE series_id = @own) WHERE id = @own`,
  ].map((sql) => db.prepare<{ own: number }>(sql))
  return {
    /** Those of one series. */
    recount(own: number): void {
      for (const statement of counts) statement.run({ own })
    },
    /** Those of all series together, from their own. After the events of all series. */
    recountAll(): void {
      db.exec(`
        DELETE FROM main.event_bucket WHERE series_id = ${ALL_SERIES};
        INSERT INTO main.event_bucket SELECT ${ALL_SERIES}, bucket, sum(events) FROM main.event_bucket
          WHERE series_id <> ${ALL_SERIES} GROUP BY bucket`)
    },
  }
}

import Database from 'better-sqlite3'
import type { Book } from '../../../../electron/book/index.ts'

/** What a stranger to the program would ask a book by its public views, for comparison with its forms. */

export interface SqlEvent {
  event_time: number
  archive_type: string
  code: string
  code_description: string
  val_code: string
  izm: string
}

const DEVICE = 1001

/** @param fromMs first moment, @param toMs the moment after the last; Unix ms */
export function asked(book: Book, fromMs: number, toMs: number) {
  const db = new Database(book.file, { readonly: true })
  const span = { device: DEVICE, from: fromMs / 1000, to: toMs / 1000 }
  const all = <Row>(sql: string) => db.prepare<typeof span, Row>(sql).all(span)
  try {
    return {
      events: all<SqlEvent>(
        `SELECT event_time, archive_type, code, code_description, val_code, izm FROM v_event
         WHERE equipment_id = @device AND event_time >= @from AND event_time < @to ORDER BY event_time`,
      ),
      counts: all<{ archive_type: string; events: number }>(
        `SELECT archive_type, count(*) AS events FROM v_event
         WHERE equipment_id = @device AND event_time >= @from AND event_time < @to GROUP BY 1`,
      ),
      /** Steps between snapshots: what another one says otherwise, or only one has. */
      steps: all<{ name: string; old: string | null; new: string | null; seen: number }>(
        `WITH taken AS (SELECT DISTINCT taken_at AS seen FROM v_setting WHERE equipment_id = @device),
           step AS (SELECT seen, lag(seen) OVER (ORDER BY seen) AS before FROM taken),
           pair AS (
             SELECT t.seen, n.channel_name AS name, o.channel_data_value AS old, n.channel_data_value AS new
             FROM step t JOIN v_setting n ON n.equipment_id = @device AND n.taken_at = t.seen
             LEFT JOIN v_setting o ON o.equipment_id = @device AND o.taken_at = t.before AND o.channel_name = n.channel_name
             WHERE t.before IS NOT NULL
             UNION ALL
             SELECT t.seen, o.channel_name, o.channel_data_value, NULL
             FROM step t JOIN v_setting o ON o.equipment_id = @device AND o.taken_at = t.before
             WHERE NOT EXISTS (SELECT 1 FROM v_setting n WHERE n.equipment_id = @device AND n.taken_at = t.seen AND n.channel_name = o.channel_name))
         SELECT * FROM pair WHERE old IS NOT new AND seen >= @from AND seen < @to ORDER BY seen`,
      ),
      /** Situations by their codes: a begin opens one where none is open, and the next end closes it; cut to the span. */
      situations: all<{ name: string; count: number; seconds: number; longest: number; open: number }>(
        `WITH code (begin, finish) AS (VALUES ('001', '121'), ('003', '123'), ('070', NULL)),
           told AS (
             SELECT c.begin, e.event_time AS at, e.code = c.begin AS begins, e.code_description AS name
             FROM v_event e JOIN code c ON e.code IN (c.begin, c.finish) WHERE e.equipment_id = @device),
           before AS (SELECT *, lag(begins) OVER (PARTITION BY begin ORDER BY at) AS was FROM told),
           begun AS (
             SELECT b.begin, b.name, b.at AS first,
               (SELECT min(t.at) FROM told t WHERE t.begin = b.begin AND NOT t.begins AND t.at > b.at) AS last
             FROM before b WHERE b.begins AND coalesce(b.was, 0) = 0),
           cut AS (SELECT *, min(coalesce(last, @to), @to) - max(first, @from) AS lasted FROM begun
             WHERE first < @to AND coalesce(last, @to) > @from)
         SELECT max(name) AS name, count(*) AS count, sum(lasted) AS seconds, max(lasted) AS longest, sum(last IS NULL) AS open
         FROM cut GROUP BY begin`,
      ),
      /**
       * The log of abnormal situations, taken second by second for as long as any lasted. Minutes suffice, for none is
       * shorter.
       */
      minutes: db
        .prepare<typeof span, number>(
          `WITH RECURSIVE minute (at) AS (SELECT @from UNION ALL SELECT at + 60 FROM minute WHERE at + 60 < @to),
             code (begin, finish) AS (VALUES ('001', '121'), ('003', '123'))
           SELECT count(*) FROM minute m WHERE EXISTS (
             SELECT 1 FROM code c WHERE (
               SELECT e.code = c.begin FROM v_event e
               WHERE e.equipment_id = @device AND e.code IN (c.begin, c.finish) AND e.event_time <= m.at
               ORDER BY e.event_time DESC LIMIT 1))`,
        )
        .pluck()
        .get(span),
      told: all<{ minutes: number }>(
        `SELECT sum(CAST(val_code AS REAL)) AS minutes FROM v_event
         WHERE equipment_id = @device AND archive_type = 'nesht_svod' AND event_time > @from AND event_time <= @to`,
      )[0]?.minutes,
      settings: all<{ name: string; value: string; unit: string | null }>(
        `SELECT channel_name AS name, channel_data_value AS value, unit_name AS unit FROM v_setting
         WHERE equipment_id = @device AND taken_at = (SELECT max(taken_at) FROM v_setting WHERE equipment_id = @device)`,
      ),
      visits: all<{ name: string; consumer: string; m3: number; rssi: number; session: number; battery: number }>(
        `SELECT s.name, c.name AS consumer, h.usual_m3_a_day AS m3, h.rssi, h.last_session_time AS session, h.telemetry_battery AS battery
         FROM v_health h JOIN v_station s ON s.id = h.station_id LEFT JOIN v_consumer c ON c.id = s.customer_id
         WHERE s.equipment_id = @device`,
      ),
    }
  } finally {
    db.close()
  }
}

import type { Book } from '../../../../electron/book/index.ts'

/** What was computed of the records, or says what was made of them; the records are what is compared. */
const DERIVED = new Set(['v_finding', 'v_health', 'v_consumption_day', 'v_consumption_span', 'v_balance_day', 'v_report'])

/** Counters and texts that follow from the records, by natural keys. */
const COUNTS = {
  series: `SELECT coalesce(equipment_id, 0), coalesce(telemetry_id, 0), archive_type, "view", records, first_ms, last_ms FROM series`,
  minutes: `SELECT s.equipment_id, s.archive_type, s."view", m.minute, m.records FROM reading_minute m JOIN series s ON s.id = m.series_id`,
  buckets: `SELECT coalesce(s.equipment_id, 0), s.archive_type, b.bucket, b.events FROM event_bucket b LEFT JOIN series s ON s.id = b.series_id`,
  codes: `SELECT s.equipment_id, s.archive_type, t.code, t.description, k.events, k.first_ms, k.last_ms
    FROM event_code k JOIN series s ON s.id = k.series_id JOIN event_text t ON t.id = k.text_id`,
  found: `SELECT t.code, t.folded FROM event_search e JOIN event_text t ON t.id = e.rowid WHERE event_search MATCH '"событие 1"'`,
  texts: 'SELECT station_id, folded FROM station_text',
  totals: `SELECT s.equipment_id, s.telemetry_id, s.archive_type, s."view", t.fetched, t.empty, t.failed, t.partial, t.not_transmitted,
    t.fetched_at_ms FROM coverage_total t JOIN series s ON s.id = t.series_id`,
  runs: `SELECT s.equipment_id, s.telemetry_id, s.archive_type, s."view", r.from_day, r.to_day, r.state, r.fetched_at_ms,
    r.records_a_day, r.known_session_ms FROM coverage_run r JOIN series s ON s.id = r.series_id`,
  calendar: 'SELECT day FROM calendar',
  meanings: 'SELECT * FROM meaning',
  thresholds: 'SELECT * FROM threshold',
  limits: 'SELECT * FROM contract_limit',
  notes: 'SELECT * FROM note',
  maps: 'SELECT * FROM import_map',
  questions: 'SELECT * FROM question',
  files: 'SELECT sha256, content FROM import_content',
}

/** Every public view of records, and what is counted of them, as sorted lines. */
export function contentsOf({ db }: Book): Record<string, string[]> {
  const views = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'view'").pluck().all()
  const linesOf = (sql: string) =>
    db
      .prepare<[], unknown[]>(sql)
      .raw()
      .all()
      .map((row) => JSON.stringify(row))
      .sort()
  return Object.fromEntries([
    ...views.filter((name) => !DERIVED.has(name)).map((name) => [name, linesOf(`SELECT * FROM ${name}`)]),
    ...Object.entries(COUNTS).map(([name, sql]) => [name, linesOf(sql)]),
  ])
}

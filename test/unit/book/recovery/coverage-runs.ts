import Database from 'better-sqlite3'
import { COVERAGE_STATES } from '../../../../electron/book/coverage/coverage-runs.ts'

/** The states of days that a book says, by device, archive and first day. */
export function coverageRuns(file: string): Record<string, string> {
  const db = new Database(file, { readonly: true })
  try {
    const rows = db
      .prepare<[], [string, number]>(
        `SELECT coalesce(s.equipment_id, s.telemetry_id) || ' ' || s.archive_type || ' ' || date(r.from_day * 86400, 'unixepoch'), r.state
         FROM coverage_run r JOIN series s ON s.id = r.series_id ORDER BY 1`,
      )
      .raw()
      .all()
    return Object.fromEntries(rows.map(([run, state]) => [run, COVERAGE_STATES[state - 1] ?? '?']))
  } finally {
    db.close()
  }
}

import type { MadeReport } from '../../contract/reports.ts'
import type { Context } from '../context.ts'

/** All SQL that touches `made_report`: the log of what was made when, and of what failed. */
export function madeReportsIn({ db }: Pick<Context, 'db'>) {
  const add = db
    .prepare<[Omit<MadeReport, 'id'>], number>(
      `INSERT INTO made_report (saved_id, name, form, from_day, to_day, stations, made_at_ms, file, bytes, hash, failure)
       VALUES (@savedId, @name, @form, @from, @to, @stations, @madeAtMs, @file, @bytes, @hash, @failure) RETURNING id`,
    )
    .pluck()
  const total = db.prepare<[], number>('SELECT count(*) FROM made_report').pluck()
  const page = db.prepare<[number, number], MadeReport>(`
    SELECT id, saved_id AS savedId, name, form, from_day AS "from", to_day AS "to", stations, made_at_ms AS madeAtMs,
      file, bytes, hash, failure
    FROM made_report ORDER BY made_at_ms DESC, id DESC LIMIT ? OFFSET ?`)
  const newest = db.prepare<[], { savedId: number; madeAtMs: number }>(
    'SELECT saved_id AS savedId, max(made_at_ms) AS madeAtMs FROM made_report WHERE saved_id IS NOT NULL GROUP BY saved_id',
  )

  return {
    logMade: (line: Omit<MadeReport, 'id'>): MadeReport => ({ ...line, id: add.get(line) ?? 0 }),
    /** The newest first. */
    madeReports: ({ offset, limit }: { offset: number; limit: number }): { total: number; rows: MadeReport[] } => ({
      total: total.get() ?? 0,
      rows: page.all(limit, offset),
    }),
    /** When each saved report was last run, Unix ms. */
    lastRuns: (): Map<number, number> => new Map(newest.all().map(({ savedId, madeAtMs }) => [savedId, madeAtMs])),
  }
}

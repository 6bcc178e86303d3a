import type { Failure } from '../../contract/common.ts'
import type { LastRun, MadeReport } from '../../contract/reports.ts'
import type { Context } from '../context.ts'
import { isObject, parseStored } from '../file/stored.ts'

type Facts = Failure['data']
/** `failedId`: the first line that failed. */
type Newest = Omit<LastRun, 'failure'> & { savedId: number; failedId: number | null }
type Row = Omit<MadeReport, 'facts'> & { facts: string | null }

/**
 * What sentences of failures name. A book is given away with its log, so nothing else that an error carries is kept in it:
 * no address with a name and password, no header.
 */
const KEPT_FACTS = ['file', 'reason', 'form', 'line', 'name', 'most', 'kind', 'what', 'version', 'known'] as const

/** All SQL that touches `made_report`: the log of what was made when, and of what failed. */
export function madeReportsIn({ db }: Pick<Context, 'db'>) {
  const add = db
    .prepare<[Omit<Row, 'id'>], number>(
      `INSERT INTO made_report (saved_id, name, form, from_day, to_day, stations, made_at_ms, file, bytes, hash, failure, facts)
       VALUES (@savedId, @name, @form, @from, @to, @stations, @madeAtMs, @file, @bytes, @hash, @failure, @facts) RETURNING id`,
    )
    .pluck()
  const total = db.prepare<[], number>('SELECT count(*) FROM made_report').pluck()
  const columns = `id, saved_id AS savedId, name, form, from_day AS "from", to_day AS "to", stations, made_at_ms AS madeAtMs,
      file, bytes, hash, failure, facts`
  const page = db.prepare<[number, number], Row>(`
    SELECT ${columns} FROM made_report ORDER BY made_at_ms DESC, id DESC LIMIT ? OFFSET ?`)
  const one = db.prepare<[number], Row>(`SELECT ${columns} FROM made_report WHERE id = ?`)
  // All lines of a run have its time.
  const newest = db.prepare<[], Newest>(`
    WITH newest AS (
      SELECT saved_id, max(made_at_ms) AS at_ms FROM made_report WHERE saved_id IS NOT NULL GROUP BY saved_id)
    SELECT line.saved_id AS savedId, at_ms AS atMs, count(*) AS files, count(failure) AS failed,
      min(CASE WHEN failure IS NOT NULL THEN id END) AS failedId
    FROM newest JOIN made_report AS line ON line.saved_id = newest.saved_id AND line.made_at_ms = at_ms
    GROUP BY line.saved_id`)

  return {
    /** Logs a made report. A failure keeps only those facts that its sentence may name. */
    logMade(line: Omit<MadeReport, 'id'>): MadeReport {
      const facts = line.failure === null ? null : keptOf(line.facts)
      return { ...line, facts, id: add.get({ ...line, facts: facts && JSON.stringify(facts) }) ?? 0 }
    },
    /** The newest first. */
    madeReports: ({ offset, limit }: { offset: number; limit: number }): { total: number; rows: MadeReport[] } => ({
      total: total.get() ?? 0,
      rows: page.all(limit, offset).map(decoded),
    }),
    /** How each saved report went when it was last run, by its number. */
    lastRuns: (): Map<number, LastRun> =>
      new Map(
        newest.all().map(({ savedId, failedId, ...run }) => {
          const failure = failedId === null ? undefined : one.get(failedId)
          return [savedId, { ...run, failure: failure ? decoded(failure) : null }]
        }),
      ),
  }
}

/** Null where nothing is left: that is what older lines have. */
function keptOf(facts: Facts | null): Facts | null {
  const kept = KEPT_FACTS.flatMap((name) => {
    const value = facts?.[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

/** A book may come from anywhere: what was not kept by `keptOf` is not shown either. */
function decoded({ facts, ...row }: Row): MadeReport {
  if (facts === null) return { ...row, facts: null }
  return { ...row, facts: keptOf(parseStored<Facts>(facts, `made_report ${row.id}`, areFacts)) }
}

const areFacts = (value: unknown): boolean => isObject(value) && Object.values(value as object).every((one) => !isObject(one))

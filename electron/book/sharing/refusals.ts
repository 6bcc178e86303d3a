import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { MergedTable, MergeKind, Refusal, RefusedRows } from '../../contract/merge-words.ts'
import { REFUSAL_WORDS } from '../../terminal/refusals.ts'
import { boundedRaw } from '../archives/rejected.ts'
import { columnsOf, OTHER } from './transfer.ts'

/** Rows of one table that are kept word for word; of more the number is known. */
const MOST_KEPT = 100
/** Bytes of a cell as it is kept there. */
const MOST_CELL = 4_000

/** A table whose rows are refused: those named in `temp.refused_…` by key. */
interface RefusedTable {
  table: MergedTable
  kind: MergeKind
  key: readonly string[]
}

export interface Refusals {
  /** Counts the rows that `temp.refused_…` names, and keeps the first. */
  take(of: RefusedTable): void
  /** Counts rows that nothing names, such as those of an archive that is not there; `where` finds them as `t`. */
  takeAll(of: RefusedTable, reason: Refusal, where: string, values: readonly number[]): void
  result(): RefusedRows[]
}

/**
 * What is not taken of another book: counted by table and reason, and kept word for word among the records that were not
 * understood, as far as it is bounded.
 */
export function refusalsIn(db: Database, nowMs: number): Refusals {
  const counted: RefusedRows[] = []
  const keep = db.prepare<[string, string, string, Buffer, number]>(
    `INSERT INTO main.rejected (resource, reason, raw, digest, received_at_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (resource, digest) DO NOTHING`,
  )
  const cell = (name: string) => `CASE typeof(t.${name})
      WHEN 'blob' THEN iif(octet_length(t.${name}) > ${MOST_CELL / 4}, '(' || octet_length(t.${name}) || ' bytes)', 'x' || hex(t.${name}))
      WHEN 'text' THEN iif(octet_length(t.${name}) > ${MOST_CELL}, substr(t.${name}, 1, ${MOST_CELL / 4}) || '… (' || octet_length(t.${name}) || ' bytes)', t.${name})
      ELSE t.${name} END AS ${name}`

  const kept = new Map<string, number>()
  function keepRows(table: string, rows: readonly Record<string, unknown>[]): void {
    const before = kept.get(table) ?? 0
    kept.set(table, before + rows.length)
    for (const { fault, ...row } of rows.slice(0, Math.max(0, MOST_KEPT - before))) {
      const raw = JSON.stringify(row, (_, value: unknown) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value))
      const digest = createHash('sha256').update(raw).digest()
      keep.run(`merge/${table}`, REFUSAL_WORDS[fault as Refusal], boundedRaw(raw, digest), digest, nowMs)
    }
  }
  const selected = (table: string) => columnsOf(db, table).map(cell).join(', ')

  return {
    take({ table, kind, key }) {
      const first = key.map((name) => `coalesce(substr("${name}", 1, 60), 'null')`).join(` || ', ' || `)
      const found = db
        .prepare<[], { reason: Refusal; rows: number; first: string }>(
          `SELECT fault AS reason, count(*) AS rows, min(${first}) AS first FROM temp.refused_${table} GROUP BY fault`,
        )
        .all()
      if (found.length === 0) return
      counted.push(...found.map((rows) => ({ kind, table, ...rows })))
      const same = key.map((name) => `t."${name}" = r."${name}"`).join(' AND ')
      keepRows(
        table,
        db
          .prepare<[], Record<string, unknown>>(
            `SELECT ${selected(table)}, r.fault FROM (SELECT * FROM temp.refused_${table} LIMIT ${MOST_KEPT}) r
             CROSS JOIN ${OTHER}.${table} t ON ${same}`,
          )
          .all(),
      )
    },
    takeAll({ table, kind, key }, reason, where, values) {
      const rows =
        db
          .prepare<number[], number>(`SELECT count(*) FROM ${OTHER}.${table} t WHERE ${where}`)
          .pluck()
          .get(...values) ?? 0
      if (rows === 0) return
      const found = db
        .prepare<number[], Record<string, unknown>>(
          `SELECT ${selected(table)}, '${reason}' AS fault FROM ${OTHER}.${table} t WHERE ${where} LIMIT ${MOST_KEPT}`,
        )
        .all(...values)
      counted.push({ kind, table, reason, rows, first: key.map((name) => String(found[0]?.[name])).join(', ') })
      keepRows(table, found)
    },
    result() {
      const joined = new Map<string, RefusedRows>()
      for (const one of counted) {
        const name = `${one.table} ${one.reason}`
        const there = joined.get(name)
        if (there) there.rows += one.rows
        else joined.set(name, { ...one })
      }
      return [...joined.values()]
    },
  }
}

import type { Database } from 'better-sqlite3'
import { stampBounds } from '../../contract/time/stamps.ts'
import type { Cell } from './record.ts'
import type { Tree } from './tree.ts'

/** No device has so many. */
const MOST_CHANNELS = 100_000

/** A column as its values lie in a record. */
interface Column {
  name: string
  type: string
  isRequired: boolean
  /** It is the row's number, and the record has null in its place. */
  isNumber: boolean
  fallback: Cell
}

/** A tree of a book's schema: a table, or an index of one. */
export interface KnownTree extends Tree {
  /** As the schema calls it: 'table reading'. */
  name: string
  table: string
  isIndex: boolean
  /** An index that has only some of its rows. */
  isPartial: boolean
  columns: readonly Column[]
  /** Whether a record is what nearly all of this tree are: asked of pages of which nothing else tells where they belong. */
  isTypical: (cells: readonly Cell[]) => boolean
}

interface Listed {
  name: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
}

/**
 * The tables of a schema and their indexes, as their records are laid out. Tables of the text search are left out: they are
 * made anew.
 * @param schema a database with the tables of the damaged book's version.
 */
export function knownTreesIn(schema: Database, nowMs: number): KnownTree[] {
  const tables = schema
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'event_search%'
       ORDER BY rowid`,
    )
    .all()
  return tables.flatMap(({ name, sql }) => treesOf(schema, name, !/WITHOUT ROWID\s*$/i.test(sql), nowMs))
}

function treesOf(schema: Database, table: string, hasRowid: boolean, nowMs: number): KnownTree[] {
  const listed = schema.prepare<[string], Listed>('SELECT * FROM pragma_table_xinfo(?)').all(table)
  const declared = listed.map((column) => columnOf(schema, column, hasRowid))
  const named = (name: string) => declared[listed.findIndex((column) => column.name === name)]
  const keys = listed.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
  const stored = hasRowid ? declared : [...keys, ...listed.filter(({ pk }) => pk === 0)].flatMap(({ name }) => named(name) ?? [])
  const own = tree(
    { name: `table ${table}`, table, isIndex: false, isPartial: false, of: hasRowid ? 'table' : 'index', keys: hasRowid ? 0 : keys.length },
    stored,
    nowMs,
  )
  const indexes = schema
    .prepare<[string], { name: string; origin: string; partial: number }>('SELECT name, origin, partial FROM pragma_index_list(?)')
    .all(table)
    // The key of a table without numbers is the table itself.
    .filter(({ origin }) => hasRowid || origin !== 'pk')
  return [
    own,
    ...indexes.map(({ name, partial }) => {
      const parts = schema
        .prepare<[string], { cid: number; name: string | null }>('SELECT cid, name FROM pragma_index_xinfo(?) ORDER BY seqno')
        .all(name)
      const columns = parts.map(({ name: column }) => (column === null ? ROWID : (named(column) ?? ROWID)))
      return tree(
        { name: `index ${name}`, table, isIndex: true, isPartial: partial === 1, of: 'index', keys: columns.length },
        columns,
        nowMs,
      )
    }),
  ]
}

const ROWID: Column = { name: 'rowid', type: 'INTEGER', isRequired: true, isNumber: false, fallback: null }

function columnOf(schema: Database, { name, type, notnull, pk, dflt_value: fallback }: Listed, hasRowid: boolean): Column {
  return {
    name,
    type: type.toUpperCase(),
    isRequired: notnull === 1 || (pk > 0 && !hasRowid),
    isNumber: hasRowid && pk === 1 && type.toUpperCase() === 'INTEGER',
    fallback: fallback === null ? null : (schema.prepare<[], Cell>(`SELECT ${fallback}`).pluck().get() ?? null),
  }
}

function tree(
  about: Pick<KnownTree, 'name' | 'table' | 'isIndex' | 'isPartial' | 'of' | 'keys'>,
  columns: readonly Column[],
  nowMs: number,
): KnownTree {
  const records = stampBounds({ nowMs })
  // Columns that a migration added are missing at the end of older records.
  const least = columns.findLastIndex(({ isRequired, fallback }) => isRequired && fallback === null) + 1
  const fits = (cell: Cell, { type, isRequired, isNumber }: Column): boolean => {
    if (isNumber) return cell === null
    if (cell === null) return !isRequired
    if (type === 'ANY') return true
    const found = typeof cell === 'bigint' ? 'number' : typeof cell
    if (type === 'TEXT') return found === 'string'
    if (type === 'BLOB') return found === 'object'
    return found === 'number' && (type === 'REAL' || typeof cell === 'bigint' || Number.isInteger(cell))
  }
  return {
    ...about,
    columns,
    tellsReals: !about.isIndex && columns.some(({ type }) => type === 'ANY'),
    isTypical: (cells) =>
      cells.every((cell, at) => {
        const { name = '' } = columns[at] ?? {}
        // These tell `event` from its index by time, and the records of archives from the lists of their channels.
        if (name === 'at_ms') return Number(cell) >= records.fromMs && Number(cell) <= records.toMs
        if (name === 'position' && about.table === 'series_channel') return Number(cell) < MOST_CHANNELS
        return name !== 'record' || /^[[{]/.test(String(cell))
      }),
    accepts: (cells) =>
      cells.length >= Math.max(least, about.keys) &&
      cells.length <= columns.length &&
      cells.every((cell, at) => fits(cell, columns[at] as Column)),
  }
}

/** The values of a row by the columns of its table, as they are inserted. */
export function valuesOf({ columns }: KnownTree, key: unknown, cells: readonly Cell[]): Cell[] {
  return columns.map(({ isNumber, fallback }, at) => (isNumber ? (key as number) : at < cells.length ? (cells[at] as Cell) : fallback))
}

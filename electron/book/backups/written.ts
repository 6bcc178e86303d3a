import type { Database } from 'better-sqlite3'
import { createHash } from 'node:crypto'
import type { WrittenKind } from '../../contract/backup-words.ts'

/** One thing that somebody wrote or set by hand. */
export interface Written {
  kind: WrittenKind
  key: string
  /** When it was written or changed last, Unix ms; null: the book does not say. */
  atMs: number | null
  stationId: number | null
  author: string
  /** A few words of it. */
  text: string
  /** All of it but pictures, to be compared. */
  content: string
}

interface Source {
  kind: string
  table: string
  key: string
  at: string
  station?: string
  author?: string
  text: string
  where?: string
  /** Columns that are not compared: pictures, and what is made from others. */
  without?: readonly string[]
}

/** Where people's work lies: SQL expressions by what they say. What was removed is not there. */
const SOURCES: readonly Source[] = [
  {
    kind: "CASE WHEN reading IS NULL THEN 'note' ELSE 'reading' END",
    table: 'note',
    key: 'id',
    at: 'coalesce(edited_at_ms, written_at_ms)',
    station: 'station_id',
    author: 'author',
    text: 'text',
    where: 'deleted_at_ms IS NULL',
    without: ['folded'],
  },
  {
    kind: "'photo'",
    table: 'note_photo',
    key: 'id',
    at: 'added_at_ms',
    station: '(SELECT station_id FROM note WHERE note.id = note_id)',
    text: 'name',
    where: 'removed_at_ms IS NULL',
    without: ['jpeg', 'thumb'],
  },
  {
    kind: "'mark'",
    table: 'finding_mark',
    key: 'id',
    at: 'marked_at_ms',
    station: 'station_id',
    author: 'author',
    text: "rule || ': ' || mark",
    where: 'removed_at_ms IS NULL',
  },
  {
    kind: "'limit'",
    table: 'contract_limit',
    key: "owner || ' ' || owner_id || ' ' || period || ' ' || from_day",
    at: 'said_at_ms',
    station: "CASE owner WHEN 'station' THEN owner_id END",
    author: 'author',
    text: "m3 || ' m³, ' || period || ', ' || from_day",
    where: 'removed_at_ms IS NULL',
  },
  {
    kind: "'typed'",
    table: 'station_typed',
    key: "station_id || ' ' || fact",
    at: 'typed_at_ms',
    station: 'station_id',
    author: 'typed_by',
    text: 'value',
    where: 'removed_at_ms IS NULL',
  },
  { kind: "'branch'", table: 'branch', key: 'id', at: 'written_at_ms', author: 'author', text: 'name', where: 'removed_at_ms IS NULL' },
  {
    kind: "'meaning'",
    table: 'meaning',
    key: "equipment_type_id || ' ' || meant || ' ' || archive_type || ' ' || key",
    at: 'said_at_ms',
    text: "key || ': ' || coalesce(quantity, role, '')",
  },
  {
    kind: "'threshold'",
    table: 'threshold',
    key: "scope || ' ' || scope_id || ' ' || rule || ' ' || key",
    at: 'set_at_ms',
    text: "rule || ' ' || key || ' = ' || value",
  },
  { kind: "'report'", table: 'saved_report', key: 'id', at: 'NULL', text: 'name', where: 'removed_at_ms IS NULL', without: ['folded'] },
  {
    kind: "'question'",
    table: 'question',
    key: 'id',
    at: 'said_at_ms',
    author: 'author',
    text: 'name',
    where: 'removed_at_ms IS NULL',
    without: ['folded'],
  },
  { kind: "'contract'", table: 'contract_number', key: 'consumer_id', at: 'NULL', text: 'number' },
  { kind: "'letterhead'", table: 'letterhead', key: 'id', at: 'NULL', text: 'organisation', without: ['logo'] },
  {
    kind: "'map'",
    table: 'import_map',
    key: "equipment_type_id || ' ' || name",
    at: 'said_at_ms',
    author: 'author',
    text: 'name',
    where: 'removed_at_ms IS NULL',
  },
  {
    kind: "'file'",
    table: 'import_file',
    key: 'id',
    at: 'imported_at_ms',
    station: 'station_id',
    author: 'author',
    text: 'name',
  },
  {
    kind: "'stop'",
    table: 'trip_stop',
    key: 'station_id',
    at: 'said_at_ms',
    station: 'station_id',
    text: 'place',
    where: 'removed_at_ms IS NULL',
  },
  {
    kind: "'trip'",
    table: 'named_trip',
    key: 'folded',
    at: 'said_at_ms',
    text: 'name',
    where: 'removed_at_ms IS NULL',
  },
  {
    kind: "'clock'",
    table: 'station_clock',
    key: 'station_id',
    at: 'NULL',
    station: 'station_id',
    text: "coalesce(time_zone, '') || ' ' || coalesce(contract_hour, '')",
  },
]

/** All that people wrote in a book of this version. */
export function* writtenIn(db: Database): Generator<Written> {
  for (const { kind, table, key, at, station = 'NULL', author = "''", text, where = '1', without = [] } of SOURCES) {
    const columns = db
      .prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`)
      .pluck()
      .all()
      .filter((column) => !without.includes(column))
    const rows = db.prepare<[], Written>(
      `SELECT ${kind} AS kind, CAST(${key} AS TEXT) AS key, ${at} AS atMs, ${station} AS stationId, ${author} AS author,
         CAST(${text} AS TEXT) AS text, json_array(${columns.map((column) => `"${column}"`).join(', ')}) AS content
       FROM ${table} WHERE ${where} ORDER BY 2`,
    )
    yield* rows.iterate()
  }
}

/**
 * What data a book holds, as one text: books of the same stamp have downloaded and written nothing else. The number of its
 * commits alone would be the same again once a restored book has been written for a while.
 */
export function stampOf(db: Database, rows: Readonly<Record<string, number>>): string {
  const commits = db.prepare<[], number>("SELECT commits FROM written WHERE kind = 'data'").pluck().get() ?? 0
  const hash = createHash('sha256').update(JSON.stringify(dataIn(rows)))
  for (const { kind, key, content } of writtenIn(db)) hash.update(`${kind}\0${key}\0${content}\0`)
  return `${commits}-${hash.digest('hex').slice(0, 32)}`
}

/** Without what is concluded from the data: that is concluded again. */
const dataIn = (rows: Readonly<Record<string, number>>) => Object.entries(rows).filter(([table]) => !DERIVED.test(table))
const DERIVED = /^(?:finding(?!_mark)|consumption|balance|station_health|changed_data|calendar|station_text|data_change|arrival)/

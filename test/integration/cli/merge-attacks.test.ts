import Database from 'better-sqlite3'
import { closeSync, copyFileSync, openSync, rmSync, writeSync } from 'node:fs'
import { attacks, type Attack } from '../../support/attacks.ts'
import { plant } from '../../support/hostile-books.ts'
import { mergeTried, UP_TO, type Books, type Ends } from './merge-tried.ts'

/** `merge` of books with schemas, values and heads that Meterbook did not write. */

const schema = (name: string, sql: string, ends: Ends = 'refused'): Attack => ({
  name,
  run: () => mergeTried(({ theirs }) => plant(theirs, sql), ends),
})
const raw = (rows: string) => `PRAGMA writable_schema = ON; INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) ${rows}`
const swap = (table: string, to: string) => `ALTER TABLE ${table} RENAME TO old_${table}; ${to.replaceAll('$', `old_${table}`)}`

attacks(12, 'the schema of a book that is merged', [
  schema('a view in a table’s place', swap('session', 'CREATE VIEW session AS SELECT * FROM $')),
  schema(
    'a view without end in a table’s place',
    swap(
      'named_trip',
      'CREATE VIEW named_trip AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i AS key, 1 AS name FROM n',
    ),
  ),
  schema(
    'a thousand views, one on the other',
    Array.from({ length: 1_000 }, (_, at) => `CREATE VIEW deep${at} AS SELECT * FROM ${at === 0 ? 'meta' : `deep${at - 1}`}`).join(';'),
  ),
  schema('200,000 views', raw(`${UP_TO(200_000)} SELECT 'view', 'v' || i, 'v' || i, 0, 'CREATE VIEW v' || i || ' AS SELECT 1' FROM n`)),
  schema('a view of 30 MB', raw(`SELECT 'view', 'v', 'v', 0, 'CREATE VIEW v AS SELECT ''' || printf('%.*c', 30000000, 'x') || ''''`)),
  schema('a trigger on what is read', 'CREATE TRIGGER t INSTEAD OF INSERT ON v_station BEGIN SELECT 1; END'),
  schema('a trigger that calls itself', 'CREATE TRIGGER t AFTER UPDATE ON meta BEGIN UPDATE meta SET value = value; END'),
  schema('a generated column', 'ALTER TABLE station ADD COLUMN more TEXT AS (name || name)'),
  schema('a virtual table', 'CREATE VIRTUAL TABLE more USING fts5(x)'),
  schema('a virtual table in a table’s place', swap('finding_mark', 'CREATE VIRTUAL TABLE finding_mark USING fts5(id, key)')),
  schema('a virtual table without a module', raw(`SELECT 'table', 'no', 'no', 0, 'CREATE VIRTUAL TABLE no USING nothing(x)'`)),
  schema('a table without its rows’ numbers', 'CREATE TABLE more (k TEXT PRIMARY KEY) WITHOUT ROWID'),
  schema(
    'a table that is no longer so',
    swap('meta', 'CREATE TABLE meta (key TEXT, value TEXT); INSERT INTO meta SELECT key, value FROM $'),
  ),
  schema('an index with a condition that never ends', `CREATE INDEX more ON station (name) WHERE name LIKE '%a%a%a%a%a%a%b'`),
  schema(
    'an index of a function that is unsafe',
    raw(`SELECT 'index', 'i', 'station', 2, 'CREATE INDEX i ON station (load_extension(name))'`),
  ),
  schema('two tables of one name', raw(`SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE name = 'meta'`), 'either'),
  schema(
    'tables on one page',
    `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'note') WHERE name = 'session'`,
  ),
  schema('a table on page 1', `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'session'`),
  schema(
    'a table on a page that is not there',
    `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 2000000000 WHERE name = 'session'`,
  ),
  schema('a table on no page', `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 0 WHERE name = 'session'`),
  schema('SQL that is none', `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE' WHERE name = 'session'`),
  schema(
    'SQL of bytes that are no text',
    `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = CAST(x'43fffe00' AS TEXT) WHERE name = 'session'`,
  ),
  schema('no tables', raw(`SELECT 'table', 'x', 'x', 0, 'x' WHERE 0; DELETE FROM sqlite_schema`)),
  schema(
    'statistics of another world',
    `ANALYZE; UPDATE sqlite_stat1 SET stat = '99999999999999999999 0 0 -5 unordered sz=99999999999'`,
    'merged',
  ),
  schema(
    'a million statistics',
    `ANALYZE; ${UP_TO(1_000_000)} INSERT INTO sqlite_stat1 SELECT 'station', 'x' || i, '1 1' FROM n`,
    'merged',
  ),
])

const MB = 1_000_000
const cell = (name: string, sql: string, ends: Ends = 'merged'): Attack => schema(name, sql, ends)
attacks(12, 'the values of a book that is merged', [
  cell('a name of 40 MB', `UPDATE station SET name = printf('%.*c', ${40 * MB}, 'x') WHERE id = 1`),
  cell('a name of 400 MB', `UPDATE station SET name = CAST(zeroblob(${400 * MB}) AS TEXT) WHERE id = 1`),
  cell(
    'a reading of 300 MB of nothing',
    `UPDATE reading SET record = CAST(zeroblob(${300 * MB}) AS TEXT) WHERE at_ms = (SELECT min(at_ms) FROM reading)`,
  ),
  cell('the contents of an event, 300 MB', `UPDATE event_content SET entries = CAST(zeroblob(${300 * MB}) AS TEXT) WHERE id = 1`),
  cell('a note of 300 MB', `UPDATE note SET text = CAST(zeroblob(${300 * MB}) AS TEXT) WHERE station_id = 1`),
  cell('a photograph of 300 MB', `UPDATE note_photo SET jpeg = zeroblob(${300 * MB})`),
  cell('a file of 300 MB', `UPDATE import_content SET content = zeroblob(${300 * MB})`),
  cell('a question of 300 MB', `UPDATE question SET sql = CAST(zeroblob(${300 * MB}) AS TEXT) WHERE id = 1`),
  cell('the own name of the book, 300 MB', `UPDATE meta SET value = CAST(zeroblob(${300 * MB}) AS TEXT)`, 'refused'),
  cell('every value of meta empty', `UPDATE meta SET value = ''`, 'either'),
  cell('no meta', 'DELETE FROM meta', 'either'),
  cell('meta of 200,000 rows', `${UP_TO(200_000)} INSERT INTO meta (key, value) SELECT 'x' || i, i FROM n`, 'either'),
  cell(
    'names of NUL, of the other direction and beyond the plane',
    `UPDATE station SET name = 'a' || char(0) || 'b' || char(0x202e) || char(0x1f4a9) || char(27) || '[2J'`,
  ),
  cell(
    '2,000 stations without anything',
    `${UP_TO(2_000)} INSERT INTO station (id, name, name_key, serial_key, brand_key, status_key, seen_at_ms) SELECT i + 10, 'x' || i, 'x', '', '', '', 0 FROM n`,
  ),
  cell('a provider that is its own parent', `UPDATE provider SET parent_id = id`),
  cell('two providers that are each other’s parent', `UPDATE provider SET parent_id = 3 - id`),
  cell(
    '100,000 providers, one below the other',
    `${UP_TO(100_000)} INSERT INTO provider (id, name, parent_id, position) SELECT i + 10, 'x', i + 9, i FROM n`,
    'either',
  ),
])

/** Changes bytes of the head: https://sqlite.org/fileformat.html#the_database_header */
function head(file: string, at: number, ...bytes: number[]): void {
  plant(file, 'PRAGMA journal_mode = DELETE')
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.from(bytes), 0, bytes.length, at)
  closeSync(handle)
}
const heads = (name: string, ends: Ends, at: number, ...bytes: number[]): Attack => ({
  name,
  run: () => mergeTried(({ theirs }) => head(theirs, at, ...bytes), ends),
})
const pragma = (name: string, sql: string, ends: Ends): Attack => ({
  name,
  run: () => mergeTried(({ theirs }) => plant(theirs, `PRAGMA journal_mode = DELETE; ${sql}`), ends),
})

/** The same tables and rows in the other encoding. */
function inUtf16({ theirs }: Books): void {
  const from = new Database(theirs)
  const to = new Database(`${theirs}16`)
  to.pragma("encoding = 'UTF-16le'")
  const parts = from
    .prepare<[], { name: string; type: string; sql: string }>(
      "SELECT name, type, sql FROM sqlite_schema WHERE sql <> '' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'event_search_%' ORDER BY type = 'view', type = 'trigger'",
    )
    .all()
  for (const { sql } of parts) to.exec(sql)
  for (const { name } of parts.filter(({ type }) => type === 'table')) {
    if (name.startsWith('event_search')) continue
    const rows = from.prepare<[], unknown[]>(`SELECT * FROM "${name}"`).raw().all()
    for (const row of rows) to.prepare(`INSERT OR REPLACE INTO "${name}" VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  }
  to.pragma('application_id = 1296191307')
  to.pragma(`user_version = ${String(from.pragma('user_version', { simple: true }))}`)
  from.close()
  to.close()
  rmSync(theirs)
  copyFileSync(`${theirs}16`, theirs)
}

attacks(12, 'the head of a book that is merged', [
  { name: 'in UTF-16', run: () => mergeTried(inUtf16, 'refused') },
  pragma('pages of 512 bytes', 'PRAGMA page_size = 512; VACUUM', 'merged'),
  pragma('pages of 64 KiB', 'PRAGMA page_size = 65536; VACUUM', 'merged'),
  pragma('pages that are given back', 'PRAGMA auto_vacuum = FULL; VACUUM', 'merged'),
  pragma('of another program', 'PRAGMA application_id = 7', 'refused'),
  pragma('of no version', 'PRAGMA user_version = 0', 'refused'),
  pragma('of version -1', 'PRAGMA user_version = -1', 'refused'),
  pragma('of the version after all others', 'PRAGMA user_version = 2147483647', 'refused'),
  pragma('of version 1, which it is not', 'PRAGMA user_version = 1', 'refused'),
  heads('that is no database', 'refused', 0, 0x58),
  heads('pages of 3 bytes', 'refused', 16, 0, 3),
  heads('pages of no bytes', 'refused', 16, 0, 0),
  heads('a way of writing that is not known', 'either', 18, 9),
  heads('a way of reading that is not known', 'refused', 19, 9),
  heads('pages that keep 255 bytes for others', 'refused', 20, 255),
  heads('2 billion pages', 'either', 28, 0x7f, 0xff, 0xff, 0xff),
  heads('a list of free pages that begins at the first', 'refused', 32, 0, 0, 0, 1, 0, 0, 0, 9),
  heads('a schema of format 9', 'refused', 44, 0, 0, 0, 9),
  heads('an encoding that is none', 'refused', 56, 0, 0, 0, 7),
  heads('an encoding that it is not in', 'refused', 56, 0, 0, 0, 2),
])

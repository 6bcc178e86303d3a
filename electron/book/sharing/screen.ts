import { isUtf8 } from 'node:buffer'
import type { Database } from 'better-sqlite3'
import { MOST_CODE, MOST_ENTRIES, MOST_LEVELS } from '../../contract/record-bounds.ts'
import { MOST_PHOTOS } from '../../contract/note-words.ts'
import { saidOtherwise } from '../archives/event-content.ts'
import { snapshotsSaidOtherwise } from '../archives/settings.ts'
import { cellFault, mostBytesOf, timesAt, type CellKind, type Times } from '../soundness/cells.ts'
import { SOUND_TABLE_NAMES, SOUND_TABLES, type SoundTable } from '../soundness/tables.ts'
import { OTHER } from './transfer.ts'

/** The bytes that are still to be looked at: perhaps they are no text, which a text in JavaScript does not tell any more. */
const ASK_BYTES = '?'
/** Rows between two questions whether it is to end. */
const BREATH = 1_000

/**
 * Looks at every row of the attached book but the readings and events, and names those that are not taken, by key and with
 * the reason, in a table `temp.refused_…` for each of its tables. Rows are looked at one by one, by SQLite itself: nothing of
 * the book is held in memory but the row.
 */
export function screenTables(db: Database, nowMs: number, breathe: () => void): void {
  const times = timesAt(nowMs)
  db.function('is_utf8', { directOnly: true }, (bytes: unknown) => (Buffer.isBuffer(bytes) && isUtf8(bytes) ? 1 : 0))
  db.function('said_otherwise', { directOnly: true }, saidOtherwise)
  for (const table of SOUND_TABLE_NAMES) {
    screenCells(db, table, times, breathe)
    RULES_OF_TABLES[table]?.(db, breathe)
    screenParents(db, table)
  }
}

/** Makes the list of the refused rows. Its keys have their types: SQLite would search a list without types from its beginning, for each row. */
export function refusing(db: Database, table: string, key: readonly string[]): void {
  const typeOf = new Map(db.prepare<[string], [string, string]>(`SELECT name, type FROM pragma_table_info(?, 'main')`).raw().all(table))
  db.exec(`CREATE TEMP TABLE refused_${table} (${key.map((name) => `"${name}" ${typeOf.get(name)}`).join(', ')}, fault TEXT NOT NULL,
    PRIMARY KEY (${key.map((name) => `"${name}"`).join(', ')})) WITHOUT ROWID`)
}

const HOLDS_TEXT: readonly CellKind[] = ['text', 'code', 'uuid', 'verbatim', 'row']

function screenCells(db: Database, table: keyof typeof SOUND_TABLES, times: Times, breathe: () => void): void {
  const { key, columns, mostBytes = {}, tooLong = 'too_long', rule }: SoundTable = SOUND_TABLES[table]
  const kinds = Object.entries(columns)
  let rows = 0
  const fault = (...cells: unknown[]) => {
    if (++rows % BREATH === 0) breathe()
    let isOdd = false
    for (const [at, [, kind]] of kinds.entries()) {
      const cell = cells[at]
      const found = cellFault(kind, cell, times)
      if (found !== null) return found
      isOdd ||= typeof cell === 'string' && cell.includes('\ufffd')
    }
    const found = rule?.(Object.fromEntries(kinds.map(([name], at) => [name, cells[at]])), times) ?? null
    return found ?? (isOdd ? ASK_BYTES : null)
  }
  db.function(`fault_${table}`, { varargs: true, directOnly: true }, fault)
  const texts = kinds
    .filter(([, kind]) => HOLDS_TEXT.includes(kind))
    .map(([name, kind]) => [name, mostBytes[name] ?? mostBytesOf(kind)] as const)
  const cells = kinds.map(([name, kind]) => (kind === 'unread' ? 'NULL' : `t."${name}"`)).join(', ')
  const asked = `CASE ${texts.map(([name, most]) => `WHEN octet_length(t."${name}") > ${most} THEN '${tooLong}'`).join(' ')}
    ${texts.length > 0 ? 'ELSE' : 'WHEN true THEN'} fault_${table}(${cells}) END`
  const keys = key.map((name) => `t."${name}"`).join(', ')
  const same = key.map((name) => `t."${name}" = r."${name}"`).join(' AND ')
  const noText = texts.map(([name]) => `WHEN typeof(t."${name}") = 'text' AND NOT is_utf8(CAST(t."${name}" AS BLOB)) THEN 'bytes'`)
  refusing(db, table, key)
  db.exec(`INSERT OR IGNORE INTO temp.refused_${table} SELECT ${keys}, ${asked} FROM ${OTHER}.${table} t WHERE ${asked} IS NOT NULL`)
  if (texts.length > 0)
    db.exec(`UPDATE temp.refused_${table} AS r SET fault = coalesce(
        (SELECT CASE ${noText.join(' ')} END FROM ${OTHER}.${table} t WHERE ${same}), '') WHERE fault = '${ASK_BYTES}';
      DELETE FROM temp.refused_${table} WHERE fault = ''`)
}

/** Refuses rows whose parent row is not there, or is not taken. */
function screenParents(db: Database, table: keyof typeof SOUND_TABLES): void {
  const { key, parents = [] }: SoundTable = SOUND_TABLES[table]
  for (const { column, table: parent, orOwn } of parents) {
    const taken = `SELECT 1 FROM ${OTHER}.${parent} p WHERE p.id = t."${column}"
      AND NOT EXISTS (SELECT 1 FROM temp.refused_${parent} r WHERE r.id = p.id)`
    const own = orOwn ? `AND NOT EXISTS (SELECT 1 FROM main.${parent} p WHERE p.id = t."${column}")` : ''
    refuse(db, table, key, 'orphan', `WHERE t."${column}" IS NOT NULL AND NOT EXISTS (${taken}) ${own}`)
  }
}

/** Names the rows of a table that `where` finds as `t`, unless they are refused already. */
function refuse(db: Database, table: string, key: readonly string[], reason: string, where: string): void {
  db.exec(`INSERT OR IGNORE INTO temp.refused_${table} SELECT ${key.map((name) => `t."${name}"`).join(', ')}, '${reason}'
    FROM ${OTHER}.${table} t ${where}`)
}

const isTaken = (table: string) => `NOT EXISTS (SELECT 1 FROM temp.refused_${table} r WHERE r.id = t.id)`

/** Rules about many rows of a table together. */
const RULES_OF_TABLES: Readonly<Partial<Record<keyof typeof SOUND_TABLES, (db: Database, breathe: () => void) => void>>> = {
  /** A tree without a circle that is not too deep: what no root leads to has no place. */
  provider: (db) =>
    db.exec(`
      CREATE TEMP TABLE rooted AS WITH RECURSIVE p (id, level) AS (
        SELECT t.id, 1 FROM ${OTHER}.provider t WHERE ${isTaken('provider')} AND (t.parent_id IS NULL
          OR (t.parent_id IN (SELECT id FROM main.provider) AND t.parent_id NOT IN (SELECT id FROM ${OTHER}.provider)))
        UNION ALL SELECT t.id, p.level + 1 FROM p JOIN ${OTHER}.provider t ON t.parent_id = p.id
        WHERE p.level < ${MOST_LEVELS} AND ${isTaken('provider')}
      ) SELECT id FROM p;
      INSERT OR IGNORE INTO temp.refused_provider SELECT id, 'orphan' FROM ${OTHER}.provider WHERE id NOT IN (SELECT id FROM temp.rooted)`),

  /** Its list of channels: without a gap, each named once. Its records cannot be read without. */
  series: (db) =>
    db.exec(`
      INSERT OR IGNORE INTO temp.refused_series SELECT series_id, iif(max(octet_length(name)) > ${4 * MOST_CODE} OR max(length(name)) > ${MOST_CODE}
        OR count(*) > ${MOST_ENTRIES}, 'too_long', iif(total(NOT is_utf8(CAST(name AS BLOB))) > 0, 'bytes', 'contradiction'))
      FROM ${OTHER}.series_channel GROUP BY series_id
      HAVING min(position) <> 0 OR max(position) <> count(*) - 1 OR count(DISTINCT name) <> count(*) OR count(*) > ${MOST_ENTRIES}
        OR max(length(name)) > ${MOST_CODE} OR max(octet_length(name)) > ${4 * MOST_CODE} OR total(NOT is_utf8(CAST(name AS BLOB))) > 0`),

  /** Its code and description are those of its text. */
  event_content: (db) =>
    refuse(
      db,
      'event_content',
      ['id'],
      'contradiction',
      `JOIN ${OTHER}.event_text x ON x.id = t.text_id
      WHERE ${isTaken('event_content')} AND said_otherwise(t.entries, x.code, x.description)`,
    ),

  /** A configuration is taken whole or not at all. */
  setting: (db, breathe) => {
    const add = db.prepare<[number]>("INSERT OR IGNORE INTO temp.refused_setting_snapshot VALUES (?, 'contradiction')")
    db.exec(`INSERT OR IGNORE INTO temp.refused_setting_snapshot SELECT DISTINCT snapshot_id, 'contradiction' FROM temp.refused_setting`)
    for (const id of snapshotsSaidOtherwise(db, OTHER, isTaken('setting_snapshot'), breathe)) add.run(id)
  },

  /** Runs of days do not overlap. */
  coverage_run: (db) =>
    db.exec(`
      INSERT OR IGNORE INTO temp.refused_coverage_run SELECT series_id, from_day, 'contradiction' FROM (
        SELECT series_id, from_day, max(to_day) OVER (PARTITION BY series_id ORDER BY from_day
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
        FROM ${OTHER}.coverage_run t WHERE NOT EXISTS (
          SELECT 1 FROM temp.refused_coverage_run r WHERE r.series_id = t.series_id AND r.from_day = t.from_day)
      ) WHERE before >= from_day`),

  /** Of a station or a consumer that neither book has, nothing is limited. */
  contract_limit: (db) => {
    for (const owner of ['station', 'consumer'])
      refuse(
        db,
        'contract_limit',
        ['owner', 'owner_id', 'period', 'from_day'],
        'orphan',
        `WHERE t.owner = '${owner}' AND NOT EXISTS (SELECT 1 FROM main.${owner} o WHERE o.id = t.owner_id)
          AND NOT EXISTS (SELECT 1 FROM ${OTHER}.${owner} o WHERE o.id = t.owner_id
            AND NOT EXISTS (SELECT 1 FROM temp.refused_${owner} r WHERE r.id = o.id))`,
      )
  },

  /** No more of a note than the window lets in. */
  note_photo: (db) =>
    db.exec(`
      INSERT OR IGNORE INTO temp.refused_note_photo SELECT id, 'too_long' FROM (
        SELECT id, row_number() OVER (PARTITION BY note_id ORDER BY position, id) AS place
        FROM ${OTHER}.note_photo t WHERE removed_at_ms IS NULL AND ${isTaken('note_photo')}
      ) WHERE place > ${MOST_PHOTOS}`),
}

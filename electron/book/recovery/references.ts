import type { Database } from 'better-sqlite3'

/** Rows that were made in the place of lost ones, by table, so that what refers to them is kept. */
export type StoodIn = ReadonlyMap<string, number>

interface Reference {
  table: string
  column: string
  parent: string
  to: string
}

/** What is concluded from other records: of a station that is lost it is concluded anew. */
const CONCLUDED = [
  'station_text',
  'finding',
  'finding_run',
  'station_health',
  'consumption_source',
  'consumption_day',
  'device_hint',
  'station_device',
  'coverage_total',
  'event_code',
]
/** In the place of what a row is made, for whose sake. */
const STANDS_IN: Readonly<Record<string, (table: string) => boolean>> = {
  station: (table) => !CONCLUDED.includes(table),
  consumer: (table) => table === 'contract_number',
  note: (table) => table === 'note_photo',
  import_file: () => true,
}

/**
 * Makes every reference hold: nothing that people wrote goes because the station that it is about was lost. What is left
 * refers to nothing, or is removed where it means nothing alone.
 */
export function mendReferences(db: Database): StoodIn {
  const made = new Map<string, number>([['station', stationsBeside(db)]])
  // What stands in may refer to something itself.
  for (let round = 0; round < 3; round++)
    for (const reference of referencesIn(db)) {
      const { table, column, parent, to } = reference
      const missing = `"${column}" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "${parent}" p WHERE p."${to}" = "${table}"."${column}")`
      const keys = STANDS_IN[parent]?.(table)
        ? db.prepare<[], string | number>(`SELECT DISTINCT "${column}" FROM "${table}" WHERE ${missing}`).pluck().all()
        : []
      for (const key of keys) if (standIn(db, parent, key)) made.set(parent, (made.get(parent) ?? 0) + 1)
      if (isNullable(db, table, column)) db.exec(`UPDATE "${table}" SET "${column}" = NULL WHERE ${missing}`)
      else db.exec(`DELETE FROM "${table}" WHERE ${missing}`)
    }
  return made
}

function referencesIn(db: Database): Reference[] {
  return db
    .prepare<[], Reference>(
      `SELECT s.name AS "table", f."from" AS "column", f."table" AS parent, coalesce(f."to", 'id') AS "to"
       FROM sqlite_schema s JOIN pragma_foreign_key_list(s.name) f WHERE s.type = 'table' ORDER BY s.rowid`,
    )
    .all()
}

const isNullable = (db: Database, table: string, column: string): boolean =>
  db.prepare<[string, string], number>('SELECT "notnull" + pk FROM pragma_table_info(?) WHERE name = ?').pluck().get(table, column) === 0

/** Stations that the indexes name, with their devices: the records of these belong to somebody then. */
function stationsBeside(db: Database): number {
  const rows = db
    .prepare<[], Record<string, number | null> & { id: number }>(
      'SELECT * FROM temp.station_beside b WHERE NOT EXISTS (SELECT 1 FROM main.station s WHERE s.id = b.id)',
    )
    .all()
  return rows.filter((row) => insertBare(db, 'station', row)).length
}

function standIn(db: Database, parent: string, key: string | number): boolean {
  if (parent === 'note') {
    const station = db.prepare<[string], number>('SELECT station_id FROM temp.note_beside WHERE id = ?').pluck().get(String(key))
    return station !== undefined && insertBare(db, 'note', { id: key, station_id: station, kind: 'other', text: '…', folded: '…' })
  }
  if (parent === 'import_file') {
    const station = db
      .prepare<[{ file: number }], number>(
        `SELECT t.id FROM (SELECT series_id FROM reading_source WHERE file_id = @file UNION SELECT series_id FROM event_source WHERE file_id = @file) r
         JOIN series s ON s.id = r.series_id JOIN station t ON t.equipment_id = s.equipment_id LIMIT 1`,
      )
      .pluck()
      .get({ file: Number(key) })
    const sha = Number(key).toString(16).padStart(64, '0')
    return (
      station !== undefined &&
      insertBare(db, 'import_file', { id: key, station_id: station, sha256: sha, name: '…', map: '{}', tolerances: '{}' })
    )
  }
  return insertBare(db, parent, { id: key })
}

/** A row with these values, and nothing in every other column that wants something. */
function insertBare(db: Database, table: string, values: Readonly<Record<string, string | number | null>>): boolean {
  const needed = db
    .prepare<[string], { name: string; type: string }>(
      'SELECT name, type FROM pragma_table_info(?) WHERE "notnull" = 1 AND dflt_value IS NULL',
    )
    .all(table)
  const given = { ...Object.fromEntries(needed.map(({ name, type }) => [name, type === 'TEXT' ? '' : 0])), ...values }
  const names = Object.keys(given)
  return (
    db
      .prepare(
        `INSERT OR IGNORE INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      )
      .run(Object.values(given)).changes === 1
  )
}

import type { Database, Statement } from 'better-sqlite3'
import { digestOf } from '../archives/settings.ts'
import { fromCell } from '../file/layout.ts'
import { fold } from '../search/text.ts'
import { EVENTS_BESIDE } from './beside.ts'
import type { KnownTree } from './known-trees.ts'
import type { Cell } from './record.ts'
import type { TreeRow } from './tree.ts'

/** Columns of a station that an index has, with the station's number. */
const STATION_INDEXES: Readonly<Record<string, string>> = {
  'index station_by_equipment': 'equipment_id',
  'index station_by_telemetry': 'telemetry_id',
  'index station_by_customer': 'customer_id',
  'index station_by_equipment_type': 'equipment_type_id',
}
const SERIES_INDEXES: Readonly<Record<string, string>> = {
  'index series_of_equipment': 'equipment_id',
  'index series_of_telemetry': 'telemetry_id',
}
export const SESSIONS_BESIDE = 'temp.session_beside'

/**
 * Rows that are whole in an index: archives, events, and of stations what their records are found by. Events and sessions of
 * the indexes are put aside, to be compared with their tables.
 */
export function rebuildOf(db: Database) {
  db.exec(`CREATE TEMP TABLE event_beside (series_id INTEGER, at_ms INTEGER, content_id INTEGER, PRIMARY KEY (series_id, at_ms, content_id)) WITHOUT ROWID;
    CREATE TEMP TABLE session_beside (id INTEGER PRIMARY KEY, telemetry_id INTEGER, at_ms INTEGER);
    CREATE TEMP TABLE note_beside (place INTEGER PRIMARY KEY, id TEXT, station_id INTEGER);
    CREATE TEMP TABLE channel_beside (series_id INTEGER, position INTEGER, name TEXT, PRIMARY KEY (series_id, position)) WITHOUT ROWID;
    CREATE TEMP TABLE text_beside (id INTEGER PRIMARY KEY, code TEXT, description TEXT);
    CREATE TEMP TABLE snapshot_beside (id INTEGER PRIMARY KEY, equipment_id INTEGER, taken_at_ms INTEGER);
    CREATE TEMP TABLE series_beside (id INTEGER PRIMARY KEY, equipment_id INTEGER, telemetry_id INTEGER, archive_type TEXT, "view" TEXT);
    CREATE TEMP TABLE station_beside (id INTEGER PRIMARY KEY, ${Object.values(STATION_INDEXES).join(' INTEGER, ')} INTEGER)`)
  const event = db.prepare(`INSERT OR IGNORE INTO ${EVENTS_BESIDE} (at_ms, series_id, content_id) VALUES (?, ?, ?)`)
  const session = db.prepare(`INSERT OR IGNORE INTO ${SESSIONS_BESIDE} (telemetry_id, at_ms, id) VALUES (?, ?, ?)`)
  const ofNote = {
    id: db.prepare(`INSERT INTO temp.note_beside (id, place) VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET id = excluded.id`),
    station: db.prepare(
      `INSERT INTO temp.note_beside (station_id, place) VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET station_id = excluded.station_id`,
    ),
  }
  const aside: Readonly<Record<string, Statement>> = {
    'index event_by_time': event,
    'index session_by_telemetry': session,
    'index sqlite_autoindex_note_1': ofNote.id,
    'index series_channel_again': db.prepare('INSERT OR IGNORE INTO temp.channel_beside (name, series_id, position) VALUES (?, ?, ?)'),
    'index event_text_by_code': db.prepare('INSERT OR IGNORE INTO temp.text_beside (code, description, id) VALUES (?, ?, ?)'),
    'index setting_snapshot_by_equipment': db.prepare(
      'INSERT OR IGNORE INTO temp.snapshot_beside (equipment_id, taken_at_ms, id) VALUES (?, ?, ?)',
    ),
  }

  function take({ name }: KnownTree, { cells }: TreeRow): void {
    const id = cells.at(-1) as Cell
    const owner = SERIES_INDEXES[name]
    const column = STATION_INDEXES[name]
    const statement = aside[name]
    if (statement) statement.run(...cells)
    else if (name === 'index note_of_station') ofNote.station.run(cells[0], id)
    else if (owner !== undefined)
      db.prepare(`INSERT OR IGNORE INTO temp.series_beside (${owner}, archive_type, "view", id) VALUES (?, ?, ?, ?)`).run(...cells)
    else if (column !== undefined)
      db.prepare(
        `INSERT INTO temp.station_beside (id, ${column}) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET ${column} = excluded.${column}`,
      ).run(id, cells[0])
  }

  /** Makes the rows that their tables lack, where nothing contradicts; returns how many by table. */
  function end(): [table: string, rows: number][] {
    if (!hasArchives(db)) return []
    // A number that stands for two archives would give the records of one to the other.
    const doubtful = db
      .prepare<[], number>(
        `SELECT s.id FROM main.series s JOIN temp.series_beside b ON b.id = s.id
         WHERE (s.equipment_id, s.telemetry_id, s.archive_type, s."view") IS NOT (b.equipment_id, b.telemetry_id, b.archive_type, b."view")`,
      )
      .pluck()
      .all()
    for (const id of doubtful) {
      // The one holds whose device some station has.
      const isOwn = (table: string) =>
        db
          .prepare<[number], number>(`SELECT EXISTS (SELECT 1 FROM ${table} s JOIN main.station t
          ON t.equipment_id = s.equipment_id OR t.telemetry_id = s.telemetry_id WHERE s.id = ?)`)
          .pluck()
          .get(id) === 1
      const [own, beside] = [isOwn('main.series'), isOwn('temp.series_beside')]
      if (own && !beside) continue
      db.prepare('DELETE FROM main.series WHERE id = ?').run(id)
      if (own === beside) db.prepare('DELETE FROM temp.series_beside WHERE id = ?').run(id)
    }
    const series = db
      .prepare(
        `INSERT OR IGNORE INTO main.series (id, equipment_id, telemetry_id, archive_type, "view")
       SELECT id, equipment_id, telemetry_id, archive_type, "view" FROM temp.series_beside b
       WHERE NOT EXISTS (SELECT 1 FROM main.series s WHERE s.id = b.id)`,
      )
      .run().changes
    return [
      ['series', series],
      ['series_channel', channels(db)],
      ['event_text', texts(db)],
      ['setting_snapshot', snapshots(db)],
    ]
  }

  return { asks: ({ name }: KnownTree) => name in SERIES_INDEXES || COMPARED.includes(name), take, end }
}

/** A book of the first version has stations alone. */
export const hasArchives = (db: Database): boolean => db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'series'").get() !== undefined

/** Indexes that are read in any case: what they say must be what their tables say. */
const COMPARED = ['index event_by_time', 'index series_channel_again', 'index session_by_telemetry']

/**
 * Channels in the list's order. Of two names for one place that one holds which the list of all channels has; a list ends
 * before the first place that has no name, or two of which neither is known.
 */
function channels(db: Database): number {
  const isKnown = (name: string) => `EXISTS (SELECT 1 FROM main.channel k WHERE k.channel_varname = ${name})`
  const added = db
    .prepare(
      `INSERT INTO main.series_channel (series_id, position, name) SELECT series_id, position, name FROM temp.channel_beside WHERE true
       ON CONFLICT (series_id, position) DO UPDATE SET name = CASE WHEN name = excluded.name THEN name
         WHEN ${isKnown('name')} AND NOT ${isKnown('excluded.name')} THEN name
         WHEN ${isKnown('excluded.name')} AND NOT ${isKnown('name')} THEN excluded.name ELSE '' END
       WHERE name <> excluded.name`,
    )
    .run().changes
  db.exec(`CREATE TEMP TABLE channel_end AS
      SELECT series_id, coalesce(
        (SELECT min(place) FROM (SELECT position, name, row_number() OVER (ORDER BY position) - 1 AS place FROM main.series_channel p
           WHERE p.series_id = c.series_id) WHERE position <> place OR name = ''), count(*)) AS end
      FROM main.series_channel c GROUP BY series_id;
    DELETE FROM main.series_channel WHERE position >= (SELECT end FROM temp.channel_end e WHERE e.series_id = series_channel.series_id)`)
  return added
}

/** What events say, of which the index has all but what the search folds. */
function texts(db: Database): number {
  const rows = db
    .prepare<[], [id: number, code: string | null, description: string | null]>(
      'SELECT id, code, description FROM temp.text_beside b WHERE NOT EXISTS (SELECT 1 FROM main.event_text t WHERE t.id = b.id)',
    )
    .raw()
    .all()
  const add = db.prepare('INSERT INTO main.event_text (id, code, description, folded) VALUES (?, ?, ?, ?)')
  for (const [id, code, description] of rows) add.run(id, code, description, [code, description].map(fold).join('\n'))
  return rows.length
}

/** Configurations whose items are there. The digest, which is lost, cannot say any more that they all are. */
function snapshots(db: Database): number {
  const rows = db
    .prepare<[], [id: number, equipmentId: number, takenAtMs: number]>(
      `SELECT id, equipment_id, taken_at_ms FROM temp.snapshot_beside b WHERE NOT EXISTS (SELECT 1 FROM main.setting_snapshot s WHERE s.id = b.id)
         AND (SELECT count(*) = max(position) + 1 FROM main.setting i WHERE i.snapshot_id = b.id)`,
    )
    .raw()
    .all()
  const items = db
    .prepare<[number], [string | null, unknown, unknown]>(
      'SELECT channel_name, channel_data_value, unit_name FROM main.setting WHERE snapshot_id = ? ORDER BY position',
    )
    .raw()
  const add = db.prepare('INSERT INTO main.setting_snapshot (id, equipment_id, taken_at_ms, checked_at_ms, digest) VALUES (?, ?, ?, ?, ?)')
  for (const [id, equipmentId, takenAtMs] of rows) {
    const list = items
      .all(id)
      .map(([channelName, value, unit]) => ({ channelName, channelDataValue: fromCell(value), unitName: fromCell(unit) }))
    add.run(id, equipmentId, takenAtMs, takenAtMs, digestOf(list))
  }
  return rows.length
}

import type { Database } from 'better-sqlite3'
import type { MergedTable, MergeKind, SharedArchive } from '../../contract/merge-words.ts'
import { SHARED_ARCHIVES } from '../../contract/merge-words.ts'
import { EVENT_ARCHIVES, SESSIONS_ARCHIVE, SETTINGS_ARCHIVE } from '../../contract/records.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import { MOST_RAW } from '../../contract/record-bounds.ts'
import { SOUND_TABLE_NAMES, SOUND_TABLES } from '../soundness/tables.ts'
import type { Refusals } from './refusals.ts'
import { ARCHIVE_TABLES } from './screen-archives.ts'
import { columnsOf, OTHER } from './transfer.ts'

/** A station to be given away, with whole UTC days (since 1970-01-01), both included; null: no limit, all of them. */
interface ChosenStation {
  id: number
  days: { from: number | null; to: number | null } | null
}

/** What of a book is given away. */
export interface Part {
  stations: readonly ChosenStation[]
  archives: readonly SharedArchive[]
  /** Leaves out phones, contacts and tax numbers, and with them notes, whose words nobody can vouch for. */
  withoutPersonal: boolean
}

const FOREVER = 100_000_000
const DAY = DAY_MS

/** The tables of archives, whose keys are a file's own. */
const ARCHIVES = ['series', 'series_channel', 'reading', 'event', 'event_text', 'event_content', 'setting', 'coverage_run']

/**
 * What of the attached book is taken, as temporary views `src_…` of the same columns as the tables: a part of it; or, with
 * null, all that was not refused (screen.ts). `chosen` has the stations with their time.
 */
export function describeSource(db: Database, part: Part | null, refusals: Refusals): void {
  if (part === null) soundViewsOf(db, refusals)
  else for (const table of ARCHIVES) db.exec(`CREATE TEMP VIEW src_${table} AS SELECT * FROM ${OTHER}.${table}`)
  db.exec(`CREATE TEMP TABLE chosen (
    id INTEGER PRIMARY KEY, equipment_id INTEGER, telemetry_id INTEGER, customer_id INTEGER, equipment_type_id INTEGER,
    from_day INTEGER NOT NULL, to_day INTEGER NOT NULL)`)
  const choose = db.prepare<[number, number, number]>(`
    INSERT INTO temp.chosen SELECT id, equipment_id, telemetry_id, customer_id, equipment_type_id, ?, ?
    FROM ${OTHER}.station WHERE id = ?`)
  if (part === null)
    db.exec(`INSERT INTO temp.chosen SELECT id, equipment_id, telemetry_id, customer_id, equipment_type_id,
      ${-FOREVER}, ${FOREVER} FROM temp.src_station`)
  else for (const { id, days } of part.stations) choose.run(days?.from ?? -FOREVER, days?.to ?? FOREVER, id)
  devicesOf(db, part)
  seriesOf(db, part)
  if (part !== null) partViewsOf(db, part)
}

/** All of the other book but what was refused, which is counted here. */
function soundViewsOf(db: Database, refusals: Refusals): void {
  const view = (table: MergedTable, key: readonly string[], kind: MergeKind, name = `src_${table}`) => {
    refusals.take({ table, key, kind })
    const isAny = db.prepare<[], number>(`SELECT EXISTS (SELECT 1 FROM temp.refused_${table})`).pluck().get() === 1
    const same = key.map((name) => `r."${name}" = t."${name}"`).join(' AND ')
    // Records that were not understood are kept as they came, but no more of each than is kept of the service's.
    const columns = columnsOf(db, table).map((name) => (table === 'rejected' && name === '"raw"' ? CUT : `t.${name}`))
    db.exec(`CREATE TEMP VIEW ${name} AS SELECT ${columns.join(', ')} FROM ${OTHER}.${table} t
      ${isAny ? `WHERE NOT EXISTS (SELECT 1 FROM temp.refused_${table} r WHERE ${same})` : ''}`)
  }
  for (const table of SOUND_TABLE_NAMES)
    view(table, SOUND_TABLES[table].key, SOUND_TABLES[table].kind, table === 'device_hint' ? 'sound_device_hint' : `src_${table}`)
  for (const { table, key, kind } of ARCHIVE_TABLES) view(table, key, kind)
  db.exec(`CREATE TEMP VIEW src_series_channel AS SELECT * FROM ${OTHER}.series_channel`)
}

/** A note of its size and digest takes 150 characters. */
const CUT = `iif(length(t.raw) > ${MOST_RAW + 200} OR octet_length(t.raw) > ${4 * (MOST_RAW + 200)}, substr(t.raw, 1, ${MOST_RAW}) || '… (' || octet_length(t.raw)
  || ' bytes, sha256 ' || lower(hex(t.digest)) || ')', t.raw) AS raw`

/**
 * The devices that the stations had, each with its time there within the time that is given; a device of no other station has
 * all of it. What the giving book concludes of them goes along as hints: the other may lack the records that told it.
 */
function devicesOf(db: Database, part: Part | null): void {
  db.exec(`CREATE TEMP TABLE chosen_device (
    station_id INTEGER NOT NULL, equipment_id INTEGER, telemetry_id INTEGER, equipment_type_id INTEGER,
    from_day INTEGER NOT NULL, to_day INTEGER NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL)`)
  const day = (ms: string) => `CAST(floor(${ms} / ${DAY}.0) AS INTEGER)`
  const [from, to] = [
    `max(c.from_day * ${DAY}, coalesce(d.log_from_ms + 1, ${-FOREVER * DAY}))`,
    `min(c.to_day * ${DAY} + ${DAY - 1}, coalesce(d.log_to_ms, ${FOREVER * DAY}))`,
  ]
  const whole = `SELECT id, equipment_id, telemetry_id, equipment_type_id, from_day, to_day, from_day * ${DAY}, to_day * ${DAY} + ${DAY - 1} FROM temp.chosen`
  // A book from elsewhere may say anything of its devices: of a whole one the stations are enough, for all of its archives are taken.
  db.exec(
    `INSERT INTO temp.chosen_device ${
      part === null
        ? whole
        : `SELECT c.id, d.equipment_id, d.telemetry_id, d.equipment_type_id, ${day(from)}, ${day(to)}, ${from}, ${to}
         FROM temp.chosen c JOIN ${OTHER}.station_device d ON d.station_id = c.id WHERE ${from} <= ${to}
         UNION ALL ${whole} WHERE id NOT IN (SELECT station_id FROM ${OTHER}.station_device)`
    }`,
  )
  // Only what records tell: a moment that is no more than that of a listing says nothing to a book with other listings.
  const concluded = (
    kind: string,
    column: string,
    recordMs: string,
  ) => `SELECT d.station_id, d.equipment_id, '${kind}' AS kind, d.${column} AS at_ms
    FROM ${OTHER}.station_device d JOIN temp.chosen c ON c.id = d.station_id
    WHERE typeof(d.equipment_id) = 'integer' AND typeof(d.${column}) = 'integer' AND d.${column} BETWEEN 0 AND ${MOST_MS}
      AND EXISTS (SELECT 1 FROM ${OTHER}.series s JOIN ${OTHER}.reading r ON r.series_id = s.id AND r.at_ms = ${recordMs}
        WHERE s.equipment_id = d.equipment_id)
      AND NOT EXISTS (SELECT 1 FROM ${OTHER}.device_sighting x WHERE x.first_ms = d.${column})`
  const own = part === null ? 'temp.sound_device_hint' : `${OTHER}.device_hint`
  db.exec(`CREATE TEMP VIEW src_device_hint AS
    SELECT h.station_id, h.equipment_id, h.kind, h.at_ms FROM ${own} h JOIN temp.chosen c ON c.id = h.station_id
    UNION ${concluded('start', 'from_ms', `d.from_ms + iif(s.archive_type = 'hourly', ${HOUR_MS}, ${DAY})`)} UNION ${concluded('end', 'to_ms', 'd.to_ms')}`)
}
/** No record is believed after it. */
const MOST_MS = 8.64e15

/** Archives with their time; of a device at two stations the longer one. */
function seriesOf(db: Database, part: Part | null): void {
  const archives = part?.archives ?? SHARED_ARCHIVES
  const kind = `CASE WHEN s.archive_type IN (${quoted(EVENT_ARCHIVES)}) THEN 'events'
    WHEN s.archive_type = '${SETTINGS_ARCHIVE}' THEN 'settings'
    WHEN s.archive_type = '${SESSIONS_ARCHIVE}' THEN 'sessions' ELSE 'readings' END`
  db.exec(`
    CREATE TEMP TABLE series_map (
      other_id INTEGER PRIMARY KEY, own_id INTEGER, equipment_id INTEGER, telemetry_id INTEGER,
      archive_type TEXT NOT NULL, "view" TEXT NOT NULL, kind TEXT NOT NULL, records INTEGER NOT NULL,
      from_day INTEGER NOT NULL, to_day INTEGER NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL)`)
  const days = (owner: string) => `JOIN (SELECT ${owner}, min(from_day) AS from_day, max(to_day) AS to_day, min(from_ms) AS from_ms,
    max(to_ms) AS to_ms FROM temp.chosen_device WHERE ${owner} IS NOT NULL GROUP BY ${owner}) c ON c.${owner} = s.${owner}`
  const columns = `s.id, NULL, s.equipment_id, s.telemetry_id, s.archive_type, s."view", ${kind}, s.records`
  if (part === null) {
    db.exec(`INSERT INTO temp.series_map SELECT ${columns}, ${-FOREVER}, ${FOREVER}, ${-FOREVER * DAY}, ${FOREVER * DAY}
      FROM temp.src_series s`)
    return
  }
  for (const owner of ['equipment_id', 'telemetry_id'])
    db.exec(`INSERT INTO temp.series_map
      SELECT ${columns}, c.from_day, c.to_day, c.from_ms, c.to_ms
      FROM ${OTHER}.series s ${days(owner)} WHERE ${kind} IN (${quoted(archives)})`)
}

function partViewsOf(db: Database, part: Part): void {
  const view = (table: string, where: string, instead: Readonly<Record<string, string>> = {}) => {
    const columns = columnsOf(db, table).map((name) => {
      const value = instead[name.replaceAll('"', '')]
      return value ? `${value} AS ${name}` : `t.${name}`
    })
    db.exec(`CREATE TEMP VIEW src_${table} AS SELECT ${columns.join(', ')} FROM ${OTHER}.${table} t
      WHERE ${where}`)
  }
  const nulls = (...names: string[]) => (part.withoutPersonal ? Object.fromEntries(names.map((name) => [name, 'NULL'])) : {})
  const among = (column: string, of: string) => `t.${column} IN (SELECT ${of} FROM temp.chosen)`
  const ofDevice = (column: string, of: string) => `t.${column} IN (SELECT ${of} FROM temp.chosen_device)`
  const ofType = `(t.equipment_type_id IS NULL OR ${ofDevice('equipment_type_id', 'equipment_type_id')})`
  db.exec(`CREATE TEMP TABLE chosen_provider AS
    WITH RECURSIVE p (id) AS (
      SELECT provider_id FROM ${OTHER}.consumer_provider WHERE consumer_id IN (SELECT customer_id FROM temp.chosen)
      UNION SELECT o.parent_id FROM p JOIN ${OTHER}.provider o ON o.id = p.id WHERE o.parent_id IS NOT NULL
    ) SELECT id FROM p`)
  view('provider', 't.id IN (SELECT id FROM temp.chosen_provider)')
  // Search looks at the name in one line and the tax number in the next.
  const folded: Record<string, string> = part.withoutPersonal ? { folded: 'substr(t.folded, 1, instr(t.folded, char(10)))' } : {}
  view('consumer', among('id', 'customer_id'), { ...nulls('inn', 'contact_number'), ...folded })
  view('consumer_provider', among('consumer_id', 'customer_id'))
  view('station', among('id', 'id'), nulls('phone'))
  view('device_sighting', among('station_id', 'id'))
  view('device_given', `t.removed_at_ms IS NULL AND ${among('station_id', 'id')}`)
  view('station_clock', among('station_id', 'id'))
  view('station_typed', `t.removed_at_ms IS NULL AND ${among('station_id', 'id')}`, part.withoutPersonal ? { typed_by: "''" } : {})
  view('trip_stop', `t.removed_at_ms IS NULL AND ${among('station_id', 'id')}`)
  // It names stations, and whoever they belong to, that may not be given away.
  view('named_trip', 'false')
  view('characteristics', among('id', 'id'))
  view('last_session', among('station_id', 'id'))
  view('contract_number', part.withoutPersonal ? 'false' : among('consumer_id', 'customer_id'))
  view('equipment_type', ofDevice('id', 'equipment_type_id'))
  view('channel', ofType)
  view('message', ofType)
  view('meaning', ofType)
  view(
    'threshold',
    `(t.scope = 'book' OR (t.scope = 'type' AND ${ofDevice('scope_id', 'equipment_type_id')})
    OR (t.scope = 'device' AND ${ofDevice('scope_id', 'equipment_id')}))`,
  )
  view(
    'contract_limit',
    `((t.owner = 'station' AND ${among('owner_id', 'id')}) OR (t.owner = 'consumer' AND ${among('owner_id', 'customer_id')}))`,
    part.withoutPersonal ? { author: "''" } : {},
  )
  // Records that could not be understood cannot be told apart by station, and may hold anything: none is taken.
  view('rejected', 'false')
  view(
    'session',
    `${part.archives.includes('sessions') ? 'true' : 'false'} AND EXISTS (SELECT 1 FROM temp.chosen_device c
    WHERE c.telemetry_id = t.telemetry_id AND t.at_ms BETWEEN c.from_ms AND c.to_ms)`,
  )
  const withSettings = part.archives.includes('settings') ? 'true' : 'false'
  const nextTaken = `(SELECT min(n.taken_at_ms) FROM ${OTHER}.setting_snapshot n
    WHERE n.equipment_id = t.equipment_id AND n.taken_at_ms > t.taken_at_ms)`
  // Those that held in the time, the first of which may be older than it; where none was known by its end, the first later.
  view(
    'setting_snapshot',
    `${withSettings} AND EXISTS (SELECT 1 FROM temp.chosen_device c
    WHERE c.equipment_id = t.equipment_id AND t.taken_at_ms <= max(c.to_ms,
      (SELECT min(f.taken_at_ms) FROM ${OTHER}.setting_snapshot f WHERE f.equipment_id = t.equipment_id))
      AND coalesce(${nextTaken}, ${FOREVER * DAY}) > c.from_ms)`,
    // The next may stay behind: that this one ended before it has to be seen without it (merge-settings.ts).
    { checked_at_ms: `coalesce(min(t.checked_at_ms, ${nextTaken} - 1), t.checked_at_ms)` },
  )
  const ofTime = `EXISTS (SELECT 1 FROM temp.chosen c WHERE c.id = t.station_id AND (t.from_ms IS NULL OR (
    t.from_ms <= c.to_day * ${DAY} + ${DAY - 1} AND coalesce(t.to_ms, t.from_ms) >= c.from_day * ${DAY})))`
  view('note', part.withoutPersonal ? 'false' : `t.deleted_at_ms IS NULL AND ${ofTime}`)
  view('note_photo', part.withoutPersonal ? 'false' : 't.removed_at_ms IS NULL AND t.note_id IN (SELECT id FROM temp.src_note)')
  view('finding_mark', `t.removed_at_ms IS NULL AND ${ofTime}`, nulls('note_id'))
  // Of a branch whose stations are not all given away the balance could not be told. Its name is a text of somebody's, like a note.
  view(
    'branch',
    part.withoutPersonal
      ? 'false'
      : `t.removed_at_ms IS NULL AND NOT EXISTS (SELECT 1 FROM json_each(t.members) j
        WHERE json_extract(j.value, '$[0]') NOT IN (SELECT id FROM temp.chosen))`,
  )
  // Its text may name anybody, like a note.
  view('question', part.withoutPersonal ? 'false' : 't.removed_at_ms IS NULL')
  // A file may say anything of anybody: without it, its records still say that they are a file's.
  view('import_file', among('station_id', 'id'), part.withoutPersonal ? { name: "''", author: "''" } : {})
  view('import_content', part.withoutPersonal ? 'false' : 't.sha256 IN (SELECT sha256 FROM temp.src_import_file)')
  view('reading_source', 't.file_id IN (SELECT id FROM temp.src_import_file)')
  view('event_source', 't.file_id IN (SELECT id FROM temp.src_import_file)')
  view('import_map', ofType, part.withoutPersonal ? { author: "''" } : {})
  view(
    'kept_twice',
    `EXISTS (SELECT 1 FROM temp.series_map m WHERE t.archive_type = m.archive_type AND t."view" = m."view"
    AND t.owner_id = coalesce(m.equipment_id, m.telemetry_id) AND (t.kind = 'session') = (m.kind = 'sessions')
    AND t.at_ms BETWEEN m.from_ms AND m.to_ms)`,
  )
}

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

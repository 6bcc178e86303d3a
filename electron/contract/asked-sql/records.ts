import type { LogFilter } from '../all-events.ts'
import type { EventMessage } from '../events.ts'
import type { ReadingView } from '../records.ts'
import { among, joinDevice, named, ofOwners, quoted, seconds, where, type AskedSql, type Unsaid } from './sql.ts'

/** The questions that tables of records stand for: events, readings, sessions, settings. A record belongs to the station that had its device then. */

const within = (fromMs: number | undefined, toMs: number | undefined, of: string) => [
  fromMs !== undefined && `${of}.event_time >= ${seconds(fromMs)}`,
  toMs !== undefined && `${of}.event_time <= ${seconds(toMs)}`,
]

/** A message in any archive, or in its own. */
function saying({ code, description, archiveType }: EventMessage): string {
  const is = (column: string, value: string | null) => (value === null ? `${column} IS NULL` : `${column} = ${quoted(value)}`)
  const parts = [is('e.code', code), is('e.code_description', description), archiveType !== null && is('e.archive_type', archiveType)]
  return `(${parts.filter((part) => part !== false).join(' AND ')})`
}
const anyOf = (parts: readonly string[]): string => `(${parts.join('\n    OR ')})`

/** Words are looked for as they are typed: what is no Latin letter is told apart by its case. */
const holding = (text: string, columns: readonly string[]): string[] =>
  text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `instr(lower(${columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `)}), lower(${quoted(word)})) > 0`)

/** The log of events, of all stations or of some. */
export function eventsSql(filter: Partial<LogFilter> & { desc: boolean }): AskedSql {
  const { archiveTypes, codes, messages, text = '', fromMs, toMs, situation, desc } = filter
  const { exceptMessages, exceptStationIds, exceptConsumerIds } = filter
  const hasText = text.trim() !== ''
  const parts = [
    ...ofOwners(filter, 'd.station_id'),
    archiveTypes && among('e.archive_type', archiveTypes),
    codes && among('e.code', codes),
    messages && anyOf(messages.map(saying)),
    ...within(fromMs, toMs, 'e'),
    ...holding(text, ['e.code', 'e.code_description', 'e.entries']),
    exceptMessages && `NOT ${anyOf(exceptMessages.map(saying))}`,
    exceptStationIds && `NOT ${among('d.station_id', exceptStationIds)}`,
    exceptConsumerIds && `(s.customer_id IS NULL OR NOT ${among('s.customer_id', exceptConsumerIds)})`,
  ]
  const unsaid: Unsaid[] = [...(hasText ? ['search' as const] : []), ...(situation === undefined ? [] : ['situation' as const])]
  return {
    sql: `SELECT d.station_id, s.name, e.event_time, e.archive_type, e.code, e.code_description, e.val_code, e.izm, e.equipment_id
FROM v_event e
${joinDevice('e', 'equipment_id')}
JOIN v_station s ON s.id = d.station_id${where(parts)}
ORDER BY e.event_time${desc ? ' DESC' : ''}`,
    unsaid,
  }
}

interface ReadingsShown {
  stationId: number
  /** One of its devices; null: all. */
  equipmentId: number | null
  archiveType: string
  view: ReadingView
  /** Unix ms of stamps, both included. */
  fromMs: number
  toMs: number
  /** Codes of the channels, in their order. */
  channels: readonly string[]
}

/** The records of an archive, a column a channel. */
export const readingsSql = ({ stationId, equipmentId, archiveType, view, fromMs, toMs, channels }: ReadingsShown): AskedSql => ({
  sql: `SELECT ${['r.event_time', ...channels.map((code) => `\n  max(CASE WHEN r.channel = ${quoted(code)} THEN r.value END) AS ${named(code)}`)].join(',')}
FROM v_station_device d
JOIN v_reading r ON r.equipment_id = d.equipment_id
  AND (d.from_time IS NULL OR r.event_time > d.from_time) AND (d.to_time IS NULL OR r.event_time <= d.to_time)${where([
    `d.station_id = ${stationId}`,
    equipmentId !== null && `d.equipment_id = ${equipmentId}`,
    `r.archive_type = ${quoted(archiveType)} AND r."view" = ${quoted(view)}`,
    ...within(fromMs, toMs, 'r'),
  ])}
GROUP BY d.equipment_id, r.event_time
ORDER BY r.event_time DESC`,
  unsaid: ['missing'],
})

/** The sessions of a station. */
export const sessionsSql = ({
  stationId,
  fromMs,
  toMs,
  desc,
}: {
  stationId: number
  fromMs?: number
  toMs?: number
  desc: boolean
}): AskedSql => ({
  sql: `SELECT e.event_time, e.Evtid, e.Trycnt, e.Tryfl, e.state, e.Btm, e.Rssi, e.Bsg, e.duration_session, e.session_traffic, e.next_session_time
FROM v_session e
${joinDevice('e', 'telemetry_id')}${where([`d.station_id = ${stationId}`, ...within(fromMs, toMs, 'e')])}
ORDER BY e.event_time${desc ? ' DESC' : ''}`,
  unsaid: [],
})

/** All snapshots of the settings of a station's devices. */
export const settingsSql = (stationId: number): AskedSql => ({
  sql: `SELECT p.equipment_id, p.taken_at, p.channel_name, p.channel_data_value, p.unit_name
FROM v_setting p${where([`p.equipment_id IN (SELECT equipment_id FROM v_station_device WHERE station_id = ${stationId})`])}
ORDER BY p.taken_at DESC, p.channel_name`,
  unsaid: [],
})

/** Settings that differ from the snapshot before; the logs and the conversion factor, which tell of changes as well, are left out. */
export const changesSql = ({ stationIds, fromMs, toMs }: { stationIds?: readonly number[]; fromMs?: number; toMs?: number }): AskedSql => ({
  sql: `WITH taken AS (
  SELECT equipment_id, channel_name, taken_at, channel_data_value AS value, unit_name,
    lag(channel_data_value) OVER w AS value_before, lag(taken_at) OVER w AS before_at
  FROM v_setting
  WINDOW w AS (PARTITION BY equipment_id, channel_name ORDER BY taken_at)
)
SELECT s.id AS station_id, s.name, t.channel_name, t.value_before, t.value, t.unit_name, t.before_at, t.taken_at
FROM taken t
JOIN v_station s ON s.equipment_id = t.equipment_id${where([
    't.before_at IS NOT NULL AND t.value IS NOT t.value_before',
    stationIds && among('s.id', stationIds),
    fromMs !== undefined && `t.taken_at >= ${seconds(fromMs)}`,
    toMs !== undefined && `t.taken_at <= ${seconds(toMs)}`,
  ])}
ORDER BY t.taken_at DESC`,
  unsaid: ['changes'],
})

export interface NotesShown {
  stationIds?: readonly number[] | undefined
  kinds?: readonly string[] | undefined
  text?: string | undefined
  fromMs?: number | undefined
  toMs?: number | undefined
}

/** The notes of stations. */
export const notesSql = ({ stationIds, kinds, text = '', fromMs, toMs }: NotesShown): AskedSql => ({
  sql: `SELECT n.station_id, s.name, n.from_time, n.to_time, n.kind, n.author, n.written_at, n.text
FROM v_note n
JOIN v_station s ON s.id = n.station_id${where([
    stationIds && among('n.station_id', stationIds),
    kinds && among('n.kind', kinds),
    fromMs !== undefined && `coalesce(n.to_time, n.from_time) >= ${seconds(fromMs)}`,
    toMs !== undefined && `n.from_time <= ${seconds(toMs)}`,
    ...holding(text, ['n.text', 'n.author']),
  ])}
ORDER BY n.from_time DESC, n.written_at DESC`,
  unsaid: text.trim() === '' ? [] : ['search'],
})

/** The days that archives of a station are known for. */
export const coverageSql = (stationId: number): AskedSql => ({
  sql: `SELECT v.equipment_id, v.telemetry_id, v.archive_type, v."view", v.day, v.state, v.fetched_at
FROM v_coverage v${where([
    `(v.equipment_id IN (SELECT equipment_id FROM v_station_device WHERE station_id = ${stationId})
    OR v.telemetry_id IN (SELECT telemetry_id FROM v_station_device WHERE station_id = ${stationId}))`,
  ])}
ORDER BY v.archive_type, v."view", v.day DESC`,
  unsaid: ['never'],
})

/** The days that were asked for and are not in the book. */
export const holesSql = (states: readonly string[]): AskedSql => ({
  sql: `SELECT s.id AS station_id, s.name, v.archive_type, v."view", v.state, count(*) AS days, min(v.day) AS first_day, max(v.day) AS last_day
FROM v_coverage v
JOIN v_station s ON s.equipment_id = v.equipment_id OR s.telemetry_id = v.telemetry_id${where([
    among(
      'v.state',
      states.filter((state) => state !== 'never'),
    ),
  ])}
GROUP BY s.id, v.archive_type, v."view", v.state
ORDER BY days DESC`,
  unsaid: states.includes('never') ? ['never'] : [],
})

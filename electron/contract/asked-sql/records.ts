import type { LogFilter } from '../all-events.ts'
import type { Grouping } from '../event-log.ts'
import type { EventMessage } from '../events.ts'
import type { HoleState } from '../device.ts'
import type { ReadingView } from '../records.ts'
import { dayOf, lastDayOver } from '../time/day.ts'
import { among, holding, named, ofOwners, quoted, seconds, where, type AskedSql, type Unsaid } from './sql.ts'

/** The questions that tables of records stand for: events, readings, sessions, settings. A record belongs to the station that had its device then. */

const within = (fromMs: number | undefined, toMs: number | undefined, of: string) => [
  fromMs !== undefined && `${of}.event_time >= ${seconds(fromMs)}`,
  toMs !== undefined && `${of}.event_time <= ${seconds(toMs)}`,
]

/** A message in any archive, or in its own. Codes may have come as numbers, and what is null is told apart as well. */
function saying({ code, description, archiveType }: EventMessage): string {
  const is = (column: string, value: string | null) =>
    value === null ? `${column} IS NULL` : `CAST(${column} AS TEXT) IS ${quoted(value)}`
  const parts = [is('e.code', code), is('e.code_description', description), archiveType !== null && is('e.archive_type', archiveType)]
  return `(${parts.filter((part) => part !== false).join(' AND ')})`
}
/** False where there is nothing to be said. */
const anyOf = (parts: readonly string[]): string => (parts.length === 0 ? '0' : `(${parts.join('\n    OR ')})`)

/**
 * Which part of a device's log each station has: all of it, also what was logged while the device was exchanged, unless it was
 * at another station, or came back. Stations that share a device all of the time are one row.
 */
const logParts = (stationIds: readonly number[] | undefined): string => `part AS (
  SELECT min(station_id) AS station_id, equipment_id, log_from, log_to FROM (
    SELECT d.station_id, d.equipment_id,
      (SELECT d.from_time FROM v_station_device o WHERE o.equipment_id = d.equipment_id AND o.to_time <= d.from_time LIMIT 1) AS log_from,
      (SELECT min(o.from_time) FROM v_station_device o WHERE o.equipment_id = d.equipment_id AND o.from_time >= d.to_time) AS log_to
    FROM v_station_device d WHERE d.equipment_id IS NOT NULL${stationIds ? ` AND ${among('d.station_id', stationIds)}` : ''})
  GROUP BY equipment_id, log_from, log_to
)`

type LogShown = Partial<LogFilter> & {
  desc: boolean
  byLasting?: boolean
  /** By what the table groups the events. */
  grouping?: Grouping | null
}

/** The log of events, of all stations (and of devices that no station has) or of some. */
export function eventsSql({ byLasting = false, grouping = null, ...filter }: LogShown): AskedSql {
  const { stationIds, archiveTypes, codes, messages, text = '', fromMs, toMs, situation, desc, ...owners } = filter
  const { exceptMessages, exceptStationIds, exceptConsumerIds } = filter
  const hasText = text.trim() !== ''
  const parts = [
    ...ofOwners(owners),
    archiveTypes && among('e.archive_type', archiveTypes),
    codes && among('CAST(e.code AS TEXT)', codes),
    messages && anyOf(messages.map(saying)),
    ...within(fromMs, toMs, 'e'),
    ...holding(text, ['e.code', 'e.code_description', 'e.entries']),
    exceptMessages && `NOT ${anyOf(exceptMessages.map(saying))}`,
    exceptStationIds &&
      `NOT EXISTS (SELECT 1 FROM v_station_device o WHERE o.equipment_id = e.equipment_id AND ${among('o.station_id', exceptStationIds)})`,
    exceptConsumerIds && `(s.customer_id IS NULL OR NOT ${among('s.customer_id', exceptConsumerIds)})`,
  ]
  const unsaid: Unsaid[] = []
  if (hasText) unsaid.push('search')
  if (situation !== undefined) unsaid.push('situation')
  if (grouping !== null) unsaid.push('groups')
  else if (byLasting) unsaid.push('lasting')
  return {
    sql: `WITH ${logParts(stationIds)}
SELECT p.station_id, s.name, e.event_time, e.archive_type, e.code, e.code_description, e.val_code, e.izm, e.equipment_id
FROM v_event e
${stationIds ? '' : 'LEFT '}JOIN part p ON p.equipment_id = e.equipment_id
  AND (p.log_from IS NULL OR e.event_time > p.log_from) AND (p.log_to IS NULL OR e.event_time <= p.log_to)
LEFT JOIN v_station s ON s.id = p.station_id${where(parts)}
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
  /** The table shows sums of them, or the newest last. */
  isSummed?: boolean
  desc?: boolean
}

/** The records of an archive, a column a channel. */
export const readingsSql = ({
  stationId,
  equipmentId,
  archiveType,
  view,
  fromMs,
  toMs,
  channels,
  isSummed = false,
  desc = true,
}: ReadingsShown): AskedSql => ({
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
ORDER BY r.event_time${desc ? ' DESC' : ''}`,
  unsaid: isSummed ? ['missing', 'sums'] : ['missing'],
})

/** The sessions of a station: all of its telemetry units, but for what one logged at another station. */
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
  sql: `WITH unit AS (
  SELECT telemetry_id, iif(count(*) = count(from_time), min(from_time), NULL) AS from_time, iif(count(*) = count(to_time), max(to_time), NULL) AS to_time
  FROM v_station_device WHERE station_id = ${stationId} AND telemetry_id IS NOT NULL
  GROUP BY telemetry_id
)
SELECT e.event_time, e.Evtid, e.Trycnt, e.Tryfl, e.state, e.Btm, e.Rssi, e.Bsg, e.duration_session, e.session_traffic, e.next_session_time
FROM unit u
JOIN v_session e ON e.telemetry_id = u.telemetry_id
  AND (NOT EXISTS (SELECT 1 FROM v_station_device o WHERE o.telemetry_id = u.telemetry_id AND o.station_id <> ${stationId})
    OR (u.from_time IS NULL OR e.event_time > u.from_time) AND (u.to_time IS NULL OR e.event_time <= u.to_time))${where(within(fromMs, toMs, 'e'))}
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

interface ChangesShown {
  stationIds?: readonly number[]
  fromMs?: number
  toMs?: number
  roles?: readonly string[]
  confirmed?: boolean
}

/**
 * Settings that differ from the snapshot before, also of devices that were exchanged; the logs and the conversion factor, which
 * tell of changes as well, are left out.
 */
export const changesSql = ({ stationIds, fromMs, toMs, roles, confirmed }: ChangesShown): AskedSql => ({
  sql: `WITH ${logParts(stationIds)}, taken AS (
  SELECT equipment_id, channel_name, taken_at, channel_data_value AS value, unit_name,
    lag(channel_data_value) OVER w AS value_before, lag(taken_at) OVER w AS before_at
  FROM v_setting
  WINDOW w AS (PARTITION BY equipment_id, channel_name ORDER BY taken_at)
)
SELECT s.id AS station_id, s.name, t.equipment_id, t.channel_name, t.value_before, t.value, t.unit_name, t.before_at, t.taken_at
FROM taken t
JOIN part p ON p.equipment_id = t.equipment_id
  AND (p.log_from IS NULL OR t.taken_at > p.log_from) AND (p.log_to IS NULL OR t.taken_at <= p.log_to)
JOIN v_station s ON s.id = p.station_id${where([
    't.before_at IS NOT NULL AND t.value IS NOT t.value_before',
    fromMs !== undefined && `t.taken_at >= ${seconds(fromMs)}`,
    toMs !== undefined && `t.taken_at <= ${seconds(toMs)}`,
  ])}
ORDER BY t.taken_at DESC`,
  unsaid: roles || confirmed !== undefined ? ['changes', 'roles'] : ['changes'],
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

/** A day that is being recorded still is no gap; `nowMs` says which day is over everywhere. */
const UNFINISHED: readonly HoleState[] = ['partial', 'not_transmitted']

/** The days that were asked for and are not in the book: a row is days after each other, of one archive of a station, for one reason. */
export const holesSql = (states: readonly HoleState[], nowMs: number): AskedSql => ({
  sql: `WITH missing AS (
  SELECT DISTINCT d.station_id, v.archive_type, v."view", v.state, v.day
  FROM v_coverage v
  JOIN v_station_device d ON iif(v.telemetry_id IS NULL, d.equipment_id = v.equipment_id, d.telemetry_id = v.telemetry_id)
    AND (d.from_time IS NULL OR v.day >= date(d.from_time, 'unixepoch')) AND (d.to_time IS NULL OR v.day <= date(d.to_time, 'unixepoch'))
  WHERE ${among(
    'v.state',
    states.filter((state) => state !== 'never'),
  )}
    AND (NOT ${among('v.state', UNFINISHED)} OR v.day <= ${quoted(dayOf(lastDayOver(nowMs)))})
), gap AS (
  SELECT *, julianday(day) - row_number() OVER (PARTITION BY station_id, archive_type, "view", state ORDER BY day) AS stretch
  FROM missing
)
SELECT s.id AS station_id, s.name, r.archive_type, r."view", r.state, count(*) AS days, min(r.day) AS first_day, max(r.day) AS last_day
FROM gap r
JOIN v_station s ON s.id = r.station_id
GROUP BY s.id, r.archive_type, r."view", r.state, r.stretch
ORDER BY s.name, s.id, r.archive_type, r."view", first_day`,
  unsaid: [
    'order',
    ...(states.includes('never') ? (['never'] as const) : []),
    ...(UNFINISHED.some((state) => states.includes(state)) ? (['waiting'] as const) : []),
  ],
})

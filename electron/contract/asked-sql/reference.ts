import { among, holding, quoted, where, type AskedSql } from './sql.ts'

/** The questions that tables of the reference and the log of reports stand for: each has a view of its own. */

/** The types of devices, and how many stations have one. */
export const typesSql = (): AskedSql => ({
  sql: `SELECT t.id, t.name, count(s.id) AS stations, t.equipment_kind_name, t.telemetry_type_name, t.resource_name, t.description
FROM v_equipment_type t
LEFT JOIN v_station s ON s.equipment_type_id = t.id
GROUP BY t.id
ORDER BY t.name, t.id`,
  unsaid: [],
})

interface ReferenceShown {
  equipmentTypeId?: number | undefined
  archiveType?: string | undefined
  text?: string | undefined
}

/** The channels of types of devices. */
export const channelsSql = ({ equipmentTypeId, text = '' }: Omit<ReferenceShown, 'archiveType'>): AskedSql => ({
  sql: `SELECT c.channel_varname, c.channel_name, c.unit_name, c.archive_type_name, c.archive_type_varname, c.equipment_type_id, t.name AS equipment_type,
  c.telemetry_type_name
FROM v_channel c
LEFT JOIN v_equipment_type t ON t.id = c.equipment_type_id${where([
    equipmentTypeId !== undefined && among('c.equipment_type_id', [equipmentTypeId]),
    ...holding(text, [
      'c.channel_varname',
      'c.channel_name',
      'c.unit_name',
      'c.archive_type_name',
      'c.archive_type_varname',
      'c.telemetry_type_name',
    ]),
  ])}
ORDER BY c.equipment_type_id, c.archive_type_varname, c.channel_varname`,
  unsaid: text.trim() === '' ? ['listed'] : ['search', 'listed'],
})

/** What codes of events mean. */
export const messagesSql = ({ equipmentTypeId, archiveType, text = '' }: ReferenceShown): AskedSql => ({
  sql: `SELECT m.device_code, m.name, m.description, m.archive_type_varname, m.equipment_type_id, t.name AS equipment_type, m.channel_varname,
  m.message_typical_id, m.id
FROM v_message m
LEFT JOIN v_equipment_type t ON t.id = m.equipment_type_id${where([
    equipmentTypeId !== undefined && among('m.equipment_type_id', [equipmentTypeId]),
    archiveType !== undefined && `m.archive_type_varname = ${quoted(archiveType)}`,
    ...holding(text, ['m.device_code', 'm.name', 'm.description']),
  ])}
ORDER BY m.equipment_type_id, m.archive_type_varname, CAST(m.device_code AS INTEGER), m.device_code, m.id`,
  unsaid: text.trim() === '' ? [] : ['search'],
})

/** The records that could not be read. */
export const rejectedSql = (): AskedSql => ({
  sql: `SELECT r.received_at, r.resource, r.reason, r.raw
FROM v_rejected r
ORDER BY r.received_at DESC`,
  unsaid: ['listed'],
})

/** The reports that were made, and those that failed. */
export const reportsSql = (): AskedSql => ({
  sql: `SELECT r.made_at, r.name, r.failure, r.facts, r.bytes, r.form, r.from_day, r.to_day, r.stations, r.saved_report, r.file, r.hash, r.id
FROM v_report r
ORDER BY r.made_at DESC, r.id DESC`,
  unsaid: [],
})

import { foreignJson } from '../../contract/foreign-json.ts'
import { cellsOf } from './read-lines.ts'
import { isoTime, type EvidenceTable } from './tables.ts'

/** Which record a line is of, by the names of its key, and what else it says. */
export interface NamedRecord {
  key: Record<string, string>
  fields: Record<string, string>
}

/** Columns that tell a table's rows apart. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  readings: ['equipment_id', 'archive_type', 'view', 'time', 'channel'],
  events: ['equipment_id', 'archive_type', 'time', 'code'],
  changes: ['equipment_id', 'archive_type', 'time', 'code'],
  settings: ['equipment_id', 'taken_at', 'channel_name'],
  sessions: ['telemetry_id', 'time', 'id'],
  stations: ['station_id', 'equipment_id', 'device_from'],
  channels: ['equipment_type_id', 'archive_type', 'channel'],
  coverage: ['equipment_id', 'archive_type', 'view', 'from'],
  notes: ['id', 'station_id'],
  messages: ['id', 'device_code'],
  thresholds: ['equipment_id', 'rule', 'key'],
  meanings: ['equipment_type_id', 'meant', 'archive_type', 'key'],
  findings: ['id', 'station_id', 'rule'],
}

/** A row of a table's CSV. */
export function namedRow(table: EvidenceTable, row: string): NamedRecord {
  const cells = cellsOf(row, table.columns.length)
  return named(table, (at) => cells[at] ?? '')
}

function named(table: EvidenceTable, cellAt: (at: number) => string): NamedRecord {
  const keys = KEYS[table.name] ?? []
  const record: NamedRecord = { key: {}, fields: {} }
  table.columns.forEach(({ name }, at) => {
    record[keys.includes(name) ? 'key' : 'fields'][name] = cellAt(at)
  })
  return record
}

/** A line of records.jsonl; null where it is none. */
export function namedCanonical(line: string): NamedRecord | null {
  const record = foreignJson(line)
  if (!Array.isArray(record)) return null
  try {
    return namedArray(record)
  } catch (error) {
    // A record that nests too deep cannot be written again.
    if (error instanceof RangeError) return null
    throw error
  }
}

function namedArray(record: unknown[]): NamedRecord | null {
  const [kind, ...rest] = record
  const names = KEYS_OF_RECORD[String(kind)]
  if (!names) return null
  const key: Record<string, string> = {}
  names.forEach((name, at) => {
    const value = rest[at] ?? null
    key[name] = (name === 'time' || name === 'taken_at') && typeof value === 'number' ? text(isoTime(value)) : text(value)
  })
  const held = rest[names.length]
  return { key, fields: fieldsOf(held) }
}

const KEYS_OF_RECORD: Readonly<Record<string, readonly string[]>> = {
  station: ['station_id'],
  reading: ['equipment_id', 'archive_type', 'view', 'time'],
  event: ['equipment_id', 'archive_type', 'time'],
  settings: ['equipment_id', 'taken_at'],
  session: ['telemetry_id', 'time', 'id'],
}

function fieldsOf(held: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  if (Array.isArray(held)) {
    for (const item of held as unknown[]) if (Array.isArray(item)) fields[text(item[0])] = JSON.stringify(item.slice(1))
  } else if (typeof held === 'object' && held !== null) {
    for (const [name, value] of Object.entries(held)) fields[name] = JSON.stringify(value)
  }
  return fields
}

const text = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** The first field in which two records of one key differ; null where the key differs, or where nothing can be told. */
export function differingField(a: NamedRecord, b: NamedRecord): string | null {
  if (JSON.stringify(a.key) !== JSON.stringify(b.key)) return null
  const names = [...new Set([...Object.keys(a.fields), ...Object.keys(b.fields)])]
  return names.find((name) => a.fields[name] !== b.fields[name]) ?? null
}

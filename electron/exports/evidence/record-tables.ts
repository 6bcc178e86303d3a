import type { Verbatim } from '../../contract/records.ts'
import { isoTime, verbatimCell, verbatimCells, type EvidenceCell, type EvidenceTable } from './tables.ts'

/** The tables that are made of canonical records (records.ts), and how. */

const equipment = { name: 'equipment_id', type: 'integer', description: 'Device' } as const
const archive = { name: 'archive_type', type: 'string', description: "Archive, the service's code" } as const
const value = [
  { name: 'value', type: 'string', description: 'As the service sent it; the unit stands in channels.csv' },
  { name: 'value_type', type: 'string', description: 'number, string, null, boolean or json: what the service sent' },
] as const
const eventColumns = [
  equipment,
  archive,
  { name: 'time', type: 'datetime' },
  { name: 'code', type: 'string' },
  { name: 'code_description', type: 'string' },
  { name: 'val_code', type: 'string' },
  { name: 'izm', type: 'string', description: 'Unit of val_code' },
  { name: 'entries', type: 'string', description: 'All entries, JSON' },
] as const

const SESSION_FIELDS = [
  'Evtid',
  'Trycnt',
  'Tryfl',
  'state',
  'Btm',
  'Rssi',
  'Bsg',
  'gettime',
  'referenceparameter_seance_status_id',
  'duration_session',
  'session_traffic',
  'millisecond',
] as const

export const RECORD_TABLES = {
  readings: {
    name: 'readings',
    title: 'Readings, one row a value',
    columns: [
      equipment,
      archive,
      { name: 'view', type: 'string' },
      { name: 'time', type: 'datetime' },
      { name: 'channel', type: 'string' },
      ...value,
    ],
  },
  events: { name: 'events', title: 'Events of all logs', columns: eventColumns },
  changes: { name: 'changes', title: 'Changes of settings that devices logged', columns: eventColumns },
  settings: {
    name: 'settings',
    title: 'Snapshots of the configuration',
    columns: [
      equipment,
      { name: 'taken_at', type: 'datetime' },
      { name: 'channel_name', type: 'string' },
      ...value.map((column) => ({ ...column, name: column.name.replace('value', 'channel_data_value') })),
      { name: 'unit_name', type: 'string' },
    ],
  },
  sessions: {
    name: 'sessions',
    title: 'Communication sessions; units of levels are not known',
    columns: [
      { name: 'telemetry_id', type: 'integer' },
      { name: 'time', type: 'datetime' },
      { name: 'id', type: 'integer' },
      { name: 'next_session_time', type: 'datetime' },
      ...SESSION_FIELDS.map((name) => ({ name, type: 'string' as const })),
    ],
  },
} as const satisfies Record<string, EvidenceTable>
export type RecordTable = keyof typeof RECORD_TABLES

type Fields = Record<string, Verbatim>
/** A line of canonical records, parsed. */
export type CanonicalRecord =
  | ['station', number, Fields]
  | ['reading', number, string, string, number, Fields]
  | ['event', number, string, number, Fields]
  | ['settings', number, number, [name: Verbatim, value: Verbatim, unit: Verbatim][]]
  | ['session', number, number, number, Fields]

const KIND_IN = {
  readings: 'reading',
  events: 'event',
  changes: 'event',
  settings: 'settings',
  sessions: 'session',
} as const satisfies Record<RecordTable, CanonicalRecord[0]>

/** Whether a line may make rows of a table, by how it begins: most lines need not be parsed for most tables. */
export const isOfTable = (table: RecordTable, line: string): boolean => line.startsWith(`["${KIND_IN[table]}",`)

/** The words that records begin with. */
export const RECORD_KINDS: readonly CanonicalRecord[0][] = ['station', 'reading', 'event', 'settings', 'session']

/** The rows that a record is in a table; none where it is none of the table's. */
export function rowsOf(table: RecordTable, record: CanonicalRecord): EvidenceCell[][] {
  switch (record[0]) {
    case 'reading':
      return table === 'readings' ? readingRows(record) : []
    case 'event':
      return table === 'events' || (table === 'changes' && record[2] === 'changes') ? [eventRow(record)] : []
    case 'settings':
      return table === 'settings' ? settingRows(record) : []
    case 'session':
      return table === 'sessions' ? [sessionRow(record)] : []
    case 'station':
      return []
  }
}

function readingRows([, id, archiveType, view, atMs, values]: CanonicalRecord & ['reading', ...unknown[]]) {
  const time = isoTime(atMs)
  return Object.entries(values).map(([name, held]) => [id, archiveType, view, time, name, ...verbatimCells(held)])
}

function eventRow([, id, archiveType, atMs, entries]: CanonicalRecord & ['event', ...unknown[]]): EvidenceCell[] {
  const said = ['Code', 'CodeDescription', 'ValCode', 'Izm'].map((name) => verbatimCell(entries[name]))
  return [id, archiveType, isoTime(atMs), ...said, JSON.stringify(entries)]
}

function settingRows([, id, atMs, items]: CanonicalRecord & ['settings', ...unknown[]]): EvidenceCell[][] {
  return items.map(([name, held, unit]) => [id, isoTime(atMs), verbatimCell(name), ...verbatimCells(held), verbatimCell(unit)])
}

function sessionRow([, unit, atMs, id, fields]: CanonicalRecord & ['session', ...unknown[]]): EvidenceCell[] {
  const next = fields['next_session_ms']
  return [
    unit,
    isoTime(atMs),
    id,
    isoTime(typeof next === 'number' ? next : null),
    ...SESSION_FIELDS.map((name) => verbatimCell(fields[name])),
  ]
}

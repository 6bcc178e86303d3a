import type { EvidenceCell, EvidenceTable } from './tables.ts'

/** The tables beside the records: whose they are, what is known of each day, what people wrote and set, what was found. */
const id = (name: string, description?: string) => ({
  name,
  type: 'integer' as const,
  ...(description ? { description } : {}),
})
const text = (name: string, description?: string) => ({
  name,
  type: 'string' as const,
  ...(description ? { description } : {}),
})
const time = (name: string) => ({ name, type: 'datetime' as const })

export const CONTEXT_TABLES = {
  stations: {
    name: 'stations',
    title: 'Stations, each of the devices that they had with its time there, and their consumers',
    columns: [
      id('station_id'),
      text('name'),
      id('equipment_id'),
      id('telemetry_id'),
      text('equipment_serial_number'),
      id('equipment_type_id'),
      text('equipment_type'),
      id('consumer_id'),
      text('consumer'),
      time('device_from'),
      time('device_to'),
    ],
  },
  channels: {
    name: 'channels',
    title: 'Channels of the device types, with units',
    columns: [id('equipment_type_id'), text('archive_type'), text('channel'), text('channel_name'), text('unit_name')],
  },
  coverage: {
    name: 'coverage',
    title: 'Days that were asked for, in runs',
    columns: [
      id('equipment_id'),
      text('archive_type'),
      text('view'),
      { name: 'from', type: 'date' },
      { name: 'to', type: 'date' },
      text('state', 'fetched, empty, partial, failed or not_transmitted; a day in no run was never asked for'),
      time('fetched_at'),
    ],
  },
  notes: {
    name: 'notes',
    title: 'Notes of engineers, without their photographs',
    columns: [
      text('id'),
      id('station_id'),
      time('from_time'),
      time('to_time'),
      text('kind'),
      text('author'),
      time('written_at'),
      time('edited_at'),
      text('text'),
      id('photos', 'How many photographs'),
    ],
  },
  meter_readings: {
    name: 'meter_readings',
    title: 'What engineers read at the meter, as they wrote it down: each is a note',
    columns: [
      text('id', 'Of its note'),
      id('station_id'),
      time('event_time'),
      text('equipment_serial_number', 'As it stood on the plate'),
      text('counter_standard', 'm³, the digits of the dial'),
      text('counter_working', 'm³, the digits of the dial'),
      text('pressure'),
      text('pressure_unit'),
      text('temperature', '°C'),
      text('conversion_factor'),
      text('seals', 'JSON'),
      text('violations'),
      text('supplier'),
      text('consumer'),
    ],
  },
  imported_files: {
    name: 'imported_files',
    title: 'Files by cable that records are of; each lies in data/files under its SHA-256',
    columns: [
      text('sha256'),
      id('station_id'),
      text('name'),
      id('bytes'),
      text('map', 'How it was read: JSON'),
      text('author'),
      time('imported_at'),
    ],
  },
  record_sources: {
    name: 'record_sources',
    title: 'Records that are a file by cable brought; any other is of the service',
    columns: [id('equipment_id'), text('archive_type'), text('view'), time('time'), text('sha256'), text('entries', 'Of an event: JSON')],
  },
  typed: {
    name: 'typed',
    title: 'What engineers typed in of the stations, because the service does not say it',
    columns: [id('station_id'), text('fact'), text('value'), text('typed_by'), time('typed_at')],
  },
  limits: {
    name: 'limits',
    title: 'What contracts allow the stations and their consumers, as engineers typed it in',
    columns: [
      text('owner', 'station or consumer'),
      id('owner_id'),
      text('period'),
      { name: 'm3', type: 'number' },
      { name: 'from_day', type: 'date', description: 'Gas day; empty: from ever' },
      { name: 'to_day', type: 'date', description: 'Gas day, included; empty: open' },
      text('author'),
      time('written_at'),
    ],
  },
  branches: {
    name: 'branches',
    title: 'Branches of the network as they are drawn, all of whose stations are here',
    columns: [
      text('branch_id'),
      text('branch_name'),
      id('place'),
      id('station_id'),
      text('side', 'in or out'),
      text('author'),
      time('written_at'),
    ],
  },
  messages: {
    name: 'messages',
    title: "The service's reference of messages, of these types of device",
    columns: [
      id('id'),
      id('equipment_type_id'),
      text('archive_type_varname'),
      text('device_code'),
      text('name'),
      text('description'),
      id('message_typical_id'),
      text('channel_varname'),
    ],
  },
  thresholds: {
    name: 'thresholds',
    title: 'Thresholds of the rules that hold for each device',
    columns: [
      id('equipment_id'),
      text('rule'),
      text('key'),
      { name: 'value', type: 'number', description: 'Empty: none' },
      text('from', 'program, maker, book, type or device: whose it is'),
    ],
  },
  meanings: {
    name: 'meanings',
    title: "What users say that channels, settings and messages mean, where the program's table says otherwise",
    columns: [id('equipment_type_id'), text('meant'), text('archive_type'), text('key'), text('quantity'), text('basis'), text('role')],
  },
  findings: {
    name: 'findings',
    title: 'What the rules found, as it stood when the bundle was made',
    columns: [
      text('id'),
      text('rule'),
      id('flag', '3 suspect, 4 fail, 9 missing'),
      text('state'),
      id('station_id'),
      id('equipment_id'),
      text('archive_type'),
      text('channel'),
      time('from_time'),
      time('to_time'),
      { name: 'measure', type: 'number' },
      { name: 'threshold', type: 'number' },
      text('unit'),
      { name: 'm3', type: 'number' },
    ],
  },
} as const satisfies Record<string, EvidenceTable>
type ContextTable = keyof typeof CONTEXT_TABLES

/** A row of a table of the context: what `context.jsonl` has as a line, and its CSV as a row. */
export type ContextRow = [table: ContextTable, ...cells: EvidenceCell[]]

/** Tables that bundles of earlier versions do not have. */
const LATER_TABLES: readonly ContextTable[] = ['meter_readings', 'imported_files', 'record_sources', 'typed', 'limits', 'branches']
export const isLater = (name: string): boolean => LATER_TABLES.some((table) => table === name)

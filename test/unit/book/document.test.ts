import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempBook } from './fixtures.ts'

/**
 * docs/service.md, 'Resources and their fields', word for word: each field of each resource is a column of a
 * public view of the book. `children` are rows of the same view; entries of `channel_data` are unfolded.
 */
const RESOURCES: Record<string, string> = {
  v_provider: 'id name children',
  v_consumer: 'id name subdivision_type_name inn contact_number',
  v_station:
    'id name equipment_type_id equipment_type_varname equipment_brand_name phone equipment_id telemetry_id customer_id equipment_serial_number status_name_value volume_value volume_unit pressure_value pressure_unit temperature_value temperature_unit last_seance_event_time uid',
  v_characteristics: 'id gas_boiler gas_stove gas_water_heater resident_count heated_area',
  v_last_session: 'station_name last_seance_event_time',
  v_equipment_type: 'id name equipment_kind_name telemetry_type_name resource_name description',
  v_channel: 'equipment_type_id archive_type_name archive_type_varname telemetry_type_name channel_name channel_varname unit_name',
  v_reading: 'event_time channel_data',
  v_setting: 'channel_name channel_data_value unit_name',
  v_event: 'event_time channel_data Code CodeDescription ValCode Izm',
  v_message:
    'id name description device_code equipment_type_id equipment_type_varname referenceparameter_archive_type_id archive_type_varname message_typical_id channel_id channel_varname',
  v_session:
    'id telemetry_id event_time Evtid Trycnt Tryfl state Btm Rssi Bsg gettime next_session_time referenceparameter_seance_status_id duration_session session_traffic millisecond',
}

/** Where a field has no column of its own name. */
const SHOWN_AS: Record<string, string> = {
  'v_provider children': 'parent_id',
  'v_reading channel_data': 'channel value',
  'v_event channel_data': 'entries',
  'v_event Code': 'code',
  'v_event CodeDescription': 'code_description',
  'v_event ValCode': 'val_code',
  'v_event Izm': 'izm',
}

/** docs/service.md, 'Endpoints': method and path, without /api/v1. */
const OPERATIONS = [
  'POST auth/sign_in',
  'DELETE auth/sign_out',
  'GET energies',
  'GET customers',
  'GET stations',
  'GET stations/:id/characteristics',
  'GET stations/last_seance_event_time',
  'GET equipment_types',
  'GET channel_archive_types',
  'GET channel_data` readings, both views',
  'GET channel_data` settings',
  'GET channel_data` seven event archives',
  'GET message_equipment_types',
  'GET seances',
]

const root = path.resolve(import.meta.dirname, '../../..')
const document = (name: string) => readFileSync(path.join(root, 'docs', name), 'utf8')

const columnsOf = (view: string) =>
  tempBook()
    .db.prepare(`SELECT * FROM ${view}`)
    .columns()
    .map(({ name }) => name)

test.each(Object.entries(RESOURCES))('%s shows every field of its resource', (view, fields) => {
  const columns = columnsOf(view)
  for (const field of fields.split(' ')) {
    for (const column of (SHOWN_AS[`${view} ${field}`] ?? field).split(' ')) expect(columns, field).toContain(column)
  }
})

test('the provider whose list named a consumer is kept', () => {
  expect(columnsOf('v_consumer_provider')).toEqual(['energy_id', 'customer_id'])
})

/** Cells of the table in a document, without its head. */
function tableIn(text: string): string[][] {
  const rows = text.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

test('the table of resources names every operation, and its tables, views and tests are there', () => {
  const rows = tableIn(document('resources.md'))
  const operations = rows.map(([operation = '']) => operation).join('\n')
  for (const operation of OPERATIONS) expect(operations).toContain(operation)
  const names = new Set(tempBook().db.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all())
  for (const [operation = '', , table = '', view = '', , tests = ''] of rows) {
    const named = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')
    for (const name of [...named(table), ...named(view)]) expect([...names], operation).toContain(name)
    expect(named(tests).length, operation).toBeGreaterThan(0)
    for (const name of named(tests)) expect(() => readFileSync(path.join(root, 'test', name)), name).not.toThrow()
  }
})

test('the page on the book lists every public view with its columns', () => {
  const views = tempBook().db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'view'").pluck().all()
  for (const view of views) expect(document('book.md')).toContain(`${view}(`)
})

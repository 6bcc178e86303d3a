/**
 * The public views as tables of a lake: which columns they have, of what kind, and how they are read in order and in
 * parts. Readings and events, which are far larger, have partitions.ts.
 */

import { publicFields, type RecordFields } from '../../contract/fields/field.ts'
import { FINDING_FIELDS } from '../../contract/fields/findings.ts'
import { STATION_FIELDS } from '../../contract/fields/stations.ts'
import { CONSUMER_FIELDS } from '../../contract/fields/consumers.ts'
import { CHARACTERISTICS_FIELDS } from '../../contract/fields/characteristics.ts'
import { EQUIPMENT_TYPE_FIELDS } from '../../contract/fields/equipment-types.ts'
import { CHANNEL_FIELDS } from '../../contract/fields/channels.ts'
import { MESSAGE_FIELDS } from '../../contract/fields/messages.ts'
import { SESSION_FIELDS } from '../../contract/fields/sessions.ts'

/**
 * `whole`, `double`, `time` (in the view seconds), `day` (yyyy-mm-dd), `text` (a number becomes its text); `mixed` is what
 * came as a number or as a text: a double, and a second column NAME_text.
 */
export type LakeKind = 'whole' | 'double' | 'time' | 'day' | 'text' | 'mixed'

export interface LakeTable {
  name: string
  columns: readonly (readonly [name: string, kind: LakeKind])[]
  /** The keys that rows are read by: all of them, in order. */
  keys: string
  /** Rows of keys from @from to @to, in order of the key; `null` for rows without one. */
  rows: (condition: string) => string
  /** Keys that are read at once. */
  step: number
}

type Columns = LakeTable['columns']
const SMALL = 500

/** A view with a key of its own, or that some rows share. */
function view(name: string, columns: Columns, { key = 'id', of = name, step = SMALL, order = '' } = {}): LakeTable {
  const names = columns.map(([column]) => `"${column}"`).join(', ')
  return {
    name,
    columns,
    keys: `SELECT DISTINCT ${key} FROM ${of} ORDER BY 1`,
    rows: (condition) => `SELECT ${names} FROM v_${name} WHERE ${key} ${condition} ORDER BY ${[key, order].filter(Boolean).join(', ')}`,
    step,
  }
}

const KINDS = { text: 'text', whole: 'whole', number: 'double', time: 'time', word: 'text', code: 'mixed', value: 'mixed' } as const
const columnsOf = (fields: RecordFields): Columns => publicFields(fields).map(({ name, kind }) => [name, KINDS[kind]])

const battery = (name: string): Columns => [
  [name, 'double'],
  [`${name}_slope_a_day`, 'double'],
  [`${name}_replaced_at`, 'time'],
  [`${name}_ends_at`, 'time'],
  [`${name}_ends_earliest`, 'time'],
  [`${name}_ends_latest`, 'time'],
  [`${name}_no_forecast`, 'text'],
]

const HEALTH: Columns = [
  ['station_id', 'whole'],
  ['judged_at', 'time'],
  ['last_session_time', 'time'],
  ['rhythm_hours', 'double'],
  ['next_session_time', 'time'],
  ...battery('telemetry_battery'),
  ...battery('meter_battery'),
  ['rssi', 'double'],
  ['rssi_slope_a_day', 'double'],
  ['retries', 'double'],
  ['retries_times', 'double'],
  ['duration_session', 'double'],
  ['duration_session_times', 'double'],
  ['session_traffic', 'double'],
  ['session_traffic_times', 'double'],
  ['open_situations', 'whole'],
  ['overwritten_at', 'time'],
  ['overwritten_archive', 'text'],
  ['usual_m3_a_day', 'double'],
]

const CONSUMPTION_DAY: Columns = [
  ['station_id', 'whole'],
  ['day', 'day'],
  ['channel', 'text'],
  ['volume', 'double'],
  ['unit', 'text'],
  ['way', 'text'],
  ['hours', 'whole'],
  ['hours_expected', 'whole'],
  ['received', 'whole'],
  ['by_counter', 'whole'],
  ['by_daily', 'whole'],
  ['abnormal_minutes', 'double'],
  ['substitute_minutes', 'double'],
]

/** Amounts that passed over a day's end and are in the volume of no day. */
const CONSUMPTION_SPAN: Columns = [
  ['station_id', 'whole'],
  ['from_time', 'time'],
  ['to_time', 'time'],
  ['first_day', 'day'],
  ['last_day', 'day'],
  ['channel', 'text'],
  ['volume', 'double'],
  ['unit', 'text'],
  ['hours', 'double'],
  ['received', 'double'],
]

/** Days are unfolded by SQLite, so a series is read at a time. */
const COVERAGE: LakeTable = {
  name: 'coverage',
  columns: [
    ['equipment_id', 'whole'],
    ['archive_type', 'text'],
    ['view', 'text'],
    ['day', 'day'],
    ['state', 'text'],
    ['fetched_at', 'time'],
    ['telemetry_id', 'whole'],
  ],
  keys: 'SELECT DISTINCT series_id FROM coverage_run ORDER BY 1',
  rows: (condition) => `
    SELECT coalesce(s.equipment_id, t.equipment_id), s.archive_type, s."view", date(d.day * 86400, 'unixepoch'),
      CASE r.state WHEN 1 THEN 'fetched' WHEN 2 THEN 'empty' WHEN 3 THEN 'failed' WHEN 4 THEN 'partial' ELSE 'not_transmitted' END,
      r.fetched_at_ms / 1000.0, s.telemetry_id
    FROM series s JOIN coverage_run r ON r.series_id = s.id
    CROSS JOIN calendar d ON d.day BETWEEN r.from_day AND r.to_day
    LEFT JOIN station t ON s.telemetry_id IS NOT NULL AND t.telemetry_id = s.telemetry_id
    WHERE s.id ${condition} AND NOT EXISTS (SELECT 1 FROM station o
      WHERE o.telemetry_id = t.telemetry_id AND o.equipment_id IS t.equipment_id AND o.id < t.id)
    ORDER BY s.id, d.day, 1`,
  step: 1,
}

/** Read by the key of its table. `book` is in a lake the book that a row lies in: the one that it came from has another name. */
const KEPT_TWICE: LakeTable = {
  name: 'kept_twice',
  columns: [
    ['kind', 'text'],
    ['equipment_id', 'whole'],
    ['telemetry_id', 'whole'],
    ['archive_type', 'text'],
    ['view', 'text'],
    ['event_time', 'time'],
    ['content', 'text'],
    ['from_book', 'text'],
    ['merged_at', 'time'],
  ],
  keys: 'SELECT DISTINCT owner_id FROM kept_twice ORDER BY 1',
  rows: (condition) => `
    SELECT kind, iif(kind = 'reading', owner_id, NULL), iif(kind = 'session', nullif(owner_id, 0), NULL), archive_type,
      "view", at_ms / 1000.0, content, book_id, merged_at_ms / 1000.0
    FROM kept_twice WHERE kind IN ('reading', 'session') AND owner_id ${condition}
    ORDER BY owner_id, kind, archive_type, "view", at_ms, content`,
  step: 1,
}

export const LAKE_TABLES: readonly LakeTable[] = [
  view('provider', [
    ['id', 'whole'],
    ['name', 'text'],
    ['parent_id', 'whole'],
  ]),
  view('consumer', columnsOf(CONSUMER_FIELDS)),
  view(
    'consumer_provider',
    [
      ['energy_id', 'whole'],
      ['customer_id', 'whole'],
    ],
    {
      key: 'energy_id',
      of: 'v_consumer_provider',
      step: 1,
      order: 'customer_id',
    },
  ),
  view('station', columnsOf(STATION_FIELDS)),
  view(
    'station_device',
    [
      ['station_id', 'whole'],
      ['equipment_id', 'whole'],
      ['telemetry_id', 'whole'],
      ['equipment_type_id', 'whole'],
      ['equipment_serial_number', 'text'],
      ['from_time', 'time'],
      ['to_time', 'time'],
    ],
    { key: 'station_id', of: 'station_device', order: 'from_time IS NOT NULL, from_time, equipment_id, telemetry_id' },
  ),
  view(
    'last_session',
    [
      ['id', 'whole'],
      ['station_name', 'text'],
      ['last_seance_event_time', 'time'],
    ],
    {
      of: 'v_last_session',
    },
  ),
  view('characteristics', columnsOf(CHARACTERISTICS_FIELDS)),
  view('equipment_type', columnsOf(EQUIPMENT_TYPE_FIELDS)),
  view('channel', columnsOf(CHANNEL_FIELDS), { key: 'equipment_type_id', step: 1, order: 'archive_type_varname, channel_varname' }),
  view('message', columnsOf(MESSAGE_FIELDS)),
  view(
    'setting',
    [
      ['equipment_id', 'whole'],
      ['taken_at', 'time'],
      ['channel_name', 'text'],
      ['channel_data_value', 'mixed'],
      ['unit_name', 'text'],
    ],
    { key: 'equipment_id', of: 'setting_snapshot', step: 1, order: 'taken_at, channel_name, channel_data_value, unit_name' },
  ),
  view('session', columnsOf(SESSION_FIELDS), { key: 'telemetry_id', step: 1, order: 'event_time, id' }),
  COVERAGE,
  view(
    'rejected',
    [
      ['resource', 'text'],
      ['reason', 'text'],
      ['raw', 'text'],
      ['received_at', 'time'],
    ],
    {
      key: 'resource',
      step: 1,
      order: 'received_at, raw',
    },
  ),
  view(
    'note',
    [
      ['id', 'text'],
      ['station_id', 'whole'],
      ['from_time', 'time'],
      ['to_time', 'time'],
      ['kind', 'text'],
      ['author', 'text'],
      ['written_at', 'time'],
      ['text', 'text'],
    ],
    { key: 'station_id', of: 'v_note', step: 1, order: 'id' },
  ),
  view(
    'meter_reading',
    [
      ['id', 'text'],
      ['station_id', 'whole'],
      ['equipment_id', 'whole'],
      ['event_time', 'time'],
      ['equipment_serial_number', 'text'],
      ['counter_standard', 'double'],
      ['counter_working', 'double'],
      ['pressure', 'double'],
      ['temperature', 'double'],
      ['conversion_factor', 'double'],
      ['pressure_unit', 'text'],
      ['seals', 'text'],
      ['violations', 'text'],
      ['supplier', 'text'],
      ['consumer', 'text'],
      ['author', 'text'],
      ['written_at', 'time'],
      ['text', 'text'],
    ],
    { key: 'station_id', of: 'v_meter_reading', step: 1, order: 'id' },
  ),
  view(
    'station_typed',
    [
      ['station_id', 'whole'],
      ['fact', 'text'],
      ['value', 'text'],
      ['typed_by', 'text'],
      ['typed_at', 'time'],
    ],
    { key: 'station_id', of: 'v_station_typed', order: 'fact' },
  ),
  view(
    'trip',
    [
      ['place', 'whole'],
      ['station_id', 'whole'],
    ],
    { key: 'station_id', of: 'v_trip' },
  ),
  view('finding', [...columnsOf(FINDING_FIELDS), ['part_of', 'text'], ['own_m3', 'double']], {
    key: 'station_id',
    step: 1,
    order: 'rule, from_time, id',
  }),
  view('health', HEALTH, { key: 'station_id', of: 'station_health' }),
  view('consumption_day', CONSUMPTION_DAY, { key: 'station_id', step: 8, order: 'day' }),
  view('consumption_span', CONSUMPTION_SPAN, { key: 'station_id', of: 'consumption_source', order: 'from_time' }),
  view(
    'branch',
    [
      ['branch_id', 'text'],
      ['branch_name', 'text'],
      ['place', 'whole'],
      ['station_id', 'whole'],
      ['side', 'text'],
      ['author', 'text'],
      ['written_at', 'time'],
    ],
    { key: 'branch_id', of: 'v_branch', step: 1, order: 'place' },
  ),
  view(
    'balance_day',
    [
      ['branch_id', 'text'],
      ['branch_name', 'text'],
      ['day', 'day'],
      ['input_m3', 'double'],
      ['output_m3', 'double'],
      ['difference_m3', 'double'],
      ['difference_percent', 'double'],
      ['hours_compared', 'whole'],
      ['hours', 'whole'],
      ['uncertainty_m3', 'double'],
    ],
    { key: 'branch_id', of: 'v_balance_day', step: 1, order: 'day' },
  ),
  KEPT_TWICE,
  view(
    'import',
    [
      ['sha256', 'text'],
      ['station_id', 'whole'],
      ['name', 'text'],
      ['bytes', 'whole'],
      ['map', 'text'],
      ['author', 'text'],
      ['imported_at', 'time'],
    ],
    { key: 'station_id', of: 'import_file', order: 'sha256' },
  ),
  view(
    'contract',
    [
      ['consumer_id', 'whole'],
      ['number', 'text'],
      ['contract_day', 'day'],
    ],
    {
      key: 'consumer_id',
      of: 'contract_number',
    },
  ),
  view(
    'limit',
    [
      ['station_id', 'whole'],
      ['consumer_id', 'whole'],
      ['period', 'text'],
      ['m3', 'double'],
      ['from_day', 'day'],
      ['to_day', 'day'],
      ['author', 'text'],
      ['written_at', 'time'],
    ],
    { key: 'period', of: 'v_limit', step: 1, order: 'station_id, consumer_id, from_day' },
  ),
  view(
    'report',
    [
      ['id', 'whole'],
      ['saved_report', 'text'],
      ['name', 'text'],
      ['form', 'text'],
      ['from_day', 'day'],
      ['to_day', 'day'],
      ['stations', 'whole'],
      ['made_at', 'time'],
      ['file', 'text'],
      ['bytes', 'whole'],
      ['hash', 'text'],
      ['failure', 'text'],
      ['facts', 'text'],
    ],
    { of: 'made_report' },
  ),
]

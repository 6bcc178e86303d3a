import { FINDING_DETAILS, FINDING_STATES, RULE_CODES, RULE_UNITS } from '../rules.ts'
import { READING_VIEWS } from '../records.ts'
import type { RecordField } from './field.ts'

/**
 * What a finding has: the one list that the contract's shape, the book's columns, the lake and the files are made from. The order
 * is that of the public view. A field that is added here needs its migration and its word in each language, and nothing more.
 */
export const FINDING_FIELDS = {
  /** Stays the same for as long as rule, subject and beginning do. */
  id: { name: 'id', kind: 'text' },
  rule: { name: 'rule', kind: 'text', oneOf: RULE_CODES },
  flag: { name: 'flag', kind: 'whole', oneOf: [3, 4, 9] },
  stationId: { name: 'station_id', kind: 'whole' },
  equipmentId: { name: 'equipment_id', kind: 'whole', mayLack: true },
  archiveType: { name: 'archive_type', kind: 'text', mayLack: true },
  /** The view of the archive that was judged. */
  view: { name: 'view', kind: 'text', oneOf: READING_VIEWS, mayLack: true, isInner: true },
  channelVarname: { name: 'channel', kind: 'text', mayLack: true },
  fromMs: { name: 'from_time', kind: 'time' },
  /** Null: it still lasts. */
  toMs: { name: 'to_time', kind: 'time', mayLack: true },
  measure: { name: 'measure', kind: 'number', mayLack: true, title: 'measured', isComputed: true },
  threshold: { name: 'threshold', kind: 'number', mayLack: true },
  unit: { name: 'unit', kind: 'text', oneOf: RULE_UNITS, mayLack: true, title: 'unit_name', isInner: true },
  /** m³ concerned, standard where the device counts them. */
  m3: { name: 'm3', kind: 'number', mayLack: true, title: 'm3_concerned', isComputed: true },
  detail: { name: 'detail', kind: 'text', oneOf: FINDING_DETAILS, mayLack: true, isInner: true },
  /** Follows from its marks. */
  state: { name: 'state', kind: 'text', oneOf: FINDING_STATES, title: 'mark' },
} as const satisfies Readonly<Record<string, RecordField>>

/** What a table of findings is ordered by. */
export const FINDING_SORTS = ['from', 'station', 'rule', 'flag', 'm3', 'duration', 'state'] as const

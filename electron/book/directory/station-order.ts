import type { Database } from 'better-sqlite3'
import { numberOf } from '../archives/reading-record.ts'
import { fromCell } from '../file/layout.ts'
import { naturalKey, textOf } from '../search/text.ts'
import type { STATION_SORTS } from '../../contract/stations.ts'
import { unitNamed } from '../../contract/unit-spellings.ts'
import { conversion, converted, dimensionOf, type UnitId } from '../../contract/units.ts'

export type StationOrder = Exclude<(typeof STATION_SORTS)[number], 'match'>
export interface StationSort {
  by: StationOrder | 'match'
  desc?: boolean
}

/** Each order compares these, lowest first: an SQL expression, and when it says that a station has no value. */
const KEYS: Readonly<Record<StationOrder, { key: string; absent: string }>> = {
  name: text('s.name_key'),
  equipmentSerialNumber: text('s.serial_key'),
  equipmentBrandName: text('s.brand_key'),
  statusNameValue: text('s.status_key'),
  consumerName: text('s.consumer_key'),
  uid: text('natural_key(s.uid)'),
  phone: text('natural_key(s.phone)'),
  equipmentTypeVarname: text('natural_key(s.equipment_type_varname)'),
  lastSeanceEventMs: value('s.last_seance_event_ms'),
  volume: value("base_of(s.volume_value, s.volume_unit, 'm3')"),
  pressure: value("base_of(s.pressure_value, s.pressure_unit, 'Pa')"),
  temperature: value("base_of(s.temperature_value, s.temperature_unit, 'kelvin')"),
  hasData: value(`iif(
    EXISTS (SELECT 1 FROM series WHERE equipment_id = s.equipment_id AND records > 0)
    OR EXISTS (SELECT 1 FROM session WHERE telemetry_id = s.telemetry_id), 1, NULL)`),
  findings: value(`nullif((
    SELECT count(*) FROM finding f WHERE f.station_id = s.id AND f.state IN ('new', 'seen')), 0)`),
  id: value('s.id'),
  equipmentId: value('s.equipment_id'),
  telemetryId: value('s.telemetry_id'),
  unlistedAtMs: value('s.unlisted_at_ms'),
}

function text(key: string) {
  return { key, absent: `${key} = ''` }
}
function value(key: string) {
  return { key, absent: `${key} IS NULL` }
}

/** Orders that change with what is in the archives, and not with the stations alone. */
export const CHANGING_ORDERS: ReadonlySet<StationOrder> = new Set<StationOrder>(['hasData', 'findings'])

/**
 * An order as after ORDER BY, over `station s`: stations without a value come last both ways, and those with the same
 * one stay in the order of names both ways. Names themselves are turned around as a whole.
 */
export function orderBy({ by, desc = false }: { by: StationOrder; desc?: boolean }): string {
  const { key, absent } = KEYS[by]
  const way = desc ? 'DESC' : 'ASC'
  return by === 'name' ? `${absent}, ${key} ${way}, s.id ${way}` : `${absent}, ${key} ${way}, s.name_key = '', s.name_key, s.id`
}

/** Values of devices that report in different units are compared in one; a value in an unknown unit as it is. */
function inBase(value: number, unit: string, base: UnitId): number {
  const id = unitNamed(unit)?.id
  return id === undefined || dimensionOf(id) !== dimensionOf(base) ? value : converted(value, conversion(id, base))
}
const BASES: readonly UnitId[] = ['m3', 'Pa', 'kelvin']

/** The SQL functions of the orders. */
export function defineOrderFunctions(db: Database): void {
  const numeric = (cell: unknown) => {
    const number = numberOf(fromCell(cell))
    return Number.isFinite(number) ? number : null
  }
  db.function('natural_key', { deterministic: true }, (cell) => naturalKey(fromCell(cell)))
  db.function('base_of', { deterministic: true }, (cell, unit, name) => {
    const number = numeric(cell)
    const base = BASES.find((one) => one === name)
    return number === null || base === undefined ? number : inBase(number, textOf(fromCell(unit)), base)
  })
}

import type { FacetCondition } from '../station-facets.ts'
import type { StationSort } from '../stations.ts'
import { among, ofProviders, quoted, where, type AskedSql } from './sql.ts'

/** The questions that tables of stations stand for. */

const COLUMNS = `s.id AS station_id, s.name, s.equipment_serial_number, s.equipment_brand_name, s.status_name_value, c.name AS consumer,
  s.last_seance_event_time, s.volume_value, s.volume_unit, s.pressure_value, s.pressure_unit, s.temperature_value, s.temperature_unit`

/** What a column of the table is called in the views; others are the program's own. */
const ORDERS: Partial<Record<StationSort['by'], string>> = {
  name: 's.name',
  equipmentSerialNumber: 's.equipment_serial_number',
  equipmentBrandName: 's.equipment_brand_name',
  statusNameValue: 's.status_name_value',
  consumerName: 'c.name',
  lastSeanceEventMs: 's.last_seance_event_time',
  uid: 's.uid',
  phone: 's.phone',
  equipmentTypeVarname: 's.equipment_type_varname',
  id: 's.id',
  equipmentId: 's.equipment_id',
  telemetryId: 's.telemetry_id',
}

/** Facets whose values are those of a column. */
const FACETS: Partial<Record<FacetCondition['by'], string>> = {
  status: "coalesce(s.status_name_value, '')",
  model: "coalesce(s.equipment_brand_name, '')",
  consumer: "coalesce(CAST(s.customer_id AS TEXT), '')",
}

export interface StationsShown {
  text?: string | undefined
  providerId?: number | undefined
  consumerId?: number | undefined
  conditions?: readonly FacetCondition[] | undefined
  sort: { by: StationSort['by']; desc?: boolean }
  /** The stations that the table shows, where the views cannot say what narrows it (`needsIds`). */
  ids?: readonly number[]
}

/** The search knows both cases of every script and the other keyboard, and most facets are judged by the program. */
export const needsIds = ({ text, conditions = [] }: Pick<StationsShown, 'text' | 'conditions'>): boolean =>
  text !== undefined || conditions.some(({ by }) => FACETS[by] === undefined)

/** The stations of the workbench. */
export function stationsSql({ providerId, consumerId, conditions = [], sort, ids, ...rest }: StationsShown): AskedSql {
  const isListed = needsIds({ ...rest, conditions }) && ids !== undefined
  const facets = conditions.flatMap(({ by, values, not = false }) => {
    const column = FACETS[by]
    return column === undefined ? [] : [`${not ? 'NOT ' : ''}(${among(column, values)})`]
  })
  const own = isListed
    ? [among('s.id', ids)]
    : [
        providerId !== undefined && ofProviders('s.customer_id', [providerId]),
        consumerId !== undefined && `s.customer_id = ${consumerId}`,
        ...facets,
      ]
  const order = ORDERS[sort.by]
  return {
    sql: `SELECT ${COLUMNS}
FROM v_station s
LEFT JOIN v_consumer c ON c.id = s.customer_id${where(own)}
ORDER BY ${order === undefined ? '' : `${order} IS NULL, ${order}${sort.desc ? ' DESC' : ''}, `}${sort.by === 'name' ? '' : 's.name, '}s.id`,
    unsaid: [...(isListed ? ['chosen' as const] : []), ...(sort.by === 'id' ? [] : ['order' as const])],
  }
}

/** The stations that need a visit: their open findings, in place of the program's rank. */
export const visitsSql = (stationIds: readonly number[]): AskedSql => ({
  sql: `SELECT s.id AS station_id, s.name, s.last_seance_event_time, count(f.id) AS findings,
  sum(f.flag = 4) AS fail, sum(f.flag = 3) AS suspect, sum(f.flag = 9) AS missing, round(sum(f.m3), 1) AS m3,
  h.telemetry_battery_ends_at, h.meter_battery_ends_at
FROM v_station s
LEFT JOIN v_finding f ON f.station_id = s.id AND f.part_of IS NULL AND f.state IN ('new', 'seen')
LEFT JOIN v_health h ON h.station_id = s.id${where([among('s.id', stationIds)])}
GROUP BY s.id
ORDER BY fail DESC, suspect DESC, findings DESC`,
  unsaid: ['rank'],
})

/** When devices are verified next, as far as somebody has typed it in. */
export const verificationsSql = (stationIds: readonly number[] | null): AskedSql => ({
  sql: `SELECT s.id AS station_id, s.name, s.equipment_serial_number, t.value AS next_verification, t.typed_by, t.typed_at
FROM v_station s
LEFT JOIN v_station_typed t ON t.station_id = s.id AND t.fact = ${quoted('next_verification')}${where([stationIds && among('s.id', stationIds)])}
ORDER BY t.value IS NULL, t.value, s.name`,
  unsaid: ['verifications'],
})

import type { STATION_SORTS } from '../../../electron/contract/stations.ts'

/** The columns that the table can be sorted by: all of them. The contract has them too, behind schemas that the window does not load. */
const SORTS: Readonly<Record<Exclude<(typeof STATION_SORTS)[number], 'match'>, true>> = {
  name: true,
  equipmentSerialNumber: true,
  equipmentBrandName: true,
  statusNameValue: true,
  consumerName: true,
  lastSeanceEventMs: true,
  volume: true,
  pressure: true,
  temperature: true,
  hasData: true,
  findings: true,
  uid: true,
  phone: true,
  equipmentTypeVarname: true,
  id: true,
  equipmentId: true,
  telemetryId: true,
  unlistedAtMs: true,
}

export const isStationSort = (by: string): boolean => Object.hasOwn(SORTS, by)

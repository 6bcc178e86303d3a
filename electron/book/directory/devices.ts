import type { Context } from '../context.ts'
import { answersFor } from '../file/version.ts'

/** A device and the station that it is at, or was at last; the one with the smallest id where the service lists several. */
export interface DeviceRow {
  equipmentId: number
  stationId: number
  stationName: string | null
  /** The station's place among all in the order of names. */
  order: number
  customerId: number | null
  equipmentTypeId: number | null
}

/** Every device of the book at once, for what looks at events or readings of all stations. */
export function devicesIn({ db, versions }: Context) {
  const all = db
    .prepare<[], [number, number, string | null, number | null, number | null]>(
      `SELECT equipment_id, id, name, customer_id, equipment_type_id FROM station
       WHERE equipment_id IS NOT NULL ORDER BY name_key, id`,
    )
    .raw()
  const former = db
    .prepare<[], [number, number, string | null, number | null, number | null]>(
      `SELECT d.equipment_id, s.id, s.name, s.customer_id, d.equipment_type_id FROM station_device d JOIN station s ON s.id = d.station_id
       WHERE d.equipment_id IS NOT NULL AND (d.to_ms IS NOT NULL OR d.equipment_id < 0) ORDER BY d.to_ms DESC`,
    )
    .raw()
  const answered = answersFor<ReadonlyMap<number, DeviceRow>>(versions.data, 1)

  return {
    /** By the key of the device. */
    all: (): ReadonlyMap<number, DeviceRow> =>
      answered('', () => {
        const devices = new Map<number, DeviceRow>()
        all.all().forEach(([equipmentId, stationId, stationName, customerId, equipmentTypeId], order) => {
          if ((devices.get(equipmentId)?.stationId ?? Infinity) < stationId) return
          devices.set(equipmentId, { equipmentId, stationId, stationName, order, customerId, equipmentTypeId })
        })
        const orders = new Map([...devices.values()].map(({ stationId, order }) => [stationId, order]))
        for (const [equipmentId, stationId, stationName, customerId, equipmentTypeId] of former.all()) {
          if (devices.has(equipmentId)) continue
          const order = orders.get(stationId) ?? devices.size
          devices.set(equipmentId, { equipmentId, stationId, stationName, order, customerId, equipmentTypeId })
        }
        return devices
      }),
  }
}

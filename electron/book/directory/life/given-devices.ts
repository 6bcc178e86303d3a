import type { Database } from 'better-sqlite3'
import { believedEnd } from '../../archives/believed.ts'
import type { StampBounds } from '../../../contract/time/stamps.ts'
import type { Given } from './conclude.ts'

/** A device of no station: what the book has of it. Unix ms. */
export interface HomelessSeries {
  equipmentId: number
  records: number
  firstMs: number | null
  lastMs: number | null
}

/** All SQL that touches `device_given`, but for sharing: what engineers say of stations' devices. */
export function givenDevicesOf(db: Database, believed: () => StampBounds) {
  const GIVEN =
    'station_id AS stationId, equipment_id AS equipmentId, equipment_type_id AS equipmentTypeId, equipment_serial_number AS equipmentSerialNumber, from_ms AS fromMs, to_ms AS toMs'
  const given = db.prepare<[string], Given>(
    `SELECT ${GIVEN} FROM device_given WHERE removed_at_ms IS NULL AND station_id IN (SELECT value FROM json_each(?)) ORDER BY given_at_ms, equipment_id`,
  )
  const say = db.prepare(
    `INSERT INTO device_given (station_id, equipment_id, equipment_type_id, equipment_serial_number, from_ms, to_ms, given_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (station_id, equipment_id) DO UPDATE SET equipment_type_id = excluded.equipment_type_id,
       equipment_serial_number = excluded.equipment_serial_number, from_ms = excluded.from_ms, to_ms = excluded.to_ms,
       given_at_ms = max(excluded.given_at_ms, given_at_ms + 1), removed_at_ms = NULL`,
  )
  const unsay = db.prepare<[number, number, number, number]>(
    'UPDATE device_given SET removed_at_ms = ?, given_at_ms = max(given_at_ms + 1, ?) WHERE station_id = ? AND equipment_id = ?',
  )
  const homeless = db.prepare<{ fromMs: number; toMs: number }, HomelessSeries>(
    `SELECT equipment_id AS equipmentId, sum(records) AS records, min(${believedEnd('first_ms', 'min')}) AS firstMs,
       max(${believedEnd('last_ms', 'max')}) AS lastMs
     FROM series s WHERE equipment_id IS NOT NULL AND records > 0
       AND NOT EXISTS (SELECT 1 FROM station_device d WHERE d.equipment_id = s.equipment_id)
       AND NOT EXISTS (SELECT 1 FROM station t WHERE t.equipment_id = s.equipment_id)
     GROUP BY equipment_id ORDER BY equipment_id`,
  )
  const ofStations = (ids: string): Given[] => given.all(ids)

  return {
    ofStations,
    /** `at`: when it was said, Unix ms. */
    say({ stationId, equipmentId, equipmentTypeId, equipmentSerialNumber, fromMs, toMs }: Given, at: number): void {
      say.run(stationId, equipmentId, equipmentTypeId, equipmentSerialNumber, fromMs, toMs, at)
    },
    unsay: (stationId: number, equipmentId: number, at: number): void => void unsay.run(at, at, stationId, equipmentId),
    /** The devices with records that no station has, or had. */
    homeless: (): HomelessSeries[] => homeless.all(believed()),
  }
}

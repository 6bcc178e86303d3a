import { z } from 'zod'
import type { Station } from '../../contract/records.ts'
import { id, optionalId, optionalTime, text, verbatim } from './fields.ts'
import { schemaReader } from './reader.ts'

/** docs/service.md, 'Metering unit (stations)': 19 fields. */
const stationWire = z
  .object({
    id,
    name: text,
    equipment_type_id: optionalId,
    equipment_type_varname: verbatim,
    equipment_brand_name: verbatim,
    phone: verbatim,
    equipment_id: optionalId,
    telemetry_id: optionalId,
    customer_id: optionalId,
    equipment_serial_number: verbatim,
    status_name_value: verbatim,
    volume_value: verbatim,
    volume_unit: verbatim,
    pressure_value: verbatim,
    pressure_unit: verbatim,
    temperature_value: verbatim,
    temperature_unit: verbatim,
    last_seance_event_time: optionalTime,
    uid: verbatim,
  })
  .transform((wire): Station => ({
    id: wire.id,
    name: wire.name,
    equipmentTypeId: wire.equipment_type_id,
    equipmentTypeVarname: wire.equipment_type_varname,
    equipmentBrandName: wire.equipment_brand_name,
    phone: wire.phone,
    equipmentId: wire.equipment_id,
    telemetryId: wire.telemetry_id,
    customerId: wire.customer_id,
    equipmentSerialNumber: wire.equipment_serial_number,
    statusNameValue: wire.status_name_value,
    volumeValue: wire.volume_value,
    volumeUnit: wire.volume_unit,
    pressureValue: wire.pressure_value,
    pressureUnit: wire.pressure_unit,
    temperatureValue: wire.temperature_value,
    temperatureUnit: wire.temperature_unit,
    lastSeanceEventMs: wire.last_seance_event_time,
    uid: wire.uid,
  }))

export const readStation = schemaReader(stationWire)

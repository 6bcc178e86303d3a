import type { RecordFields } from './field.ts'

/** docs/service.md, 'Metering unit (stations)': 19 fields. Ids are numbers (or null where the service has none); shown values are verbatim. */
export const STATION_FIELDS = {
  id: { name: 'id', kind: 'whole' },
  name: { name: 'name', kind: 'text', mayLack: true },
  equipmentTypeId: { name: 'equipment_type_id', kind: 'whole', mayLack: true },
  equipmentTypeVarname: { name: 'equipment_type_varname', kind: 'word' },
  equipmentBrandName: { name: 'equipment_brand_name', kind: 'word' },
  phone: { name: 'phone', kind: 'word' },
  equipmentId: { name: 'equipment_id', kind: 'whole', mayLack: true },
  telemetryId: { name: 'telemetry_id', kind: 'whole', mayLack: true },
  customerId: { name: 'customer_id', kind: 'whole', mayLack: true },
  equipmentSerialNumber: { name: 'equipment_serial_number', kind: 'word' },
  statusNameValue: { name: 'status_name_value', kind: 'word' },
  volumeValue: { name: 'volume_value', kind: 'value' },
  volumeUnit: { name: 'volume_unit', kind: 'word' },
  pressureValue: { name: 'pressure_value', kind: 'value' },
  pressureUnit: { name: 'pressure_unit', kind: 'word' },
  temperatureValue: { name: 'temperature_value', kind: 'value' },
  temperatureUnit: { name: 'temperature_unit', kind: 'word' },
  lastSeanceEventMs: { name: 'last_seance_event_time', kind: 'time', mayLack: true },
  uid: { name: 'uid', kind: 'word' },
} as const satisfies RecordFields

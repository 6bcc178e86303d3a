import type { RecordFields } from './field.ts'

/** docs/service.md, 'Metering unit characteristics': the id is the metering unit's. */
export const CHARACTERISTICS_FIELDS = {
  id: { name: 'id', kind: 'whole' },
  gasBoiler: { name: 'gas_boiler', kind: 'word' },
  gasStove: { name: 'gas_stove', kind: 'word' },
  gasWaterHeater: { name: 'gas_water_heater', kind: 'word' },
  residentCount: { name: 'resident_count', kind: 'value' },
  heatedArea: { name: 'heated_area', kind: 'value' },
} as const satisfies RecordFields

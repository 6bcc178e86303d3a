import type { RecordFields } from './field.ts'

/** docs/service.md, 'Metering device type (equipment_types)'. */
export const EQUIPMENT_TYPE_FIELDS = {
  id: { name: 'id', kind: 'whole' },
  name: { name: 'name', kind: 'text', mayLack: true },
  equipmentKindName: { name: 'equipment_kind_name', kind: 'word' },
  telemetryTypeName: { name: 'telemetry_type_name', kind: 'word' },
  resourceName: { name: 'resource_name', kind: 'word' },
  description: { name: 'description', kind: 'word' },
} as const satisfies RecordFields

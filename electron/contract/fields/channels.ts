import type { RecordFields } from './field.ts'

/** docs/service.md, 'Channel of a device type (channel_archive_types)'. */
export const CHANNEL_FIELDS = {
  equipmentTypeId: { name: 'equipment_type_id', kind: 'whole' },
  archiveTypeName: { name: 'archive_type_name', kind: 'word' },
  archiveTypeVarname: { name: 'archive_type_varname', kind: 'text' },
  telemetryTypeName: { name: 'telemetry_type_name', kind: 'word' },
  channelName: { name: 'channel_name', kind: 'word' },
  channelVarname: { name: 'channel_varname', kind: 'text' },
  unitName: { name: 'unit_name', kind: 'word' },
} as const satisfies RecordFields

import type { RecordFields } from './field.ts'

/** docs/service.md, 'Device message (message_equipment_types)': 11 fields. */
export const MESSAGE_FIELDS = {
  id: { name: 'id', kind: 'whole' },
  name: { name: 'name', kind: 'word' },
  description: { name: 'description', kind: 'word' },
  deviceCode: { name: 'device_code', kind: 'word' },
  equipmentTypeId: { name: 'equipment_type_id', kind: 'whole', mayLack: true },
  equipmentTypeVarname: { name: 'equipment_type_varname', kind: 'word' },
  referenceparameterArchiveTypeId: { name: 'referenceparameter_archive_type_id', kind: 'whole', mayLack: true },
  archiveTypeVarname: { name: 'archive_type_varname', kind: 'word' },
  messageTypicalId: { name: 'message_typical_id', kind: 'whole', mayLack: true },
  channelId: { name: 'channel_id', kind: 'whole', mayLack: true },
  channelVarname: { name: 'channel_varname', kind: 'word' },
} as const satisfies RecordFields

import { z } from 'zod'
import type { Message } from '../../contract/records.ts'
import { id, optionalId, verbatim } from './fields.ts'
import { schemaReader } from './reader.ts'

/** docs/service.md, 'Device message (message_equipment_types)': 11 fields. */
const messageWire = z
  .object({
    id,
    name: verbatim,
    description: verbatim,
    device_code: verbatim,
    equipment_type_id: optionalId,
    equipment_type_varname: verbatim,
    referenceparameter_archive_type_id: optionalId,
    archive_type_varname: verbatim,
    message_typical_id: optionalId,
    channel_id: optionalId,
    channel_varname: verbatim,
  })
  .transform((wire): Message => ({
    id: wire.id,
    name: wire.name,
    description: wire.description,
    deviceCode: wire.device_code,
    equipmentTypeId: wire.equipment_type_id,
    equipmentTypeVarname: wire.equipment_type_varname,
    referenceparameterArchiveTypeId: wire.referenceparameter_archive_type_id,
    archiveTypeVarname: wire.archive_type_varname,
    messageTypicalId: wire.message_typical_id,
    channelId: wire.channel_id,
    channelVarname: wire.channel_varname,
  }))

export const readMessage = schemaReader(messageWire)

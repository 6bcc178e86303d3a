import { z } from 'zod'
import type { Channel } from '../../contract/records.ts'
import { code, id, verbatim } from './fields.ts'
import { schemaReader } from './reader.ts'

/** docs/service.md, 'Channel of a device type (channel_archive_types)'. */
const channelWire = z
  .object({
    equipment_type_id: id,
    archive_type_name: verbatim,
    archive_type_varname: code,
    telemetry_type_name: verbatim,
    channel_name: verbatim,
    channel_varname: code,
    unit_name: verbatim,
  })
  .transform((wire): Channel => ({
    equipmentTypeId: wire.equipment_type_id,
    archiveTypeName: wire.archive_type_name,
    archiveTypeVarname: wire.archive_type_varname,
    telemetryTypeName: wire.telemetry_type_name,
    channelName: wire.channel_name,
    channelVarname: wire.channel_varname,
    unitName: wire.unit_name,
  }))

export const readChannel = schemaReader(channelWire)

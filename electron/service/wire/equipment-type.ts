import { z } from 'zod'
import type { EquipmentType } from '../../contract/records.ts'
import { id, text, verbatim } from './fields.ts'
import { schemaReader } from './reader.ts'

/** docs/service.md, 'Metering device type (equipment_types)'. */
const equipmentTypeWire = z
  .object({
    id,
    name: text,
    equipment_kind_name: verbatim,
    telemetry_type_name: verbatim,
    resource_name: verbatim,
    description: verbatim,
  })
  .transform((wire): EquipmentType => ({
    id: wire.id,
    name: wire.name,
    equipmentKindName: wire.equipment_kind_name,
    telemetryTypeName: wire.telemetry_type_name,
    resourceName: wire.resource_name,
    description: wire.description,
  }))

export const readEquipmentType = schemaReader(equipmentTypeWire)

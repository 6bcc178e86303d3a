import { EQUIPMENT_TYPE_FIELDS } from '../../contract/fields/equipment-types.ts'
import { listedReader } from './reader.ts'

export const readEquipmentType = listedReader(EQUIPMENT_TYPE_FIELDS)

import { z } from 'zod'
import type { Characteristics } from '../../contract/records.ts'
import { optionalId, verbatim } from './fields.ts'
import { schemaReader, type RecordReader } from './reader.ts'

/** docs/service.md, 'Metering unit characteristics'. */
const characteristicsWire = z
  .object({
    id: optionalId,
    gas_boiler: verbatim,
    gas_stove: verbatim,
    gas_water_heater: verbatim,
    resident_count: verbatim,
    heated_area: verbatim,
  })
  .transform((wire): Omit<Characteristics, 'id'> & { id: number | null } => ({
    id: wire.id,
    gasBoiler: wire.gas_boiler,
    gasStove: wire.gas_stove,
    gasWaterHeater: wire.gas_water_heater,
    residentCount: wire.resident_count,
    heatedArea: wire.heated_area,
  }))

const read = schemaReader(characteristicsWire)

/** The characteristics of one metering unit; a record of another unit is not taken for this one's. */
export function characteristicsOf(stationId: number): RecordReader<Characteristics> {
  return (raw, reject) => {
    const found = read(raw, reject)
    if (typeof found === 'string') return found
    if (found.id !== null && found.id !== stationId) return `id: asked for ${stationId}`
    return { ...found, id: stationId }
  }
}

import { CHARACTERISTICS_FIELDS } from '../../contract/fields/characteristics.ts'
import type { Characteristics } from '../../contract/records.ts'
import { listedReader, type RecordReader } from './reader.ts'

/** The service may leave the id out. */
const read = listedReader({ ...CHARACTERISTICS_FIELDS, id: { name: 'id', kind: 'whole', mayLack: true } } as const)

/** The characteristics of one metering unit; a record of another unit is not taken for this one's. */
export function characteristicsOf(stationId: number): RecordReader<Characteristics> {
  return (raw, reject) => {
    const found = read(raw, reject)
    if (typeof found === 'string') return found
    if (found.id !== null && found.id !== stationId) return `id: asked for ${stationId}`
    return { ...found, id: stationId }
  }
}

import type { ConsumptionOf } from '../../../places/consumption.ts'

/** The picker of stations begins with the stations that are reported now, `ids` where they are those of an owner. */
export function pickedOf({ stations, consumer, provider }: ConsumptionOf, ids: readonly number[]): 'all' | number[] {
  if (stations.length > 0) return [...stations]
  return consumer === null && provider === null ? 'all' : [...ids]
}

/** The owner of a report of the picked stations; null where none is picked, and nothing can be reported. */
export function ofPicked(picked: 'all' | readonly number[]): ConsumptionOf | null {
  if (picked.length === 0) return null
  return { stations: picked === 'all' ? [] : [...picked], consumer: null, provider: null }
}

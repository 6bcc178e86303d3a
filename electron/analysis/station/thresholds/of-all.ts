import type { Book } from '../../../book/index.ts'
import { thresholdsOf, type DeviceThresholds } from './of-device.ts'

/** What tells a device's thresholds. */
export interface Device {
  equipmentTypeId: number | null
  equipmentId: number | null
  /** Its brand as the list names it; null where it does not. */
  brand: string | null
}

/** The thresholds of many devices, from one question about all of them: devices of one type and brand share theirs. */
export function thresholdsOfAll(book: Book): (device: Device) => DeviceThresholds {
  const sets = book.thresholds.all()
  const names = new Map(book.equipmentTypes.list().map(({ id, name }) => [id, name]))
  const withOwn = new Set(sets.flatMap(({ scope, scopeId }) => (scope === 'device' ? [scopeId] : [])))
  const shared = new Map<string, DeviceThresholds>()
  function compute({ equipmentTypeId, equipmentId, brand }: Device): DeviceThresholds {
    const own = sets.filter(({ scope, scopeId }) => scope === 'book' || scopeId === (scope === 'type' ? equipmentTypeId : equipmentId))
    const typeName = equipmentTypeId === null ? null : names.get(equipmentTypeId)
    return thresholdsOf(own, [brand, typeName].filter((name) => typeof name === 'string' && name !== '') as string[])
  }
  return (device) => {
    if (device.equipmentId !== null && withOwn.has(device.equipmentId)) return compute(device)
    const key = `${device.equipmentTypeId}|${device.brand ?? ''}`
    let thresholds = shared.get(key)
    if (!thresholds) shared.set(key, (thresholds = compute({ ...device, equipmentId: null })))
    return thresholds
  }
}

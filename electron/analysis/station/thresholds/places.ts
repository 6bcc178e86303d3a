import type { Book } from '../../../book/index.ts'
import type { SetThreshold } from '../../../book/meanings/thresholds.ts'

/** Where a threshold was set, with a name that people know. */
export interface NamedThreshold extends SetThreshold {
  /** Of the type; of the station that the device is at. Null where nobody names it, and of the book. */
  name: string | null
  /** Of a device: the station that it is at; null where no station has it any more, and elsewhere. */
  stationId: number | null
}

/** All that was set in a book. */
export function namedThresholds(book: Book): NamedThreshold[] {
  const devices = book.devices.all()
  return book.thresholds.all().map((one) => {
    const { scope, scopeId } = one
    const device = scope === 'device' && scopeId !== null ? devices.get(scopeId) : undefined
    const type = scope === 'type' && scopeId !== null ? book.equipmentTypes.get(scopeId) : undefined
    return { ...one, name: device?.stationName ?? type?.name ?? null, stationId: device?.stationId ?? null }
  })
}

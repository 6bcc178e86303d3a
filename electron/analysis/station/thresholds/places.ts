import type { Book } from '../../../book/index.ts'
import type { SetThreshold } from '../../../book/meanings/thresholds.ts'

/** Where a threshold was set, with a name that people know. */
export interface NamedThreshold extends SetThreshold {
  /**
   * The name of the type, or of the station that the device is at. Null where nobody names it, and for the whole book.
   */
  name: string | null
  /** The station that a device is at; null where no station has it any more, and for all else. */
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

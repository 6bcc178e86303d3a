import type { Book } from '../book/index.ts'
import type { World } from '../demo/index.ts'

/**
 * The demo's book remembers an earlier listing, as any book does that has been in use for some weeks: that one station had
 * another device then. All else comes from the service. Call it after stations were listed.
 */
export function rememberExchange(book: Book, world: World): void {
  const before = book.mode === 'write' ? world.listedBefore() : undefined
  const now = before && book.stations.get(before.station.id)
  if (!now || !before || book.stations.lifeKey(now.id) !== '') return
  const { equipment_id: equipmentId, equipment_serial_number: equipmentSerialNumber } = before.station
  book.page(() => book.stations.sawEarlier(now.id, { ...now, equipmentId, equipmentSerialNumber }, before.seenMs))
}

import type { Database } from 'better-sqlite3'
import { fromCell } from '../file/layout.ts'
import { fold, naturalKey } from './text.ts'

export type StationText = ReturnType<typeof stationTextOf>

/**
 * All SQL that writes `station_text` and `station.consumer_key`: the folded texts that search looks at and the sort key
 * by consumer, both made of a station and its consumer, whichever of the two comes first.
 */
export function stationTextOf(db: Database) {
  const others = db.prepare<[], number>('PRAGMA data_version').pluck()
  let writes = 0
  const read = `SELECT s.id, s.name, s.equipment_serial_number, s.uid, s.phone, s.equipment_brand_name, c.name, c.inn,
      s.consumer_key
    FROM station s LEFT JOIN consumer c ON c.id = s.customer_id`
  const one = db.prepare<[number], unknown[]>(`${read} WHERE s.id = ?`).raw()
  const ofConsumer = db.prepare<[number], unknown[]>(`${read} WHERE s.customer_id = ?`).raw()
  const write = db.prepare(`
    INSERT INTO station_text (station_id, folded, name, serial) VALUES (?, ?, ?, ?)
    ON CONFLICT (station_id) DO UPDATE SET folded = excluded.folded, name = excluded.name, serial = excluded.serial
    WHERE (folded, name, serial) IS NOT (excluded.folded, excluded.name, excluded.serial)`)
  const setKey = db.prepare('UPDATE station SET consumer_key = ? WHERE id = ?')

  function put([id, ...cells]: unknown[]): void {
    const consumerKey = cells.pop()
    const texts = cells.map((cell) => fold(fromCell(cell)))
    const [name = '', serial = '', , , , consumer = ''] = texts
    const lines = texts.filter((text) => text !== '')
    writes++
    write.run(id, `${lines.join('\n')}\n\n`, name, serial)
    const key = naturalKey(consumer)
    if (key !== consumerKey) setKey.run(key, id)
  }

  return {
    /** Differs once stations or their texts were written; most pages of a download write none. */
    version: () => `${writes}/${others.get() ?? 0}`,
    /** Call after a station was written. */
    refresh(stationId: number): void {
      const row = one.get(stationId)
      if (row) put(row)
    },
    /** Call after a consumer was written. */
    refreshOfConsumer: (consumerId: number): void => ofConsumer.all(consumerId).forEach(put),
  }
}

import type { Database } from 'better-sqlite3'
import { fromCell } from '../file/layout.ts'
import { fold, naturalKey } from './text.ts'

export type StationText = ReturnType<typeof stationTextOf>

/**
 * All SQL that writes `station_text` and `station.consumer_key`: the folded texts that search looks at and the sort key
 * by consumer. Both are made of a station and its consumer, whichever of the two comes first; the texts also of the serial
 * numbers that it had and of the notes on the station.
 */
export function stationTextOf(db: Database, othersData: () => string) {
  const read = `SELECT s.id, s.consumer_key,
      (SELECT group_concat(n.folded, ' ') FROM note n WHERE n.station_id = s.id AND n.deleted_at_ms IS NULL),
      (SELECT group_concat(d.equipment_serial_number, ' ') FROM station_device d WHERE d.station_id = s.id
         AND d.equipment_serial_number IS NOT s.equipment_serial_number AND typeof(d.equipment_serial_number) <> 'blob'),
      s.name, s.equipment_serial_number, s.uid, s.phone, s.equipment_brand_name,
      c.name, c.inn
    FROM station s LEFT JOIN consumer c ON c.id = s.customer_id`
  const one = db.prepare<[number], unknown[]>(`${read} WHERE s.id = ?`).raw()
  const ofConsumer = db.prepare<[number], unknown[]>(`${read} WHERE s.customer_id = ?`).raw()
  const write = db.prepare(`
    INSERT INTO station_text (station_id, folded) VALUES (?, ?)
    ON CONFLICT (station_id) DO UPDATE SET folded = excluded.folded WHERE folded <> excluded.folded`)
  const setKey = db.prepare('UPDATE station SET consumer_key = ? WHERE id = ?')
  let writes = 0

  function put([id, consumerKey, notes, former, ...cells]: unknown[]): void {
    const texts = cells.map((cell) => fold(fromCell(cell)))
    writes++
    // A station without notes and former devices keeps the text it had before there were any.
    const more = [former, notes].filter((text) => text !== null).map((text) => fold(fromCell(text)))
    write.run(id, [...texts, ...more].join('\n'))
    const key = naturalKey(texts[CONSUMER])
    if (key !== consumerKey) setKey.run(key, id)
  }

  return {
    /** Differs once stations or their texts were written; most pages of a download write none. */
    version: () => `${writes}/${othersData()}`,
    /** Call after a change of stations that their texts do not show: where they belong, whether they are listed. */
    touch: (): void => void writes++,
    /** Call after a station or a note on it was written. */
    refresh(stationId: number): void {
      const row = one.get(stationId)
      if (row) put(row)
    },
    /** Call after a consumer was written. */
    refreshOfConsumer: (consumerId: number): void => ofConsumer.all(consumerId).forEach(put),
  }
}

/** Which of the texts is the consumer's name. */
const CONSUMER = 5

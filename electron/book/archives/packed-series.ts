import { EVENT_ARCHIVES } from '../../contract/records.ts'
import type { Context } from '../context.ts'

/** The devices and archives of the series with events, by the ids of the series. */
export interface PackedSeries {
  /** The highest id, plus one. */
  length: number
  /** The device; 0 for a series without events. */
  equipmentId: readonly number[]
  /** The place of the archive in EVENT_ARCHIVES. */
  archive: Uint8Array
}

/** Keeps the small table of series in memory. Series are only ever added. */
export function packedSeriesIn({ db }: Context) {
  const next = db
    .prepare<[number], [id: number, equipmentId: number, archiveType: string]>(
      'SELECT id, equipment_id, archive_type FROM series WHERE id > ? AND equipment_id IS NOT NULL ORDER BY id',
    )
    .raw()
  const places = new Map<string, number>(EVENT_ARCHIVES.map((name, at) => [name, at]))
  let equipmentId: number[] = []
  let archive = new Uint8Array(0)

  return {
    now(): PackedSeries {
      const rows = next.all(equipmentId.length - 1)
      const last = rows.at(-1)?.[0]
      if (last !== undefined) {
        const larger = new Uint8Array(last + 1)
        larger.set(archive)
        const devices = equipmentId.concat(Array.from({ length: last + 1 - equipmentId.length }, () => 0))
        for (const [id, device, archiveType] of rows) {
          const place = places.get(archiveType)
          if (place === undefined) continue
          devices[id] = device
          larger[id] = place
        }
        archive = larger
        equipmentId = devices
      }
      return { length: equipmentId.length, equipmentId, archive }
    },
    forget(): void {
      equipmentId = []
      archive = new Uint8Array(0)
    },
  }
}

import type { Database } from 'better-sqlite3'
import { EVENT_ARCHIVES } from '../../contract/records.ts'

/** The devices and archives of the series with events, by the ids of the series. */
export interface PackedSeries {
  /** The highest id, plus one. */
  length: number
  /** The device; 0 for a series without events. */
  equipmentId: readonly number[]
  /** The place of the archive in EVENT_ARCHIVES. */
  archive: Uint8Array
}

/** Reads the small table of series. */
export function packedSeriesIn(db: Database): () => PackedSeries {
  const rows = db
    .prepare<[], [id: number, equipmentId: number, archiveType: string]>(
      'SELECT id, equipment_id, archive_type FROM series WHERE equipment_id IS NOT NULL ORDER BY id',
    )
    .raw()
  const places = new Map<string, number>(EVENT_ARCHIVES.map((name, at) => [name, at]))

  return () => {
    const all = rows.all()
    const length = (all.at(-1)?.[0] ?? -1) + 1
    const equipmentId = Array.from({ length }, () => 0)
    const archive = new Uint8Array(length)
    for (const [id, device, archiveType] of all) {
      const place = places.get(archiveType)
      if (place === undefined) continue
      equipmentId[id] = device
      archive[id] = place
    }
    return { length, equipmentId, archive }
  }
}

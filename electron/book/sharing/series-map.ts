import type { ReadingView } from '../../contract/records.ts'
import type { SharedArchive } from '../../contract/merge-words.ts'
import type { SeriesKey } from '../archives/series.ts'
import { SESSIONS_ARCHIVE } from '../../contract/records.ts'
import type { Transfer } from './transfer.ts'

/** An archive of the other book and its place in the own one; times Unix ms, days since 1970-01-01, all included. */
export interface MappedSeries {
  otherId: number
  ownId: number
  equipmentId: number | null
  telemetryId: number | null
  archiveType: string
  view: ReadingView
  kind: SharedArchive
  /** The own book has no record of it. */
  isFresh: boolean
  fromDay: number
  toDay: number
  fromMs: number
  toMs: number
}

/** Finds each archive in the own book by its natural key, and adds those that are new in the order of the other book. */
export function mapSeries({ db, book }: Transfer): MappedSeries[] {
  const rows = db
    .prepare<[], Omit<MappedSeries, 'ownId' | 'isFresh'>>(
      `SELECT other_id AS otherId, equipment_id AS equipmentId, telemetry_id AS telemetryId, archive_type AS archiveType,
         "view", kind, from_day AS fromDay, to_day AS toDay, from_ms AS fromMs, to_ms AS toMs
       FROM temp.series_map ORDER BY other_id`,
    )
    .all()
  const set = db.prepare<[number, number]>('UPDATE temp.series_map SET own_id = ? WHERE other_id = ?')
  const records = db.prepare<[number], number>('SELECT records FROM main.series WHERE id = ?').pluck()
  return rows.flatMap((row) => {
    const key = keyOf(row)
    if (key === null) return []
    const ownId = book.series.idOf(key)
    set.run(ownId, row.otherId)
    return [{ ...row, ownId, isFresh: (records.get(ownId) ?? 0) === 0 }]
  })
}

export function keyOf(series: Pick<MappedSeries, 'equipmentId' | 'telemetryId' | 'archiveType' | 'view'>): SeriesKey | null {
  const { equipmentId, telemetryId, archiveType, view } = series
  if (equipmentId !== null) return { equipmentId, archiveType, view }
  return telemetryId === null ? null : { telemetryId, archiveType: SESSIONS_ARCHIVE }
}

import type { Database } from 'better-sqlite3'
import { recordPeriod } from '../../../contract/archives.ts'
import type { StampBounds } from '../../../contract/time/stamps.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import type { RecordTimes } from './conclude.ts'

/** When devices wrote, as far as the book knows: asked anew each time, for records come. */
export function recordTimesOf(db: Database, believed: () => StampBounds): () => RecordTimes {
  const readingSeries = db.prepare<[number], { id: number; archiveType: string; records: number }>(
    'SELECT id, archive_type AS archiveType, records FROM series WHERE equipment_id = ? AND records > 0',
  )
  const edge = (which: 'min' | 'max') =>
    db
      .prepare<[number, number, number], number | null>(`SELECT ${which}(at_ms) FROM reading WHERE series_id = ? AND at_ms BETWEEN ? AND ?`)
      .pluck()
  const [first, last] = [edge('min'), edge('max')]
  const stamps = db
    .prepare<[number, number, number], number>('SELECT at_ms FROM reading WHERE series_id = ? AND at_ms BETWEEN ? AND ? ORDER BY at_ms')
    .pluck()

  /** The archive that tells most exactly when a device wrote: that of hours, else of days. */
  function tellingSeries(equipmentId: number): { id: number; periodMs: number } | null {
    const all = readingSeries.all(equipmentId).flatMap(({ id, archiveType, records }) => {
      const every = recordPeriod(archiveType)
      return every === null ? [] : [{ id, records, periodMs: every === 'hour' ? HOUR_MS : every === 'day' ? DAY_MS : 31 * DAY_MS }]
    })
    return all.sort((a, b) => a.periodMs - b.periodMs || b.records - a.records)[0] ?? null
  }

  return (): RecordTimes => {
    const known = new Map<number, ReturnType<typeof tellingSeries>>()
    const tells = (equipmentId: number) => {
      if (!known.has(equipmentId)) known.set(equipmentId, tellingSeries(equipmentId))
      return known.get(equipmentId) ?? null
    }
    const { fromMs, toMs } = believed()
    const edgeOf = (which: typeof first, equipmentId: number, from = fromMs, to = toMs) => {
      const series = tells(equipmentId)
      return series && (which.get(series.id, Math.floor(from), Math.ceil(to)) ?? null)
    }
    return {
      first: (equipmentId) => edgeOf(first, equipmentId),
      last: (equipmentId) => edgeOf(last, equipmentId),
      around(equipmentId, from, to) {
        const series = tells(equipmentId)
        if (!series) return []
        const begin = edgeOf(last, equipmentId, fromMs, from) ?? from
        const end = edgeOf(first, equipmentId, to, toMs) ?? to
        return stamps.all(series.id, begin, end)
      },
      periodMs: (equipmentId) => tells(equipmentId)?.periodMs ?? HOUR_MS,
    }
  }
}

import type { Database } from 'better-sqlite3'
import { recordPeriod } from '../../../contract/archives.ts'
import type { StampBounds } from '../../../contract/time/stamps.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import type { RecordTime, RecordTimes } from './conclude.ts'

/** When devices wrote, as far as the book knows: asked anew each time, for records come. */
export function recordTimesOf(db: Database, believed: () => StampBounds): () => RecordTimes {
  const readingSeries = db.prepare<[number], { id: number; archiveType: string }>(
    'SELECT id, archive_type AS archiveType FROM series WHERE equipment_id = ? AND records > 0',
  )
  const edge = (which: 'min' | 'max') =>
    db
      .prepare<[number, number, number], number | null>(`SELECT ${which}(at_ms) FROM reading WHERE series_id = ? AND at_ms BETWEEN ? AND ?`)
      .pluck()
  const [first, last] = [edge('min'), edge('max')]
  const stamps = db
    .prepare<[number, number, number], number>('SELECT at_ms FROM reading WHERE series_id = ? AND at_ms BETWEEN ? AND ? ORDER BY at_ms')
    .pluck()

  /** All archives that write regularly: one may be in the book for a year, and a finer one for a month. */
  function seriesOf(equipmentId: number): Series[] {
    return readingSeries.all(equipmentId).flatMap(({ id, archiveType }) => {
      const every = recordPeriod(archiveType)
      return every === null ? [] : [{ id, periodMs: every === 'hour' ? HOUR_MS : every === 'day' ? DAY_MS : MONTH_MS }]
    })
  }

  return (): RecordTimes => {
    const known = new Map<number, Series[]>()
    const of = (equipmentId: number): Series[] => {
      const there = known.get(equipmentId) ?? seriesOf(equipmentId)
      known.set(equipmentId, there)
      return there
    }
    const { fromMs, toMs } = believed()
    const edges = (which: typeof first, equipmentId: number, from = fromMs, to = toMs): RecordTime[] =>
      of(equipmentId).flatMap(({ id, periodMs }) => {
        const atMs = which.get(id, Math.floor(from), Math.ceil(to)) ?? null
        return atMs === null ? [] : [{ atMs, periodMs }]
      })
    return {
      first: (equipmentId) => edges(first, equipmentId).sort(byTime)[0] ?? null,
      last: (equipmentId) => edges(last, equipmentId).sort(byTime).at(-1)?.atMs ?? null,
      around(equipmentId, from, to) {
        const begin = edges(last, equipmentId, fromMs, from).sort(byTime).at(-1)?.atMs ?? from
        const end = edges(first, equipmentId, to, toMs).sort(byTime)[0]?.atMs ?? to
        const all = of(equipmentId).flatMap(({ id, periodMs }) => stamps.all(id, begin, end).map((atMs) => ({ atMs, periodMs })))
        return all.sort(byTime)
      },
    }
  }
}

interface Series {
  id: number
  /** What a record covers, ms. */
  periodMs: number
}
const MONTH_MS = 31 * DAY_MS

/** Of one moment the record that covers least. */
const byTime = (a: RecordTime, b: RecordTime): number => a.atMs - b.atMs || a.periodMs - b.periodMs

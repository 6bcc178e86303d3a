import type { Database } from 'better-sqlite3'
import { MeterbookError } from '../../contract/errors.ts'
import { contextOf } from '../context.ts'
import { bringAll } from './bring.ts'
import { describeSource, type Part } from './source.ts'
import { createTally, type Tally } from './tally.ts'
import { OTHER } from './transfer.ts'

/** How far it is, in records; thrown CANCELLED ends it. */
export type Tell = (done: number, total: number) => void

export interface BringOptions {
  part: Part | null
  bookId: string
  nowMs: number
  tell: Tell
  isCancelled: () => boolean
}

/** Brings the attached book in within the transaction that is open. The temporary tables stay until the connection is closed. */
export function bring(db: Database, file: string, { part, bookId, nowMs, tell, isCancelled }: BringOptions): Tally {
  const book = contextOf(file, 'write', db, () => nowMs)
  const tally = createTally()
  const total = totalOf(db)
  let count = 0
  const done = (records: number) => {
    if (isCancelled()) throw new MeterbookError('CANCELLED')
    count += records
    tell(Math.min(count, total), total)
  }
  describeSource(db, part)
  const stations = db
    .prepare<[], { id: number; name: string | null; isNew: number }>(
      `SELECT s.id, s.name, NOT EXISTS (SELECT 1 FROM main.station m WHERE m.id = s.id) AS isNew FROM temp.src_station s`,
    )
    .all()
  for (const { id, name, isNew } of stations) tally.station({ id, name, isNew: isNew === 1 })
  const ownerMap = (column: string) =>
    new Map(
      db
        .prepare<[], [number, number]>(
          `SELECT ${column}, id FROM temp.chosen WHERE ${column} IS NOT NULL ORDER BY id DESC`,
        )
        .raw()
        .all(),
    )
  const [stationOfDevice, stationOfUnit] = [ownerMap('equipment_id'), ownerMap('telemetry_id')]
  bringAll({ db, book, tally, bookId, nowMs, stationOfDevice, stationOfUnit, done })
  return tally
}

/** Rows of the other book that take time. Where a part of it is taken, it ends sooner. */
function totalOf(db: Database): number {
  return (
    db
      .prepare<[], number>(
        `SELECT (SELECT coalesce(sum(records), 0) FROM ${OTHER}.series) + (SELECT count(*) FROM ${OTHER}.session)
           + (SELECT count(*) FROM ${OTHER}.station)`,
      )
      .pluck()
      .get() ?? 0
  )
}

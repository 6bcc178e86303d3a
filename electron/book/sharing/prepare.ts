import type { Database } from 'better-sqlite3'
import { MeterbookError } from '../../contract/errors.ts'
import { contextOf } from '../context.ts'
import { bringAll } from './bring.ts'
import { refusalsIn } from './refusals.ts'
import { screenArchives } from './screen-archives.ts'
import { screenTables } from './screen.ts'
import { describeSource, type Part } from './source.ts'
import { createTally } from './tally.ts'
import type { Merged } from '../../contract/merge-words.ts'
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

/**
 * Brings the attached book in within the transaction that is open. The temporary tables stay until the connection is closed.
 * A whole book may come from anywhere: what of it is not sound is not brought. A part is of the own book, which is trusted.
 */
export function bring(
  db: Database,
  file: string,
  { part, bookId, nowMs, tell, isCancelled }: BringOptions,
): Pick<Merged, 'kinds' | 'stations' | 'refused'> {
  const book = contextOf(file, 'write', db, () => nowMs)
  const tally = createTally()
  const refusals = refusalsIn(db, nowMs)
  const breathe = () => {
    if (isCancelled()) throw new MeterbookError('CANCELLED')
  }
  if (part === null) {
    screenTables(db, nowMs, breathe)
    screenArchives(db, nowMs, refusals, breathe)
  }
  const total = totalOf(db)
  let count = 0
  const done = (records: number) => {
    breathe()
    count += records
    tell(Math.min(count, total), total)
  }
  describeSource(db, part, refusals)
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
          `SELECT ${column}, station_id FROM temp.chosen_device WHERE ${column} IS NOT NULL ORDER BY station_id DESC`,
        )
        .raw()
        .all(),
    )
  const [stationOfDevice, stationOfUnit] = [ownerMap('equipment_id'), ownerMap('telemetry_id')]
  bringAll({ db, book, tally, bookId, nowMs, stationOfDevice, stationOfUnit, done })
  return { ...tally.result(), refused: refusals.result() }
}

/** Rows of the other book that take time. Where a part of it is taken, it ends sooner. */
function totalOf(db: Database): number {
  return (
    db
      .prepare<[], number>(
        `SELECT (SELECT CAST(min(total(records), 1e12) AS INTEGER) FROM ${OTHER}.series) + (SELECT count(*) FROM ${OTHER}.session)
           + (SELECT count(*) FROM ${OTHER}.station)`,
      )
      .pluck()
      .get() ?? 0
  )
}

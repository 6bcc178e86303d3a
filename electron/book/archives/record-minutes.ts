import { recordPeriod } from '../../contract/archives.ts'
import type { Reading } from '../../contract/records.ts'
import { MINUTE_MS } from '../../contract/time/units.ts'
import { minutesOf } from '../completeness/minutes.ts'
import type { Context } from '../context.ts'
import type { ReadingKey } from './reading-key.ts'

/** Records by minute of the hour in the time range of a page, before the page was written; null where it had none. */
interface Before {
  firstMs: number
  lastMs: number
  counts: Map<number, number> | null
}

/** Keeps `reading_minute` beside `reading`: how many records an hourly archive has at each minute of the hour. */
export function recordMinutesIn({ db }: Context) {
  const inRange = db
    .prepare<[number, number, number], [minute: number, records: number]>(
      `SELECT at_ms / ${MINUTE_MS} % 60, count(*) FROM reading WHERE series_id = ? AND at_ms BETWEEN ? AND ? GROUP BY 1`,
    )
    .raw()
  const add = db.prepare(`
    INSERT INTO reading_minute (series_id, minute, records) VALUES (?, ?, ?)
    ON CONFLICT (series_id, minute) DO UPDATE SET records = records + excluded.records`)

  return {
    /** Call it before a page is written; null for archives that are not counted. `fresh`: the range is empty. */
    before(key: ReadingKey, id: number, { firstMs, lastMs, fresh }: { firstMs: number; lastMs: number; fresh: boolean }): Before | null {
      if (recordPeriod(key.archiveType) !== 'hour') return null
      return { firstMs, lastMs, counts: fresh ? null : new Map(inRange.all(id, firstMs, lastMs)) }
    },

    /** Counts what the page has added. */
    add(id: number, records: readonly Reading[], { firstMs, lastMs, counts }: Before): void {
      const now = counts ? new Map(inRange.all(id, firstMs, lastMs)) : minutesOf(records.map(({ atMs }) => atMs))
      for (const [minute, there] of now) {
        const added = there - (counts?.get(minute) ?? 0)
        if (added !== 0) add.run(id, minute, added)
      }
    },
  }
}

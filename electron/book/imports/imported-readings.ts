import { fileAsBook } from '../../contract/import-words.ts'
import type { Reading } from '../../contract/records.ts'
import { decodeRecord } from '../archives/reading-record.ts'
import type { ReadingKey } from '../archives/reading-key.ts'
import type { Context } from '../context.ts'
import { keeperIn } from '../sharing/keep-twice.ts'
import { disagreements } from './agree.ts'

type Row = [atMs: number, record: string, sha256: string, tolerances: string]

/** Records of files by cable give way to the service's own of the same time: nothing that the service says is overwritten, and nothing is lost. */
export function importedReadingsIn({ db, series, now }: Pick<Context, 'db' | 'series' | 'now'>) {
  const isAny = db
    .prepare<[number, number, number], number>('SELECT 1 FROM reading_source WHERE series_id = ? AND at_ms BETWEEN ? AND ? LIMIT 1')
    .pluck()
  const of = db
    .prepare<[number, number, number], Row>(
      `SELECT o.at_ms, r.record, f.sha256, f.tolerances FROM reading_source o
       JOIN reading r ON r.series_id = o.series_id AND r.at_ms = o.at_ms JOIN import_file f ON f.id = o.file_id
       WHERE o.series_id = ? AND o.at_ms BETWEEN ? AND ?`,
    )
    .raw()
  const release = db.prepare<[number, number]>('DELETE FROM reading_source WHERE series_id = ? AND at_ms = ?')

  return {
    /**
     * The service brings these records of a series: those of them that were a file's are the service's from now on. Where
     * the two differ, the file's is kept beside it. Call it in the page's transaction, before the page is written.
     * Returns how many a file had.
     */
    give(key: ReadingKey, id: number, records: readonly Reading[], { firstMs, lastMs }: { firstMs: number; lastMs: number }): number {
      if (isAny.get(id, firstMs, lastMs) === undefined) return 0
      const files = new Map(of.all(id, firstMs, lastMs).map((row) => [row[0], row]))
      const channels = series.channels(id)
      let taken = 0
      for (const { atMs, values } of records) {
        const row = files.get(atMs)
        if (!row) continue
        const [, record, sha256, tolerances] = row
        const own = decodeRecord(record, channels)
        if (disagreements(own, values, JSON.parse(tolerances) as Record<string, number>).length > 0)
          keeperIn({ db, bookId: fileAsBook(sha256), nowMs: now() }).reading(key, atMs, own)
        release.run(id, atMs)
        files.delete(atMs)
        taken++
      }
      return taken
    },
  }
}

import type { ReadingView } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { shaOfFile } from '../../contract/import-words.ts'
import { decodeRecord, type Values } from '../archives/reading-record.ts'
import { disagreements } from '../imports/agree.ts'
import { fromCell } from '../file/layout.ts'
import { contentOf } from './keep-twice.ts'

/** A record of another book whose key the own one has with other content. */
export interface KeptRecord {
  archiveType: string
  view: ReadingView
  /** Unix ms. */
  atMs: number
  /** JSON by channel or field. */
  content: string
  /** The other book's id, or what `fileAsBook` calls a file. */
  bookId: string
}

/** The rows of a device and its telemetry unit that are kept twice. A row that the service has come to say as well is no longer one of them. */
export function keptTwiceIn({ db, series }: Context) {
  const of = db.prepare<[string, number], KeptRecord>(`
    SELECT archive_type AS archiveType, "view", at_ms AS atMs, content, book_id AS bookId FROM kept_twice
    WHERE kind = ? AND owner_id = ? ORDER BY archive_type, "view", at_ms`)
  const record = db.prepare<[number, number], string>('SELECT record FROM reading WHERE series_id = ? AND at_ms = ?').pluck()
  const session = db.prepare<[number], Record<string, unknown>>('SELECT * FROM session WHERE id = ?')

  const tolerances = db.prepare<[string], string>('SELECT tolerances FROM import_file WHERE sha256 = ? LIMIT 1').pluck()

  /** A file that prints fewer digits says the same where the difference is one of rounding. */
  function isOtherwise(equipmentId: number, { archiveType, view, atMs, content, bookId }: KeptRecord): boolean {
    const id = series.find({ equipmentId, archiveType, view })
    const own = id === undefined ? undefined : record.get(id, atMs)
    if (own === undefined || id === undefined) return true
    const values = decodeRecord(own, series.channels(id))
    const sha256 = shaOfFile(bookId)
    if (sha256 === null) return contentOf(values) !== content
    const allowed = JSON.parse(tolerances.get(sha256) ?? '{}') as Record<string, number>
    return disagreements(JSON.parse(content) as Values, values, allowed).length > 0
  }
  function ownSession({ content }: KeptRecord): string | null {
    const { id } = JSON.parse(content) as { id?: unknown }
    const own = typeof id === 'number' ? session.get(id) : undefined
    return own ? contentOf(Object.fromEntries(Object.entries(own).map(([name, cell]) => [name, fromCell(cell)]))) : null
  }
  return (equipmentId: number | null, telemetryId: number | null): KeptRecord[] => [
    ...(equipmentId === null ? [] : of.all('reading', equipmentId).filter((kept) => isOtherwise(equipmentId, kept))),
    ...(telemetryId === null ? [] : of.all('session', telemetryId).filter((kept) => ownSession(kept) !== kept.content)),
  ]
}

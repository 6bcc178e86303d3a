import type { ReadingView } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { decodeRecord } from '../archives/reading-record.ts'
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
  /** The other book's id. */
  bookId: string
}

/** The rows of a device and its telemetry unit that are kept twice. A row that the service has come to say as well is no longer one of them. */
export function keptTwiceIn({ db, series }: Context) {
  const of = db.prepare<[string, number], KeptRecord>(`
    SELECT archive_type AS archiveType, "view", at_ms AS atMs, content, book_id AS bookId FROM kept_twice
    WHERE kind = ? AND owner_id = ? ORDER BY archive_type, "view", at_ms`)
  const record = db.prepare<[number, number], string>('SELECT record FROM reading WHERE series_id = ? AND at_ms = ?').pluck()
  const session = db.prepare<[number], Record<string, unknown>>('SELECT * FROM session WHERE id = ?')

  function ownReading(equipmentId: number, { archiveType, view, atMs }: KeptRecord): string | null {
    const id = series.find({ equipmentId, archiveType, view })
    const own = id === undefined ? undefined : record.get(id, atMs)
    return own === undefined || id === undefined ? null : contentOf(decodeRecord(own, series.channels(id)))
  }
  function ownSession({ content }: KeptRecord): string | null {
    const { id } = JSON.parse(content) as { id?: unknown }
    const own = typeof id === 'number' ? session.get(id) : undefined
    return own ? contentOf(Object.fromEntries(Object.entries(own).map(([name, cell]) => [name, fromCell(cell)]))) : null
  }
  return (equipmentId: number | null, telemetryId: number | null): KeptRecord[] => [
    ...(equipmentId === null ? [] : of.all('reading', equipmentId).filter((kept) => ownReading(equipmentId, kept) !== kept.content)),
    ...(telemetryId === null ? [] : of.all('session', telemetryId).filter((kept) => ownSession(kept) !== kept.content)),
  ]
}

import type { Database } from 'better-sqlite3'
import { meterReadingIn } from '../../contract/meter-reading.ts'
import { foldedNote } from './notes.ts'

interface Told {
  id: string
  stationId: number
  /** What the note is found by, by its words as they are now. */
  words: string
}

/** Notes whose words do not fit what they are found by: a letter of either was changed. */
export function notesSaidOtherwise(db: Database): Told[] {
  return db
    .prepare<[], { id: string; stationId: number; text: string; author: string; reading: string | null; folded: string }>(
      'SELECT id, station_id AS stationId, text, author, reading, folded FROM main.note WHERE folded IS NOT NULL AND deleted_at_ms IS NULL',
    )
    .all()
    .flatMap(({ id, stationId, text, author, reading, folded }) => {
      const words = foldedNote({ text, author, reading: reading === null ? null : meterReadingIn(reading) })
      return words === folded ? [] : [{ id, stationId, words }]
    })
}

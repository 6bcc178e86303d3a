import { MeterbookError } from '../../contract/errors.ts'
import { isBelieved } from '../../contract/time/stamps.ts'
import { meterReadingIn, type MeterReading } from '../../contract/meter-reading.ts'
import { NOTE_KINDS, type NoteKind } from '../../contract/note-words.ts'
import type { Context } from '../context.ts'
import { fold } from '../search/text.ts'
import { conditionOf, KIND, type NoteFilter } from './note-filter.ts'
import { noteId } from './note-id.ts'
import { notePhotosIn, type NewPhoto, type Photo } from './note-photos.ts'

/** What an engineer wrote. `fromMs` null: about the station as a whole; `toMs` null: about a moment. Unix ms. */
export interface NoteContent {
  fromMs: number | null
  toMs: number | null
  kind: NoteKind
  author: string
  text: string
  /** What was read at the meter, of a note of the kind 'reading'; null and absent: nothing. */
  reading?: MeterReading | null
}

export interface Note extends NoteContent {
  id: string
  stationId: number
  stationName: string | null
  writtenAtMs: number
  editedAtMs: number | null
  /** Not null: deleted, and can still be brought back. */
  deletedAtMs: number | null
  /** Null also for what this program does not understand. */
  reading: MeterReading | null
  photos: Photo[]
}

type NoteRecord = Omit<Note, 'photos' | 'reading'> & { reading: string | null }

/** A reading at the meter, by the note that it is in. */
export interface StationReading {
  id: string
  /** Unix ms. */
  atMs: number
  reading: MeterReading
}

/** What search finds a reading by, besides the words of its note. */
const saidIn = ({ serial, seals, violations, supplier, consumer }: MeterReading): string =>
  [serial, violations, supplier, consumer, ...seals.map(({ number }) => number)].join(' ')

const COLUMNS = `n.id, n.station_id AS stationId, s.name AS stationName, n.from_ms AS fromMs, n.to_ms AS toMs,
  ${KIND} AS kind, n.author, n.text, n.reading, n.written_at_ms AS writtenAtMs, n.edited_at_ms AS editedAtMs,
  n.deleted_at_ms AS deletedAtMs`
const SOURCE = 'note n JOIN station s ON s.id = n.station_id'
/** The time that a note is about; of a note about the station as a whole, the time of writing. */
const TIME = 'coalesce(n.from_ms, n.written_at_ms)'

/** All SQL that touches `note`. Times of writing are Unix ms; a later change of a note is always dated later. */
/** What a note is found by: its words and its author's, folded. */
export const foldedNote = ({ text, author, reading }: Pick<NoteContent, 'text' | 'author' | 'reading'>): string =>
  [text, author, ...(reading ? [saidIn(reading)] : [])].map(fold).join('\n')

export function notesIn(book: Context) {
  const { db, atOnce, statement, stationText, believed, changed: changedData } = book
  const photos = notePhotosIn(book)
  const add = db.prepare(
    `INSERT INTO note (id, station_id, from_ms, to_ms, kind, author, text, reading, folded, written_at_ms)
     VALUES (@id, @stationId, @fromMs, @toMs, @kind, @author, @text, @reading, @folded, @nowMs)`,
  )
  const set = db.prepare(
    `UPDATE note SET from_ms = @fromMs, to_ms = @toMs, kind = @kind, author = @author, text = @text, reading = @reading,
       folded = @folded,
       edited_at_ms = max(@nowMs, coalesce(edited_at_ms, written_at_ms) + 1)
     WHERE id = @id AND deleted_at_ms IS NULL`,
  )
  const remove = db.prepare(
    `UPDATE note SET deleted_at_ms = max(@nowMs, coalesce(edited_at_ms, written_at_ms) + 1)
     WHERE id = @id AND deleted_at_ms IS NULL`,
  )
  const restore = db.prepare(
    `UPDATE note SET edited_at_ms = max(@nowMs, deleted_at_ms + 1), deleted_at_ms = NULL
     WHERE id = @id AND deleted_at_ms IS NOT NULL AND folded IS NOT NULL`,
  )
  const old = db.prepare<[number], string>('SELECT id FROM note WHERE deleted_at_ms < ? AND folded IS NOT NULL').pluck()
  const empty = db.prepare("UPDATE note SET author = '', text = '', reading = NULL, folded = NULL WHERE id = ?")
  const one = db.prepare<[string], NoteRecord>(`SELECT ${COLUMNS} FROM ${SOURCE} WHERE n.id = ?`)
  const some = db.prepare<[string], NoteRecord>(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE n.deleted_at_ms IS NULL AND n.id IN (SELECT value FROM json_each(?))`,
  )
  const authors = db
    .prepare<[], string>(
      `SELECT author FROM note WHERE deleted_at_ms IS NULL AND author <> ''
       GROUP BY author ORDER BY max(written_at_ms) DESC LIMIT 50`,
    )
    .pluck()

  const devices = db
    .prepare<[number], number>('SELECT DISTINCT equipment_id FROM station_device WHERE station_id = ? AND equipment_id IS NOT NULL')
    .pluck()
  const withReading = db.prepare<[number], NoteRecord>(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE n.station_id = ? AND n.reading IS NOT NULL AND n.deleted_at_ms IS NULL ORDER BY ${TIME}, n.id`,
  )

  function whole(records: readonly NoteRecord[]): Note[] {
    const found = photos.of(records.map(({ id }) => id))
    return records.map(({ reading, ...record }) => ({ ...record, reading: meterReadingIn(reading), photos: found.get(record.id) ?? [] }))
  }
  /** Throws NO_SUCH_NOTE. */
  function get(id: string): Note {
    const [note] = whole(one.all(id))
    if (!note) throw new MeterbookError('NO_SUCH_NOTE', { id })
    return note
  }
  /** Stations are found by their notes: their searchable text is made anew. */
  function told(id: string): Note {
    const note = get(id)
    stationText.refresh(note.stationId)
    if (note.reading) rejudge(note.stationId)
    return note
  }
  function changed(result: { changes: number }, id: string): void {
    if (result.changes === 0) throw new MeterbookError('NO_SUCH_NOTE', { id })
  }
  /** Throws TIME_TOO_FAR. A note is of a time that records may have: charts and lists are as long as what they hold. */
  function refuseFarTimes({ fromMs, toMs }: NoteContent): void {
    const bounds = believed()
    for (const atMs of [fromMs, toMs]) if (atMs !== null && !isBelieved(atMs, bounds)) throw new MeterbookError('TIME_TOO_FAR', { atMs })
  }
  /** As with settings, the rules that look at the whole station look again. */
  function rejudge(stationId: number): void {
    for (const equipmentId of devices.all(stationId)) changedData.note('settings', equipmentId, null)
  }
  const cells = (content: NoteContent) => ({
    ...content,
    reading: content.reading ? JSON.stringify(content.reading) : null,
    folded: foldedNote(content),
  })
  const ordered = (columns: string, where: string, direction: 'ASC' | 'DESC') =>
    `SELECT ${columns} FROM ${SOURCE} WHERE ${where} ORDER BY ${TIME} ${direction}, n.id ${direction}`

  return {
    get,
    authors: (): string[] => authors.all(),
    picture: photos.picture,

    /** Throws TIME_TOO_FAR, BAD_PHOTO. */
    add: (stationId: number, content: NoteContent, news: readonly NewPhoto[], nowMs: number): Note =>
      atOnce(() => {
        refuseFarTimes(content)
        const id = noteId(nowMs)
        add.run({ ...cells(content), id, stationId, nowMs })
        photos.set(id, [], news, nowMs)
        return told(id)
      }),

    /** Photographs that are neither kept nor new are taken away. Throws TIME_TOO_FAR, NO_SUCH_NOTE, BAD_PHOTO. */
    change: (id: string, content: NoteContent, pictures: { kept: readonly string[]; news: readonly NewPhoto[] }, nowMs: number): Note =>
      atOnce(() => {
        refuseFarTimes(content)
        const before = get(id).reading
        changed(set.run({ ...cells(content), id, nowMs }), id)
        if (before && !content.reading) rejudge(get(id).stationId)
        photos.set(id, pictures.kept, pictures.news, nowMs)
        return told(id)
      }),

    /** Nobody sees it any more, and it can be brought back until `forgetDeleted`. Throws NO_SUCH_NOTE. */
    remove: (id: string, nowMs: number): Note =>
      atOnce(() => {
        changed(remove.run({ id, nowMs }), id)
        return told(id)
      }),

    /** Throws NO_SUCH_NOTE, also where only the id is left. */
    restore: (id: string, nowMs: number): Note =>
      atOnce(() => {
        changed(restore.run({ id, nowMs }), id)
        return told(id)
      }),

    /** Strips notes that were deleted before a moment to id, place and times. Returns how many they were. */
    forgetDeleted: (beforeMs: number): number =>
      atOnce(() => {
        const ids = old.all(beforeMs)
        for (const id of ids) {
          empty.run(id)
          photos.set(id, [], [], beforeMs)
        }
        return ids.length
      }),

    /** By the time that they are about. */
    query(filter: NoteFilter, { desc = true, offset = 0, limit = -1 } = {}): { total: number; rows: Note[] } {
      const { sql, values } = conditionOf(filter)
      const total = statement<number>(`SELECT count(*) FROM ${SOURCE} WHERE ${sql}`, 'pluck').get(values) ?? 0
      const page = `${ordered(COLUMNS, sql, desc ? 'DESC' : 'ASC')} LIMIT @limit OFFSET @offset`
      return { total, rows: whole(statement<NoteRecord>(page).all({ ...values, offset, limit })) }
    },

    /** The ids of all that pass, in the same order. */
    ids(filter: NoteFilter, { desc = true } = {}): string[] {
      const { sql, values } = conditionOf(filter)
      return statement<string>(ordered('n.id', sql, desc ? 'DESC' : 'ASC'), 'pluck').all(values)
    },

    /** Those of these ids that there are and that are not deleted. */
    some: (ids: readonly string[]): Note[] => whole(some.all(JSON.stringify(ids))),

    /** The readings at the meter of a station, the oldest first: id, moment (Unix ms) and what was read. */
    readings: (stationId: number): StationReading[] =>
      withReading.all(stationId).flatMap(({ id, fromMs, reading }) => {
        const read = meterReadingIn(reading)
        return read && fromMs !== null ? [{ id, atMs: fromMs, reading: read }] : []
      }),

    /** How many there are of each kind. */
    counts(filter: NoteFilter): Record<NoteKind, number> {
      const { sql, values } = conditionOf(filter)
      const found = statement<[NoteKind, number]>(`SELECT ${KIND}, count(*) FROM ${SOURCE} WHERE ${sql} GROUP BY 1`, 'raw').all(values)
      const counted = new Map(found)
      return Object.fromEntries(NOTE_KINDS.map((kind) => [kind, counted.get(kind) ?? 0])) as Record<NoteKind, number>
    },
  }
}

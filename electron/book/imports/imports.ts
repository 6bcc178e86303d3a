import { inflateRawSync } from 'node:zlib'
import { recordPeriod } from '../../contract/archives.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { fileAsBook, type ImportedFile } from '../../contract/import-words.ts'
import { eventCountsIn } from '../archives/event-counts.ts'
import { minuteCountsIn, seriesCountIn } from '../archives/reading-counts.ts'
import type { ReadingView } from '../../contract/records.ts'
import type { Context } from '../context.ts'

/** A map that is kept for a type of devices: its name, and JSON as in docs/imports.md. */
export interface KeptMap {
  equipmentTypeId: number
  name: string
  map: string
  author: string
  /** Unix ms. */
  saidAtMs: number
}

/** A record that no answer of the service has brought. */
interface RecordSource {
  archiveType: string
  view: ReadingView
  /** Unix ms. */
  atMs: number
  sha256: string
  /** Of the file. */
  name: string
  /** Of an event: JSON. */
  entries: string | null
}

interface SeriesPart {
  seriesId: number
  equipmentId: number
  archiveType: string
  records: number
  fromMs: number
  toMs: number
}

/** Files by cable that the book has, and maps that are kept. Files are put in by put-file.ts, in a thread. */
export function importsIn(book: Context) {
  const { db, mode, atOnce, hold, now, changed, stationDevices } = book
  const FILE = `SELECT id, station_id AS stationId, sha256, name, bytes, author, imported_at_ms AS importedAtMs,
    (SELECT count(*) FROM reading_source o WHERE o.file_id = f.id) + (SELECT count(*) FROM event_source o WHERE o.file_id = f.id) AS records
    FROM import_file f`
  const anyFile = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM import_file)').pluck()
  const filesOf = db.prepare<[string], ImportedFile>(
    `${FILE} WHERE station_id IN (SELECT value FROM json_each(?)) ORDER BY imported_at_ms, id`,
  )
  const file = db.prepare<[number], ImportedFile>(`${FILE} WHERE id = ?`)
  const mapOf = db.prepare<[number], string>('SELECT map FROM import_file WHERE id = ?').pluck()
  const content = db.prepare<[string], Buffer>('SELECT content FROM import_content WHERE sha256 = ?').pluck()
  const sources = db.prepare<{ equipmentId: number; fromMs: number; toMs: number }, RecordSource>(`
    SELECT s.archive_type AS archiveType, s."view", o.at_ms AS atMs, f.sha256, f.name, NULL AS entries
    FROM series s JOIN reading_source o ON o.series_id = s.id JOIN import_file f ON f.id = o.file_id
    WHERE s.equipment_id = @equipmentId AND o.at_ms BETWEEN @fromMs AND @toMs
    UNION ALL SELECT s.archive_type, s."view", o.at_ms, f.sha256, f.name, c.entries
    FROM series s JOIN event_source o ON o.series_id = s.id JOIN import_file f ON f.id = o.file_id JOIN event_content c ON c.id = o.content_id
    WHERE s.equipment_id = @equipmentId AND o.at_ms BETWEEN @fromMs AND @toMs
    ORDER BY 1, 2, 3, 6`)
  const parts = (table: string) =>
    db.prepare<[number], SeriesPart>(
      `SELECT o.series_id AS seriesId, s.equipment_id AS equipmentId, s.archive_type AS archiveType, count(*) AS records,
         min(o.at_ms) AS fromMs, max(o.at_ms) AS toMs
       FROM ${table} o JOIN series s ON s.id = o.series_id WHERE o.file_id = ? GROUP BY o.series_id`,
    )
  const [readingParts, eventParts] = [parts('reading_source'), parts('event_source')]
  const maps = db.prepare<[number], KeptMap>(
    `SELECT equipment_type_id AS equipmentTypeId, name, map, author, said_at_ms AS saidAtMs FROM import_map
     WHERE equipment_type_id = ? AND removed_at_ms IS NULL ORDER BY said_at_ms DESC, name`,
  )

  function remove(id: number): number {
    const found = file.get(id)
    if (!found) return 0
    const [readings, events] = [readingParts.all(id), eventParts.all(id)]
    db.prepare('DELETE FROM reading WHERE (series_id, at_ms) IN (SELECT series_id, at_ms FROM reading_source WHERE file_id = ?)').run(id)
    db.prepare(
      'DELETE FROM event WHERE (series_id, at_ms, content_id) IN (SELECT series_id, at_ms, content_id FROM event_source WHERE file_id = ?)',
    ).run(id)
    for (const table of ['reading_source', 'event_source']) db.prepare(`DELETE FROM ${table} WHERE file_id = ?`).run(id)
    const [recount, minutes, counts] = [seriesCountIn(db), minuteCountsIn(db), eventCountsIn(db)]
    for (const { seriesId, archiveType, equipmentId, records, fromMs, toMs } of readings) {
      recount(seriesId, -records)
      if (recordPeriod(archiveType) === 'hour') minutes(seriesId)
      changed.note('readings', equipmentId, { fromMs, toMs })
      stationDevices.wrote(equipmentId)
    }
    for (const { seriesId, equipmentId, fromMs, toMs } of events) {
      counts.recount(seriesId)
      changed.note('events', equipmentId, { fromMs, toMs })
    }
    if (events.length > 0) counts.recountAll()
    forgetTwice(found)
    db.prepare('DELETE FROM import_file WHERE id = ?').run(id)
    db.prepare(
      'DELETE FROM import_content WHERE sha256 = ? AND NOT EXISTS (SELECT 1 FROM import_file f WHERE f.sha256 = import_content.sha256)',
    ).run(found.sha256)
    return found.records
  }

  /** What the file had otherwise goes with it, at the devices of its station. */
  function forgetTwice({ sha256, stationId }: ImportedFile): void {
    const gone = db.prepare<[string, number], { equipmentId: number; fromMs: number; toMs: number }>(
      `DELETE FROM kept_twice WHERE kind = 'reading' AND book_id = ? AND owner_id = ? RETURNING owner_id AS equipmentId, at_ms AS fromMs, at_ms AS toMs`,
    )
    for (const { equipmentId } of stationDevices.of(stationId))
      for (const one of gone.all(fileAsBook(sha256), equipmentId)) changed.note('readings', one.equipmentId, one)
  }

  return {
    /** Does work that puts a file into this book on a connection of its own; nothing else is written meanwhile (MERGE_RUNNING). */
    async underHold<T>(work: () => Promise<T>): Promise<T> {
      if (mode === 'read') throw new MeterbookError('READ_ONLY_BOOK', { file: book.file })
      const release = hold()
      try {
        return await work()
      } finally {
        release()
      }
    },

    /** Whether any file was ever read into the book. */
    isAny: (): boolean => anyFile.get() === 1,
    /** The files of stations, in the order in which they were read. */
    files: (stationIds: readonly number[]): ImportedFile[] => filesOf.all(JSON.stringify(stationIds)),
    file: (id: number): ImportedFile | null => file.get(id) ?? null,
    /** How a file was read: JSON. */
    mapOf: (id: number): string | null => mapOf.get(id) ?? null,
    /** The file as it was given; null: this book has its records without it. */
    content(sha256: string): Buffer | null {
      const deflated = content.get(sha256)
      return deflated === undefined ? null : inflateRawSync(deflated)
    },
    /** The records of a device that are a file's, between two stamps, both included: by archive, view and time. */
    sources: (equipmentId: number, range: { fromMs: number; toMs: number }): RecordSource[] => sources.all({ equipmentId, ...range }),
    /** Takes a file away with all that came from it alone. For writers. Returns how many records went. */
    remove: (id: number): number => atOnce(() => remove(id)),

    /** The maps that are kept for a type, the latest first. */
    maps: (equipmentTypeId: number): KeptMap[] => maps.all(equipmentTypeId),
    /** Keeps a map; one of the same name gives way. For writers. */
    keepMap: ({ equipmentTypeId, name, map, author }: Omit<KeptMap, 'saidAtMs'>): void =>
      atOnce(() => {
        db.prepare(
          `INSERT INTO import_map (equipment_type_id, name, map, author, said_at_ms) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET map = excluded.map, author = excluded.author,
             said_at_ms = max(excluded.said_at_ms, said_at_ms + 1), removed_at_ms = NULL`,
        ).run(equipmentTypeId, name, map, author, now())
      }),
    /** Forgets a map, which is a statement that other books learn of. For writers. */
    forgetMap: (equipmentTypeId: number, name: string): void =>
      atOnce(() => {
        db.prepare(
          `UPDATE import_map SET removed_at_ms = ?, said_at_ms = max(said_at_ms + 1, ?)
           WHERE equipment_type_id = ? AND name = ? AND removed_at_ms IS NULL`,
        ).run(now(), now(), equipmentTypeId, name)
      }),
  }
}

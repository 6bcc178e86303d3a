import { fileAsBook } from '../../contract/import-words.ts'
import { correctionsIn } from '../archives/corrections.ts'
import { seriesCountIn } from '../archives/reading-counts.ts'
import { decodeRecord, type Values } from '../archives/reading-record.ts'
import { disagreements } from '../imports/agree.ts'
import { contentOf, keeperIn } from './keep-twice.ts'
import type { MappedSeries } from './series-map.ts'
import type { Transfer } from './transfer.ts'

interface Pair {
  atMs: number
  /** The own book's record, and the other's. */
  own: string
  other: string
  sha256: string
  tolerances: string
}

/**
 * Files by cable, and which records are theirs. A record that one book has of a file and the other of the service is the
 * service's, in whichever book it was: the file's is kept beside it where the two differ.
 */
export function importsMergerIn(transfer: Transfer) {
  const { db, tally, bookId, nowMs, stationOfDevice } = transfer
  const isAny =
    db
      .prepare<[], number>('SELECT EXISTS (SELECT 1 FROM temp.src_import_file) OR EXISTS (SELECT 1 FROM main.import_file)')
      .pluck()
      .get() === 1
  if (!isAny) return NOTHING
  mapFiles(transfer)
  const channelsOf = (table: string) =>
    db.prepare<[number], string>(`SELECT name FROM ${table} WHERE series_id = ? ORDER BY position`).pluck()
  const [ownChannels, otherChannels] = [channelsOf('main.series_channel'), channelsOf('temp.src_series_channel')]
  const [recount, corrections] = [seriesCountIn(db), correctionsIn(transfer.book)]
  const range = 'o.series_id = @series AND o.at_ms BETWEEN @fromMs AND @toMs'
  /** Own records of files that the other book has from the service. */
  const gone = db.prepare<object, Pair>(`
    SELECT o.at_ms AS atMs, m.record AS own, r.record AS other, f.sha256, f.tolerances FROM main.reading_source o
    JOIN main.reading m ON m.series_id = o.series_id AND m.at_ms = o.at_ms JOIN main.import_file f ON f.id = o.file_id
    JOIN temp.src_reading r ON r.series_id = @other AND r.at_ms = o.at_ms
    WHERE ${range} AND NOT EXISTS (SELECT 1 FROM temp.src_reading_source x WHERE x.series_id = @other AND x.at_ms = o.at_ms)
    ORDER BY o.at_ms`)
  /** The other book's records of files whose time the own one has otherwise. */
  const beside = db.prepare<object, Pair>(`
    SELECT o.at_ms AS atMs, m.record AS own, r.record AS other, f.sha256, f.tolerances FROM temp.src_reading_source o
    JOIN temp.src_reading r ON r.series_id = o.series_id AND r.at_ms = o.at_ms JOIN temp.src_import_file f ON f.id = o.file_id
    JOIN main.reading m ON m.series_id = @own AND m.at_ms = o.at_ms
    WHERE ${range} AND NOT EXISTS (SELECT 1 FROM temp.coming_reading c WHERE c.series_id = @own AND c.at_ms = o.at_ms)`)
  const remove = ['reading', 'reading_source'].map((table) =>
    db.prepare<[number, number]>(`DELETE FROM main.${table} WHERE series_id = ? AND at_ms = ?`),
  )
  const come = db.prepare<object>(`
    INSERT INTO temp.coming_reading SELECT @own, o.at_ms, f.own_id FROM temp.src_reading_source o JOIN temp.file_map f ON f.other_id = o.file_id
    WHERE ${range} AND NOT EXISTS (SELECT 1 FROM main.reading m WHERE m.series_id = @own AND m.at_ms = o.at_ms)`)
  const forget = db.prepare<[number, string, string, number, string, string]>(
    `DELETE FROM main.kept_twice WHERE kind = 'reading' AND owner_id = ? AND archive_type = ? AND "view" = ? AND at_ms = ? AND content = ?
     AND book_id = ?`,
  )
  const rename = db.prepare<[string, number, string, string, number, string, string]>(
    `UPDATE main.kept_twice SET book_id = ? WHERE kind = 'reading' AND owner_id = ? AND archive_type = ? AND "view" = ? AND at_ms = ?
     AND content = ? AND book_id = ?`,
  )
  const keep = (sha256: string) => keeperIn({ db, bookId: fileAsBook(sha256), nowMs })
  const isAgreed = (file: Values, own: Values, tolerances: string) =>
    disagreements(file, own, JSON.parse(tolerances) as Record<string, number>).length === 0

  return {
    /** Before the readings of a series are merged. */
    before(series: MappedSeries): void {
      const { ownId: own, otherId: other, fromMs, toMs } = series
      const [mine, theirs] = [ownChannels.all(own), otherChannels.all(other)]
      const found = gone.all({ series: own, other, fromMs, toMs })
      for (const { atMs, own: record, other: otherRecord, sha256, tolerances } of found) {
        const values = decodeRecord(record, mine)
        if (!isAgreed(values, decodeRecord(otherRecord, theirs), tolerances)) keep(sha256).reading(series, atMs, values)
        for (const statement of remove) statement.run(own, atMs)
      }
      const [first, last] = [found[0], found.at(-1)]
      if (first && last) {
        recount(own, -found.length)
        corrections.noteSources(series.archiveType, { fromMs: first.atMs, toMs: last.atMs })
      }
      come.run({ series: other, own, fromMs, toMs })
    },
    /** After them: what was kept twice of a file says so, or was no difference. */
    after(series: MappedSeries): void {
      const { ownId: own, otherId: other, fromMs, toMs, equipmentId, archiveType, view } = series
      const [mine, theirs] = [ownChannels.all(own), otherChannels.all(other)]
      for (const { atMs, own: record, other: otherRecord, sha256, tolerances } of beside.all({ series: other, own, fromMs, toMs })) {
        const values = decodeRecord(otherRecord, theirs)
        const key = [equipmentId ?? 0, archiveType, view, atMs, contentOf(values), bookId] as const
        if (!isAgreed(values, decodeRecord(record, mine), tolerances)) rename.run(fileAsBook(sha256), ...key)
        else if (forget.run(...key).changes > 0) tally.count('readings', stationOfDevice.get(equipmentId ?? NaN), { same: 1, twice: -1 })
      }
      db.exec(
        'INSERT INTO main.reading_source SELECT c.* FROM temp.coming_reading c WHERE EXISTS (SELECT 1 FROM main.reading m WHERE m.series_id = c.series_id AND m.at_ms = c.at_ms) ON CONFLICT DO NOTHING; DELETE FROM temp.coming_reading',
      )
    },
    /** When the contents of events are mapped, before the events are merged. */
    beforeEvents(): void {
      const mapped = `FROM temp.src_event_source o JOIN temp.series_map s ON s.other_id = o.series_id AND o.at_ms BETWEEN s.from_ms AND s.to_ms
        JOIN temp.content_map c ON c.other_id = o.content_id`
      db.exec(`
        INSERT INTO temp.coming_event SELECT s.own_id, o.at_ms, c.own_id, f.own_id ${mapped} JOIN temp.file_map f ON f.other_id = o.file_id
          WHERE NOT EXISTS (SELECT 1 FROM main.event m WHERE m.series_id = s.own_id AND m.at_ms = o.at_ms AND m.content_id = c.own_id);
        DELETE FROM main.event_source AS m WHERE EXISTS (
          SELECT 1 FROM temp.series_map s JOIN temp.content_map c ON c.own_id = m.content_id
            JOIN temp.src_event e ON e.series_id = s.other_id AND e.at_ms = m.at_ms AND e.content_id = c.other_id
          WHERE s.own_id = m.series_id AND NOT EXISTS (SELECT 1 FROM temp.src_event_source x
            WHERE x.series_id = e.series_id AND x.at_ms = e.at_ms AND x.content_id = e.content_id))`)
    },
    afterEvents: (): void =>
      void db.exec(`INSERT INTO main.event_source SELECT c.* FROM temp.coming_event c WHERE EXISTS (SELECT 1 FROM main.event m
        WHERE m.series_id = c.series_id AND m.at_ms = c.at_ms AND m.content_id = c.content_id) ON CONFLICT DO NOTHING`),
    /** After all: a file none of whose records came, and none of which is kept twice, stays behind. */
    end(): void {
      db.exec(`DELETE FROM main.import_file AS f WHERE id IN (SELECT own_id FROM temp.file_map WHERE is_new)
        AND NOT EXISTS (SELECT 1 FROM main.reading_source o WHERE o.file_id = f.id)
        AND NOT EXISTS (SELECT 1 FROM main.event_source o WHERE o.file_id = f.id)
        AND NOT EXISTS (SELECT 1 FROM main.kept_twice k WHERE k.book_id = '${fileAsBook('')}' || f.sha256);
        DELETE FROM main.import_content AS c WHERE NOT EXISTS (SELECT 1 FROM main.import_file f WHERE f.sha256 = c.sha256)`)
      const files = db.prepare<[], { stationId: number; added: number; all: number }>(
        `SELECT f.station_id AS stationId, sum(m.is_new) AS added, count(*) AS "all" FROM temp.file_map m JOIN main.import_file f ON f.id = m.own_id
         GROUP BY f.station_id`,
      )
      for (const { stationId, added, all } of files.all()) tally.count('imports', stationId, { added, same: all - added })
    },
  }
}

const NOTHING = {
  before: (_: MappedSeries): void => undefined,
  after: (_: MappedSeries): void => undefined,
  beforeEvents: (): void => undefined,
  afterEvents: (): void => undefined,
  end: (): void => undefined,
}

/** Puts the ids that both books have for a file side by side. */
function mapFiles({ db }: Transfer): void {
  const columns = 'sha256, station_id, name, bytes, map, tolerances, author, imported_at_ms'
  const same = 'm.station_id = s.station_id AND m.sha256 = s.sha256'
  db.exec(`
    CREATE TEMP TABLE file_map (other_id INTEGER PRIMARY KEY, own_id INTEGER NOT NULL, is_new INTEGER NOT NULL);
    CREATE TEMP TABLE new_file AS SELECT s.id FROM temp.src_import_file s WHERE NOT EXISTS (SELECT 1 FROM main.import_file m WHERE ${same});
    INSERT INTO main.import_file (${columns}) SELECT ${columns} FROM temp.src_import_file WHERE id IN (SELECT id FROM temp.new_file);
    INSERT INTO temp.file_map SELECT s.id, m.id, s.id IN (SELECT id FROM temp.new_file) FROM temp.src_import_file s JOIN main.import_file m ON ${same};
    INSERT INTO main.import_content SELECT * FROM temp.src_import_content WHERE sha256 IN (SELECT sha256 FROM temp.src_import_file)
      ON CONFLICT DO NOTHING;
    CREATE TEMP TABLE coming_reading (series_id INTEGER NOT NULL, at_ms INTEGER NOT NULL, file_id INTEGER NOT NULL, PRIMARY KEY (series_id, at_ms)) WITHOUT ROWID;
    CREATE TEMP TABLE coming_event (series_id INTEGER NOT NULL, at_ms INTEGER NOT NULL, content_id INTEGER NOT NULL, file_id INTEGER NOT NULL)`)
}

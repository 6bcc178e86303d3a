import { deviceTimeKey, inDeviceTime, type DeviceTime } from '../../contract/device-time.ts'
import type { Reading, ReadingView } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { answersFor } from '../file/version.ts'
import { decodeRecord, parseRecord, type RecordCells } from './reading-record.ts'
import { believedEnd } from './believed.ts'
import type { ReadingKey, TimeRange } from './reading-key.ts'
import { readingsColumnsIn } from './readings-columns.ts'

/** An archive of readings with at least one record in the book. */
export interface HeldArchive extends ReadingKey {
  channels: readonly string[]
  /** All of them, those whose stamps are not believed too. */
  records: number
  /** Stamps of the first and the last record whose stamp is believed, Unix ms; null where there is none. */
  firstMs: number | null
  lastMs: number | null
}
/** One with records that something can be computed from. */
export interface Archive extends HeldArchive {
  firstMs: number
  lastMs: number
}

/** A record with its values by the places of channels. */
export type ReadingCells = readonly [atMs: number, cells: RecordCells]

export interface RowsQuery extends TimeRange {
  offset?: number
  limit?: number
  desc?: boolean
}

const EVER = Number.MAX_SAFE_INTEGER
/** Rows per query when iterating over an archive: bounds memory at little cost in speed. */
const STEP = 2_000
/** Stored records per query where each is read only to be written again: some ms. */
const SMALL_STEP = 500

interface ArchiveRow {
  id: number
  equipmentId: number
  archiveType: string
  view: ReadingView
  records: number
  firstMs: number | null
  lastMs: number | null
}

/** Devices whose archives are kept at hand: whoever judges one asks for them more than once. */
const KEPT = 4

const isBelievedArchive = (archive: HeldArchive): archive is Archive => archive.firstMs !== null && archive.lastMs !== null

/** Queries of `reading`. */
export function readingsReaderIn(book: Context) {
  const { db, series, versions, believed } = book
  const kept = answersFor<readonly HeldArchive[]>(versions.data, KEPT)
  const archives = db.prepare<{ equipmentId: number; fromMs: number; toMs: number }, ArchiveRow>(`
    SELECT id, equipment_id AS equipmentId, archive_type AS archiveType, "view", records,
      ${believedEnd('first_ms', 'min')} AS firstMs, ${believedEnd('last_ms', 'max')} AS lastMs
    FROM series s WHERE equipment_id = @equipmentId AND records > 0
      AND EXISTS (SELECT 1 FROM series_channel c WHERE c.series_id = s.id)
    ORDER BY archive_type, "view"`)
  const whole = db.prepare<[number], number>('SELECT records FROM series WHERE id = ?').pluck()
  const span = 'FROM reading WHERE series_id = ? AND at_ms BETWEEN ? AND ?'
  const count = db.prepare<[number, number, number], number>(`SELECT count(*) ${span}`).pluck()
  const ends = db.prepare<[number, number, number], [number | null, number | null]>(`SELECT min(at_ms), max(at_ms) ${span}`).raw()
  const page = (direction: 'ASC' | 'DESC') =>
    db
      .prepare<[number, number, number, number, number], [number, string]>(
        `SELECT at_ms, record ${span} ORDER BY at_ms ${direction} LIMIT ? OFFSET ?`,
      )
      .raw()
  const ascending = page('ASC')
  const descending = page('DESC')

  const boundsIn = ({ time }: ReadingKey, range: TimeRange): [fromMs: number, toMs: number] => {
    const { fromMs = -EVER, toMs = EVER } = inDeviceTime(range, time)
    return [fromMs, toMs]
  }

  function rows(key: ReadingKey, { offset = 0, limit = -1, desc = false, ...range }: RowsQuery = {}): Reading[] {
    const id = series.find(key)
    if (id === undefined) return []
    const [fromMs, toMs] = boundsIn(key, range)
    const found = (desc ? descending : ascending).all(id, fromMs, toMs, limit, offset)
    const channels = series.channels(id)
    return found.map(([atMs, record]) => ({ atMs, values: decodeRecord(record, channels) }))
  }

  /** The archives of a device that have records in its time at a station, by archive type and view. */
  const heldArchives = (equipmentId: number, time: DeviceTime | null = null): readonly HeldArchive[] =>
    kept(`${equipmentId} ${deviceTimeKey(time)}`, () =>
      archives.all({ equipmentId, ...believed() }).flatMap(({ id, ...archive }) => {
        const held: HeldArchive = { ...archive, channels: series.channels(id) }
        return time === null ? held : partOf(id, held, time)
      }),
    )

  /** What of an archive lies in a device's time at a station; nothing where no record does. */
  function partOf(id: number, archive: HeldArchive, time: DeviceTime): HeldArchive[] {
    const [fromMs, toMs] = boundsIn({ ...archive, time }, {})
    const records = count.get(id, fromMs, toMs) ?? 0
    if (records === 0) return []
    const sound = inDeviceTime(believed(), time)
    const [firstMs, lastMs] = ends.get(id, sound.fromMs, sound.toMs) ?? [null, null]
    return [{ ...archive, records, firstMs, lastMs, time }]
  }

  return {
    heldArchives,

    /** Those of them that have records whose stamps are believed: for whatever computes with them. */
    archives: (equipmentId: number, time: DeviceTime | null = null): readonly Archive[] =>
      heldArchives(equipmentId, time).filter(isBelievedArchive),

    /** Channels in the order in which they first came. */
    channels(key: ReadingKey): string[] {
      const id = series.find(key)
      return id === undefined ? [] : series.channels(id)
    },

    ...readingsColumnsIn(book),

    /** Records verbatim. `values` has no entry for a channel that the record lacked. */
    rows,

    /** Every record of a range in time order. It reads in batches, so the book can be written meanwhile. */
    *iterate(key: ReadingKey, range: TimeRange = {}): Generator<Reading> {
      const [fromMs, toMs] = boundsIn(key, range)
      for (let from = fromMs; ;) {
        const step = rows(key, { fromMs: from, toMs, limit: STEP })
        yield* step
        const last = step.at(-1)
        if (!last || step.length < STEP) return
        from = last.atMs + 1
      }
    },

    /**
     * Yields every record as it is stored, unparsed: the stamp, and JSON of an array in the order of `channels` or of
     * an object by position (reading-record.ts). For whoever reads every record only to write it again.
     */
    *stored(key: ReadingKey, range: TimeRange = {}): Generator<readonly [number, string]> {
      const id = series.find(key)
      if (id === undefined) return
      const [fromMs, toMs] = boundsIn(key, range)
      for (let from = fromMs; ;) {
        const step = ascending.all(id, from, toMs, SMALL_STEP, 0)
        yield* step
        const last = step.at(-1)
        if (!last || step.length < SMALL_STEP) return
        from = last[0] + 1
      }
    },

    /**
     * Yields every record, the oldest or (`desc`) the newest first, as cells by the places of the series' channels, in the order of `channels`: an array, or an
     * object by place where a record lacks a channel in the middle.
     */
    *cells(key: ReadingKey, range: TimeRange = {}, { desc = false }: { desc?: boolean } = {}): Generator<ReadingCells> {
      const id = series.find(key)
      if (id === undefined) return
      let [fromMs, toMs] = boundsIn(key, range)
      for (;;) {
        const step = (desc ? descending : ascending).all(id, fromMs, toMs, SMALL_STEP, 0)
        // One at a time: what is parsed of a whole step would outlive the collection of what is young.
        for (const [atMs, record] of step) yield [atMs, parseRecord(record)]
        const last = step.at(-1)
        if (!last || step.length < SMALL_STEP) return
        if (desc) toMs = last[0] - 1
        else fromMs = last[0] + 1
      }
    },

    count(key: ReadingKey, range: TimeRange = {}): number {
      const id = series.find(key)
      if (id === undefined) return 0
      const { fromMs, toMs } = inDeviceTime(range, key.time)
      if (fromMs === undefined && toMs === undefined) return whole.get(id) ?? 0
      return count.get(id, fromMs ?? -EVER, toMs ?? EVER) ?? 0
    },

    /** The newest record. */
    latest: (key: ReadingKey): Reading | undefined => rows(key, { desc: true, limit: 1 })[0],
  }
}

import type { Context } from '../context.ts'
import { metaIn } from '../file/meta.ts'
import type { ArrivalKind } from './arrivals.ts'

const KEY = 'looked_at_ms'

/** What came into the book, and when it did. */
export interface Arrival {
  atMs: number
  kind: ArrivalKind
  /** The device; of `device` the station. */
  ownerId: number
  archiveType: string
  view: string
  fromMs: number
  toMs: number
  records: number
}

/** A note that a merge brought. */
export interface MergedNote {
  atMs: number
  id: string
  stationId: number
  author: string
  text: string
}

/** A download that ended with something missing. */
export interface FailedRun {
  id: number
  state: string
  finishedMs: number
  failed: number
}

/** When a run ended, by this book's own clock: the queue dates by the earlier of the computer's and the service's. */
const ENDED_MS = 'finished_ms + coalesce(began_at_ms - created_ms, 0)'

/** All SQL that reads this book's news but for findings, and the moment of the last look. */
export function digestIn(book: Context) {
  const { db, atOnce } = book
  const meta = metaIn(book)
  const arrivals = db.prepare<[number, number], Arrival>(`
    SELECT at_ms AS atMs, kind, owner_id AS ownerId, archive_type AS archiveType, "view", from_ms AS fromMs, to_ms AS toMs, records
    FROM arrival WHERE at_ms > ? AND at_ms <= ? ORDER BY at_ms, kind, owner_id, archive_type, "view", from_ms`)
  const notes = db.prepare<[number, number], MergedNote>(`
    SELECT max(m.at_ms) AS atMs, n.id, n.station_id AS stationId, n.author, n.text
    FROM merged_note m JOIN note n ON n.id = m.note_id AND n.deleted_at_ms IS NULL
    WHERE m.at_ms > ? AND m.at_ms <= ? GROUP BY n.id ORDER BY atMs DESC, n.id`)
  const runs = db.prepare<[number, number], FailedRun>(`
    SELECT * FROM (SELECT id, state, ${ENDED_MS} AS finishedMs,
      (SELECT count(*) FROM task t WHERE t.run_id = run.id AND t.state = 'failed') AS failed
    FROM run WHERE ${ENDED_MS} > ? AND ${ENDED_MS} <= ?) WHERE state = 'failed' OR failed > 0 ORDER BY finishedMs DESC`)
  const ended = db.prepare<[], number | null>(`SELECT ${ENDED_MS} FROM run ORDER BY id DESC LIMIT 1`).pluck()
  return {
    /** When the newest download ended, Unix ms; null: there is none, or it is not over. */
    downloadedAtMs: (): number | null => ended.get() ?? null,
    /** When somebody looked last, Unix ms; null: nobody ever did. It is this file's own: no merge brings it, no share gives it away. */
    lookedAtMs: (): number | null => meta.get<number | null>(KEY) ?? null,
    /** Somebody has looked at what was known at this moment; null takes it back to nobody. For writers. */
    looked: (atMs: number | null): void => atOnce(() => meta.set(KEY, atMs)),
    /** What became known after a moment up to and with another, Unix ms. */
    arrivals: (afterMs: number, toMs: number): Arrival[] => arrivals.all(afterMs, toMs),
    mergedNotes: (afterMs: number, toMs: number): MergedNote[] => notes.all(afterMs, toMs),
    failedRuns: (afterMs: number, toMs: number): FailedRun[] => runs.all(afterMs, toMs),
  }
}

import type { Database } from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { PREVIEW_COUNTS, type PreviewCount, type WrittenChange, type WrittenKind } from '../../contract/backup-words.ts'
import { isSameAccount } from '../../contract/account-key.ts'
import type { Book } from '../book.ts'
import { COVERAGE_STATES } from '../coverage/coverage-runs.ts'
import type { Account } from '../file/identity.ts'
import { openUntouched } from '../file/open.ts'
import { accountOf } from './make.ts'
import { writtenIn, type Written } from './written.ts'

/** What one of the two books holds. */
interface Side {
  file: string
  account: Account | null
  bytes: number
  counts: Record<PreviewCount, number>
  /** The time of the last record of any archive, and of the last fetch, Unix ms. */
  lastRecordMs: number | null
  freshAtMs: number | null
}

/** One thing that people wrote and that a restore would change. */
interface ChangedWork extends Pick<Written, 'atMs' | 'stationId' | 'author' | 'text'> {
  change: WrittenChange
  kind: WrittenKind
  stationName: string | null
}

/** What a restore would do. Nothing is changed by it. */
export interface Preview {
  backup: Side
  /** Null: there is no book at this place, or one that cannot be read. */
  book: Side | null
  /** Whether anything lies at the book's place. */
  isThere: boolean
  /** False: the two are books of two accounts, and nothing is compared. */
  isSameAccount: boolean
  /** How much of people's work it would change, by what happens to it. */
  changed: Record<WrittenChange, number>
  /** The newest of it. */
  work: ChangedWork[]
  /** Days of archives that the book has and the backup does not: they would have to be fetched again. */
  daysToFetch: number
}

/** So much of people's work is named one by one. */
const MOST_WORK = 500

/**
 * Compares a backup with the book at a place. The backup is not changed; a book that cannot be read is as good as none.
 * @throws BookError for the backup.
 */
export function previewRestore(file: string, backup: string, now: () => number): Preview {
  const other = openUntouched(backup, now)
  try {
    const book = readable(file, now)
    try {
      const sides = { backup: sideOf(other), book: book && sideOf(book) }
      const same = isOfOneAccount(sides)
      const work = book && same ? changesOf(book, other) : []
      return {
        ...sides,
        isThere: existsSync(file),
        isSameAccount: same,
        changed: Object.fromEntries(
          (['lost', 'back', 'other'] as const).map((change) => [change, work.filter((one) => one.change === change).length]),
        ) as Record<WrittenChange, number>,
        work: work.slice(0, MOST_WORK),
        daysToFetch: book && same ? daysMissing(book.db, other.db) : 0,
      }
    } finally {
      book?.close()
    }
  } finally {
    other.close()
  }
}

function readable(file: string, now: () => number): Book | null {
  try {
    return openUntouched(file, now)
  } catch {
    return null
  }
}

function isOfOneAccount({ backup, book }: { backup: Side; book: Side | null }): boolean {
  return !backup.account || !book?.account || isSameAccount(backup.account, book.account)
}

function sideOf(book: Book): Side {
  const { identity, counts, lastMs, freshAtMs, fileBytes } = book.summary()
  return {
    file: book.file,
    account: accountOf(identity),
    bytes: fileBytes,
    counts: Object.fromEntries(PREVIEW_COUNTS.map((name) => [name, counts[name]])) as Record<PreviewCount, number>,
    lastRecordMs: lastMs,
    freshAtMs,
  }
}

/** People's work that the two have otherwise, the newest first. */
function changesOf(book: Book, backup: Book): ChangedWork[] {
  const keyOf = ({ kind, key }: Written) => `${kind === 'reading' ? 'note' : kind} ${key}`
  const inBackup = new Map([...writtenIn(backup.db)].map((written) => [keyOf(written), written]))
  const changes: { change: WrittenChange; written: Written; of: Book }[] = []
  for (const written of writtenIn(book.db)) {
    const there = inBackup.get(keyOf(written))
    inBackup.delete(keyOf(written))
    if (!there) changes.push({ change: 'lost', written, of: book })
    else if (there.content !== written.content) changes.push({ change: 'other', written, of: book })
  }
  for (const written of inBackup.values()) changes.push({ change: 'back', written, of: backup })
  const names = [book, backup].map(({ db }) => db.prepare<[number], string>('SELECT name FROM station WHERE id = ?').pluck())
  const nameOf = (id: number) => names.map((name) => name.get(id)).find((name) => typeof name === 'string') ?? null
  return changes
    .map(({ change, written: { kind, atMs, stationId, author, text } }) => ({
      change,
      kind,
      atMs,
      stationId,
      stationName: stationId === null ? null : nameOf(stationId),
      author,
      text: text.slice(0, MOST_TEXT),
    }))
    .toSorted((a, b) => (b.atMs ?? 0) - (a.atMs ?? 0))
}

const MOST_TEXT = 200

type Runs = Map<string, [from: number, to: number][]>

/** Days whose records are in one and not in the other, summed over the archives. */
function daysMissing(book: Database, backup: Database): number {
  const there = runsIn(backup)
  let days = 0
  for (const [archive, runs] of runsIn(book)) {
    const known = there.get(archive) ?? []
    for (const [from, to] of runs) {
      days += to - from + 1 - known.reduce((sum, run) => sum + Math.max(0, Math.min(to, run[1]) - Math.max(from, run[0]) + 1), 0)
    }
  }
  return days
}

/** The days that were fetched, by archive. Runs of one archive do not overlap. */
function runsIn(db: Database): Runs {
  const states = (['fetched', 'empty', 'partial'] as const).map((state) => COVERAGE_STATES.indexOf(state) + 1)
  const rows = db
    .prepare<[], [string, number, number]>(
      `SELECT coalesce(equipment_id, '') || ' ' || coalesce(telemetry_id, '') || ' ' || archive_type || ' ' || "view", from_day, to_day
       FROM coverage_run JOIN series ON series.id = series_id WHERE state IN (${states.join(', ')}) ORDER BY 1, 2`,
    )
    .raw()
  const runs: Runs = new Map()
  for (const [archive, from, to] of rows.iterate()) {
    const list = runs.get(archive) ?? []
    list.push([from, to])
    runs.set(archive, list)
  }
  return runs
}

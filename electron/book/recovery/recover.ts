import type { Database } from 'better-sqlite3'
import { statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { MeterbookError } from '../../contract/errors.ts'
import type { Recovery, TableLoss } from '../../contract/recovery-words.ts'
import { accountOf } from '../backups/make.ts'
import { backupsIn } from '../backups/shelf.ts'
import { contextOf } from '../context.ts'
import { holdsSomething } from '../file/connect.ts'
import { asBookError, BookError } from '../file/errors.ts'
import { flush } from '../file/flush.ts'
import { KNOWN_VERSION } from '../file/head.ts'
import { isLocked } from '../file/lock.ts'
import { migrate } from '../file/migrate.ts'
import { placeOf } from '../file/place.ts'
import { makeOwnFile } from '../file/private.ts'
import { refuseBookTarget } from '../file/protected.ts'
import { putBook } from '../file/put-book.ts'
import { openScratch } from '../file/scratch.ts'
import { clearUnfinished, removeUnfinished, unfinishedBeside } from '../file/unfinished.ts'
import { notesSaidOtherwise } from '../notes/said-otherwise.ts'
import { mergeBooks } from '../sharing/merge.ts'
import { bring } from '../sharing/prepare.ts'
import { OTHER } from '../sharing/transfer.ts'
import type { AtWork } from '../threads/messages.ts'
import { fetchAgain } from './fetch-again.ts'
import { lostDaysIn, type LostDays } from './lost-days.ts'
import { bringOwnTables } from './own-tables.ts'
import { mendReferences, type StoodIn } from './references.ts'
import { peoplesFirst, salvage, type Salvaged } from './salvage.ts'

export interface RecoverAsked {
  /** The damaged book; it is only read. */
  file: string
  /** Where the new book goes; a closed book that is there is replaced once the new one is whole. */
  to: string
  /** A backup that fills what was lost (what it has otherwise is kept twice): a file, or the newest of this book in these folders. */
  backup: { file: string } | { folders: readonly string[] } | null
  nowMs: number
}

/**
 * Makes a new book of all that can be read of a damaged one: its pages are read without SQLite, which gives up at the first
 * page that is wrong. What people wrote is read first; every row goes through the same sieve as those of a foreign book; days
 * of which records are missing, or may be, count as not fetched.
 *
 * Throws BOOK_MISSING, BOOK_IN_USE (somebody has the damaged book open), NOTHING_TO_RECOVER, CANCELLED, DISK_FULL, FOLDER_GONE,
 * FILE_PROTECTED, READ_ONLY_FOLDER; nothing is left behind then. The damaged book is not changed.
 */
export function recoverBook(asked: RecoverAsked, { tell, isCancelled }: Pick<AtWork, 'tell' | 'isCancelled'>): Recovery {
  const target = resolve(asked.to)
  const asides = [unfinishedBeside(target, 'new'), unfinishedBeside(target, 'new'), unfinishedBeside(target)] as const
  const breathe = () => {
    if (isCancelled()) throw new MeterbookError('CANCELLED')
  }
  try {
    const file = placeOf(asked.file)
    if (!holdsSomething(file)) throw new BookError('BOOK_MISSING', { file })
    if (isLocked(file)) throw new BookError('BOOK_IN_USE', { file, owner: null, pid: null, sinceMs: null })
    refuseBookTarget(target, file)
    clearUnfinished(dirname(target))
    for (const aside of asides) makeOwnFile(aside)
    const [staging, fresh, whole] = asides
    const read = readInto(staging, file, { nowMs: asked.nowMs, tell, breathe })
    const brought = bringInto(fresh, staging, read.lost, { nowMs: asked.nowMs, tell, isCancelled }, whole)
    const { bookId, ...said } = brought
    const backup = asked.backup && filledFrom(whole, { bookId, file, backup: asked.backup }, asked.nowMs, isCancelled)
    breathe()
    flush(whole)
    putBook(whole, target, file)
    const { salvaged, stoodIn } = read
    return {
      file,
      out: target,
      bytes: statSync(target).size,
      version: salvaged.version,
      journal: salvaged.journal,
      pages: salvaged.pages,
      ...said,
      losses: lossesIn(salvaged),
      stoodIn: Array.from(stoodIn, ([table, rows]) => ({ table, rows })).filter(({ rows }) => rows > 0),
      backup,
    }
  } catch (error) {
    throw asBookError(error, { file: target })
  } finally {
    for (const aside of asides) removeUnfinished(aside)
  }
}

interface Read {
  salvaged: Salvaged
  stoodIn: StoodIn
  lost: LostDays[]
}

function readInto(
  staging: string,
  file: string,
  at: { nowMs: number; tell: (done: number, total: number | null) => void; breathe: () => void },
): Read {
  const { db, salvaged } = salvage(file, staging, at)
  try {
    const rows = [...salvaged.tables.values()].reduce((sum, table) => sum + table.rows, 0)
    if (rows === 0) throw new MeterbookError('NOTHING_TO_RECOVER', { file })
    const lost = lostDaysIn(db, salvaged)
    const stoodIn = mendReferences(db)
    if (salvaged.version < KNOWN_VERSION) migrate(db)
    return { salvaged, stoodIn, lost }
  } finally {
    db.close()
  }
}

/** Brings what was read, as far as it is sound, into a fresh book, and writes that one without a gap to `whole`. */
function bringInto(
  fresh: string,
  staging: string,
  lost: readonly LostDays[],
  { nowMs, tell, isCancelled }: { nowMs: number } & Pick<AtWork, 'tell' | 'isCancelled'>,
  whole: string,
): Pick<Recovery, 'kinds' | 'refused' | 'again' | 'account' | 'doubtful'> & { bookId: string } {
  const db = openScratch(fresh)
  try {
    migrate(db)
    db.prepare(`ATTACH ? AS ${OTHER}`).run(staging)
    db.exec('BEGIN')
    const { identity, bookId } = bringOwnTables(fresh, db, nowMs)
    const { kinds, refused } = bring(db, fresh, { part: null, bookId: basename(staging), nowMs, tell, isCancelled })
    const again = fetchAgain(
      contextOf(fresh, 'write', db, () => nowMs),
      lost,
    )
    const doubtful = doubtfulNotes(db)
    db.exec('COMMIT')
    if (isCancelled()) throw new MeterbookError('CANCELLED')
    db.prepare('VACUUM main INTO ?').run(whole)
    return { kinds, refused, again, doubtful, bookId, account: accountOf(identity) }
  } finally {
    db.close()
  }
}

/** Merges the first backup that can be read: one that is damaged itself, or of another book, is passed by. */
function filledFrom(
  file: string,
  { bookId, file: damaged, backup }: { bookId: string; file: string; backup: NonNullable<RecoverAsked['backup']> },
  nowMs: number,
  isCancelled: () => boolean,
): Recovery['backup'] {
  const there =
    'file' in backup
      ? [{ file: backup.file, madeAtMs: null }]
      : backup.folders.flatMap((folder) => backupsIn(folder, { bookId, file: damaged })).toSorted((a, b) => b.madeAtMs - a.madeAtMs)
  for (const { file: other, madeAtMs } of there)
    try {
      const { kinds } = mergeBooks({ file, other, isDryRun: false, nowMs }, () => undefined, isCancelled)
      const sum = (of: 'added' | 'twice') => kinds.reduce((all, kind) => all + kind[of], 0)
      return { file: other, madeAtMs, added: sum('added'), twice: sum('twice') }
    } catch (error) {
      if ('file' in backup || !(error instanceof MeterbookError) || ['CANCELLED', 'DISK_FULL'].includes(error.code)) throw error
    }
  return null
}

const MOST_DOUBTFUL = 100

/** Notes whose words do not fit what they are found by. They are found by their words as they are now. */
function doubtfulNotes(db: Database): Recovery['doubtful'] {
  const set = db.prepare('UPDATE main.note SET folded = ? WHERE id = ?')
  const doubtful = notesSaidOtherwise(db)
  for (const { id, words } of doubtful) set.run(words, id)
  return doubtful.slice(0, MOST_DOUBTFUL).map(({ id, stationId }) => ({ noteId: id, stationId }))
}

/** What people wrote first, then what was lost most. */
function lossesIn({ tables }: Salvaged): TableLoss[] {
  return Array.from(tables, ([table, { gaps, ...read }]) => ({ table, ...read, gaps: gaps.length }))
    .filter(({ refused, lost, gaps }) => refused > 0 || (lost ?? 0) > 0 || gaps > 0)
    .toSorted((a, b) => peoplesFirst(a, b) || b.gaps - a.gaps)
}

import type { Database } from 'better-sqlite3'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MeterbookError } from '../../contract/errors.ts'
import type { BackupReason } from '../../contract/backup-words.ts'
import { bookIdIn } from '../file/book-id.ts'
import { connectToRead } from '../file/connect.ts'
import { asBookError, BookError, withBookErrors } from '../file/errors.ts'
import { headOf, KNOWN_VERSION, refuseOthers } from '../file/head.ts'
import { identityIn, type Identity } from '../file/identity.ts'
import { placeOf } from '../file/place.ts'
import { makeOwnFile, makeOwnFolder } from '../file/private.ts'
import { removeUnfinished } from '../file/unfinished.ts'
import type { Keeping } from './keep.ts'
import type { Backup } from './manifest.ts'
import { freeBytesAt, noRoom, refuseFull, type FreeBytes } from './room.ts'
import { openShelf, type Shelf, type Shelved } from './shelf.ts'
import { rowsOf, verifyCopy } from './verify.ts'
import { stampOf } from './written.ts'

/** Where backups go. */
export interface Place {
  folder: string
  /** The program's own folder is made where it is missing; a chosen one may be a stick that is away. */
  isOwn: boolean
}

export interface MakeAsked {
  /** The book; it may be open and written meanwhile. */
  file: string
  place: Place
  why: BackupReason
  keeping: Keeping
  /** Makes none where the last one holds the same data. */
  onlyChanged: boolean
  owner: string
  nowMs: number
}

/** What was made, and what could go after it. */
export interface Made {
  /** Null: nothing has changed since the last one. */
  backup: (Backup & { file: string }) | null
  gone: Backup[]
}

interface At {
  tell?: (done: number, total: number | null) => void
  isCancelled?: () => boolean
  freeBytes?: FreeBytes
}

/** 1 MiB of the usual pages: between two steps others use the disk. */
const PAGES_A_STEP = 256

/**
 * Makes a backup of one moment of a book, verifies it, and only then lets older ones go. The book is read through a
 * transaction of its own, so whoever writes it goes on and the copy never begins anew.
 *
 * Throws MeterbookError NO_ROOM_FOR_BACKUP, FOLDER_GONE, BACKUP_RUNNING, BACKUP_UNSOUND, CANCELLED, FILE_NOT_WRITABLE, and
 * BookError for the book. If it throws, all older backups are there, and nothing half-written.
 */
export async function makeBackup(
  asked: MakeAsked,
  { tell = () => undefined, isCancelled = () => false, freeBytes = freeBytesAt }: At = {},
): Promise<Made> {
  const { place, why, keeping, onlyChanged, owner, nowMs } = asked
  const file = placeOf(asked.file)
  const stop = () => {
    if (isCancelled()) throw new MeterbookError('CANCELLED')
  }
  readyPlace(place)
  if (!existsSync(file)) throw new BookError('BOOK_MISSING', { file })
  const { db, closed } = connectToRead(file)
  try {
    refuseOthers(file, headOf(db))
    let shelf: Shelf | null = null
    let aside: string | null = null
    try {
      shelf = openShelf(place.folder, aboutOf(file, db), { owner, nowMs })
      db.exec('BEGIN')
      const rows = rowsOf(db, stop)
      const stamp = headOf(db).version === KNOWN_VERSION ? stampOf(db, rows) : null
      if (onlyChanged && stamp !== null && lastOf(shelf.backups())?.stamp === stamp) return { backup: null, gone: [] }
      const bytes = sizeOf(db)
      refuseFull({ folder: place.folder, bytes }, freeBytes)
      aside = shelf.aside()
      makeOwnFile(aside)
      await db.backup(aside, {
        progress: ({ totalPages, remainingPages }) => {
          stop()
          tell(totalPages - remainingPages, totalPages)
          return PAGES_A_STEP
        },
      })
      db.exec('COMMIT')
      const verified = verifyCopy(aside, rows, stop)
      stop()
      const made = shelf.put(aside, { why, madeAtMs: nowMs, stamp, ...verified, ...shownOf(rows) })
      return { backup: { ...made, file: join(shelf.shelf, made.name) }, gone: shelf.letGo(keeping, nowMs) }
    } catch (error) {
      if (aside !== null) removeUnfinished(aside)
      throw refusal(error, { file, folder: place.folder, bytes: sizeOf(db), freeBytes })
    } finally {
      if (db.inTransaction) db.exec('ROLLBACK')
      shelf?.close()
    }
  } finally {
    db.close()
    closed()
  }
}

/** Which book lies at a place, of whatever version. Nothing is changed. Throws BookError. */
export function bookAt(path: string): Shelved {
  const file = placeOf(path)
  if (!existsSync(file)) throw new BookError('BOOK_MISSING', { file })
  return withBookErrors({ file }, () => {
    const { db, closed } = connectToRead(file)
    try {
      refuseOthers(file, headOf(db))
      return aboutOf(file, db)
    } finally {
      db.close()
      closed()
    }
  })
}

/** Which book an open connection is to. */
export const aboutOf = (file: string, db: Database): Shelved => ({
  bookId: bookIdIn({ file, db, mode: 'read' }).read(),
  file,
  account: accountOf(identityIn({ file, db }).read()),
})

/** The newest by order, of those that hold data of this version. */
const lastOf = (backups: readonly Backup[]): Backup | undefined =>
  backups.filter(({ stamp }) => stamp !== null).toSorted((a, b) => b.order - a.order)[0]

/** What lists show of a backup. */
export const shownOf = (rows: Readonly<Record<string, number>>) => ({
  stations: rows['station'] ?? 0,
  records: (rows['reading'] ?? 0) + (rows['event'] ?? 0) + (rows['session'] ?? 0),
  notes: rows['note'] ?? 0,
})

export const accountOf = ({ url, email }: Identity) => (url !== null && email !== null ? { url, email } : null)

/** @throws MeterbookError FOLDER_GONE, FILE_NOT_WRITABLE. */
export function readyPlace({ folder, isOwn }: Place): void {
  if (isOwn) makeOwnFolder(folder)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new MeterbookError('FOLDER_GONE', { file: folder })
}

const sizeOf = (db: Database): number =>
  Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }))

/** A full disk is said in figures; that the backup's place cannot be written says nothing against the book. */
function refusal(error: unknown, at: { file: string; folder: string; bytes: number; freeBytes: FreeBytes }): unknown {
  const failure = asBookError(error, { file: at.file })
  if (!(failure instanceof BookError)) return failure
  if (failure.code === 'DISK_FULL') return noRoom(at, at.freeBytes(at.folder))
  if (failure.code === 'BOOK_MISSING') return new MeterbookError('FOLDER_GONE', { file: at.folder }, { cause: error })
  if (failure.code === 'READ_ONLY_FOLDER') return new MeterbookError('FILE_NOT_WRITABLE', { file: at.folder }, { cause: error })
  return failure
}

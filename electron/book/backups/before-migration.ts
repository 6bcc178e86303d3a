import { closeSync, existsSync, fstatSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MeterbookError, systemCode } from '../../contract/errors.ts'
import { connectToWrite } from '../file/connect.ts'
import { asBookError, BookError, withBookErrors } from '../file/errors.ts'
import { withDescriptor } from '../file/head.ts'
import { OWN_FILE } from '../file/private.ts'
import { refuseForeign } from '../file/schema.ts'
import { removeUnfinished } from '../file/unfinished.ts'
import { aboutOf, readyPlace, shownOf, type Place } from './make.ts'
import type { Backup } from './manifest.ts'
import { freeBytesAt, noRoom, refuseFull, type FreeBytes, type Wanted } from './room.ts'
import { openShelf, type Shelf } from './shelf.ts'
import { rowsOf, verifyCopy } from './verify.ts'

/** How a book of an older version is copied before it is migrated. */
export interface CopyFirst {
  /** They are tried in turn until one has taken the copy; absent: the folder `backups` beside the book. */
  places?: readonly Place[]
  /** Somebody has agreed to do without. */
  withoutCopy?: boolean
  tell?: (done: number, total: number) => void
  /** One of the places did not take the copy, and the next is tried. */
  tellPassedOver?: (code: string) => void
  isCancelled?: () => boolean
  freeBytes?: FreeBytes
}

interface Opening {
  owner: string
  nowMs: number
}

/**
 * Copies a book as it is on the disk, verifies the copy and puts it among its backups. The caller holds the right to write
 * it and has no connection to it. Where no place takes the copy, what the first of them failed with is thrown: MeterbookError
 * NO_ROOM_FOR_COPY, NO_PLACE_FOR_COPY, BACKUP_RUNNING. Throws also CANCELLED, and BookError for the book itself: BOOK_DAMAGED,
 * READ_ONLY_FOLDER, DISK_ERROR. If it throws, the book is unchanged.
 */
export function copyBeforeMigration(file: string, copy: CopyFirst, opening: Opening): (Backup & { file: string }) | null {
  const { places = [{ folder: join(dirname(file), 'backups'), isOwn: true }], withoutCopy = false } = copy
  if (withoutCopy) return null
  const { tell = () => undefined, tellPassedOver = () => undefined, isCancelled = () => false, freeBytes = freeBytesAt } = copy
  const stop = () => {
    if (isCancelled()) throw new MeterbookError('CANCELLED')
  }
  const settledBook = settled(file, stop)
  const failures: MeterbookError[] = []
  for (const place of places) {
    try {
      return copyTo(place, settledBook, { ...opening, tell, stop, freeBytes })
    } catch (error) {
      if (!isOfPlace(error)) throw error
      failures.push(error)
      tellPassedOver(error.code)
    }
  }
  throw failures[0] ?? new MeterbookError('NO_PLACE_FOR_COPY', { book: file })
}

interface Copying extends Opening {
  tell: (done: number, total: number) => void
  stop: () => void
  freeBytes: FreeBytes
}

function copyTo(
  place: Place,
  { rows, ...book }: ReturnType<typeof settled>,
  { owner, nowMs, tell, stop, freeBytes }: Copying,
): Backup & { file: string } {
  const { file } = book
  const wanted = { folder: place.folder, bytes: sizesOf(file), migrated: file }
  let shelf: Shelf | null = null
  let aside: string | null = null
  try {
    readyPlace(place)
    shelf = openShelf(place.folder, book, { owner, nowMs })
    refuseFull(wanted, freeBytes)
    aside = shelf.aside()
    copyStepwise(file, aside, wanted.bytes, (done) => {
      stop()
      tell(done, wanted.bytes)
    })
    const verified = verifyCopy(aside, rows, stop)
    stop()
    const made = shelf.put(aside, { why: 'migration', madeAtMs: nowMs, stamp: null, ...verified, ...shownOf(rows) })
    return { ...made, file: join(shelf.shelf, made.name) }
  } catch (error) {
    if (aside !== null) cleared(aside)
    throw refusal(error, wanted, freeBytes)
  } finally {
    shelf?.close()
  }
}

function cleared(aside: string): void {
  try {
    removeUnfinished(aside)
  } catch {
    // A stick that fails: whoever opens the shelf next clears it.
  }
}

/** Who the book is, and its rows. SQLite recovers meanwhile what a killed program left: its journals go into the book. */
function settled(file: string, stop: () => void) {
  const { db, closed } = connectToWrite(file)
  try {
    refuseForeign(db, file)
    return {
      rows: rowsOf(db, stop),
      ...aboutOf(file, db),
    }
  } finally {
    db.close()
    closed()
  }
}

/** The journal stays beside a book that somebody else reads; its pages belong to the book. */
const partsOf = (file: string): string[] => ['', '-wal'].filter((ending) => existsSync(file + ending))
const sizesOf = (file: string): number => partsOf(file).reduce((sum, ending) => sum + statSync(file + ending).size, 0)

const STEP_BYTES = 4 * 1024 * 1024

function copyStepwise(file: string, to: string, bytes: number, step: (done: number) => void): void {
  let before = 0
  for (const ending of partsOf(file)) {
    withDescriptor(file + ending, (from) => {
      rmSync(to + ending, { force: true })
      const into = openSync(to + ending, 'wx', OWN_FILE)
      try {
        const { size } = fstatSync(from)
        const buffer = Buffer.alloc(Math.min(STEP_BYTES, Math.max(size, 1)))
        for (let at = 0; at < size;) {
          const read = withBookErrors({ file }, () => readSync(from, buffer, 0, buffer.length, at))
          if (read === 0) break
          writeSync(into, buffer, 0, read)
          at += read
          step(Math.min(before + at, bytes))
        }
      } finally {
        closeSync(into)
      }
    })
    before += statSync(to + ending).size
  }
}

/** Another place may do better. */
const isOfPlace = (error: unknown): error is MeterbookError => error instanceof MeterbookError && OF_PLACE.includes(error.code)
const OF_PLACE: readonly string[] = ['NO_ROOM_FOR_COPY', 'NO_PLACE_FOR_COPY', 'BACKUP_RUNNING']

/** Whether it is the book that failed, or the place that does not take its copy. */
function refusal(error: unknown, wanted: Wanted & { migrated: string }, freeBytes: FreeBytes): unknown {
  const { folder, migrated: file } = wanted
  // The copy is the book, byte by byte: what is not sound is the book.
  if (error instanceof MeterbookError && error.code === 'BACKUP_UNSOUND') {
    return new BookError('BOOK_DAMAGED', { file, reason: String(error.data['reason']) }, error)
  }
  if (error instanceof MeterbookError && error.code === 'FOLDER_GONE') return noPlace(error, 'ENOENT')
  const failure = asBookError(error, { file: folder })
  if (!(failure instanceof BookError)) return failure instanceof Error && 'syscall' in failure ? noPlace(failure) : failure
  if (failure.data.file === file) return failure
  if (failure.code === 'BOOK_DAMAGED') return new BookError('BOOK_DAMAGED', { ...failure.data, file }, error)
  return failure.code === 'DISK_FULL' ? noRoom(wanted, freeBytes(folder)) : noPlace(failure.cause ?? failure)

  function noPlace(cause: unknown, reason = systemCode(cause)): MeterbookError {
    return new MeterbookError('NO_PLACE_FOR_COPY', { file: folder, book: file, reason }, { cause })
  }
}

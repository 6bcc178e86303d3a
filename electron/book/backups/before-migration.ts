import { closeSync, existsSync, fstatSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MeterbookError } from '../../contract/errors.ts'
import { connectToWrite } from '../file/connect.ts'
import { asBookError, BookError } from '../file/errors.ts'
import { withDescriptor } from '../file/head.ts'
import { OWN_FILE } from '../file/private.ts'
import { refuseForeign } from '../file/schema.ts'
import { removeUnfinished } from '../file/unfinished.ts'
import { aboutOf, readyPlace, shownOf, type Place } from './make.ts'
import type { Backup } from './manifest.ts'
import { freeBytesAt, noRoom, refuseFull, type FreeBytes } from './room.ts'
import { openShelf } from './shelf.ts'
import { rowsOf, verifyCopy } from './verify.ts'

/** How a book of an older version is copied before it is migrated. */
export interface CopyFirst {
  /** The first of these that is there takes the copy; absent: the folder `backups` beside the book. */
  places?: readonly Place[]
  /** Somebody has agreed to do without. */
  withoutCopy?: boolean
  tell?: (done: number, total: number) => void
  isCancelled?: () => boolean
  freeBytes?: FreeBytes
}

interface Opening {
  owner: string
  nowMs: number
}

/**
 * Copies a book as it is on the disk, verifies the copy and puts it among its backups. The caller holds the right to write
 * it and has no connection to it. Throws MeterbookError NO_ROOM_FOR_COPY, FOLDER_GONE, BACKUP_RUNNING, CANCELLED; BookError
 * BOOK_DAMAGED where the book itself is not sound, READ_ONLY_FOLDER, DISK_ERROR. If it throws, the book is unchanged.
 */
export function copyBeforeMigration(file: string, copy: CopyFirst, { owner, nowMs }: Opening): (Backup & { file: string }) | null {
  const { places = [{ folder: join(dirname(file), 'backups'), isOwn: true }], withoutCopy = false } = copy
  if (withoutCopy) return null
  const { tell = () => undefined, isCancelled = () => false, freeBytes = freeBytesAt } = copy
  const stop = () => {
    if (isCancelled()) throw new MeterbookError('CANCELLED')
  }
  const { rows, ...book } = settled(file, stop)
  const { folder } = readyOf(places)
  const shelf = openShelf(folder, book, { owner, nowMs })
  const aside = shelf.aside()
  const bytes = sizesOf(file)
  try {
    refuseFull('NO_ROOM_FOR_COPY', folder, bytes, freeBytes)
    copyStepwise(file, aside, bytes, (done) => {
      stop()
      tell(done, bytes)
    })
    const verified = verifyCopy(aside, rows, stop)
    stop()
    const made = shelf.put(aside, { why: 'migration', madeAtMs: nowMs, stamp: null, ...verified, ...shownOf(rows) })
    return { ...made, file: join(shelf.shelf, made.name) }
  } catch (error) {
    removeUnfinished(aside)
    throw refusal(error, file, () => noRoom('NO_ROOM_FOR_COPY', folder, bytes, freeBytes(folder)))
  } finally {
    shelf.close()
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

function readyOf(places: readonly Place[]): Place {
  const there = places.find((place) => place.isOwn || existsSync(place.folder)) ?? places[0]
  if (!there) throw new MeterbookError('FOLDER_GONE')
  readyPlace(there)
  return there
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
          const read = readSync(from, buffer, 0, buffer.length, at)
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

function refusal(error: unknown, file: string, full: () => MeterbookError): unknown {
  // The copy is the book, byte by byte: what is not sound is the book.
  if (error instanceof MeterbookError && error.code === 'BACKUP_UNSOUND') {
    return new BookError('BOOK_DAMAGED', { file, reason: String(error.data['reason']) }, error)
  }
  const failure = asBookError(error, { file })
  return failure instanceof BookError && failure.code === 'DISK_FULL' ? full() : failure
}

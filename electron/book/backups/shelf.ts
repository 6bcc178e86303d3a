import { createHash } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { MeterbookError } from '../../contract/errors.ts'
import { deviceSafe } from '../../contract/device-names.ts'
import { BookError } from '../file/errors.ts'
import { flushFolder } from '../file/flush.ts'
import { KNOWN_VERSION } from '../file/head.ts'
import type { Account } from '../file/identity.ts'
import { isLocked, takeLock, type Lock } from '../file/lock.ts'
import { journalsOf } from '../file/place.ts'
import { makeOwnFolder } from '../file/private.ts'
import { clearUnfinished, unfinishedBeside } from '../file/unfinished.ts'
import { mayGo, type Keeping } from './keep.ts'
import { readManifest, writeManifest, type Backup, type Manifest } from './manifest.ts'
import { sha256Of } from './verify.ts'

/** Which book backups are of. */
export interface Shelved {
  bookId: string
  /** Its real path: a copy of a book that lies elsewhere is the same book, with other notes in it perhaps. */
  file: string
  account: Account | null
}

/** What is written of a new backup besides its place in the order. */
export type NewBackup = Omit<Backup, 'name' | 'order'>

/** The folder of one book in the folder of all backups: two books of one name have two. */
export function shelfOf(folder: string, { bookId, file }: Pick<Shelved, 'bookId' | 'file'>): string {
  const digest = createHash('sha256').update(`${bookId}\0${file}`).digest('hex').slice(0, 8)
  return join(folder, deviceSafe(`${stemOf(file)}-${digest}`))
}

/** The name of a book without its ending, in characters that every disk takes. */
const stemOf = (file: string): string =>
  basename(file)
    .replace(/\.meterbook$/i, '')
    .replaceAll(/[^\p{L}\p{N}@._ -]+/gu, '_')
    .slice(0, 80)

/**
 * Opens the shelf of a book to put backups there; makes it where it is not there yet. One program at a time does so.
 * @throws MeterbookError BACKUP_RUNNING; what the disk refuses as it comes.
 */
export function openShelf(folder: string, book: Shelved, { owner, nowMs }: { owner: string; nowMs: number }) {
  const shelf = shelfOf(folder, book)
  // Its parent is there, or the drive has gone: it is made by nobody. Node calls a read-only one missing that it makes with parents.
  if (!existsSync(shelf)) makeOwnFolder(shelf, { withParents: false })
  const lock = lockOf(shelf, owner, nowMs)
  clearUnfinished(shelf)

  /** A program that was killed may have named what is not there yet, or no more. */
  function present(): Manifest {
    const found = readManifest(shelf) ?? { bookId: book.bookId, book: book.file, account: book.account, lastOrder: 0, backups: [] }
    return { ...found, account: book.account, backups: found.backups.filter((backup) => isThere(shelf, backup)) }
  }

  return {
    shelf,
    backups: (): Backup[] => present().backups,
    /** The name of a file that is not finished. */
    aside: (): string => unfinishedBeside(join(shelf, 'x')),
    /** Names what was verified, then gives it its name: what lies there under a name of the manifest is whole. */
    put(aside: string, backup: NewBackup): Backup {
      const manifest = present()
      const order = manifest.lastOrder + 1
      const named = { ...backup, name: freeName(shelf, book.file, backup, order), order }
      writeManifest(shelf, { ...manifest, lastOrder: order, backups: [...manifest.backups, named] })
      renameSync(aside, join(shelf, named.name))
      flushFolder(shelf)
      return named
    },
    /**
     * Lets older backups go, but none that somebody has open, and none that is no longer what was verified: somebody works
     * in it. Those are named no more and stay. Returns those that are gone.
     */
    letGo(keeping: Keeping, nowMs: number): Backup[] {
      const gone: Backup[] = []
      for (const backup of mayGo(present().backups, keeping, nowMs)) {
        const file = join(shelf, backup.name)
        if (isInUse(file)) continue
        if (sha256Of(file) === backup.sha256) {
          rmSync(file)
          gone.push(backup)
        }
        const manifest = present()
        writeManifest(shelf, { ...manifest, backups: manifest.backups.filter(({ order }) => order !== backup.order) })
      }
      return gone
    },
    close: (): void => lock.release(),
  }
}

export type Shelf = ReturnType<typeof openShelf>

function lockOf(shelf: string, owner: string, nowMs: number): Lock {
  try {
    return takeLock(join(shelf, 'backups'), { owner, pid: process.pid, sinceMs: nowMs })
  } catch (error) {
    throw error instanceof BookError && error.code === 'BOOK_IN_USE' ? new MeterbookError('BACKUP_RUNNING', { file: shelf }) : error
  }
}

const isThere = (shelf: string, { name, bytes }: Backup): boolean => statSync(join(shelf, name), { throwIfNoEntry: false })?.size === bytes

const isInUse = (file: string): boolean => isLocked(file) || journalsOf(file).some((journal) => existsSync(journal))

/** `book 2026-11-26 221000Z.meterbook`; before a migration `book.before-034.meterbook`. The order makes a taken name another one. */
function freeName(shelf: string, book: string, { why, madeAtMs }: NewBackup, order: number): string {
  const version = String(KNOWN_VERSION).padStart(3, '0')
  const at = new Date(madeAtMs).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '')
  const stem = why === 'migration' ? `${stemOf(book)}.before-${version}` : `${stemOf(book)} ${at}Z`
  const name = `${stem}.meterbook`
  return existsSync(join(shelf, name)) ? `${stem} ${order}.meterbook` : name
}

/** A backup and the shelf that it lies in. */
export interface Listed extends Backup {
  file: string
  /** It is of the book at this place; false: of the same book at another place. */
  isOwn: boolean
  account: Account | null
}

/** All backups of a book in a folder, the newest of its own place first. A folder that is not there holds none. */
export function backupsIn(folder: string, book: Pick<Shelved, 'bookId' | 'file'>): Listed[] {
  const own = shelfOf(folder, book)
  return listedIn(folder, ({ bookId }) => bookId === book.bookId, own).toSorted(
    (a, b) => Number(b.isOwn) - Number(a.isOwn) || b.order - a.order,
  )
}

/** All backups in a folder of whatever book lay at a place, the newest first: the book there may be gone, or not say which it is. */
export function backupsOfPlace(folder: string, file: string): Listed[] {
  return listedIn(folder, ({ book }) => book === file, null).toSorted((a, b) => b.madeAtMs - a.madeAtMs || b.order - a.order)
}

/** @param own the shelf of the book's own place; null: each is */
function listedIn(folder: string, isAsked: (manifest: Manifest) => boolean, own: string | null): Listed[] {
  return shelvesIn(folder).flatMap((shelf) => {
    const manifest = readManifest(shelf)
    if (!manifest || !isAsked(manifest)) return []
    const { account } = manifest
    return manifest.backups
      .filter((backup) => isThere(shelf, backup))
      .map((backup) => ({ ...backup, file: join(shelf, backup.name), isOwn: own === null || shelf === own, account }))
  })
}

function shelvesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}

import { existsSync, lstatSync, realpathSync, statSync, type Stats } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { BookError, type SpecialKind } from './errors.ts'

const JOURNALS = ['-wal', '-shm', '-journal'] as const
const BESIDE = [...JOURNALS, '.lock', '.owner'] as const

/** What SQLite keeps beside a file that is in use, or was when its program was killed. */
export const journalsOf = (file: string): string[] => JOURNALS.map((ending) => file + ending)

/**
 * The one name of a book's file, so that a book reached through a link has the same lock. What is there has to be a
 * regular file, for the file of a book is replaced by renaming, which would put a book where a device was.
 * Throws NOT_A_FILE (a folder, a pipe, a device, a socket, a link to nowhere), NAME_TOO_LONG.
 */
export function placeOf(path: string): string {
  const file = resolve(path)
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() && !existsSync(file)) throw new BookError('NOT_A_FILE', { file, kind: 'link' })
  if (found) {
    const real = realpathSync(file)
    refuseSpecial(real, statSync(real))
    refuseLinksBeside(real)
    return real
  }
  const folder = dirname(file)
  const real = existsSync(folder) ? join(realpathSync(folder), basename(file)) : file
  refuseLinksBeside(real)
  return real
}

/** Throws NOT_A_FILE for what is there and is no regular file. */
export function refuseSpecial(file: string, found = lstatSync(file, { throwIfNoEntry: false })): void {
  const kind = found && specialKind(found)
  if (kind) throw new BookError('NOT_A_FILE', { file, kind })
}

/** SQLite and the lock write beside a book: a link planted there would be written through. */
function refuseLinksBeside(file: string): void {
  for (const ending of BESIDE) refuseSpecial(file + ending)
}

function specialKind(found: Stats): SpecialKind | null {
  if (found.isFile()) return null
  if (found.isDirectory()) return 'folder'
  if (found.isFIFO()) return 'pipe'
  if (found.isSocket()) return 'socket'
  return found.isSymbolicLink() ? 'link' : 'device'
}

import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { specialKind } from '../../files/regular-file.ts'
import { BookError } from './errors.ts'

const JOURNALS = ['-wal', '-shm', '-journal'] as const
const BESIDE = [...JOURNALS, '.lock', '.owner'] as const

/** The files that SQLite keeps beside a database in use, or leaves there after a kill. */
export const journalsOf = (file: string): string[] => JOURNALS.map((ending) => file + ending)

/**
 * The real path of a book, so that a book reached through a link has the same lock. Only a regular file is accepted: a
 * book is replaced by renaming, which would put a file in the place of a device.
 * Throws NOT_A_FILE (a folder, a pipe, a device, a socket, a dangling link), NAME_TOO_LONG.
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

/** Whether both are one file, by whatever names: a file may have several. */
export function isSameFile(one: string, other: string): boolean {
  const [found, wanted] = [one, other].map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }))
  return one === other || (found !== undefined && found.ino === wanted?.ino && found.dev === wanted.dev)
}

/** Throws NOT_A_FILE if the path exists and is no regular file. */
export function refuseSpecial(file: string, found = lstatSync(file, { throwIfNoEntry: false })): void {
  const kind = found && specialKind(found)
  if (kind) throw new BookError('NOT_A_FILE', { file, kind })
}

/** SQLite and the lock write files beside a book, and would write through a link planted there. */
function refuseLinksBeside(file: string): void {
  for (const ending of BESIDE) refuseSpecial(file + ending)
}

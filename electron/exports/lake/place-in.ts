import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { MeterbookError } from '../../contract/errors.ts'

/**
 * Where a file of the lake lies. Folders of the lake are folders and its files are files: a link in the place of one leads
 * anywhere, so nothing is read, written or removed there. The folder that the lake lies in may be a link: somebody named it.
 * @throws MeterbookError FILE_NOT_WRITABLE: EISDIR, ENOTDIR, NOT_A_FILE or LINK.
 */
export async function placeIn(folder: string, path: string): Promise<string> {
  const parts = path.split('/')
  let place = folder
  for (const [at, part] of parts.entries()) {
    place = join(place, part)
    const reason = inTheWay(await lookedAt(place), at === parts.length - 1)
    if (reason !== null) throw new MeterbookError('FILE_NOT_WRITABLE', { file: place, reason })
  }
  return place
}

function inTheWay(found: Stats | null, isFile: boolean): 'LINK' | 'EISDIR' | 'NOT_A_FILE' | 'ENOTDIR' | null {
  // What cannot be looked at cannot be written either, and whoever writes says why.
  if (!found) return null
  if (found.isSymbolicLink()) return 'LINK'
  if (!isFile) return found.isDirectory() ? null : 'ENOTDIR'
  if (found.isDirectory()) return 'EISDIR'
  return found.isFile() ? null : 'NOT_A_FILE'
}

/** What stands there; null where nothing does, or it cannot be looked at. */
export const lookedAt = (place: string): Promise<Stats | null> => lstat(place).catch(() => null)

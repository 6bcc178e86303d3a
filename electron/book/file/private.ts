import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs'

/** Access for the owner only. Windows ignores the mode: there files inherit the folder's rights (decision 13). */
export const OWN_FILE = 0o600
const OWN_FOLDER = 0o700

/** Creates a folder and its parents with access for the owner only. An existing folder stays as it is, but for one without parents. */
export function makeOwnFolder(folder: string, { withParents = true } = {}): void {
  mkdirSync(folder, { recursive: withParents, mode: OWN_FOLDER })
}

/** Removes other users' access to a file or folder of this user. Links and other users' files are left alone. */
export function keepOwn(path: string): void {
  if (process.platform === 'win32') return
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || !(found.isFile() || found.isDirectory()) || found.uid !== process.getuid?.()) return
  if ((found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o700)
}

/**
 * Creates an empty file, with the mode of `like` if that exists. An existing file is not even opened, because on POSIX
 * systems closing any handle of a file drops the process's locks on it.
 */
export function makeOwnFile(file: string, like?: string): void {
  const mode = (like && statSync(like, { throwIfNoEntry: false })?.mode) || OWN_FILE
  try {
    closeSync(openSync(file, 'wx', mode & 0o666))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

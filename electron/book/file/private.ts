import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs'

/** Read and written by their owner alone. Windows ignores them: there a folder hands its rights down (decision 13). */
export const OWN_FILE = 0o600
const OWN_FOLDER = 0o700

/** Makes a folder, and those above it, that only its owner may look into; one that is there stays as it is. */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: OWN_FOLDER })
}

/** Takes everybody else's rights to a file or folder of this user away. Links, and what belongs to somebody else, are left alone. */
export function keepOwn(path: string): void {
  if (process.platform === 'win32') return
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || !(found.isFile() || found.isDirectory()) || found.uid !== process.getuid?.()) return
  if ((found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o700)
}

/**
 * Makes an empty file, with the rights of `like` where that is there. Nothing happens where there is one already: it is
 * not even opened, for on POSIX systems closing any handle of a file drops the process's locks on it.
 */
export function makeOwnFile(file: string, like?: string): void {
  const mode = (like && statSync(like, { throwIfNoEntry: false })?.mode) || OWN_FILE
  try {
    closeSync(openSync(file, 'wx', mode & 0o666))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { OWN_FILE } from '../book/file/private.ts'

/**
 * Replaces a small file of the user's alone: written beside, on the disk, then renamed, so that a reader sees the one before or
 * this one, whole. Throws what the disk throws.
 * @param aside a name beside it; one for each program where several write
 */
export function replaceOwnFile(file: string, text: string, aside = `${file}.new`): void {
  // A link that somebody put there is removed, not written through.
  rmSync(aside, { force: true })
  const handle = openSync(aside, 'wx', OWN_FILE)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(aside, file)
}

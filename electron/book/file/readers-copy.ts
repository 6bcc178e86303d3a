import { chmodSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OWN_FILE } from './private.ts'

/** A copy of a book in a private temporary folder. */
export interface PrivateCopy {
  file: string
  remove(): void
}

/**
 * True where reading a book in its place would leave files beside it that its owner cannot write: SQLite makes a journal
 * and its index for every reader of a book in WAL mode, and they belong to who made them. A writer that is at work
 * has both already. (Root gives them to the owner; Windows hands the folder's rights down.)
 */
export function wouldLeaveTraces(file: string): boolean {
  return isForeign(file) && !isAtWork(file)
}

/** Somebody else's file, as seen by an ordinary user. */
export function isForeign(file: string): boolean {
  const user = process.geteuid?.()
  return user !== undefined && user !== 0 && statSync(file).uid !== user
}

/** A writer is there, or was until it was killed. */
const isAtWork = (file: string) => existsSync(`${file}-shm`) && existsSync(`${file}-wal`)

/** Tries to copy while the book keeps still; a writer that comes meanwhile changes it. */
const TRIES = 5

/** Copies a book with its journal as they lie there; null where a writer is at work, which a copy would catch half-way. */
export function privateCopy(file: string): PrivateCopy | null {
  const folder = mkdtempSync(join(tmpdir(), 'meterbook-'))
  const copy = { file: join(folder, 'copy.meterbook'), remove: () => rmSync(folder, { recursive: true, force: true }) }
  try {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const before = stateOf(file)
      // Where the file system can, the copy shares its blocks with the book and costs nothing.
      copyFileSync(file, copy.file, constants.COPYFILE_FICLONE)
      chmodSync(copy.file, OWN_FILE)
      rmSync(`${copy.file}-wal`, { force: true })
      if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy.file}-wal`)
      if (before === stateOf(file)) return copy
    }
  } catch (error) {
    copy.remove()
    throw error
  }
  copy.remove()
  return null
}

function stateOf(file: string): string {
  const of = (name: string) => {
    const found = statSync(name, { bigint: true, throwIfNoEntry: false })
    return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : 'none'
  }
  return `${of(file)} ${of(`${file}-wal`)}`
}

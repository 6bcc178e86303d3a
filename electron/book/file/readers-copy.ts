import { chmodSync, constants, copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileState } from './file-state.ts'
import { OWN_FILE } from './private.ts'
import { temporaryFolder } from './unfinished.ts'

/** A copy of a book in a private temporary folder. */
export interface PrivateCopy {
  file: string
  remove(): void
}

/**
 * True if reading a book in place would leave files beside it that its owner cannot write: for every reader of a book in
 * WAL mode SQLite creates a journal and its index, which belong to the reader. An active writer has created both already.
 * (Root gives them to the owner; on Windows they inherit the folder's rights.)
 */
export function wouldLeaveTraces(file: string): boolean {
  return isForeign(file) && !isAtWork(file)
}

/** Whether the file belongs to another user. Never true for root. */
export function isForeign(file: string): boolean {
  const user = process.geteuid?.()
  return user !== undefined && user !== 0 && statSync(file).uid !== user
}

/** Whether a writer is active, or was killed. */
const isAtWork = (file: string) => existsSync(`${file}-shm`) && existsSync(`${file}-wal`)

/** How many times to try: a writer that starts meanwhile spoils a copy. */
const TRIES = 5

/** Copies a book and its journal as files; null while a writer is active, since the copy would be inconsistent. */
export function privateCopy(file: string): PrivateCopy | null {
  const folder = temporaryFolder('copy')
  const copy = { file: join(folder, 'copy.meterbook'), remove: () => rmSync(folder, { recursive: true, force: true }) }
  try {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const before = fileState(file)
      // On file systems that support it the copy shares its blocks with the book and costs nothing.
      copyFileSync(file, copy.file, constants.COPYFILE_FICLONE)
      chmodSync(copy.file, OWN_FILE)
      rmSync(`${copy.file}-wal`, { force: true })
      if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy.file}-wal`)
      if (before === fileState(file)) return copy
    }
  } catch (error) {
    copy.remove()
    throw error
  }
  copy.remove()
  return null
}

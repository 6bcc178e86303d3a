import Database from 'better-sqlite3'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { asBookError, BookError, withBookErrors } from './errors.ts'
import { refuseSpecial } from './place.ts'
import { makeOwnFile, OWN_FILE } from './private.ts'

/** Who has a book open for writing: a note for people, kept beside the lock. */
export interface Owner {
  owner: string
  pid: number
  sinceMs: number
}

/** A held lock. */
export interface Lock {
  release(): void
}

/**
 * Takes the right to write `file`, or throws BOOK_IN_USE with the name of the program that has it.
 *
 * The lock is an exclusive transaction that stays open on the SQLite file `<file>.lock`. The operating system releases it
 * however the process ends. The lock file is empty and stays, because removing it would let two programs lock two files
 * of one name. The note is a separate file, `<file>.owner`, because on POSIX systems reading the locked file in the same
 * process would drop the lock. Only the user has access to both, and neither is written through a link.
 */
export function takeLock(file: string, owner: Owner): Lock {
  const data = { file }
  const db = withBookErrors(data, () => {
    refuseSpecial(`${file}.lock`)
    makeOwnFile(`${file}.lock`, file)
    return new Database(`${file}.lock`, { timeout: 0 })
  })
  try {
    begin(db)
  } catch (error) {
    db.close()
    if (isBusy(error)) throw new BookError('BOOK_IN_USE', { file, ...readOwner(file) }, error)
    throw asBookError(error, data)
  }
  const note = `${file}.owner`
  try {
    rmSync(note, { force: true })
    writeFileSync(note, JSON.stringify(owner), { flag: 'wx', mode: OWN_FILE })
  } catch (error) {
    db.close()
    throw asBookError(error, data)
  }
  return {
    release: () => {
      try {
        rmSync(note, { force: true })
      } catch {
        // The folder became read-only meanwhile. The note without a lock says nothing, and the next lock replaces it.
      }
      db.close()
    },
  }
}

/** Whether a program holds the right to write `file`, this one included. Takes and leaves nothing. */
export function isLocked(file: string): boolean {
  let db: Database.Database | undefined
  try {
    if (!statSync(`${file}.lock`).isFile()) return false
    db = new Database(`${file}.lock`, { fileMustExist: true, timeout: 0 })
    begin(db)
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    db?.close()
  }
}

/** Removes what locks have left beside a file that is no more, unless a program holds one. */
export function dropLock(file: string): void {
  if (isLocked(file)) return
  for (const ending of ['.lock', '.owner']) rmSync(`${file}${ending}`, { force: true })
}

function begin(db: Database.Database): void {
  // Nothing is ever written to it, so it needs no journal.
  db.pragma('journal_mode = MEMORY')
  db.exec('BEGIN EXCLUSIVE')
}

const isBusy = (error: unknown): boolean => error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')

/** The note of the program that holds the lock. It may be written a moment after the lock, so this retries shortly. */
function readOwner(file: string): { owner: string | null; pid: number | null; sinceMs: number | null } {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      const note = JSON.parse(readFileSync(`${file}.owner`, 'utf8')) as Partial<Owner>
      return { owner: note.owner ?? null, pid: note.pid ?? null, sinceMs: note.sinceMs ?? null }
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
  return { owner: null, pid: null, sinceMs: null }
}

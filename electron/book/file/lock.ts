import Database from 'better-sqlite3'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { asBookError, BookError, withBookErrors } from './errors.ts'
import { refuseSpecial } from './place.ts'
import { makeOwnFile, OWN_FILE } from './private.ts'

/** Who writes a book: a note for people, beside the lock. */
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
 * The lock is an exclusive transaction on the SQLite file `<file>.lock`, held open: the operating system lets go of it
 * when the process ends, however it ends. The file itself stays (removing it would let two programs lock two files of
 * one name) and is empty. The note is a file of its own, `<file>.owner`, because on POSIX systems reading the locked
 * file in the same process would drop the lock. Both are the user's alone, and neither is written through a link.
 */
export function takeLock(file: string, owner: Owner): Lock {
  const data = { file }
  const db = withBookErrors(data, () => {
    refuseSpecial(`${file}.lock`)
    makeOwnFile(`${file}.lock`, file)
    return new Database(`${file}.lock`, { timeout: 0 })
  })
  try {
    // Nothing is ever written to it, so it needs no journal beside it either.
    db.pragma('journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new BookError('BOOK_IN_USE', { file, ...readOwner(file) }, error)
    }
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
      rmSync(note, { force: true })
      db.close()
    },
  }
}

/** The note of the program that holds the lock; it may be a moment late, so a missing one is waited for shortly. */
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

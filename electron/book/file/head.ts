import type { Database } from 'better-sqlite3'
import { closeSync, openSync, readSync } from 'node:fs'
import { BookError } from './errors.ts'
import { MIGRATIONS } from './migrations/index.ts'

/** 'MBOK': marks an SQLite file as a book. */
export const APPLICATION_ID = 0x4d424f4b

/** The book version that this program writes. */
export const KNOWN_VERSION = MIGRATIONS.length

/** What the head of a file says. */
export interface Head {
  applicationId: number
  version: number
}

const MAGIC = 'SQLite format 3\0'
const HEAD_BYTES = 100

/**
 * Reads the header of a file on disk without SQLite, which would leave a journal beside a file that is not ours. Do not
 * call it for a file that this process has open: on POSIX systems closing any handle of a file drops the process's locks
 * on it.
 */
export function headOfFile(file: string): Head {
  const head = Buffer.alloc(HEAD_BYTES)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, head, 0, HEAD_BYTES, 0)
  } finally {
    closeSync(handle)
  }
  // https://sqlite.org/fileformat.html#the_database_header
  if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new BookError('NOT_A_BOOK', { file })
  return { applicationId: head.readInt32BE(68), version: head.readInt32BE(60) }
}

/** The header as SQLite sees it, including changes that are still in the journal. */
export function headOf(db: Database): Head {
  return {
    applicationId: db.pragma('application_id', { simple: true }) as number,
    version: db.pragma('user_version', { simple: true }) as number,
  }
}

/** Throws NOT_A_BOOK or NEWER_BOOK for a file that this program must not touch. */
export function refuseOthers(file: string, head: Head, known = KNOWN_VERSION): void {
  if (head.applicationId !== APPLICATION_ID || head.version < 1) throw new BookError('NOT_A_BOOK', { file })
  if (head.version > known) throw new BookError('NEWER_BOOK', { file, version: head.version, known })
}

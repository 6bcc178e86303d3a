import type { Database } from 'better-sqlite3'
import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
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

/** Reads the header of a file on disk without SQLite, which would leave a journal beside a file that is not ours. */
export function headOfFile(file: string): Head {
  const head = firstBytes(file)
  const applicationId = applicationIdIn(head)
  if (applicationId === null) throw new BookError('NOT_A_BOOK', { file })
  return { applicationId, version: head.readInt32BE(60) }
}

/** Which program a database is of; null: it is none. https://sqlite.org/fileformat.html#the_database_header */
export const applicationIdIn = (head: Buffer): number | null =>
  head.toString('latin1', 0, MAGIC.length) === MAGIC ? head.readInt32BE(68) : null

/** The first 100 bytes of a file; zeros where it is shorter. */
export function firstBytes(file: string): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  withDescriptor(file, (descriptor) => readSync(descriptor, head, 0, HEAD_BYTES, 0))
  return head
}

/**
 * Reads bytes of a file without SQLite. One that this process has open, in whatever thread, is read through the descriptor
 * that is there: on POSIX systems closing another one would drop the process's locks on the file. `read` may be called anew.
 */
export function withDescriptor<T>(file: string, read: (descriptor: number) => T): T {
  if (process.platform !== 'win32') {
    const wanted = statSync(file)
    for (const descriptor of openDescriptors()) {
      try {
        const { dev, ino } = fstatSync(descriptor)
        if (dev === wanted.dev && ino === wanted.ino) return read(descriptor)
      } catch (error) {
        if (error instanceof BookError) throw error
        // It was closed meanwhile, or is for writing only.
      }
    }
  }
  const handle = openSync(file, 'r')
  try {
    return read(handle)
  } finally {
    closeSync(handle)
  }
}

function openDescriptors(): number[] {
  try {
    return readdirSync('/dev/fd').map(Number)
  } catch {
    return []
  }
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

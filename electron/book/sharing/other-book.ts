import { existsSync } from 'node:fs'
import { MeterbookError } from '../../contract/errors.ts'
import { bookIdIn } from '../file/book-id.ts'
import { connectToCopy, connectToRead, connectToWrite, holdsSomething, type Connection } from '../file/connect.ts'
import { asBookError, BookError, withBookErrors } from '../file/errors.ts'
import { headOf, headOfFile, KNOWN_VERSION, refuseOthers } from '../file/head.ts'
import { identityIn } from '../file/identity.ts'
import { migrate } from '../file/migrate.ts'
import { placeOf } from '../file/place.ts'
import { isForeign, privateCopy } from '../file/readers-copy.ts'
import { refuseForeign } from '../file/schema.ts'
import { SOUND_TABLE_NAMES } from '../soundness/tables.ts'
import { originIn, serviceIn } from './service-of.ts'

/** A book that was checked and can be attached; `close` removes what was made for it. */
export interface OtherBook {
  /** The book as it was named. */
  file: string
  /** The file that is attached: the book itself, or a copy. */
  attached: string
  bookId: string
  /** The service that the records are of; known also where the account is not. */
  url: string | null
  /** Whose records they are: of a shared book, those of the book that it was made of. */
  account: { url: string; email: string } | null
  sharedAtMs: number | null
  close(): void
}

/**
 * Checks a book that is to be attached; it is never changed. An older one is migrated in a copy, and a copy stands for one
 * that was not closed well or lies where SQLite can put no journal beside it.
 * It must not be open in this process. Throws BOOK_MISSING, NOT_A_BOOK, NEWER_BOOK, FOREIGN_BOOK, OTHER_BOOK_DAMAGED, NOT_A_FILE, DISK_FULL, DISK_ERROR.
 */
export function checkedBook(path: string): OtherBook {
  try {
    return checked(path)
  } catch (error) {
    throw asOthers(error, path)
  }
}

/** A failure of the other book, which has other remedies than one of the book that is open. */
export function asOthers(error: unknown, path: string): unknown {
  const failure = asBookError(error, { file: path })
  if (!(failure instanceof BookError)) return failure
  const { file = path, reason = null } = failure.data
  if (failure.code === 'BOOK_DAMAGED') return new MeterbookError('OTHER_BOOK_DAMAGED', { file, reason }, { cause: failure })
  return new BookError(failure.code, { ...failure.data, file, role: 'other' }, failure)
}

function checked(path: string): OtherBook {
  return withBookErrors({ file: path }, () => {
    const file = placeOf(path)
    if (!existsSync(file)) throw new BookError('BOOK_MISSING', { file })
    if (!holdsSomething(file)) throw new BookError('NOT_A_BOOK', { file })
    refuseOthers(file, headOfFile(file))
    const { connection, attached } = connected(file)
    try {
      const { db, closed } = connection
      refuseDamaged(db, file)
      const identity = identityIn({ file, db })
      // Every book says from its first moment whose it is, if only that it is nobody's.
      if (!identity.isKept()) throw new BookError('BOOK_DAMAGED', { file, reason: 'meta: identity' })
      const account = identity.read()
      const from = originIn({ db })
      const { email } = from ?? account
      const url = serviceIn({ file, db })
      const bookId = bookIdIn({ file, db, mode: 'read' }).read()
      db.close()
      return {
        file,
        attached,
        bookId,
        url,
        account: url !== null && email !== null ? { url, email } : null,
        sharedAtMs: from?.sharedAtMs ?? null,
        close: closed,
      }
    } catch (error) {
      connection.db.close()
      connection.closed()
      throw error
    }
  })
}

/**
 * SQLite's check of every page and value, and of the indexes by which rows are found: one that lies would bring other rows
 * than were looked at. Readings and events are only found by their keys, so their indexes are not asked. Throws BOOK_DAMAGED.
 */
function refuseDamaged(db: Connection['db'], file: string): void {
  const indexed = SOUND_TABLE_NAMES.map((table) => `integrity_check(${table})`)
  for (const check of ['quick_check(1)', ...indexed]) {
    const [problem] = (db.pragma(check) as Record<string, string>[]).flatMap((row) => Object.values(row))
    if (problem !== undefined && problem !== 'ok') throw new BookError('BOOK_DAMAGED', { file, reason: problem.replaceAll(/\s+/g, ' ') })
  }
}

/** What is wrong with the file of a book that was checked before, if anything is by now: OTHER_BOOK_DAMAGED, DISK_ERROR. */
export function damageOf({ file, attached }: OtherBook): MeterbookError | null {
  try {
    withBookErrors({ file }, () => {
      const { db, closed } = connectToRead(attached)
      try {
        refuseDamaged(db, file)
      } finally {
        db.close()
        closed()
      }
    })
    return null
  } catch (error) {
    const failure = asOthers(error, file)
    return failure instanceof MeterbookError ? failure : null
  }
}

function connected(file: string): { connection: Connection; attached: string } {
  const first = connectToRead(file)
  let version: number
  try {
    const head = headOf(first.db)
    refuseOthers(file, head)
    refuseForeign(first.db, file)
    version = head.version
  } catch (error) {
    first.db.close()
    first.closed()
    throw error
  }
  if (version === KNOWN_VERSION && !isForeign(file) && (first.db.name !== file || !holdsSomething(`${file}-wal`)))
    return { connection: first, attached: first.db.name }
  first.db.close()
  first.closed()
  return copied(file, version)
}

function copied(file: string, version: number): { connection: Connection; attached: string } {
  if (version < KNOWN_VERSION) {
    const copy = connectToCopy(file, 'write')
    if (!copy) throw new BookError('BOOK_IN_USE', { file, owner: null, pid: null, sinceMs: null })
    try {
      migrate(copy.db)
    } catch (error) {
      copy.db.close()
      copy.closed()
      throw error
    }
    return { connection: copy, attached: copy.db.name }
  }
  const copy = privateCopy(file)
  // Somebody writes it just now: it is read as it is at this moment, and its journal is the writer's to fold in.
  if (!copy) return { connection: connectToRead(file), attached: file }
  const own = connectToWrite(copy.file)
  return { connection: { db: own.db, closed: copy.remove }, attached: copy.file }
}

import { basename } from 'node:path'
import { isSameService } from '../../contract/account-key.ts'
import { MeterbookError, systemCode } from '../../contract/errors.ts'
import type { Merged } from '../../contract/merge-words.ts'
import { connectToWrite } from '../file/connect.ts'
import { asBookError } from '../file/errors.ts'
import { identityIn } from '../file/identity.ts'
import { metaIn } from '../file/meta.ts'
import { placeOf } from '../file/place.ts'
import { ORIGIN_KEY, checkedBook, type Origin, type OtherBook } from './other-book.ts'
import { bring, type Tell } from './prepare.ts'
import { OTHER } from './transfer.ts'

export interface MergeAsked {
  /** The book that gets, open for writing in this process. */
  file: string
  /** The book that gives; it is not changed. */
  other: string
  /** Counts only: all of it is done and undone. */
  isDryRun: boolean
  nowMs: number
}

/**
 * Merges a book into another in one transaction, on a connection of its own: until the commit every reader sees the book
 * as it was. The caller holds the book's lock and writes nothing meanwhile.
 *
 * Throws as `checkedBook`, and SAME_BOOK, OTHER_SERVICE, CANCELLED, BOOK_IN_USE. Whatever is thrown, the book is as before.
 */
export function mergeBooks(asked: MergeAsked, tell: Tell, isCancelled: () => boolean): Merged {
  const { file, other: path } = asked
  if (placeOf(path) === file) throw new MeterbookError('SAME_BOOK', { file })
  const other = checkedBook(path)
  try {
    return merged(asked, other, tell, isCancelled)
  } catch (error) {
    throw asOthers(error, file, other.file)
  } finally {
    other.close()
  }
}

function merged(
  { file, isDryRun, nowMs }: MergeAsked,
  other: OtherBook,
  tell: Tell,
  isCancelled: () => boolean,
): Merged {
  const { db } = connectToWrite(file)
  try {
    // It may hold an index of all contents of all events.
    db.pragma('temp_store = FILE')
    refuseOtherService(serviceIn(db, file), other)
    db.prepare(`ATTACH ? AS ${OTHER}`).run(other.attached)
    // BEGIN IMMEDIATE would lock the other book too, which somebody may be writing: this locks the own one alone.
    db.exec('BEGIN; UPDATE main.meta SET value = value WHERE false')
    const tally = bring(db, file, { part: null, bookId: other.bookId, nowMs, tell, isCancelled })
    const { kinds, stations } = tally.result()
    if (isDryRun) db.exec('ROLLBACK')
    else {
      db.prepare(
        'INSERT INTO merge_log (book_id, file, url, email, merged_at_ms, counts) VALUES (?, ?, ?, ?, ?, ?)',
      ).run(other.bookId, basename(other.file), other.url, other.account?.email ?? null, nowMs, JSON.stringify(kinds))
      db.exec('COMMIT')
    }
    const { bookId, account, sharedAtMs } = other
    return { kinds, stations, other: { file: other.file, bookId, account, sharedAtMs }, isDryRun }
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK')
    db.close()
  }
}

/** The service that a book's records are of: of a shared one that of the book that it was made of. */
function serviceIn(db: Parameters<typeof identityIn>[0]['db'], file: string): string | null {
  return (metaIn({ db }).get<Origin>(ORIGIN_KEY) ?? identityIn({ file, db }).read()).url
}

/** Keys of stations and devices are a service's own: two services give the same ones to different things. */
function refuseOtherService(own: string | null, { url, file }: OtherBook): void {
  if (own === null || url === null || isSameService(own, url)) return
  throw new MeterbookError('OTHER_SERVICE', { file, url: own, otherUrl: url })
}

/** A key that refers to nothing, or a value that the schema refuses, came with the other book. */
function asOthers(error: unknown, file: string, other: string): unknown {
  const code = systemCode(error)
  const isItsFault = code.startsWith('SQLITE_CONSTRAINT') || code.startsWith('SQLITE_CORRUPT')
  if (isItsFault) return new MeterbookError('OTHER_BOOK_DAMAGED', { file: other, reason: code }, { cause: error })
  return asBookError(error, { file })
}

import { basename } from 'node:path'
import { isSameService } from '../../contract/account-key.ts'
import { MeterbookError, systemCode } from '../../contract/errors.ts'
import type { Merged } from '../../contract/merge-words.ts'
import { connectToWrite, type BookFile } from '../file/connect.ts'
import { asBookError, BookError } from '../file/errors.ts'
import { isSameFile, placeOf } from '../file/place.ts'
import { asOthers, checkedBook, damageOf, type OtherBook } from './other-book.ts'
import { bring, type Tell } from './prepare.ts'
import { serviceIn } from './service-of.ts'
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
  if (isSameFile(placeOf(path), file)) throw new MeterbookError('SAME_BOOK', { file })
  const other = checkedBook(path)
  try {
    return merged(asked, other, tell, isCancelled)
  } catch (error) {
    throw whoseFailure(error, file, other)
  } finally {
    other.close()
  }
}

function merged({ file, isDryRun, nowMs }: MergeAsked, other: OtherBook, tell: Tell, isCancelled: () => boolean): Merged {
  const { db } = connectToWrite(file)
  try {
    // It may hold an index of all contents of all events.
    db.pragma('temp_store = FILE')
    refuseOtherService(serviceIn({ file, db }), other)
    attach(db, other)
    // BEGIN IMMEDIATE would lock the other book too, which somebody may be writing: this locks the own one alone.
    db.exec('BEGIN; UPDATE main.meta SET value = value WHERE false')
    const brought = bring(db, file, { part: null, bookId: other.bookId, nowMs, tell, isCancelled })
    if (isDryRun) db.exec('ROLLBACK')
    else {
      db.prepare('INSERT INTO merge_log (book_id, file, url, email, merged_at_ms, counts) VALUES (?, ?, ?, ?, ?, ?)').run(
        other.bookId,
        basename(other.file),
        other.url,
        other.account?.email ?? null,
        nowMs,
        JSON.stringify({ kinds: brought.kinds, refused: brought.refused }),
      )
      db.exec('COMMIT')
    }
    const { bookId, account, sharedAtMs } = other
    return { ...brought, other: { file: other.file, bookId, account, sharedAtMs }, isDryRun }
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK')
    db.close()
  }
}

/** Keys of stations and devices are a service's own: two services give the same ones to different things. */
function refuseOtherService(own: string | null, { url, file }: OtherBook): void {
  if (own === null || url === null || isSameService(own, url)) return
  throw new MeterbookError('OTHER_SERVICE', { file, url: own, otherUrl: url })
}

function attach(db: BookFile['db'], other: OtherBook): void {
  try {
    db.prepare(`ATTACH ? AS ${OTHER}`).run(other.attached)
  } catch (error) {
    throw asOthers(error, other.file)
  }
}

/**
 * Tells which of the two books a failure belongs to. SQLite says only that a page was damaged or could not be read, so
 * the other book, which was sound when it was checked, is checked again. A key that refers to nothing came with the
 * other book.
 */
function whoseFailure(error: unknown, file: string, other: OtherBook): unknown {
  if (error instanceof MeterbookError && 'role' in error.data) return error
  if (systemCode(error).startsWith('SQLITE_CONSTRAINT'))
    return new MeterbookError('OTHER_BOOK_DAMAGED', { file: other.file, reason: systemCode(error) }, { cause: error })
  const failure = asBookError(error, { file })
  if (!(failure instanceof BookError) || !['BOOK_DAMAGED', 'DISK_ERROR'].includes(failure.code)) return failure
  return damageOf(other) ?? new BookError(failure.code, { ...failure.data, file }, failure)
}

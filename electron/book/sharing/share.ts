import { closeSync, openSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { MeterbookError, systemCode } from '../../contract/errors.ts'
import { bookIdIn } from '../file/book-id.ts'
import { asBookError, BookError } from '../file/errors.ts'
import { flush } from '../file/flush.ts'
import { identityIn } from '../file/identity.ts'
import { metaIn } from '../file/meta.ts'
import { DAYS_OFF_KEY } from '../meanings/days-off.ts'
import { migrate } from '../file/migrate.ts'
import { OWN_FILE } from '../file/private.ts'
import { putBook } from '../file/put-book.ts'
import { openScratch } from '../file/scratch.ts'
import { clearUnfinished, removeUnfinished, unfinishedBeside } from '../file/unfinished.ts'
import { bring, type Tell } from './prepare.ts'
import { ORIGIN_KEY, type Origin } from './service-of.ts'
import type { Part } from './source.ts'
import { OTHER } from './transfer.ts'

export interface ShareAsked {
  /** The file that SQLite has open of the giving book: the book itself, or a reader's copy of it. */
  from: string
  /** The book that gives, as it is called. */
  book: string
  /** Where the new book goes; what is there is replaced once the new one is whole. */
  to: string
  part: Part
  origin: Origin
  nowMs: number
}

export interface Shared {
  bytes: number
  /** The new book's own id. */
  bookId: string
  stations: number
}

/**
 * Makes a book of a part of another one: a fresh file, so that nothing of what is left out can be in it, written beside
 * its place and renamed; only its owner may read it. It belongs to no account, and says which it comes from.
 * Throws DISK_FULL, FOLDER_GONE, FILE_NOT_WRITABLE, FILE_PROTECTED, CANCELLED, BOOK_DAMAGED (the book that gives); nothing is left behind.
 */
export function makeShared({ from, book, to, part, origin, nowMs }: ShareAsked, tell: Tell, isCancelled: () => boolean): Shared {
  const target = resolve(to)
  clearUnfinished(dirname(target))
  const [raw, whole] = [unfinishedBeside(target, 'new'), unfinishedBeside(target)]
  try {
    const { bookId, stations } = withFile(raw, () => filled(raw, from, { part, origin, nowMs }, tell, isCancelled, whole))
    if (isCancelled()) throw new MeterbookError('CANCELLED')
    flush(whole)
    putBook(whole, target, book)
    return { bytes: statSync(target).size, bookId, stations }
  } catch (error) {
    throw asFailure(error, target, book)
  } finally {
    for (const file of [raw, whole]) removeUnfinished(file)
  }
}

function withFile<T>(file: string, work: () => T): T {
  closeSync(openSync(file, 'wx', OWN_FILE))
  return work()
}

/** Fills a fresh book at `raw` and writes it, without a gap and with no journal, to `whole`. */
function filled(
  raw: string,
  from: string,
  { part, origin, nowMs }: Pick<ShareAsked, 'part' | 'origin' | 'nowMs'>,
  tell: Tell,
  isCancelled: () => boolean,
  whole: string,
): Omit<Shared, 'bytes'> {
  const db = openScratch(raw)
  try {
    migrate(db)
    const meta = metaIn({ db })
    identityIn({ file: raw, db }).write({ url: null, email: null, createdAtMs: nowMs })
    meta.set(ORIGIN_KEY, origin)
    const bookId = bookIdIn({ file: raw, db, mode: 'write' }).renew()
    db.prepare(`ATTACH ? AS ${OTHER}`).run(from)
    db.exec('BEGIN')
    bring(db, raw, { part, bookId: origin.bookId, nowMs, tell, isCancelled })
    db.exec(`INSERT INTO main.meta SELECT key, value FROM ${OTHER}.meta WHERE key IN ('clock', '${DAYS_OFF_KEY}')`)
    const stations = db.prepare<[], number>('SELECT count(*) FROM main.station').pluck().get() ?? 0
    db.exec('COMMIT')
    db.exec('DROP TABLE IF EXISTS temp.chosen')
    if (isCancelled()) throw new MeterbookError('CANCELLED')
    closeSync(openSync(whole, 'wx', OWN_FILE))
    db.prepare('VACUUM main INTO ?').run(whole)
    return { bookId, stations }
  } finally {
    db.close()
  }
}

function asFailure(error: unknown, file: string, book: string): unknown {
  const failure = asBookError(error, { file })
  // The new book is fresh: what is damaged is the one that it is made of.
  if (failure instanceof BookError && failure.code === 'BOOK_DAMAGED') return asBookError(error, { file: book })
  if (!(failure instanceof BookError) || ['DISK_FULL', 'DISK_ERROR'].includes(failure.code)) return failure
  const reason = systemCode(error)
  const code = GONE.has(reason) ? 'FOLDER_GONE' : 'FILE_NOT_WRITABLE'
  return new MeterbookError(code, { file, ...(reason === '' ? {} : { reason }) }, { cause: error })
}

/** No such folder; or the drive or network share that it was on is away. */
const GONE = new Set(['ENOENT', 'ENOTDIR', 'ENODEV', 'ESTALE', 'ENOTCONN', 'EHOSTDOWN'])

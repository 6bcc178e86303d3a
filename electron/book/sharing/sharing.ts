import { resolve } from 'node:path'
import { MeterbookError } from '../../contract/errors.ts'
import type { Merged } from '../../contract/merge-words.ts'
import type { DamagedPlaces, Recovery } from '../../contract/recovery-words.ts'
import type { Context } from '../context.ts'
import { identityIn } from '../file/identity.ts'
import { refuseBookTarget } from '../file/protected.ts'
import { inThread, type AskOptions } from '../threads/thread.ts'
import type { RecoverAsked } from '../recovery/recover.ts'
import { keptTwiceIn } from './kept-twice.ts'
import { originIn, serviceIn, type Origin } from './service-of.ts'
import type { Shared } from './share.ts'
import type { Part } from './source.ts'
import type { SharingQuestions } from './worker.ts'

const PROGRAM = { folder: import.meta.dirname, built: 'sharing.cjs', name: 'sharing' }

/** A merge as the log of the book has it. */
export interface LoggedMerge {
  id: number
  bookId: string
  file: string
  url: string | null
  email: string | null
  mergedAtMs: number
  /** JSON of `kinds` and `refused` of what was merged. */
  counts: string
}

/** Sharing and merging of an open book, and what came of earlier merges. */
export function sharingIn(book: Context, bookId: () => string) {
  const { db, file, mode, hold, now } = book
  const log = db.prepare<[number], LoggedMerge>(`
    SELECT id, book_id AS bookId, file, url, email, merged_at_ms AS mergedAtMs, counts FROM merge_log
    ORDER BY id DESC LIMIT ?`)
  const identity = identityIn({ file, db })
  /** The service has to be told, since its numbers mean nothing elsewhere; the sign-in name is a person's. */
  const originOf = ({ withoutPersonal }: Part): Origin => {
    const { email } = originIn({ db }) ?? identity.read()
    return { url: serviceIn({ file, db }), email: withoutPersonal ? null : email, bookId: bookId(), sharedAtMs: now() }
  }

  return {
    /** Where a shared book comes from; null: it is no shared one. */
    origin: (): Origin | null => originIn({ db }),

    /** The address of the service that the records are of, as `serviceIn` tells it. */
    service: (): string | null => serviceIn({ file, db }),

    /** Makes a book of a part of this one. Throws as `makeShared`. */
    shareInto: async (to: string, part: Part, options: AskOptions = {}): Promise<Shared> => {
      refuseBookTarget(resolve(to), file)
      const asked = { from: db.name, book: file, to, part, origin: originOf(part), nowMs: now() }
      return inThread<SharingQuestions, 'share'>(PROGRAM, 'share', asked, options)
    },

    /**
     * Merges another book into this one; nothing else can be written meanwhile (MERGE_RUNNING). With `isDryRun` it only
     * counts. Throws READ_ONLY_BOOK and as `mergeBooks`.
     */
    async merge(other: string, { isDryRun = false, ...options }: AskOptions & { isDryRun?: boolean } = {}): Promise<Merged> {
      if (mode === 'read') throw new MeterbookError('READ_ONLY_BOOK', { file })
      const release = hold()
      try {
        const asked = { file, other, isDryRun, nowMs: now() }
        return await inThread<SharingQuestions, 'merge'>(PROGRAM, 'merge', asked, options)
      } finally {
        release()
      }
    },

    /** The records of a device and its telemetry unit that are kept twice. */
    keptTwice: keptTwiceIn(book),

    /** Earlier merges, the latest first. */
    merges: (limit = 100): LoggedMerge[] => log.all(limit),
  }
}

/** Makes a new book of what can be read of a damaged one, in a thread of its own. Throws as `recoverBook`. */
export const recoverInThread = (asked: RecoverAsked, options: AskOptions = {}): Promise<Recovery> =>
  inThread<SharingQuestions, 'recover'>(PROGRAM, 'recover', asked, options)

/** Where a file is damaged, in a thread of its own; null: it is no book by anything. */
export const whereInThread = (file: string, options: AskOptions = {}): Promise<DamagedPlaces | null> =>
  inThread<SharingQuestions, 'where'>(PROGRAM, 'where', { file }, options)

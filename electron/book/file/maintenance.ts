import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { MeterbookError } from '../../contract/errors.ts'
import type { BookFile } from './connect.ts'
import { asBookError, BookError, withBookErrors } from './errors.ts'
import { makeOwnFile } from './private.ts'
import { refuseBookTarget } from './protected.ts'
import { putBook } from './put-book.ts'
import { clearFormer, clearUnfinished, removeUnfinished, unfinishedBeside } from './unfinished.ts'

/** The result of a check of the file; no problems if it is sound. */
export interface Integrity {
  ok: boolean
  problems: string[]
}

/** Checks, shrinks and copies the file. All throw BookError. */
export function maintenanceIn({ file, db }: BookFile) {
  return {
    /** SQLite's check of every page, index and foreign key. Reads the whole file. */
    integrity(): Integrity {
      return withBookErrors({ file }, () => {
        const pages = (db.pragma('integrity_check') as { integrity_check: string }[]).map((row) => row.integrity_check)
        const references = (db.pragma('foreign_key_check') as { table: string; rowid: number | null; parent: string }[]).map(
          ({ table, rowid, parent }) => `${table} ${rowid ?? ''} refers to a missing ${parent}`,
        )
        const problems = [...pages.filter((line) => line !== 'ok'), ...references]
        return { ok: problems.length === 0, problems }
      })
    },

    /** Rewrites the file without its free pages. Needs the same amount of free disk space; returns the size before and after. */
    compact(): { beforeBytes: number; afterBytes: number } {
      return withBookErrors({ file }, () => {
        db.pragma('wal_checkpoint(TRUNCATE)')
        const beforeBytes = statSync(file).size
        db.exec('VACUUM')
        db.pragma('wal_checkpoint(TRUNCATE)')
        return { beforeBytes, afterBytes: statSync(file).size }
      })
    },

    /**
     * Copies the book a few pages at a time, so it can be read and written meanwhile; `progress` gets the share done. An
     * existing file at `to` is replaced only after the copy is complete; a link there is replaced, not followed. Throws
     * MeterbookError FILE_NOT_WRITABLE if `to` cannot be written or is no regular file; FILE_PROTECTED if it is the book
     * itself, a book that is open or was not closed (its journal would be read into the copy), a lock or a vault.
     */
    async backup(to: string, progress: (share: number) => void = () => undefined): Promise<{ bytes: number }> {
      const target = resolve(to)
      refuseBookTarget(target, file)
      const aside = unfinishedBeside(target)
      try {
        clearUnfinished(dirname(target))
        clearFormer(`${target}.part`)
        makeOwnFile(aside)
        await db.backup(aside, {
          progress: ({ totalPages, remainingPages }) => {
            progress(totalPages === 0 ? 0 : 1 - remainingPages / totalPages)
            return PAGES_A_STEP
          },
        })
        putBook(aside, target, file)
        progress(1)
        return { bytes: statSync(to).size }
      } catch (error) {
        removeUnfinished(aside)
        if (error instanceof MeterbookError) throw error
        const failure = asBookError(error, { file: to })
        // It is the book that is damaged, not the copy.
        if (failure instanceof BookError && failure.code === 'BOOK_DAMAGED') throw asBookError(error, { file })
        if (failure instanceof BookError && ['DISK_FULL', 'DISK_ERROR'].includes(failure.code)) throw failure
        throw new MeterbookError('FILE_NOT_WRITABLE', { file: to }, { cause: error })
      }
    },
  }
}

/** 4 MiB. */
const PAGES_A_STEP = 1_024

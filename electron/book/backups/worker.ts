import { connectToRead } from '../file/connect.ts'
import { maintenanceIn } from '../file/maintenance.ts'
import { openBook } from '../file/open.ts'
import { restoreBook, type Restored } from '../file/restore.ts'
import type { AtWork } from '../threads/messages.ts'
import { serveOwner } from '../threads/serve.ts'
import type { CopyFirst } from './before-migration.ts'
import { makeBackup, type MakeAsked, type Made } from './make.ts'
import { previewRestore, type Preview } from './preview.ts'

/** All that is done with backups, in a thread of its own: a book of a gigabyte is read for seconds. */

interface Asking {
  owner: string
  nowMs: number
}

const questions = {
  make: (asked: MakeAsked, { tell, isCancelled }: AtWork): Promise<Made> => makeBackup(asked, { tell, isCancelled }),
  preview: ({ file, backup, nowMs }: { file: string; backup: string; nowMs: number }): Preview => previewRestore(file, backup, () => nowMs),
  restore: ({ file, backup, owner, nowMs }: { file: string; backup: string } & Asking): Promise<Restored> =>
    restoreBook(file, backup, { owner, now: () => nowMs }),
  /** A whole copy of a backup at another place. */
  async copy({ backup, to }: { backup: string; to: string }): Promise<{ bytes: number }> {
    const { db, closed } = connectToRead(backup)
    try {
      return await maintenanceIn({ file: backup, db }).backup(to)
    } finally {
      db.close()
      closed()
    }
  },
  /** Brings a book of an older version to this one; a copy of it is made first. Says why places did not take the copy. */
  migrate(
    { file, copyFirst, owner, nowMs }: { file: string; copyFirst: CopyFirst } & Asking,
    { tell, isCancelled }: AtWork,
  ): { passedOver: string[] } {
    const passedOver: string[] = []
    const copying = { ...copyFirst, tell, isCancelled, tellPassedOver: (code: string) => void passedOver.push(code) }
    openBook(file, { mode: 'write', claims: false, owner, now: () => nowMs, copyFirst: copying }).close()
    return { passedOver }
  },
}
export type BackupQuestions = typeof questions

serveOwner(questions)

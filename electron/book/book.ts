import type { Database } from 'better-sqlite3'
import { characteristicsIn, lastSessionsIn } from './directory/characteristics.ts'
import { consumersIn } from './directory/consumers.ts'
import { coverageIn } from './coverage/coverage.ts'
import { withBookErrors } from './file/errors.ts'
import { eventsIn } from './archives/events.ts'
import { holesIn } from './coverage/holes.ts'
import { identityIn, type Account, type Identity } from './file/identity.ts'
import { knownSessionsIn } from './coverage/known-sessions.ts'
import { maintenanceIn } from './file/maintenance.ts'
import { messagesIn } from './directory/messages.ts'
import { metaIn } from './file/meta.ts'
import { providersIn } from './directory/providers.ts'
import { readingsIn } from './archives/readings.ts'
import { recordCheckIn, type RecordCheck } from './file/record-check.ts'
import { channelsIn, equipmentTypesIn } from './directory/reference.ts'
import { rejectedIn } from './archives/rejected.ts'
import { searchIn } from './search/search.ts'
import { sessionsIn } from './archives/sessions.ts'
import { settingsIn } from './archives/settings.ts'
import { stationsIn } from './directory/stations.ts'
import { summaryIn, type Summary } from './summary.ts'
import { tasksIn } from './queue/tasks.ts'
import { transactionsIn } from './file/transactions.ts'

export type BookMode = 'write' | 'read'

/** The repositories over one connection. */
function repositoriesIn(db: Database) {
  return {
    meta: metaIn(db),
    providers: providersIn(db),
    consumers: consumersIn(db),
    stations: stationsIn(db),
    characteristics: characteristicsIn(db),
    lastSessions: lastSessionsIn(db),
    equipmentTypes: equipmentTypesIn(db),
    channels: channelsIn(db),
    messages: messagesIn(db),
    readings: readingsIn(db),
    events: eventsIn(db),
    settings: settingsIn(db),
    sessions: sessionsIn(db),
    knownSessions: knownSessionsIn(db),
    coverage: coverageIn(db),
    holes: holesIn(db),
    tasks: tasksIn(db),
    rejected: rejectedIn(db),
    search: searchIn(db),
  }
}

/** An open book. */
export interface Book extends ReturnType<typeof repositoriesIn>, ReturnType<typeof maintenanceIn> {
  readonly file: string
  readonly mode: BookMode
  readonly db: Database
  readonly identity: Identity
  /** Makes a book of nobody this account's. Throws OTHER_ACCOUNT. */
  claim(account: Account): void
  /**
   * Writes a page: all that `work` writes is committed at once, or nothing. Synchronous only. What SQLite refuses is
   * thrown as a BookError (DISK_FULL, BOOK_DAMAGED, …), and everything committed before is there.
   */
  page<T>(work: () => T): T
  /**
   * As `page`, for what can be fetched again: without waiting for the disk (about a millisecond). It survives any end of
   * the program; a power cut may take back what came since the last `page` or checkpoint, all of it or from some page on.
   */
  fetchedPage<T>(work: () => T): T
  summary(): Summary
  /** Reads every record and tells which are none; `progress` is told how many of how many were read. */
  checkRecords(progress?: (done: number, all: number) => void): RecordCheck
  close(): void
}

/** Puts an open, migrated connection and its repositories together. `release` gives up the right to write. */
export function assemble({
  file,
  db,
  mode,
  release,
}: {
  file: string
  db: Database
  mode: BookMode
  release: () => void
}): Book {
  const { run } = transactionsIn(db)
  const identity = identityIn(db)
  const summarize = summaryIn(db)
  return {
    file,
    mode,
    db,
    get identity() {
      return identity.read()
    },
    ...repositoriesIn(db),
    ...maintenanceIn(db, file),
    claim: (account) => withBookErrors({ file }, () => identity.claim(file, account)),
    page<T>(work: () => T): T {
      if (mode === 'read') throw new Error('This book was opened for reading')
      return withBookErrors({ file }, () => run(work))
    },
    fetchedPage<T>(work: () => T): T {
      db.pragma('synchronous = NORMAL')
      try {
        return this.page(work)
      } finally {
        db.pragma('synchronous = FULL')
      }
    },
    checkRecords: recordCheckIn(db, file),
    summary: () => withBookErrors({ file }, () => summarize(file)),
    close(): void {
      if (!db.open) return
      try {
        db.close()
      } finally {
        release()
      }
    },
  }
}

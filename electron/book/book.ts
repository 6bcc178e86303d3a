import type { Database } from 'better-sqlite3'
import type { BookMode, Context } from './context.ts'
import { balancesIn } from './branches/balances.ts'
import { branchesIn } from './branches/branches.ts'
import { bookIdIn } from './file/book-id.ts'
import { characteristicsIn, lastSessionsIn } from './directory/characteristics.ts'
import { clocksIn } from './directory/clocks.ts'
import { completenessIn } from './completeness/completeness.ts'
import { consumptionIn } from './consumption/consumption.ts'
import { consumersIn } from './directory/consumers.ts'
import { coverageIn } from './coverage/coverage.ts'
import { withBookErrors } from './file/errors.ts'
import { digestIn } from './digest/digest.ts'
import { devicesIn } from './directory/devices.ts'
import { findingsIn } from './findings/findings.ts'
import { eventsIn } from './archives/events.ts'
import { fleetIn } from './fleet/fleet.ts'
import { tripIn } from './fleet/trip.ts'
import { healthIn } from './health/station-health.ts'
import { holesIn } from './coverage/holes.ts'
import { identityIn, type Account, type Identity } from './file/identity.ts'
import { importsIn } from './imports/imports.ts'
import { limitsIn } from './limits/limits.ts'
import { knownSessionsIn } from './coverage/known-sessions.ts'
import { lakeIn } from './lake/lake.ts'
import { maintenanceIn } from './file/maintenance.ts'
import { messagesIn } from './directory/messages.ts'
import { meaningsIn } from './meanings/meanings.ts'
import { metaIn } from './file/meta.ts'
import { namedTripsIn } from './queue/named-trips.ts'
import type { Written } from './file/transactions.ts'
import { notesIn } from './notes/notes.ts'
import { providersIn } from './directory/providers.ts'
import { questionsIn } from './questions/questions.ts'
import { readingsIn } from './archives/readings.ts'
import { recordCheckIn, type RecordCheck, type RecordProblem } from './file/record-check.ts'
import { contradictionsIn } from './soundness/contradictions.ts'
import { channelsIn, equipmentTypesIn } from './directory/reference.ts'
import { reportingIn } from './reporting/reporting.ts'
import { rejectedIn } from './archives/rejected.ts'
import { searchIn } from './search/search.ts'
import { sharingIn } from './sharing/sharing.ts'
import { sessionsIn } from './archives/sessions.ts'
import { settingsIn } from './archives/settings.ts'
import { stationsIn } from './directory/stations.ts'
import { unaskedIn } from './coverage/unasked.ts'
import { summaryIn, type Summary } from './summary.ts'
import { daysOffIn } from './meanings/days-off.ts'
import { typedIn } from './directory/typed.ts'
import { thresholdsIn } from './meanings/thresholds.ts'
import { tasksIn } from './queue/tasks.ts'

/** The repositories of one book. */
function repositoriesIn(book: Context) {
  const coverage = coverageIn(book)
  const channels = channelsIn(book)
  const unasked = unaskedIn(book, { coverage, channelsOf: channels.byType })
  return {
    meta: metaIn(book),
    providers: providersIn(book),
    consumers: consumersIn(book),
    stations: stationsIn(book),
    clocks: clocksIn(book),
    typed: typedIn(book),
    devices: devicesIn(book),
    characteristics: characteristicsIn(book),
    lastSessions: lastSessionsIn(book),
    equipmentTypes: equipmentTypesIn(book),
    channels,
    messages: messagesIn(book),
    readings: readingsIn(book),
    events: eventsIn(book),
    settings: settingsIn(book),
    sessions: sessionsIn(book),
    knownSessions: knownSessionsIn(book),
    coverage,
    completeness: completenessIn(book, { ...coverage, unasked: unasked.all }),
    unasked,
    holes: holesIn(book, unasked.all),
    health: healthIn(book),
    consumption: consumptionIn(book),
    branches: branchesIn(book),
    balances: balancesIn(book),
    limits: limitsIn(book),
    imports: importsIn(book),
    questions: questionsIn(book),
    fleet: fleetIn(book),
    trip: tripIn(book),
    namedTrips: namedTripsIn(book),
    tasks: tasksIn(book),
    rejected: rejectedIn(book),
    notes: notesIn(book),
    reporting: reportingIn(book),
    findings: findingsIn(book),
    meanings: meaningsIn(book),
    thresholds: thresholdsIn(book),
    daysOff: daysOffIn(book),
    digest: digestIn(book),
    search: searchIn(book),
    sharing: sharingIn(book, bookIdIn(book).read),
    lake: lakeIn(book),
    ...maintenanceIn(book),
  }
}

/** An open book. */
export interface Book extends ReturnType<typeof repositoriesIn> {
  readonly file: string
  readonly mode: BookMode
  readonly db: Database
  readonly identity: Identity
  /** Which book this is: a UUID that backups keep; a writer makes it when it is first asked for. */
  readonly bookId: string
  /** A writer has given the book its id. */
  readonly hasBookId: boolean
  /** Makes this another book than the one that it was copied from. For writers. Returns the new id. */
  renewBookId(): string
  /** Makes a book of no account this account's. Throws OTHER_ACCOUNT. */
  claim(account: Account): void
  /**
   * Writes a page: everything that `work` writes is committed at once, or nothing. Synchronous only. What SQLite refuses
   * is thrown as a BookError (DISK_FULL, BOOK_DAMAGED, …), and everything committed before is kept.
   */
  page<T>(work: () => T): T
  /** A page of what is derived from data alone: what is kept in memory of the data holds after it. */
  derive<T>(work: () => T): T
  /** Differs after every write of data, by any connection. */
  dataVersion(): string
  summary(): Summary
  /** Reads every record and reports the malformed ones; `progress` is told how many of how many were read. */
  checkRecords(progress?: (done: number, all: number) => void): RecordCheck
  /** What the book says twice and otherwise. Reads all but the readings. */
  contradictions(): RecordProblem[]
  close(): void
}

/** Puts the repositories of an open, migrated book together. `release` gives up the right to write. */
export function assemble(book: Context, release: () => void): Book {
  const { file, mode, db } = book
  const identity = identityIn(book)
  const bookId = bookIdIn(book)
  if (mode === 'write') withBookErrors({ file }, book.stationDevices.settleOlder)
  const repositories = repositoriesIn(book)
  function written<T>(work: () => T, kind: Written): T {
    if (mode === 'read') throw new Error('This book was opened for reading')
    return withBookErrors({ file }, () => book.atOnce(work, kind))
  }
  const summarize = summaryIn(book, { identity, ...repositories })
  return {
    file,
    mode,
    db,
    get identity() {
      return identity.read()
    },
    get bookId() {
      return withBookErrors({ file }, bookId.read)
    },
    get hasBookId() {
      return withBookErrors({ file }, bookId.isKept)
    },
    renewBookId: () => withBookErrors({ file }, bookId.renew),
    ...repositories,
    claim: (account) => withBookErrors({ file }, () => identity.claim(account)),
    page: (work) => written(work, 'data'),
    derive: (work) => written(work, 'derived'),
    checkRecords: recordCheckIn(book),
    contradictions: () => withBookErrors({ file }, () => contradictionsIn(book)),
    dataVersion: () => withBookErrors({ file }, book.versions.data),
    summary: () => withBookErrors({ file }, summarize),
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

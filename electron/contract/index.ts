import { account } from './account.ts'
import { allEvents } from './all-events.ts'
import { backups } from './backups.ts'
import { balance } from './balance.ts'
import { book } from './book.ts'
import { clocks } from './clocks.ts'
import { commandLine } from './command-line.ts'
import { consumption } from './consumption.ts'
import { coverage, reference, sessions, settings } from './device.ts'
import { diagnostics } from './diagnostics.ts'
import { digest } from './digest.ts'
import { downloads } from './downloads.ts'
import { events } from './events.ts'
import { evidence } from './evidence.ts'
import { exports_ } from './exports.ts'
import { findings } from './findings.ts'
import { fleet } from './fleet.ts'
import { forms } from './forms.ts'
import { imports } from './imports.ts'
import { lake } from './lake.ts'
import { meterReadings } from './meter-readings.ts'
import { limits } from './limits.ts'
import { meanings } from './meanings.ts'
import { namedTrips } from './named-trips.ts'
import { notes } from './notes.ts'
import { overlay } from './overlay.ts'
import { program } from './program.ts'
import { questions } from './questions.ts'
import { readings } from './readings.ts'
import { reports } from './reports.ts'
import { sharing } from './sharing.ts'
import { savedViews } from './saved-views.ts'
import { thresholds } from './thresholds.ts'
import { trip } from './trip.ts'
import { typed } from './typed.ts'
import { schedule } from './schedule.ts'
import { stations } from './stations.ts'
import { updates } from './updates.ts'
import { valve } from './valve.ts'
import { verifications } from './verifications.ts'
import { works } from './works.ts'

/** Everything the renderer may ask. One object a domain. */
export const contract = {
  account,
  allEvents,
  backups,
  balance,
  book,
  clocks,
  commandLine,
  consumption,
  coverage,
  diagnostics,
  digest,
  downloads,
  events,
  evidence,
  exports: exports_,
  findings,
  fleet,
  forms,
  imports,
  lake,
  limits,
  meanings,
  meterReadings,
  namedTrips,
  notes,
  overlay,
  program,
  questions,
  readings,
  reference,
  reports,
  sessions,
  settings,
  sharing,
  stations,
  savedViews,
  schedule,
  thresholds,
  trip,
  typed,
  updates,
  valve,
  verifications,
  works,
}
export type Contract = typeof contract

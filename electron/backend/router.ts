import { implement } from '@orpc/server'
import { contract } from '../contract/index.ts'
import type { Parts } from './base.ts'
import { recording } from './logged/recording.ts'
import { accountRoutes } from './routes/account.ts'
import { backupRoutes } from './routes/backups.ts'
import { balanceRoutes } from './routes/balance.ts'
import { bookRoutes } from './routes/book.ts'
import { clockRoutes } from './routes/clocks.ts'
import { deviceRoutes } from './routes/device.ts'
import { digestRoutes } from './routes/digest.ts'
import { diagnosticsRoutes } from './routes/diagnostics.ts'
import { downloadRoutes } from './routes/downloads.ts'
import { allEventRoutes } from './routes/all-events.ts'
import { eventRoutes } from './routes/events.ts'
import { exportRoutes } from './routes/exports.ts'
import { namedTripRoutes } from './routes/named-trips.ts'
import { noteRoutes } from './routes/notes.ts'
import { commandLineRoutes } from './routes/command-line.ts'
import { consumptionRoutes } from './routes/consumption.ts'
import { findingRoutes } from './routes/findings.ts'
import { fleetRoutes } from './routes/fleet.ts'
import { meterReadingRoutes } from './routes/meter-readings.ts'
import { meaningRoutes } from './routes/meanings.ts'
import { thresholdRoutes } from './routes/thresholds.ts'
import { overlayRoutes } from './routes/overlay.ts'
import { namedQuestionRoutes } from './routes/named-questions.ts'
import { programRoutes, type Streams } from './routes/program.ts'
import { questionRoutes } from './routes/questions.ts'
import { readingRoutes } from './routes/readings.ts'
import { scheduleRoutes } from './routes/schedule.ts'
import { savedViewRoutes } from './routes/saved-views.ts'
import { stationRoutes } from './routes/stations.ts'
import { formRoutes } from './routes/forms.ts'
import { reportRoutes } from './routes/reports.ts'
import { evidenceRoutes } from './routes/evidence.ts'
import { sharingRoutes } from './routes/sharing.ts'
import { lakeRoutes } from './routes/lake.ts'
import { tripRoutes } from './routes/trip.ts'
import { typedRoutes } from './routes/typed.ts'
import { importRoutes } from './routes/imports.ts'
import { limitRoutes } from './routes/limits.ts'
import { updateRoutes } from './routes/updates.ts'
import { valveRoutes } from './routes/valve.ts'
import { verificationRoutes } from './routes/verifications.ts'
import { workRoutes } from './routes/works.ts'

/** The contract, implemented; one route file a domain. What a question fails with is written into the log. */
export function routerOf(parts: Parts & Streams) {
  return implement(contract)
    .use(recording(parts.programLog))
    .router({
      account: accountRoutes(parts),
      balance: balanceRoutes(parts),
      updates: updateRoutes(parts),
      schedule: scheduleRoutes(parts),
      backups: backupRoutes(parts),
      book: bookRoutes(parts),
      clocks: clockRoutes(parts),
      digest: digestRoutes(parts),
      diagnostics: diagnosticsRoutes(parts),
      downloads: downloadRoutes(parts),
      allEvents: allEventRoutes(parts),
      events: eventRoutes(parts),
      exports: exportRoutes(parts),
      namedTrips: namedTripRoutes(parts),
      notes: noteRoutes(parts),
      overlay: overlayRoutes(parts),
      program: programRoutes(parts),
      questions: { ...questionRoutes(parts), ...namedQuestionRoutes(parts) },
      readings: readingRoutes(parts),
      stations: stationRoutes(parts),
      savedViews: savedViewRoutes(parts),
      commandLine: commandLineRoutes(parts),
      consumption: consumptionRoutes(parts),
      findings: findingRoutes(parts),
      fleet: fleetRoutes(parts),
      meanings: meaningRoutes(parts),
      meterReadings: meterReadingRoutes(parts),
      thresholds: thresholdRoutes(parts),
      forms: formRoutes(parts),
      reports: reportRoutes(parts),
      evidence: evidenceRoutes(parts),
      sharing: sharingRoutes(parts),
      lake: lakeRoutes(parts),
      trip: tripRoutes(parts),
      typed: typedRoutes(parts),
      imports: importRoutes(parts),
      limits: limitRoutes(parts),
      valve: valveRoutes(parts),
      verifications: verificationRoutes(parts),
      works: workRoutes(parts),
      ...deviceRoutes(parts),
    })
}

import directory from './001-directory.ts'
import archives from './002-archives.ts'
import downloads from './003-downloads.ts'
import search from './004-search.ts'
import views from './005-views.ts'
import moreViews from './006-more-views.ts'
import channelOrder from './007-channel-order.ts'
import notTransmitted from './008-not-transmitted.ts'
import noName from './009-no-name.ts'
import plainSearch from './010-plain-search.ts'
import eventTime from './011-event-time.ts'
import notes from './012-notes.ts'
import gasClock from './013-gas-clock.ts'
import recordMinutes from './014-record-minutes.ts'
import findings from './015-findings.ts'
import meanings from './016-meanings.ts'
import health from './017-health.ts'
import reports from './018-reports.ts'
import merging from './019-merging.ts'
import coverageUnits from './020-coverage-units.ts'
import failureFacts from './021-failure-facts.ts'
import emptyDays from './022-empty-days.ts'
import dataChanges from './023-data-changes.ts'
import knownHours from './024-known-hours.ts'
import substituteTime from './025-substitute-time.ts'
import written from './026-written.ts'
import stationDevices from './027-station-devices.ts'
import stationTyped from './028-station-typed.ts'
import meterReadings from './029-meter-readings.ts'
import limits from './030-limits.ts'
import branches from './031-branches.ts'
import imports from './032-imports.ts'
import digest from './033-digest.ts'
import channelsTwice from './034-channels-twice.ts'
import questions from './035-questions.ts'
import trips from './036-trips.ts'
import findingParts from './037-finding-parts.ts'

/**
 * All migrations in order, append-only: migration n brings a book from `user_version` n - 1 to n. They are TypeScript
 * files that export their SQL, so that they run the same under Node, vite and vitest.
 */
export const MIGRATIONS: readonly string[] = [
  directory,
  archives,
  downloads,
  search,
  views,
  moreViews,
  channelOrder,
  notTransmitted,
  noName,
  plainSearch,
  eventTime,
  notes,
  gasClock,
  recordMinutes,
  findings,
  meanings,
  health,
  reports,
  merging,
  coverageUnits,
  failureFacts,
  emptyDays,
  dataChanges,
  knownHours,
  substituteTime,
  written,
  stationDevices,
  stationTyped,
  meterReadings,
  limits,
  branches,
  imports,
  digest,
  channelsTwice,
  questions,
  trips,
  findingParts,
]

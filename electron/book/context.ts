import type { Database } from 'better-sqlite3'
import { stampBounds, type StampBounds } from '../contract/time/stamps.ts'
import { seriesOf, type SeriesOfBook } from './archives/series.ts'
import { changedDataOf, type ChangedData } from './findings/changed-data.ts'
import { exchangedIn } from './digest/arrivals.ts'
import type { BookFile } from './file/connect.ts'
import { statementsOf, type Statements } from './file/statements.ts'
import { transactionsOf, type Transactions } from './file/transactions.ts'
import { versionsOf, type Versions } from './file/version.ts'
import { stationDevicesOf, type StationDevices } from './directory/life/station-devices.ts'
import { defineOrderFunctions } from './directory/station-order.ts'
import { stationIndexOf, type StationIndex } from './search/station-index.ts'
import { stationTextOf, type StationText } from './search/station-text.ts'

export type BookMode = 'write' | 'read'

/** What all repositories of one open book share, made once when it is opened. */
export interface Context extends BookFile, Transactions {
  mode: BookMode
  statement: Statements
  now: () => number
  /** Which stamps of records are believed: whatever computes with records looks at no other. */
  believed: () => StampBounds
  versions: Versions
  series: SeriesOfBook
  changed: ChangedData
  stationText: StationText
  stationDevices: StationDevices
  stationIndex: () => StationIndex
}

export function contextOf(file: string, mode: BookMode, db: Database, now: () => number): Context {
  defineOrderFunctions(db)
  const transactions = transactionsOf(db)
  const versions = versionsOf(db, transactions.own)
  const believed = () => stampBounds({ nowMs: now() })
  const stationText = stationTextOf(db, versions.othersData)
  return {
    file,
    mode,
    db,
    ...transactions,
    now,
    believed,
    statement: statementsOf(db),
    versions,
    series: seriesOf(db, transactions),
    changed: changedDataOf(db),
    stationText,
    stationDevices: stationDevicesOf(db, transactions, {
      versions,
      believed,
      serialsChanged: stationText.refresh,
      exchanged: exchangedIn(db, now),
    }),
    stationIndex: stationIndexOf(db, stationText.version),
  }
}

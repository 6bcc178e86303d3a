import type { BookSummary } from '../../../electron/contract/book.ts'

/** A book that is open and has stations, but nothing else. */
export const BOOK: BookSummary = {
  file: '/books/trip.meterbook',
  mode: 'write',
  fileBytes: 4096,
  onNetwork: false,
  account: null,
  counts: {
    providers: 0,
    consumers: 0,
    stations: 3,
    unlistedStations: 0,
    equipmentTypes: 0,
    channels: 0,
    messages: 0,
    readings: 0,
    events: 0,
    settingSnapshots: 0,
    sessions: 0,
    notes: 0,
    rejected: 0,
    farStamps: 0,
  },
  archives: [],
  freshAtMs: null,
}

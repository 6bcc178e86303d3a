import { openBook } from '../../../../electron/book/index.ts'
import type { Reading } from '../../../../electron/contract/records.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { writeLists } from '../../ui/books.ts'

const BEGIN_MS = Date.UTC(2025, 0, 1)

const recordOf = (hour: number): Reading => ({
  atMs: BEGIN_MS + hour * HOUR_MS,
  values: {
    P: 2.5 + (hour % 997) / 1000,
    T: -12.25 + (hour % 61) / 4,
    V_working: (hour % 24) * 13.375,
    V_standard: ((hour % 24) * 33.125).toFixed(3),
    K: 1.0005 + (hour % 13) / 10_000,
  },
})

/** Makes a book of so many hours of each of so many stations. */
export function writeHours(file: string, { stations, hours }: { stations: number; hours: number }): void {
  // A few of the stations have no device.
  writeLists(file, stations + 12)
  const book = openBook(file, { mode: 'write', now: () => BEGIN_MS, owner: 'bench' })
  // The file is thrown away after the bench: nothing is lost with the power.
  book.db.pragma('synchronous = OFF')
  const records = Array.from({ length: hours }, (_, hour) => recordOf(hour))
  const devices = [...book.devices.all().keys()].slice(0, stations)
  if (devices.length < stations) throw new Error(`only ${devices.length} devices`)
  for (const equipmentId of devices)
    book.page(() => {
      book.readings.put({ equipmentId, archiveType: 'hourly', view: 'general' }, records)
    })
  book.db.pragma('wal_checkpoint(TRUNCATE)')
  book.close()
}

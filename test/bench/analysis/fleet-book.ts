import { openBook, type Book } from '../../../electron/book/index.ts'
import type { Reading } from '../../../electron/contract/records.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { NOW_MS, writeLists } from '../ui/books.ts'

/** Devices that are written in one transaction. */
const AT_ONCE = 200

/** A book of stations with so many days of daily records each, of six channels. */
export function writeFleet(file: string, size: { stations: number; days: number }): void {
  writeLists(file, size.stations)
  const book = openBook(file, { mode: 'write', now: () => NOW_MS, owner: 'bench' })
  // The file is thrown away after the bench: nothing is lost with the power.
  book.db.pragma('synchronous = OFF')
  const devices = [...book.devices.all().keys()]
  const firstMs = Math.floor(NOW_MS / DAY_MS) * DAY_MS - size.days * DAY_MS + 7 * HOUR_MS
  const span = { from: dayOf(firstMs), to: dayOf(NOW_MS - DAY_MS) }
  for (let from = 0; from < devices.length; from += AT_ONCE) {
    book.page(() => {
      for (const equipmentId of devices.slice(from, from + AT_ONCE)) {
        const key = { equipmentId, archiveType: 'daily', view: 'unified' } as const
        const records = Array.from({ length: size.days }, (_, day): Reading => {
          const gas = 100 + ((equipmentId * 7 + day * 13) % 97)
          const values = {
            gas_consume: gas,
            reading_value: 1e5 + day * 150,
            VNakwork: 5e4 + day * 70,
            Vwork: gas / 2,
            P: 300,
            T: 10 + (day % 9),
          }
          return { atMs: firstMs + day * DAY_MS, values }
        })
        book.readings.put(key, records)
        book.coverage.mark(key, span, { state: 'fetched', fetchedAtMs: NOW_MS })
      }
    })
  }
  book.db.pragma('wal_checkpoint(TRUNCATE)')
  book.close()
}

/** One station gets the day after its last. */
export function writeDay(book: Book, turn: number): void {
  const equipmentId = [...book.devices.all().keys()][turn]
  if (equipmentId === undefined) throw new Error('no such device')
  const key = { equipmentId, archiveType: 'daily', view: 'unified' } as const
  const last = book.readings.latest(key)
  if (!last) throw new Error('the device has no days')
  const atMs = last.atMs + DAY_MS
  book.page(() => {
    book.readings.put(key, [{ ...last, atMs }])
    book.coverage.mark(key, { from: dayOf(atMs), to: dayOf(atMs) }, { state: 'fetched', fetchedAtMs: atMs })
  })
}

const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

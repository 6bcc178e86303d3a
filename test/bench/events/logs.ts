import { openBook } from '../../../electron/book/index.ts'
import type { DeviceEvent } from '../../../electron/contract/records.ts'
import type { LogSize } from '../sizes.ts'
import { writeLists } from '../ui/books.ts'

export const NOW_MS = Date.UTC(2026, 10, 20, 18)
const SPAN_MS = 3 * 365 * 86_400_000
const ARCHIVES = ['event', 'alarm', 'nesht'] as const
/** Devices that are written in one transaction. */
const AT_ONCE = 100

/**
 * A book with the lists of stations and the events of three years, in equal shares of the first devices (all, unless `devicesAtMost`).
 * Whatever the devices, they say the same: the messages of the reference, with 200 values.
 */
export function logFile(file: string, { stations, events: total }: LogSize, devicesAtMost = stations): void {
  writeLists(file, stations)
  const book = openBook(file, { mode: 'write', now: () => NOW_MS, owner: 'bench' })
  // The file is thrown away after the bench: nothing is lost with the power.
  book.db.pragma('synchronous = OFF')
  const random = mulberry(20_261_120)
  const devices = book.db
    .prepare<[number], number>('SELECT equipment_id FROM station WHERE equipment_id IS NOT NULL ORDER BY id LIMIT ?')
    .pluck()
    .all(devicesAtMost)
  const messages = book.db.prepare<[string], { code: string; description: string }>(
    "SELECT device_code AS code, name || '. ' || description AS description FROM message WHERE archive_type_varname = ?",
  )
  const said = ARCHIVES.map((archiveType) => ({ archiveType, messages: messages.all(archiveType) }))

  let left = total
  for (let from = 0; from < devices.length; from += AT_ONCE) {
    book.page(() => {
      devices.slice(from, from + AT_ONCE).forEach((equipmentId, at) => {
        const share = Math.ceil(left / (devices.length - from - at))
        said.forEach(({ archiveType, messages: all }, nth) => {
          const count = Math.floor((share + nth) / ARCHIVES.length)
          const events = Array.from({ length: count }, (): DeviceEvent => {
            const { code = '1', description = 'Alarm' } = all[Math.floor(random() * all.length)] ?? {}
            const value = (Math.floor(random() * 200) / 100).toFixed(2)
            return {
              atMs: NOW_MS - Math.floor(random() * SPAN_MS),
              entries: { Code: code, CodeDescription: description, ValCode: value, Izm: 'МПа' },
            }
          })
          left -= book.events.add({ equipmentId, archiveType }, events)
        })
      })
    })
  }
  if (book.events.count({}) !== total) throw new Error(`${book.events.count({})} events`)
  book.db.pragma('wal_checkpoint(TRUNCATE)')
  book.close()
}

/** Numbers from 0 to 1 that are the same in every run. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

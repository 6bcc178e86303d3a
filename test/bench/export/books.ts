import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openBook } from '../../../electron/book/index.ts'
import { addDays, dayAt } from '../../../electron/contract/time/day.ts'
import { logFile, NOW_MS } from '../events/logs.ts'
import type { LogSize } from '../sizes.ts'
import { writeLists } from '../ui/books.ts'

/** Six values a record, as the unified view sends them: texts with a fixed number of decimals. */
export const CHANNELS = ['gas_consume', 'reading_value', 'VNakwork', 'Vwork', 'P', 'T'] as const
const HOUR_MS = 3_600_000
/** Devices that are written in one transaction. */
const AT_ONCE = 50

let log: string | null = null

/** A book of events of many stations, made once for all benches of a run, which ask for the same size: it takes longer than they do. */
export function eventsFile(size: LogSize): string {
  if (log !== null) return log
  const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-bench-events-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  log = path.join(folder, 'log.meterbook')
  logFile(log, size)
  return log
}

/** A book with hourly records of devices of one type, whose channels have the same units. */
export function readingsFile(file: string, size: { stations: number; devices: number; hours: number }): void {
  writeLists(file, size.stations)
  const book = openBook(file, { mode: 'write', now: () => NOW_MS, owner: 'bench' })
  // The file is thrown away after the bench: nothing is lost with the power.
  book.db.pragma('synchronous = OFF')
  const devices = book.db
    .prepare<[number], number>(
      `SELECT equipment_id FROM station WHERE equipment_id IS NOT NULL AND equipment_type_id =
         (SELECT equipment_type_id FROM station GROUP BY 1 ORDER BY count(*) DESC LIMIT 1) ORDER BY id LIMIT ?`,
    )
    .pluck()
    .all(size.devices)
  const span = { from: addDays(dayAt(NOW_MS), -Math.ceil(size.hours / 24)), to: dayAt(NOW_MS) }
  for (let from = 0; from < devices.length; from += AT_ONCE) {
    book.page(() => {
      for (const equipmentId of devices.slice(from, from + AT_ONCE)) {
        const key = { equipmentId, archiveType: 'hourly', view: 'unified' } as const
        book.readings.put(
          key,
          Array.from({ length: size.hours }, (_, hour) => ({
            atMs: NOW_MS - (size.hours - hour) * HOUR_MS,
            values: valuesOf(equipmentId, hour),
          })),
        )
        book.coverage.mark(key, span, { state: 'fetched', fetchedAtMs: NOW_MS })
      }
    })
  }
  const made = book.db.prepare('SELECT count(*) FROM reading').pluck().get()
  if (made !== size.devices * size.hours) throw new Error(`${String(made)} readings`)
  book.db.pragma('wal_checkpoint(TRUNCATE)')
  book.close()
}

function valuesOf(device: number, hour: number): Record<(typeof CHANNELS)[number], string> {
  const noise = ((hour * 7919 + device * 104_729) % 1000) / 1000 - 0.5
  const volume = 42 + 9 * Math.sin((hour / 24) * 2 * Math.PI) + 6 * noise
  return {
    gas_consume: volume.toFixed(2),
    reading_value: (250_000 + hour * 42 + noise).toFixed(2),
    VNakwork: (61_000 + hour * 10.2 + noise).toFixed(2),
    Vwork: (volume / 4.1).toFixed(3),
    P: (0.31 + 0.01 * noise).toFixed(4),
    T: (8 - 3 * noise).toFixed(2),
  }
}

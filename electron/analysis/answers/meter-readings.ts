import type { Book, StationRow } from '../../book/index.ts'
import type { MeterNumbers } from '../../contract/meter-reading.ts'
import type { ReadAtMeter } from '../../contract/meter-readings.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import type { MeterReadingData } from '../kernel/data.ts'
import { judgedBeside } from '../kernel/meter-verdict.ts'
import { sharedGround, type Ground } from '../station/load/ground.ts'
import { besideOf } from '../station/load/meter-readings.ts'
import { deviceAt } from '../station/own-device.ts'

/** Readings at the meter beside telemetry, as window, command line, form and file say them. */

/** What is being typed: of each number, typed or not, what telemetry says. */
export function typedReading(
  book: Book,
  station: StationRow,
  { atMs, numbers }: { atMs: number; numbers: MeterNumbers },
  usual: GasClock,
): ReadAtMeter {
  const ground = sharedGround(book, usual)
  const device = deviceOf(book, station, atMs)
  return { ...said(device, ground, besideOf(book, device, ground, { id: '', atMs, numbers, all: true })), id: null }
}

/** All readings of a station, the oldest first. */
export function meterReadingsIn(book: Book, station: StationRow, usual: GasClock): ReadAtMeter[] {
  const ground = sharedGround(book, usual)
  return book.notes.readings(station.id).map((read) => {
    const device = deviceOf(book, station, read.atMs)
    return said(device, ground, besideOf(book, device, ground, { id: read.id, atMs: read.atMs, numbers: read.reading }))
  })
}

/** Between two devices it was the next one that the engineer read. */
const deviceOf = (book: Book, station: StationRow, atMs: number): StationRow => deviceAt(book.stations.life(station.id), atMs) ?? station

function said(device: StationRow, ground: Ground, { id, atMs, quantities }: MeterReadingData): ReadAtMeter {
  const thresholds = ground.thresholdsOf(device).thresholds.reading_differs
  const { equipmentId, equipmentSerialNumber: serial } = device
  return {
    id,
    atMs,
    equipmentId,
    deviceSerial: serial === null || serial === '' ? null : String(serial),
    quantities: quantities.map((beside) => {
      const { quantity, said: read, decimals, telemetry, difference, why } = beside
      const judged = judgedBeside(beside, thresholds)
      const { tolerance = null, verdict = null } = judged ?? {}
      return { quantity, said: read, decimals, telemetry, difference, why, tolerance, verdict }
    }),
  }
}

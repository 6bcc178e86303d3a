import type { Command } from 'commander'
import { stationDevices } from '../analysis/answers/devices.ts'
import { stationIn } from '../analysis/answers/directory.ts'
import { sharedGround } from '../analysis/station/load/ground.ts'
import type { Book, StationRow } from '../book/index.ts'
import { stationCalled } from '../contract/called.ts'
import type { StationDevice } from '../contract/stations.ts'
import { stampOf } from '../contract/time/zone.ts'
import { visible } from '../contract/visible.ts'
import { usualGas } from './analysis-book.ts'
import { momentTyped } from './clocks.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { columns } from './numbers.ts'
import { openBook } from './open-book.ts'
import * as read from './options.ts'
import { UsageError } from './usage-error.ts'

interface DeviceFlags {
  book: string
  station: number
  number?: number
  serial?: string
  from?: string
  until?: string
  forget?: true
  json?: true
}

const MOST_ID = Number.MAX_SAFE_INTEGER

/** `meterbook device`: the devices that a station had; an earlier one is typed in, as in the window. */
export function deviceCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('device')
    .requiredOption('--book <FILE>', 'the book')
    .requiredOption('--station <ID>', 'number of the station', read.whole(0, MOST_ID))
    .option('--number <N>', "an earlier device, by its number in the service (the service's equipment_id)", read.whole(1, MOST_ID))
    .option('--serial <TEXT>', 'its serial number')
    .option('--until <T>', "when it was taken out: 2026-10-05 14:30 by the station's clock, or ISO 8601 with its offset")
    .option('--from <T>', 'when it was put in, where that is known')
    .option('--forget', 'take back what was typed in of it')
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action((flags: DeviceFlags) => {
      const isWritten = flags.number !== undefined
      if (!isWritten && (flags.serial ?? flags.from ?? flags.until ?? flags.forget) !== undefined)
        throw new UsageError('Name the device: --number N.')
      if (isWritten && !flags.forget && flags.until === undefined) throw new UsageError('Say when it was taken out: --until T.')
      const book = openBook(
        flags.book,
        isWritten ? { mode: 'write', now: Date.now, owner: 'meterbook device' } : { mode: 'read', now: Date.now },
      )
      try {
        const station = stationIn(book, flags.station)
        const { zone } = sharedGround(book, usualGas()).gasOf(station.id)
        if (flags.number !== undefined) write(book, station, flags.number, flags, zone)
        const devices = stationDevices(book, stationIn(book, station.id))
        terminal.print(
          flags.json
            ? JSON.stringify({ file: book.file, stationId: station.id, timeZone: zone, devices, exit: EXIT.done }, null, 2)
            : textOf(station, devices, zone),
        )
        finish(EXIT.done)
      } finally {
        book.close()
      }
    })
}

const EXAMPLES = `
Examples:
  meterbook device --book trip.meterbook --station 12
  meterbook device --book trip.meterbook --station 12 --number 300417 --serial 5550001 --until "2026-08-14 11:00"
  meterbook device --book trip.meterbook --station 12 --number 300417 --forget
A device that the book never saw is typed in by its number in the service; the next sync asks for its archives of the days
until then. What was typed in of a device that the book knows corrects its time at the station.`

function write(book: Book, station: StationRow, equipmentId: number, { forget, serial, from, until }: DeviceFlags, zone: string): void {
  if (forget) return book.page(() => book.stations.takeDevice(station.id, equipmentId, Date.now()))
  const [fromMs = null, toMs = null] = [from, until].map((text) => (text === undefined ? null : momentTyped(text, zone)))
  if (fromMs !== null && toMs !== null && toMs <= fromMs) throw new UsageError('--until is not after --from.')
  const known = stationDevices(book, station).find((one) => one.equipmentId === equipmentId)
  book.page(() =>
    book.stations.giveDevice(
      {
        stationId: station.id,
        equipmentId,
        // Most often it was of the type that is there now.
        equipmentTypeId: known?.equipmentTypeId ?? station.equipmentTypeId,
        equipmentSerialNumber: serial?.trim() || (known?.equipmentSerialNumber ?? null),
        fromMs,
        toMs,
      },
      Date.now(),
    ),
  )
}

function textOf(station: StationRow, devices: readonly StationDevice[], zone: string): string {
  if (devices.length === 0) return `${visible(stationCalled(station))}: no device.`
  const at = (ms: number | null) => (ms === null ? '' : stampOf(ms, zone))
  const cells = devices.map((one) => [
    one.equipmentId === null ? '' : String(one.equipmentId),
    visible(String(one.equipmentSerialNumber ?? '')),
    visible(one.equipmentTypeName ?? ''),
    at(one.fromMs),
    at(one.toMs),
    String(one.records),
    one.given ? 'typed in' : '',
  ])
  return `${visible(stationCalled(station))}\n${columns(cells, ['number', 'serial', 'type', 'from', 'until', 'records', ''])}`
}

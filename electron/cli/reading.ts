import { basename } from 'node:path'
import { InvalidArgumentError, type Command } from 'commander'
import { stationIn } from '../analysis/answers/directory.ts'
import { meterReadingsIn, typedReading } from '../analysis/answers/meter-readings.ts'
import { sharedGround } from '../analysis/station/load/ground.ts'
import type { Book, StationRow } from '../book/index.ts'
import type { NewPhoto } from '../book/notes/note-photos.ts'
import { openBook } from './open-book.ts'
import { stationCalled } from '../contract/called.ts'
import { decimalTyped } from '../contract/decimal.ts'
import { MeterbookError } from '../contract/errors.ts'
import {
  EMPTY_READING,
  hasValues,
  isMeterReading,
  PRESSURE_UNITS,
  type MeterReading,
  type PressureUnit,
  type Seal,
} from '../contract/meter-reading.ts'
import type { ComparedQuantity, ReadAtMeter } from '../contract/meter-readings.ts'
import { MOST_PHOTO_BYTES } from '../contract/note-words.ts'
import { isBelieved, stampBounds } from '../contract/time/stamps.ts'
import { stampOf } from '../contract/time/zone.ts'
import { visible } from '../contract/visible.ts'
import { readRegular } from '../files/regular-file.ts'
import { wordsOf } from '../words/index.ts'
import { usualGas } from './analysis-book.ts'
import { momentTyped, zoneOption } from './clocks.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { columns } from './numbers.ts'
import * as read from './options.ts'
import { UsageError } from './usage-error.ts'

interface ReadingFlags {
  book: string
  station: number
  time?: string
  timeZone?: string
  counter?: string
  working?: string
  pressure?: { digits: string; unit: PressureUnit }
  temperature?: string
  factor?: string
  serial?: string
  seal: Seal[]
  violations?: string
  supplier?: string
  consumer?: string
  who?: string
  text?: string
  photo: string[]
  dryRun?: true
  json?: true
}

/** `meterbook reading`: a reading at the meter, written down beside what telemetry says; without a number, those of the station. */
export function readingCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('reading')
    .requiredOption('--book <FILE>', 'the book')
    .requiredOption('--station <ID>', 'number of the station', read.whole(0, Number.MAX_SAFE_INTEGER))
    .option('--time <T>', "when it was read: 2026-10-05 14:30 by the station's clock, or ISO 8601 with its offset (else now)")
    .addOption(zoneOption('--time'))
    .option('--counter <N>', 'the counter of standard volume, or the only one, m³', digits)
    .option('--working <N>', 'the counter of working volume, m³', digits)
    .option('--pressure <N[ UNIT]>', `the pressure with its unit, kPa when absent: ${PRESSURE_UNITS.join(', ')}`, pressure)
    .option('--temperature <N>', 'the temperature, °C', digits)
    .option('--factor <N>', 'the conversion factor K', digits)
    .option('--serial <TEXT>', "the serial number on the device's plate")
    .option('--seal <NUMBER[=broken]>', 'a seal; again for more', seal, [])
    .option('--violations <TEXT>', 'what was found amiss')
    .option('--supplier <NAME>', 'who was there for the supplier')
    .option('--consumer <NAME>', 'who was there for the consumer')
    .option('--who <NAME>', 'who writes it down')
    .option('--text <TEXT>', 'remarks')
    .option('--photo <FILE>', 'a photograph, JPEG up to 2 MB; again for more', collect, [])
    .option('--dry-run', 'compare, and write nothing')
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ReadingFlags) => {
      const reading = readingOf(flags)
      if (!reading && (flags.text !== undefined || flags.photo.length > 0 || flags.seal.length > 0 || flags.time !== undefined))
        throw new UsageError('Say what was read: --counter, --working, --pressure, --temperature or --factor.')
      const isWritten = reading !== null && !flags.dryRun
      const photos: NewPhoto[] = []
      for (const file of isWritten ? flags.photo : []) photos.push(await photoIn(file, terminal.signal))
      const book = openBook(
        flags.book,
        isWritten ? { mode: 'write', now: Date.now, owner: 'meterbook reading' } : { mode: 'read', now: Date.now },
      )
      try {
        const station = stationIn(book, flags.station)
        const zone = flags.timeZone ?? sharedGround(book, usualGas()).gasOf(station.id).zone
        const compared = reading ? [take(book, station, { reading, flags, zone, photos })] : meterReadingsIn(book, station, usualGas())
        const exit = compared.some(differs) ? EXIT.incomplete : EXIT.done
        terminal.print(
          flags.json
            ? JSON.stringify(
                { file: book.file, stationId: station.id, timeZone: zone, written: isWritten, readings: compared, exit },
                null,
                2,
              )
            : textOf(station, compared, { zone, isWritten, isTyped: reading !== null }),
        )
        finish(exit)
      } finally {
        book.close()
      }
    })
}

const EXAMPLES = `
Examples:
  meterbook reading --book trip.meterbook --station 12
  meterbook reading --book trip.meterbook --station 12 --time "2026-10-05 14:30" --counter 21415.55 --pressure "3.1 bar" --who Olga
  meterbook reading --book trip.meterbook --station 12 --counter 21415 --seal 0417 --seal 0418=broken --photo dial.jpg --dry-run
A reading is kept in the book as a note, and never sent to the service. Telemetry is taken between the device's two nearest
records, in proportion to time; a counter between the two is within tolerance. Exit 1: a counter differs from telemetry by
more than the thresholds of the rule reading_differs allow.`

const collect = (text: string, before: readonly string[]): string[] => [...before, text]
function digits(text: string): string {
  const plain = decimalTyped(text)
  if (plain === null) throw new InvalidArgumentError('Write a number with at most 15 digits, as the dial shows it.')
  return plain
}
function pressure(text: string): { digits: string; unit: PressureUnit } {
  const [, number = '', unit = ''] = /^([^\p{L}]+)(.*)$/su.exec(text.trim()) ?? []
  const named = unit === '' ? 'kPa' : PRESSURE_UNITS.find((id) => id.toLowerCase() === unit.trim().toLowerCase())
  if (!named) throw new InvalidArgumentError(`Write the pressure with one of: ${PRESSURE_UNITS.join(', ')}.`)
  return { digits: digits(number), unit: named }
}
function seal(text: string, before: readonly Seal[]): Seal[] {
  const [, number = '', state] = /^(.*?)(?:=(whole|broken))?$/u.exec(text.trim()) ?? []
  if (number === '') throw new InvalidArgumentError('Write the number of the seal, and =broken behind it where it is broken.')
  return [...before, { number, whole: state !== 'broken' }]
}

/** Null where no number was read. */
function readingOf(flags: ReadingFlags): MeterReading | null {
  const {
    counter = null,
    working = null,
    temperature = null,
    factor = null,
    serial = '',
    violations = '',
    supplier = '',
    consumer = '',
  } = flags
  const values = {
    standardCounter: counter,
    workingCounter: working,
    pressure: flags.pressure?.digits ?? null,
    temperature,
    conversionFactor: factor,
  }
  const pressureUnit = flags.pressure?.unit ?? EMPTY_READING.pressureUnit
  const reading = { serial, values, pressureUnit, seals: flags.seal, violations, supplier, consumer }
  if (!hasValues(reading)) return null
  if (!isMeterReading(reading))
    throw new UsageError(
      'Counters and the factor are not below nought; names have at most 200 characters, violations 2,000, and there are at most 30 seals.',
    )
  return reading
}

async function photoIn(file: string, signal: AbortSignal): Promise<NewPhoto> {
  const name = basename(file)
  const tooLarge = () => new MeterbookError('BAD_PHOTO', { name, reason: 'too-large' })
  return { name, jpeg: await readRegular(file, { most: MOST_PHOTO_BYTES, tooLarge }, signal), thumb: null }
}

function momentOf({ time }: ReadingFlags, zone: string): number {
  const nowMs = Date.now()
  if (time === undefined) return nowMs
  const atMs = momentTyped(time, zone)
  if (!isBelieved(atMs, stampBounds({ nowMs }))) throw new MeterbookError('TIME_TOO_FAR', { atMs })
  return atMs
}

interface Taken {
  reading: MeterReading
  flags: ReadingFlags
  zone: string
  photos: readonly NewPhoto[]
}

function take(book: Book, station: StationRow, { reading, flags, zone, photos }: Taken): ReadAtMeter {
  const atMs = momentOf(flags, zone)
  const compared = typedReading(book, station, { atMs, numbers: reading }, usualGas())
  const typed = { ...compared, quantities: compared.quantities.filter(({ said }) => said !== null) }
  if (flags.dryRun) return typed
  const { who = '', text = '' } = flags
  const note = book.page(() =>
    book.notes.add(station.id, { fromMs: atMs, toMs: null, kind: 'reading', author: who, text, reading }, photos, Date.now()),
  )
  return { ...typed, id: note.id }
}

const differs = ({ quantities }: ReadAtMeter): boolean => quantities.some(({ verdict }) => verdict === 'beyond' || verdict === 'far')

function textOf(
  station: StationRow,
  readings: readonly ReadAtMeter[],
  { zone, isWritten, isTyped }: { zone: string; isWritten: boolean; isTyped: boolean },
): string {
  const name = visible(stationCalled(station))
  if (readings.length === 0) return `${name}: nobody has read the meter.`
  const lines = readings.flatMap(({ atMs, deviceSerial, quantities }) => [
    `${name}, ${stampOf(atMs, zone)}${deviceSerial === null ? '' : `, device No. ${visible(deviceSerial)}`}`,
    columns(quantities.map(cellsOf), ['', 'read', 'telemetry', 'difference', 'allowed', 'outcome']),
  ])
  if (isTyped) lines.push(isWritten ? 'It is in the book.' : 'Nothing was written.')
  return lines.join('\n')
}

function cellsOf({ quantity, said, decimals, telemetry, difference, tolerance, verdict, why }: ComparedQuantity): string[] {
  const { findings, meter } = wordsOf('en')
  const number = (value: number | null | undefined) => (value == null ? '' : value.toFixed(decimals))
  const outcome = verdict ? meter.verdict[verdict] : why ? meter.why[why] : ''
  return [findings.quantity[quantity], number(said), number(telemetry?.value), number(difference), number(tolerance), outcome]
}

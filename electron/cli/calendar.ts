import { Readable } from 'node:stream'
import type { Command } from 'commander'
import { verificationCalendar } from '../analysis/answers/verifications.ts'
import { refuseProtected } from '../book/file/protected.ts'
import { calledBy } from '../contract/called.ts'
import { CALENDAR_MONTHS, isOverdue, MOST_MONTHS, wholeDaysLeft } from '../contract/verification-words.ts'
import type { VerificationCalendar } from '../contract/verifications.ts'
import { visible } from '../contract/visible.ts'
import { zoneClock } from '../contract/time/zone.ts'
import { csvLines } from '../exports/formats/csv.ts'
import type { Table } from '../exports/table.ts'
import { writeWhole } from '../exports/file.ts'
import { sourceText, verificationIcs } from '../exports/verification-ics.ts'
import { LANGUAGES, type Language } from '../words/index.ts'
import { wordsOf } from '../words/program.ts'
import { knownStations, usualGas, withBook } from './analysis-book.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { columns, count, plural, shown } from './numbers.ts'
import * as read from './options.ts'

const FORMATS = ['text', 'json', 'ics', 'csv'] as const
type Format = (typeof FORMATS)[number]

interface CalendarFlags {
  book: string
  stations: 'all' | number[]
  months: number
  format: Format
  language: Language
  out?: string
}

/** `meterbook calendar`: until when devices are verified. */
export function calendarCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('calendar')
    .requiredOption('--book <FILE>', 'the book')
    .option('--stations <LIST>', 'all, or station numbers with commas', read.stations, 'all')
    .option('--months <N>', 'months ahead, the present one included', read.whole(1, MOST_MONTHS), CALENDAR_MONTHS)
    .option('--format <F>', FORMATS.join(', '), read.oneOf(FORMATS), 'text')
    .option('--language <L>', `of ics and csv: ${LANGUAGES.join(' or ')}`, read.oneOf(LANGUAGES), 'en')
    .option('--out <FILE>', 'the file to write; else it is printed')
    .addHelpText(
      'after',
      '\nExample:\n  meterbook calendar --book trip.meterbook --format ics --out verifications.ics\nThe day is the next verification in the settings, else the last one and the interval, else the day that was typed in. Exit 1: a verification is overdue.',
    )
    .action(({ book: file, stations, months, format, language, out }: CalendarFlags) => {
      if (out !== undefined) refuseProtected(out)
      return withBook(file, async (book) => {
        const nowMs = Date.now()
        const calendar = await verificationCalendar(book, { months, stationIds: knownStations(book, stations), usual: usualGas(), nowMs })
        const exit = calendar.rows.some(isOverdue) ? EXIT.incomplete : EXIT.done
        const texts: Record<Format, () => string> = {
          text: () => `${calendarText(calendar)}\n`,
          json: () => `${JSON.stringify({ file: book.file, atMs: nowMs, ...calendar, exit }, null, 2)}\n`,
          ics: () => verificationIcs(book, calendar, { language, nowMs }),
          csv: () => csvText(calendar, language),
        }
        const text = texts[format]()
        if (out === undefined) terminal.print(text.trimEnd())
        else {
          await writeWhole(out, Readable.from([Buffer.from(text)]), terminal.signal, { isPlain: true })
          terminal.print(`${visible(out)}: ${plural(calendar.rows.length, 'verification')}`)
        }
        finish(exit)
      })
    })
}

function calendarText({ rows, later, unknown }: VerificationCalendar): string {
  const words = wordsOf('en').verifications
  const lines = rows.map((row) => [
    isOverdue(row) ? 'overdue' : row.day.slice(0, 7),
    row.day,
    shown(calledBy(row.stationName, row.stationId)),
    shown(row.consumerName ?? ''),
    shown(row.serial ?? ''),
    shown(sourceText(row, 'en')),
  ])
  return [
    rows.length === 0
      ? 'No verification ends in these months.'
      : columns(lines, ['month', 'until', 'station', 'consumer', 'serial', 'from']),
    '',
    `Later: ${count(later)}. Day not known: ${count(unknown.length)}.`,
    ...unknown.map((row) => `  ${shown(calledBy(row.stationName, row.stationId))}: ${words.why[row.why]}`),
  ].join('\n')
}

/** As tables of the program are written for people. */
function csvText({ rows, unknown }: VerificationCalendar, language: Language): string {
  const words = wordsOf(language).verifications
  const { column } = words
  const name = (row: { stationId: number; stationName: string | null }) => calledBy(row.stationName, row.stationId)
  const table: Table = {
    title: words.title,
    expected: rows.length + unknown.length,
    about: [],
    columns: [
      { key: 'month', header: column.month, kind: 'text' },
      { key: 'verified_until', header: column.day, kind: 'day' },
      { key: 'days_left', header: column.left, kind: 'value' },
      { key: 'station', header: column.station, kind: 'text' },
      { key: 'consumer_name', header: column.consumer, kind: 'text' },
      { key: 'equipment_serial_number', header: column.serial, kind: 'text' },
      { key: 'day_from', header: column.from, kind: 'text' },
      { key: 'station_id', header: 'station_id', kind: 'code' },
    ],
    rows: [
      ...rows.map((row) => {
        const month = isOverdue(row) ? words.overdue : row.day.slice(0, 7)
        return [month, row.day, wholeDaysLeft(row), name(row), row.consumerName, row.serial, sourceText(row, language), row.stationId]
      }),
      ...unknown.map((row) => [words.unknown, null, null, name(row), row.consumerName, row.serial, words.why[row.why], row.stationId]),
    ],
  }
  return [...csvLines(table, zoneClock('UTC'), { reader: 'people', language })].join('')
}

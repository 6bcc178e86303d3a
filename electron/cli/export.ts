import { extname } from 'node:path'
import type { Command } from 'commander'
import type { Book } from '../book/book.ts'
import { openBook } from './open-book.ts'
import { refuseProtected } from '../book/file/protected.ts'
import { MeterbookError } from '../contract/errors.ts'
import { CONSUMPTION_STEPS, type ConsumptionStep } from '../contract/consumption-words.ts'
import {
  CSV_ENCODINGS,
  CSV_SEPARATORS,
  FILE_FORMATS,
  FILE_KINDS,
  type CsvEncoding,
  type CsvSeparator,
  type FileFormat,
  SHEETS,
  type Sheets,
} from '../contract/files.ts'
import { LANGUAGES, type Language } from '../words/index.ts'
import { visible } from '../contract/visible.ts'
import { EVENT_ARCHIVES, READING_VIEWS, type EventArchive, type ReadingView } from '../contract/records.ts'
import { exportTo, type ExportRequest } from '../exports/index.ts'
import { clockOf } from '../analysis/station/clock.ts'
import { AS_SENT, type UnitChoices } from '../contract/shown-units.ts'
import { statedClock, type StationClock } from '../contract/time/gas-clock.ts'
import { timeRange, zoneClock } from '../contract/time/zone.ts'
import { usualGas } from './analysis-book.ts'
import { askedClock, clockText, hourOption, zoneOption, type ClockFlags } from './clocks.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { ANALYSIS_KINDS, analysisRequest, isOfAnalysis, type AnalysisKind } from './export-analysis.ts'
import { codedText, EXPORT_HELP, replacedText, UNITS_HELP } from './export-texts.ts'
import { exportLake } from './export-lake.ts'
import { sumsAsked } from './export-sums.ts'
import { UsageError } from './failure.ts'
import { heldView } from './held-view.ts'
import { bytes, count, plural } from './numbers.ts'
import * as read from './options.ts'
import type { Terminal } from './terminal.ts'

interface ExportFlags extends ClockFlags {
  book: string
  out: string
  stations: 'all' | number[]
  archives: string[]
  view?: ReadingView
  from?: string
  to?: string
  channel?: string
  by: ConsumptionStep
  units?: Partial<UnitChoices>
  language: Language
  format?: FileFormat
  plain?: true
  encoding?: CsvEncoding
  separator?: CsvSeparator
  sheets?: Sheets
  text?: string
  trip?: true
}

/** Sums are of one station, archive and channel, so they need more options than the other files. */
const KINDS = [...FILE_KINDS, 'sums', ...ANALYSIS_KINDS, 'lake'] as const
/** Another word for what is asked for. */
const QUALITY = 'quality'
type Kind = (typeof KINDS)[number]

/** The clock is known once the book is open. */
type ZonedFlags = ExportFlags & { timeZone: string; contractHour: number }

/** Kinds that are counted in gas days, which begin at the contract hour. */
const isOfGasDays = (kind: Kind): boolean => kind === 'sums' || kind === 'coverage' || kind === 'consumption'

/** The zone and the contract hour that were asked for, else those of the one station, of the book, of the system. */
const clockFor = (book: Book, flags: ExportFlags): StationClock =>
  clockOf(book, flags.stations === 'all' ? [] : flags.stations, usualGas(), askedClock(flags))

/** `meterbook export`: a file made from a book. */
export function exportCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('export')
    .argument('<kind>', `one of: ${KINDS.join(', ')} (${QUALITY}: the same as coverage)`, kindOf)
    .requiredOption('--book <FILE>', 'the book')
    .requiredOption('--out <FILE>', 'the file to write; lake: the folder')
    .option('--stations <LIST>', 'all, or station numbers with commas', read.stations, 'all')
    .option('--archives <LIST>', 'archive codes with commas, or all', read.words, ['all'])
    .option('--view <V>', `${READING_VIEWS.join(' or ')} (what the book holds; general where it holds both)`, read.oneOf(READING_VIEWS))
    .option('--from <D>', 'first day of the time zone, yyyy-mm-dd', read.day)
    .option('--to <D>', 'last day of the time zone, yyyy-mm-dd', read.day)
    .addOption(zoneOption('times and days'))
    .addOption(hourOption('sums, coverage, consumption: '))
    .option('--channel <CODE>', 'sums: the channel to add up')
    .option('--by <P>', 'sums: by gas day or month; consumption: by hour or year as well', read.oneOf(CONSUMPTION_STEPS), 'day')
    .option('--language <L>', `headers, names and the signs of CSV as in ${LANGUAGES.join(' or ')}`, read.oneOf(LANGUAGES), 'en')
    .option('--units <LIST>', UNITS_HELP, read.units)
    .option('--trip', 'visits: the stations of the trip, in its own order')
    .option('--text <TEXT>', 'only stations, events or notes that have it, in any case')
    .option('--format <F>', `${FILE_FORMATS.join(', ')} (by the file's ending, else csv)`, read.oneOf(FILE_FORMATS))
    .option('--plain', 'for programs: codes, values as they came, ISO times, commas, points; the same in every language')
    .option(
      '--encoding <E>',
      `CSV: ${CSV_ENCODINGS.join(' or ')}; what windows-1251 lacks is replaced and named`,
      read.oneOf(CSV_ENCODINGS),
    )
    .option('--separator <S>', `CSV: ${CSV_SEPARATORS.join(', ')} (else the reader's own)`, read.oneOf(CSV_SEPARATORS))
    .option('--sheets <S>', 'XLSX: one for all (one) or one for each station (station)', read.oneOf(SHEETS))
    .addHelpText('after', EXPORT_HELP)
    .action(async (kind: Kind, flags: ExportFlags) => {
      refuseProtected(flags.out)
      if (kind === 'lake') return exportLake(flags, terminal)
      const how = { kind, format: formatOf(flags) }
      if (flags.from !== undefined && flags.to !== undefined) read.span(flags.from, flags.to)
      const book = openBook(flags.book, { mode: 'read', now: Date.now })
      try {
        const clock = clockFor(book, flags)
        const zoned = { ...flags, timeZone: clock.zone, contractHour: clock.contractHour }
        const request = isOfAnalysis(kind)
          ? await analysisRequest(book, kind, commonOf(how.format, zoned), zoned, terminal.signal)
          : requestOf(book, { ...how, kind }, zoned, terminal.note)
        const {
          rows,
          bytes: size,
          replaced,
        } = await exportTo(book, request, flags.out, {
          signal: terminal.signal,
          onProgress: progress(terminal),
        })
        terminal.print(
          `${visible(flags.out)}: ${plural(rows, 'row')}, ${bytes(size)}${isOfGasDays(kind) ? `\nGas days   ${clockText(statedClock(clock))}` : ''}`,
        )
        if (replaced.length > 0) terminal.note(how.format === 'pdf' ? codedText(replaced) : replacedText(flags.encoding ?? '', replaced))
        if (rows > 0) return
        terminal.note('Nothing in the book matches: the file has its header only. Download it with `meterbook sync`.')
        finish(EXIT.incomplete)
      } finally {
        book.close()
      }
    })
}

/** Endings of formats that people expect of an export: a CSV under such a name opens nowhere. */
const FOREIGN = ['.xls', '.ods', '.docx']

function formatOf({ format, out }: ExportFlags): FileFormat {
  if (format !== undefined) return format
  const ending = extname(out).toLowerCase()
  if (FOREIGN.includes(ending)) throw new UsageError(`Meterbook cannot write ${ending} files. It writes: ${FILE_FORMATS.join(', ')}.`)
  return FILE_FORMATS.find((known) => `.${known}` === ending) ?? 'csv'
}

/** The word on the command line as the kind of file that it stands for. */
const kindOf = (word: string): Kind => (word === QUALITY ? 'coverage' : read.oneOf(KINDS)(word))

function requestOf(
  book: Book,
  how: { kind: Exclude<Kind, AnalysisKind | 'lake'>; format: FileFormat },
  flags: ZonedFlags,
  note: (text: string) => void,
): ExportRequest {
  const { timeZone, from, to, text } = flags
  if (flags.units && how.kind !== 'readings' && how.kind !== 'sums')
    throw new UsageError(`--units converts readings and sums. A file of ${how.kind} holds what was sent: leave --units out.`)
  const common = commonOf(how.format, flags)
  const ids = flags.stations === 'all' ? book.stations.ids() : known(book, flags.stations)
  const days = { stationIds: ids, from, to }
  switch (how.kind) {
    case 'stations':
      return {
        ...common,
        kind: 'stations',
        filter: { text, asTyped: true, ...(flags.stations === 'all' ? {} : { ids }) },
      }
    case 'readings': {
      const archiveTypes = archives(flags, 'readings')
      const held = flags.view ? null : heldView(book, { stationIds: ids, archiveTypes, ...timesOf(flags) })
      if (held?.note) note(held.note)
      return { ...common, ...days, kind: 'readings', view: flags.view ?? held?.view ?? 'general', archiveTypes }
    }
    case 'sums': {
      const archiveTypes = archives(flags, 'readings')
      const held = flags.view ? null : heldView(book, { stationIds: ids, archiveTypes, ...timesOf(flags) })
      if (held?.note) note(held.note)
      const { archives: named, channel, by } = flags
      if (by !== 'day' && by !== 'month') throw new UsageError('Sums are by day or month: --by month.')
      const view = flags.view ?? held?.view ?? 'general'
      const gas = { zone: timeZone, contractHour: flags.contractHour }
      return { ...common, ...sumsAsked(book, { stations: ids, archives: named, view, channel, by, from, to }, gas, Date.now()) }
    }
    case 'coverage':
      return {
        ...common,
        ...days,
        kind: 'coverage',
        archiveTypes: archives(flags, 'coverage'),
        contractHour: flags.contractHour,
        nowMs: Date.now(),
      }
    case 'notes':
      return {
        ...common,
        kind: 'notes',
        filter: { ...(flags.stations === 'all' ? {} : { stationIds: ids }), text, ...timesOf(flags), desc: false },
      }
    case 'settings':
      return { ...common, ...days, kind: 'settings' }
    case 'sessions':
      return { ...common, ...days, kind: 'sessions' }
    case 'events':
      return {
        ...common,
        kind: 'events',
        filter: {
          ...(flags.stations === 'all' ? {} : { stationIds: ids }),
          archiveTypes: eventArchives(flags),
          text,
          ...timesOf(flags),
        },
      }
  }
}

function commonOf(format: FileFormat, { plain, timeZone, language, units, encoding, separator, sheets }: ZonedFlags) {
  if (format !== 'csv' && (encoding !== undefined || separator !== undefined))
    throw new UsageError(`--encoding and --separator are for CSV. Leave them out of a file in ${format}.`)
  if (format !== 'xlsx' && sheets !== undefined) throw new UsageError(`--sheets is for XLSX. Leave it out of a file in ${format}.`)
  const reader = plain ? ('programs' as const) : ('people' as const)
  return {
    format,
    reader,
    timeZone,
    language,
    encoding,
    separator,
    sheets,
    ...(units ? { units: { ...AS_SENT, ...units } } : {}),
  }
}

/** The days as times, Unix ms. */
const timesOf = ({ timeZone, from, to }: ZonedFlags) => timeRange(zoneClock(timeZone), from, to)

function known(book: Book, ids: readonly number[]): number[] {
  const unknown = ids.find((id) => book.stations.get(id) === undefined)
  if (unknown !== undefined) throw new MeterbookError('NO_SUCH_STATION', { id: unknown })
  return [...ids]
}

function archives(flags: ExportFlags, group: string): string[] | 'all' {
  return flags.archives.includes('all') || flags.archives.includes(group) ? 'all' : flags.archives
}

function eventArchives(flags: ExportFlags): EventArchive[] | undefined {
  const chosen = archives(flags, 'events')
  if (chosen === 'all') return undefined
  return chosen.map((word) => {
    const archive = EVENT_ARCHIVES.find((code) => code === word)
    if (archive) return archive
    throw new UsageError(`'${word}' is no event archive. They are: ${EVENT_ARCHIVES.join(', ')}.`)
  })
}

/** On a terminal, a count that goes on in its line. */
function progress(terminal: Terminal): (rows: number, expected: number | null) => void {
  if (!terminal.isInteractive) return () => undefined
  return (rows, expected) => {
    terminal.stderr.write(`\r${count(rows)}${expected === null ? '' : ` of ${count(expected)}`} rows\u001b[K`)
    if (rows === expected) terminal.stderr.write('\r\u001b[K')
  }
}

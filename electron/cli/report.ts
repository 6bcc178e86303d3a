import { statSync } from 'node:fs'
import { extname } from 'node:path'
import type { Command } from 'commander'
import { stationsMeant } from '../analysis/answers/consumption/parts.ts'
import { clockOf } from '../analysis/station/clock.ts'
import { defaultDataFolder } from '../backend/data-folder.ts'
import { vaultHere } from './remembered.ts'
import { signingKey } from '../backend/evidence-keys.ts'
import { programFolder } from '../backend/program-folder.ts'
import type { Book } from '../book/book.ts'
import { openBook } from './open-book.ts'
import { refuseProtected } from '../book/file/protected.ts'
import { asBookError } from '../book/file/errors.ts'
import { MeterbookError } from '../contract/errors.ts'
import { REPORT_FILES, REPORT_FORMATS, REPORT_PERIODS } from '../contract/form-words.ts'
import type { ReportFiles, ReportFormat, ReportPeriod } from '../contract/form-words.ts'
import { LANGUAGES, type Language } from '../words/index.ts'
import { NO_WISH } from '../contract/time/gas-clock.ts'
import type { SavedReport } from '../contract/reports.ts'
import { reportSpan } from '../contract/time/report-period.ts'
import { visible, visibleLines } from '../contract/visible.ts'
import { copyForm, formsFolder, listForms } from '../exports/forms/own-forms.ts'
import { writeReport } from '../exports/forms/report.ts'
import { makeSaved } from '../exports/reports/make-saved.ts'
import type { ReportChoices } from '../exports/reports/plan.ts'
import { folderOf } from '../exports/reports/folders.ts'
import type { Line } from '../exports/reports/run.ts'
import { judged, knownStations, usualGas } from './analysis-book.ts'
import { askedClock, hourOption, zoneOption, type ClockFlags } from './clocks.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { UsageError } from './failure.ts'
import { codedText } from './export-texts.ts'
import { bytes, columns, plural } from './numbers.ts'
import * as read from './options.ts'
import { sentenceOf } from './sentences.ts'
import type { Terminal } from './terminal.ts'

interface ReportFlags extends ClockFlags {
  book?: string
  name?: string
  list?: true
  copy?: string
  stations: 'all' | number[]
  consumer?: number
  provider?: number
  from?: string
  to?: string
  period?: Exclude<ReportPeriod, 'fixed'>
  language: Language
  format?: ReportFormat
  files: ReportFiles
  out?: string
  trip?: true
  json?: true
}

const MOST_ID = Number.MAX_SAFE_INTEGER
const MOVING = REPORT_PERIODS.filter((period) => period !== 'fixed')

/** `meterbook report`: a form filled with what the book holds, or a saved report made anew. */
export function reportCommand(program: Command, context: CommandContext): void {
  program
    .command('report')
    .argument('[what]', 'a form, or the name of a saved report; --list names them')
    .option('--book <FILE>', 'the book')
    .option('--name <NAME>', 'a saved report, also where a form is called so')
    .option('--list', 'name the forms, and with --book the saved reports')
    .option('--copy <FORM>', 'copy a form under the name that follows; its file is then yours to change')
    .option('--stations <LIST>', 'all, or station numbers with commas', read.stations, 'all')
    .option('--trip', 'the visit list: the stations of the trip, in its own order')
    .option('--consumer <ID>', 'of one consumer', read.whole(0, MOST_ID))
    .option('--provider <ID>', 'of one provider with all its branches', read.whole(0, MOST_ID))
    .option('--from <D>', 'first gas day, yyyy-mm-dd', read.day)
    .option('--to <D>', 'last gas day, yyyy-mm-dd', read.day)
    .option('--period <P>', `instead of days: ${MOVING.join(', ')}`, read.oneOf(MOVING))
    .option('--language <L>', `of the report: ${LANGUAGES.join(' or ')}`, read.oneOf(LANGUAGES), 'en')
    .option('--format <F>', `${REPORT_FORMATS.join(' or ')} (by the file's ending, else pdf)`, read.oneOf(REPORT_FORMATS))
    .option('--files <N>', 'in a folder: one file, or one for each station', read.oneOf(REPORT_FILES), 'one')
    .addOption(zoneOption())
    .addOption(hourOption())
    .option('--out <FILE|DIR>', 'the file to write, or a folder; of a saved report another folder than its own')
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action((what: string | undefined, flags: ReportFlags) => run(what, flags, context))
}

const EXAMPLES = `
Examples:
  meterbook report consumption-daily --book trip.meterbook --stations 12 --period last-month --out march.pdf
  meterbook report events --book trip.meterbook --consumer 7 --from 2026-01-01 --to 2026-03-31 --format xlsx --out log.xlsx
  meterbook report passport --book trip.meterbook --files station --language ru --out passports/
  meterbook report "Monthly, boiler houses" --book trip.meterbook
  meterbook report --list --book trip.meterbook
  meterbook report --copy events "My events"
A saved report has its own form, stations, period and names of files; files that are there are never replaced. What is made
stands in the log of the book. Exit 1: a file could not be made; it says which and why, and the others are there.`

async function run(what: string | undefined, flags: ReportFlags, context: CommandContext): Promise<void> {
  const { terminal } = context
  const folder = formsFolder(defaultDataFolder(terminal.env))
  if (flags.copy !== undefined) {
    if (what === undefined) throw new UsageError('Name the copy: meterbook report --copy events "My events".')
    const { code, file } = await copyForm(folder, flags.copy, what).catch((error: unknown) => {
      if (!(error instanceof MeterbookError) || error.code !== 'BAD_INPUT') throw error
      throw new UsageError(
        'A copy cannot be called so: a form of the program is, or nothing is left of the name in a file name. Choose another name.',
      )
    })
    return terminal.print(flags.json ? JSON.stringify({ code, file, exit: 0 }, null, 2) : visible(file ?? code))
  }
  if (flags.list) return list(flags, folder, terminal)
  if (flags.book === undefined) throw new UsageError('Name the book: --book FILE.')
  if (flags.from !== undefined && flags.to !== undefined) read.span(flags.from, flags.to)
  if (flags.out !== undefined) refuseProtected(flags.out)
  const book = openBook(flags.book, { mode: 'read', now: Date.now })
  try {
    await make(book, await meant(book, what, flags, folder), flags, context)
  } finally {
    book.close()
  }
}

/** A form before a saved report of the same name; `--name` means the saved one. */
async function meant(book: Book, what: string | undefined, { name }: ReportFlags, folder: string) {
  const saved = (called: string): SavedReport => {
    const found = book.reporting.savedReportNamed(called)
    if (found) return found
    throw new MeterbookError('NO_SUCH_REPORT', { name: called })
  }
  if (name !== undefined) return saved(name)
  if (what === undefined) throw new UsageError('Name a form or a saved report. `meterbook report --list` names them.')
  const forms = await listForms(folder)
  return forms.some(({ code }) => code === what) ? what : saved(what)
}

async function list({ book: file, json }: ReportFlags, folder: string, terminal: Terminal): Promise<void> {
  const forms = await listForms(folder)
  const book = file === undefined ? null : openBook(file, { mode: 'read', now: Date.now })
  const saved = book?.reporting.savedReports() ?? []
  book?.close()
  if (json) return terminal.print(JSON.stringify({ forms, saved, exit: 0 }, null, 2))
  const lines = forms.map(({ code, title, broken }) => [code, broken ? broken.reason.en : title.en])
  terminal.print(visibleLines(columns(lines, ['form', 'title'])))
  if (saved.length > 0)
    terminal.print(
      `\n${visibleLines(
        columns(
          saved.map(({ name, form, period }) => [name, form, period]),
          ['saved report', 'form', 'period'],
        ),
      )}`,
    )
}

async function make(book: Book, wanted: string | SavedReport, flags: ReportFlags, context: CommandContext) {
  const { terminal } = context
  const nowMs = Date.now()
  await judged(book, nowMs)
  const coded = new Set<string>()
  const onReplaced = (characters: readonly string[]) => characters.forEach((one) => coded.add(one))
  const version = programFolder().version
  const options = { dataFolder: defaultDataFolder(terminal.env), version, usual: usualGas(), nowMs, onReplaced }
  const tell = teller(terminal)
  const lines: Line[] = []
  try {
    if (typeof wanted !== 'string') {
      refuseChoices(flags)
      const { id, ...choices } = wanted
      const folder = folderOf(choices, flags.out)
      await makeSaved(
        { ...options, book, savedId: id, choices, folder, key: choices.evidence ? await keyThere(terminal) : null },
        (line) => lines.push(line),
        { signal: terminal.signal, tell },
      )
    } else {
      const { out } = flags
      if (out === undefined) throw new UsageError('Say where to: --out FILE or a folder.')
      const choices = choicesOf(book, wanted, flags, out)
      if (flags.trip && isFolder(out)) throw new UsageError('A trip is one list: name a file with --out.')
      if (isFolder(out))
        await makeSaved({ ...options, book, savedId: null, choices, folder: out, key: null }, (line) => lines.push(line), {
          signal: terminal.signal,
          tell,
        })
      else lines.push(await makeFile(book, { ...choices, trip: flags.trip }, out, { ...options, signal: terminal.signal, tell }))
    }
  } finally {
    log(book.file, lines, terminal)
    if (coded.size > 0) terminal.note(codedText([...coded]))
  }
  say(lines, flags, context)
}

/** What a form that is named on the command line is filled with. */
function choicesOf(book: Book, form: string, flags: ReportFlags, out: string): ReportChoices {
  const { stations, consumer: consumerId, provider: providerId, from, to, language, files, period } = flags
  if (period !== undefined && (from !== undefined || to !== undefined)) throw new UsageError('Either --period, or --from and --to.')
  const stationIds = knownStations(book, stations)
  const asked = askedClock(flags)
  const own = clockOf(book, stationIds ?? [], usualGas(), asked)
  if ((consumerId !== undefined || providerId !== undefined) && stationsMeant(book, { stationIds, consumerId, providerId }).length === 0)
    throw new UsageError('There is no station of that consumer or provider in this book. `meterbook export stations` names them.')
  const ending = extname(out).slice(1).toLowerCase()
  return {
    name: form,
    form,
    language,
    stationIds,
    consumerId,
    providerId,
    from,
    to,
    period: period ?? 'fixed',
    timeZone: own.zone,
    contractHour: own.contractHour,
    ...(asked === NO_WISH ? {} : { asked }),
    format: flags.format ?? REPORT_FORMATS.find((one) => one === ending) ?? 'pdf',
    files,
    evidence: false,
    folder: null,
    pattern: '{form} {station} {from}_{to}',
  }
}

/** One file under the very name that was given, which replaces what is there. */
async function makeFile(
  book: Book,
  choices: ReportChoices & { trip: true | undefined },
  file: string,
  options: Parameters<typeof writeReport>[3],
): Promise<Line> {
  const { form, columns, language, timeZone, contractHour, asked, period, format } = choices
  const gas = { zone: timeZone, contractHour }
  const { from, to } = reportSpan(period, gas, options.nowMs) ?? choices
  const stationIds = stationsMeant(book, choices)
  const request = { form, columns, stationIds, from, to, language, timeZone, contractHour, asked, trip: choices.trip }
  const { bytes: size, hash } = await writeReport(book, request, { file, format }, options)
  return {
    savedId: null,
    name: form,
    form,
    from: from ?? null,
    to: to ?? null,
    stations: stationIds.length,
    madeAtMs: options.nowMs,
    file,
    bytes: size,
    hash,
    failure: null,
    facts: null,
  }
}

function refuseChoices({ stations, consumer, provider, from, to, period, format, timeZone, contractHour, trip }: ReportFlags): void {
  if (stations !== 'all' || [consumer, provider, from, to, period, format, timeZone, contractHour, trip].some((one) => one !== undefined))
    throw new UsageError('A saved report has its own choices. Leave all out but --out, or name a form.')
}

/** The key that evidence is signed with; null where none was made, or the vault cannot be read here. */
async function keyThere(terminal: Terminal): Promise<string | null> {
  return signingKey(await vaultHere(defaultDataFolder(terminal.env), terminal.env))
}

/** A folder that is there, or what only a folder is written like. */
function isFolder(out: string): boolean {
  const found = statSync(out, { throwIfNoEntry: false })
  if (found) return found.isDirectory()
  return /[\\/]$/.test(out) || extname(out) === ''
}

/** The book was open for reading while files were made; a window that has it open for writing keeps its log alone. */
function log(file: string, lines: readonly Line[], terminal: Terminal): void {
  if (lines.length === 0) return
  try {
    const book = openBook(file, { mode: 'write', now: Date.now, owner: 'meterbook report' })
    try {
      book.page(() => lines.forEach((line) => book.reporting.logMade(line)))
    } finally {
      book.close()
    }
  } catch (error) {
    const known = asBookError(error)
    const why = known instanceof MeterbookError ? sentenceOf({ code: known.code, data: known.data }) : String(error)
    terminal.note(`The log of the book does not have this: ${why}`)
  }
}

function say(lines: readonly Line[], { json }: ReportFlags, { terminal, finish }: CommandContext): void {
  const exit = lines.some(({ failure }) => failure !== null) ? EXIT.incomplete : EXIT.done
  if (json) terminal.print(JSON.stringify({ made: lines, exit }, null, 2))
  for (const { name, file, failure, facts, form, stations, bytes: size } of lines) {
    if (failure !== null) terminal.note(`${visible(name)}: ${sentenceOf({ code: failure, data: { form, ...facts } })}`)
    else if (!json) terminal.print(`${visible(file ?? '')}: ${plural(stations, 'station')}, ${bytes(size ?? 0)}`)
  }
  finish(exit)
}

/** How far it is, a line at most each so often: on a terminal only, a scheduler's mail needs none. */
function teller(terminal: Terminal): (done: number, total: number | null) => void {
  const EVERY_MS = 2000
  let toldMs = Date.now()
  return (done, total) => {
    if (!terminal.isInteractive || total === null || Date.now() - toldMs < EVERY_MS) return
    toldMs = Date.now()
    terminal.note(`${Math.floor((done / total) * 100)} %`)
  }
}

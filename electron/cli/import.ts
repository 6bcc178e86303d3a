import { basename } from 'node:path'
import type { Command } from 'commander'
import { stationIn } from '../analysis/answers/directory.ts'
import { sharedGround } from '../analysis/station/load/ground.ts'
import { openBook } from './open-book.ts'
import type { Book } from '../book/index.ts'
import { stationCalled } from '../contract/called.ts'
import type { ImportMap } from '../contract/import-map.ts'
import { MOST_IMPORT_BYTES, MOST_IMPORT_MB } from '../contract/import-words.ts'
import type { ImportOutcome } from '../contract/imports.ts'
import { READING_VIEWS, type ReadingView } from '../contract/records.ts'
import { stampOf } from '../contract/time/zone.ts'
import { visible } from '../contract/visible.ts'
import { readRegular } from '../files/regular-file.ts'
import { bring, lookAt } from '../imports/in-thread.ts'
import { tooLarge } from '../imports/failures.ts'
import { formatMap, parseMap } from '../imports/map-yaml.ts'
import { IMPORT_GUESS_WORDS, IMPORT_SKIP_WORDS } from '../words/en/import-faults.ts'
import { usualGas } from './analysis-book.ts'
import { zoneOption } from './clocks.ts'
import type { CommandContext } from './context.ts'
import { counter } from './counter.ts'
import { EXIT } from './exit.ts'
import { concluded } from './judged.ts'
import { columns, count, plural } from './numbers.ts'
import * as read from './options.ts'
import { UsageError } from './usage-error.ts'

interface ImportFlags {
  book: string
  station: number
  map: string
  view?: ReadingView
  type?: number
  timeZone?: string
  keep?: string
  printMap?: true
  takeAway?: string
  who?: string
  yes?: true
  dryRun?: true
  json?: true
}

/** `meterbook import`: a file that was read out at the device is compared with the book and brought in. */
export function importCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('import')
    .argument('[FILE]', 'a CSV, TXT or XLSX file of archives or events; without one, the files that the station has are listed')
    .requiredOption('--book <FILE>', 'the book')
    .requiredOption('--station <ID>', 'number of the station', read.whole(0, Number.MAX_SAFE_INTEGER))
    .option('--map <MAP.yaml|auto>', 'how the file is read: a map (docs/imports.md), or found by itself', 'auto')
    .option(
      '--view <V>',
      `${READING_VIEWS.join(' or ')}: which view of the archive the file has, where it does not say it itself`,
      read.oneOf(READING_VIEWS),
    )
    .option('--type <ID>', 'device type of a station for which the service names none', read.whole(0, Number.MAX_SAFE_INTEGER))
    .addOption(zoneOption('times of a file without a zone'))
    .option('--keep <NAME>', "keep the map for the device's type, under this name")
    .option('--print-map', 'print the map by which the file would be read, as YAML, and do nothing else')
    .option('--take-away <SHA256>', 'take a file away with all records that came from it alone')
    .option('--who <NAME>', 'who brings it in')
    .option('--yes', 'bring in the columns that were found by themselves, although others are not read')
    .option('--dry-run', 'compare with the book, and write nothing')
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string | undefined, flags: ImportFlags) => {
      // Before the book is opened: nobody waits for its lock meanwhile.
      const bytes = file === undefined || flags.takeAway !== undefined ? null : await bytesOf(file, terminal.signal)
      const named = bytes === null || flags.map === 'auto' ? null : parseMap(await mapIn(flags.map, terminal.signal))
      const isWritten = flags.takeAway !== undefined || (file !== undefined && !flags.dryRun && !flags.printMap)
      const book = openBook(
        flags.book,
        isWritten ? { mode: 'write', now: Date.now, owner: 'meterbook import' } : { mode: 'read', now: Date.now },
      )
      try {
        const station = stationIn(book, flags.station)
        if (flags.takeAway !== undefined) {
          terminal.print(takenAway(book, flags.station, flags.takeAway))
          if (!(await concluded(book, terminal, [station.id]))) finish(EXIT.incomplete)
          return
        }
        if (file === undefined || bytes === null) return terminal.print(listed(book, flags))
        const timeZone = flags.timeZone ?? sharedGround(book, usualGas()).gasOf(station.id).zone
        const about = { stationId: station.id, equipmentTypeId: flags.type ?? null, name: basename(file) }
        const question = { ...about, bytes, timeZone, nowMs: Date.now() }
        const progress = counter(terminal, 'records')
        const options = { signal: terminal.signal, tell: progress.tell }
        const { map: found, equipmentTypeId, isGuess } = await mapFor(book, question, named, options.signal).finally(progress.end)
        const map = flags.view === undefined ? found : { ...found, view: flags.view }
        if (flags.printMap) return terminal.print(formatMap(map).trimEnd())
        const asked = { ...question, map, author: flags.who ?? '', isDryRun: flags.dryRun === true, isGuess: isGuess && !flags.yes }
        const outcome = await bring(book, asked, options).finally(progress.end)
        const isRefused = outcome.isDryRun && !asked.isDryRun
        if (flags.keep !== undefined && !outcome.isDryRun) keepMap(book, flags.keep, { map, equipmentTypeId, author: asked.author })
        const isJudged = outcome.isDryRun || (await concluded(book, terminal, [station.id]))
        const exit = isRefused || !isJudged || outcome.archives.some(({ twice }) => twice > 0) ? EXIT.incomplete : EXIT.done
        terminal.print(
          flags.json
            ? JSON.stringify({ file: book.file, stationId: station.id, map, ...outcome, exit }, null, 2)
            : textOf(stationCalled(station), outcome, isRefused),
        )
        finish(exit)
      } finally {
        book.close()
      }
    })
}

const EXAMPLES = `
Examples:
  meterbook import hours.csv --book trip.meterbook --station 12 --dry-run
  meterbook import archive.txt --book trip.meterbook --station 12 --map ek270.yaml --keep EK270
  meterbook import archive.txt --book trip.meterbook --station 12 --print-map > mine.yaml
The file itself is kept in the book with its SHA-256, and each record says that it is from it (v_reading.source). Nothing that the
service gave is overwritten: where the two differ both are kept, and it is a finding (kept_twice). Exit 1: some differ; or the map was
found by headings alone and leaves columns out: they are named, and nothing is written without --yes.`

type Question = Parameters<typeof lookAt>[1]

async function mapFor(
  book: Book,
  question: Question,
  named: ImportMap | null,
  signal: AbortSignal,
): Promise<{ map: ImportMap; equipmentTypeId: number | null; isGuess: boolean }> {
  if (named !== null) {
    const known = book.stations.devices(question.stationId).at(-1)?.equipmentTypeId ?? question.equipmentTypeId
    return { map: named, equipmentTypeId: known, isGuess: false }
  }
  const { map, from, why, equipmentTypeId } = await lookAt(book, question, { signal })
  if (map === null)
    throw new UsageError(
      `No map was found for ${visible(question.name)} by itself: ${IMPORT_GUESS_WORDS[why ?? 'no-rows']}. Write one as docs/imports.md says, or make one in the window. Nothing was written.`,
    )
  return { map, equipmentTypeId, isGuess: from === 'guess' }
}

const bytesOf = (file: string, signal: AbortSignal): Promise<Buffer> =>
  readRegular(file, { most: MOST_IMPORT_BYTES, tooLarge: () => tooLarge(basename(file), 'bytes', MOST_IMPORT_MB) }, signal)

/** A map is a page of text. */
const mapIn = async (file: string, signal: AbortSignal): Promise<string> =>
  (await readRegular(file, { most: 1024 * 1024 }, signal)).toString('utf8')

function keepMap(
  book: Book,
  name: string,
  { map, equipmentTypeId, author }: { map: ImportMap; equipmentTypeId: number | null; author: string },
) {
  if (equipmentTypeId === null) throw new UsageError("The map is not kept: the station's device has no type. Name one with --type.")
  book.imports.keepMap({ equipmentTypeId, name, map: JSON.stringify(map), author })
}

function listed(book: Book, { station, json }: ImportFlags): string {
  const files = book.imports.files([station])
  if (json) return JSON.stringify({ file: book.file, stationId: station, files, exit: 0 }, null, 2)
  if (files.length === 0) return 'No file was read for this station.'
  return columns(
    files.map(({ importedAtMs, name, bytes, records, author, sha256 }) => [
      new Date(importedAtMs).toISOString(),
      visible(name),
      `${count(bytes)} B`,
      plural(records, 'record'),
      visible(author),
      sha256,
    ]),
    ['read', 'file', 'size', 'of it alone', 'by', 'SHA-256'],
  )
}

function takenAway(book: Book, stationId: number, sha256: string): string {
  const found = book.imports.files([stationId]).filter((one) => one.sha256.startsWith(sha256.toLowerCase()))
  const [file, second] = found
  if (!file || second)
    throw new UsageError(`The station has ${file ? 'several files' : 'no file'} whose SHA-256 begins with '${visible(sha256)}'.`)
  return `${visible(file.name)} was taken away, with ${plural(book.imports.remove(file.id), 'record')} that came from it alone.`
}

function textOf(name: string, outcome: ImportOutcome, isRefused: boolean): string {
  const { archives, differences, skipped, skippedRows, noNumbers, unread, isDryRun, isNewDevice, timeZone } = outcome
  const time = (atMs: number) => stampOf(atMs, timeZone)
  const rows = archives.map(({ archiveType, view, fromMs, toMs, added, same, twice }) => [
    `${archiveType}${view === null ? '' : ` ${view}`}`,
    time(fromMs),
    time(toMs),
    count(added),
    count(same),
    count(twice),
  ])
  return [
    `${visible(name)}, times by ${timeZone}`,
    rows.length === 0 ? 'The file has no record.' : columns(rows, ['archive', 'from', 'to', 'new', 'the same', 'otherwise']),
    ...differences
      .slice(0, SHOWN)
      .map(
        (one) =>
          `  ${time(one.atMs)} ${one.archiveType} ${visible(one.channelVarname)}: the file says ${visible(one.file)}, the book ${visible(one.book)}`,
      ),
    ...skipped.map(({ why, rows: some }) => `${plural(some, 'row')} of the file became no record: ${IMPORT_SKIP_WORDS[why]}`),
    ...skippedRows.slice(0, SHOWN).map(({ row, text }) => `  row ${row}: ${visible(text)}`),
    ...noNumbers.map(
      ({ channel, cells, example }) =>
        `${plural(cells, 'cell')} of ${visible(channel)}, such as '${visible(example)}', are no number and were left out`,
    ),
    ...unread.map(({ column, cells }) => `Column not read: ${visible(column)} (${plural(cells, 'cell')})`),
    ...(isNewDevice ? ["The service names no device for this station: its records lie under a number of the program's own."] : []),
    isRefused
      ? 'The columns were found by their headings, and these were not. Nothing was written: --yes brings in the others, a map (--print-map) says how to read all.'
      : isDryRun
        ? 'Nothing was written.'
        : 'They are in the book.',
  ].join('\n')
}
/** Differences, and rows that were skipped, that are printed; --json has more. */
const SHOWN = 10

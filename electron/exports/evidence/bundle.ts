import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { temporaryFolder } from '../../book/file/unfinished.ts'
import { openBook, type Book } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { MEANING_TABLE_VERSION } from '../../contract/meaning-table.ts'
import { writeWhole } from '../file.ts'
import { bagOf, INFO } from './bag.ts'
import { contextRows } from './context.ts'
import { filesOf } from './context-files.ts'
import { clocksOfChoice, clocksOfStations, clocksSaid, recordsOfChoice, type BundleChoice } from './choice.ts'
import { CONTEXT_TABLES } from './context-tables.ts'
import { descriptionOf } from './describe.ts'
import { addDays, dayAt } from '../../contract/time/day.ts'
import { shareBook } from '../sharing/share.ts'
import { numbersOf } from './numbers.ts'
import { csvPath, importedPath, PATHS } from './paths.ts'
import { readmeIn, readmeName } from './readme.ts'
import { LANGUAGES } from '../../words/index.ts'
import { isOfTable, RECORD_TABLES, rowsOf, type CanonicalRecord, type RecordTable } from './record-tables.ts'
import type { Blocks } from './read-lines.ts'
import { canonicalRecords, inBlocks, recordsHash } from './records.ts'
import { csvRow, headOf, type EvidenceTable } from './tables.ts'
import type { Member } from './zip-write.ts'

export interface BundleOptions {
  /** The program's version, for bag-info.txt and report.json. */
  version: string
  /** The private key (sshsig.ts) to sign with; null: not signed. */
  key: string | null
  /** The report on paper. */
  pdf?: Uint8Array | undefined
  /** The hash that the paper prints: other records than those are not written. */
  printed?: string | undefined
  signal?: AbortSignal | undefined
  /** A file that is there stays as it is, and writing fails. */
  isNew?: boolean | undefined
  /** How many of how many files are done. */
  onProgress?: ((done: number, total: number) => void) | undefined
}

export interface BundleDone {
  bytes: number
  /** SHA-256 of the records, as the report prints it. */
  hash: string
}

/**
 * Writes a bundle: a report and the records behind it, so that any change of them is found later.
 * @throws MeterbookError RECORDS_MOVED (they are not those that the paper is of), FILE_NOT_WRITABLE, DISK_FULL, CANCELLED;
 * nothing is left behind.
 */
export async function writeBundle(book: Book, choice: BundleChoice, file: string, options: BundleOptions): Promise<BundleDone> {
  const { signal, key, version } = options
  const folder = temporaryFolder('evidence')
  try {
    const innerFile = join(folder, 'book.meterbook')
    const records = recordsOfChoice(choice)
    await shareBook(book, sharedOf(choice), innerFile, { signal })
    const inner = openBook(innerFile, { mode: 'read', now: () => choice.madeAtMs })
    try {
      const hash = await recordsHash(inner, records, signal)
      // Somebody may have set a station's clock while the pages were laid out.
      if (choice.clocks && !isDeepStrictEqual(choice.clocks, clocksOfStations(inner, choice))) throw new MeterbookError('RECORDS_MOVED')
      if (options.printed !== undefined && options.printed !== hash) throw new MeterbookError('RECORDS_MOVED')
      const report = await reportOf(inner, choice, { version, hash, signal })
      const payload = payloadOf(book, { inner, innerFile }, choice, { report, pdf: options.pdf, signal })
      const isSigned = key !== null
      let done = 0
      const bag = bagOf(payload, {
        madeAtMs: choice.madeAtMs,
        info: [
          [INFO.program, programOf(version)],
          [INFO.day, dayAt(choice.madeAtMs)],
          ['External-Description', 'A report on gas metering and the records behind it'],
          [INFO.records, hash],
        ],
        readme: LANGUAGES.map((language) => ({ path: readmeName(language), content: () => [readmeIn(language, isSigned)] })),
        key,
        onFile: () => options.onProgress?.(++done, payload.length + TAG_FILES),
      })
      return { bytes: await writeWhole(file, bag, signal, { isNew: options.isNew ?? false, isOwn: true }), hash }
    } finally {
      inner.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** How a bundle names the program that made it. */
export const programOf = (version: string): string => `Meterbook ${version}`

/** Days more at each end: gas days of one clock may begin long before those of another. */
const sharedOf = ({ stationIds, from, to, timeZone, contractHour, clocks, asked }: BundleChoice) => {
  // The shared book counts by the stations' own clocks, the bundle perhaps by others.
  const more = clocks || asked ? CLOCKS_APART_DAYS : 1
  return {
    stationIds,
    from: from === undefined ? undefined : addDays(from, -more),
    to: to === undefined ? undefined : addDays(to, more),
    withoutPersonal: true,
    usual: { zone: timeZone, contractHour },
  }
}

/** Zones lie up to 26 hours apart, contract hours up to 23. */
const CLOCKS_APART_DAYS = 3

/** bagit.txt, bag-info.txt, the manifest, README in each language. */
const TAG_FILES = 3 + LANGUAGES.length

/**
 * What the report states. It is read from the records of the bundle, whose hash the paper prints: the book that gave them
 * may have got others since, because a download goes on.
 */
async function reportOf(
  inner: Book,
  choice: BundleChoice,
  { version, hash, signal }: { version: string; hash: string; signal: AbortSignal | undefined },
): Promise<string> {
  const { stationIds, from, to, madeAtMs, form, language } = choice
  const question = { stationIds, from, to, gasOf: clocksOfChoice(choice), nowMs: madeAtMs }
  const stated = await numbersOf(inner, question, signal)
  const report = {
    program: programOf(version),
    meaningTable: MEANING_TABLE_VERSION,
    form,
    language,
    // By which clock the gas days of each station are counted, and who says so. A choice of one clock for all says it itself.
    ...(isDeepStrictEqual(choice.clocks, clocksOfStations(inner, choice)) ? { clocks: clocksSaid(inner, choice) } : {}),
    records: hash,
    // The book inside is rounded out to whole days: what lies beyond the span is not to be changed either.
    book: await recordsHash(inner, { stationIds }, signal),
    consumption: {
      unit: 'm3',
      stated,
      // Verifying compares the amounts that it computes anew with these.
      fromRecords: stated,
    },
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

function payloadOf(
  book: Book,
  { inner, innerFile }: { inner: Book; innerFile: string },
  choice: BundleChoice,
  { report, pdf, signal }: { report: string; pdf: Uint8Array | undefined; signal: AbortSignal | undefined },
): Member[] {
  const records = recordsOfChoice(choice)
  const lines = () => inBlocks(canonicalRecords(inner, records), signal)
  const context = [...contextRows({ book, inner }, records)]
  return [
    { path: PATHS.description, content: () => [descriptionOf(choice)] },
    { path: PATHS.choice, content: () => [`${JSON.stringify(choice, null, 2)}\n`] },
    { path: PATHS.report, content: () => [report] },
    ...(pdf ? [{ path: PATHS.pdf, content: () => [pdf] }] : []),
    { path: PATHS.records, content: () => joined(lines(), '\n') },
    { path: PATHS.context, content: () => joined([context.map((row) => JSON.stringify(row))], '\n') },
    ...Object.values(RECORD_TABLES).map((table) => csvMember(table, () => csvOfRecords(table.name, lines()))),
    ...Object.values(CONTEXT_TABLES).map((table) =>
      csvMember(table, () => [context.filter(([name]) => name === table.name).map(([, ...cells]) => csvRow(cells))]),
    ),
    ...importedMembers(book, inner, choice),
    { path: PATHS.book, content: () => bytesOf(innerFile) },
  ]
}

/** The files by cable that records are of, each once, as they were given. */
function importedMembers(book: Book, inner: Book, { stationIds }: BundleChoice): Member[] {
  const files = filesOf(
    book,
    inner,
    stationIds.map((id) => ({ id })),
  )
  return [...new Set(files.map(({ sha256 }) => sha256))].flatMap((sha256) => {
    const content = book.imports.content(sha256)
    return content === null ? [] : [{ path: importedPath({ sha256 }), content: () => [content] }]
  })
}

function csvMember(table: EvidenceTable, rows: () => Blocks | Iterable<readonly string[]>): Member {
  async function* content() {
    yield `${headOf(table)}\r\n`
    yield* joined(rows(), '\r\n')
  }
  return { path: csvPath(table), content }
}

/** The rows of a table that records are, in their order. */
async function* csvOfRecords(table: RecordTable, blocks: Blocks): AsyncGenerator<string[]> {
  for await (const lines of blocks)
    yield lines.flatMap((line) => (isOfTable(table, line) ? rowsOf(table, JSON.parse(line) as CanonicalRecord).map(csvRow) : []))
}

const BLOCK = 64 * 1024

/** Lines with their ends, in blocks. */
async function* joined(blocks: Blocks | Iterable<readonly string[]>, end: string): AsyncGenerator<string> {
  let block = ''
  for await (const lines of blocks) {
    for (const line of lines) {
      block += line + end
      if (block.length < BLOCK) continue
      yield block
      block = ''
    }
  }
  if (block) yield block
}

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r')
  try {
    yield* handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>
  } finally {
    await handle.close()
  }
}

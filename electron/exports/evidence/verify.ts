import { rm } from 'node:fs/promises'
import { asBookError, BookError, type BookErrorCode } from '../../book/file/errors.ts'
import { temporaryFolder } from '../../book/file/unfinished.ts'
import { openBook, type Book } from '../../book/index.ts'
import type { Verification } from '../../contract/evidence.ts'
import { verdictOf, withSigner, type CheckReason, type Fault, type KeyOwner } from '../../contract/evidence-words.ts'
import { builtInTitle } from '../forms/own-forms.ts'
import { SIGNATURE } from './bag.ts'
import { isSignature, MOST_STATIONS_BYTES, readBag, textOf, type ReadBag } from './bag-read.ts'
import { csvOfRecords, programOf } from './bundle.ts'
import { jsonIn } from './canonical.ts'
import { changeList, type ChangeList } from './changes.ts'
import { checkContextBook } from './check-context.ts'
import { checkNumbers, reportIn } from './check-numbers.ts'
import { checkSignatures } from './check-signatures.ts'
import { checkClocks, checkHash, checkStatements } from './check-statements.ts'
import { checkList, type CheckList } from './checks.ts'
import { choiceSchema, recordsOfChoice, type BundleChoice } from './choice.ts'
import { compareRecords } from './compare-records.ts'
import { CONTEXT_TABLES } from './context-tables.ts'
import type { ContextRow } from './context.ts'
import { namedCanonical, namedRow } from './name-record.ts'
import { ALL_TABLES, csvPath, PATHS } from './paths.ts'
import { linesOf, rowsOfCsv } from './read-lines.ts'
import { RECORD_TABLES, rowsOf, type CanonicalRecord } from './record-tables.ts'
import { canonicalRecords, recordsHash, yielding } from './records.ts'
import { csvRow, headOf } from './tables.ts'
import { unzip } from './zip-read.ts'

export interface VerifyOptions {
  /** Of this program: another version may compute numbers otherwise. */
  version: string
  ownerOf?: (publicKey: string) => KeyOwner
  signal?: AbortSignal | undefined
  onProgress?: ((done: number, total: number) => void) | undefined
}

/** What was found, and the files of the bundle for as long as they are needed. */
export interface Verified {
  verification: Verification
  choice: BundleChoice | null
  /** Where a file of the bag lies now; null where it is not there or cannot be read. */
  fileOf: (path: string) => string | null
  /** Where they lie. */
  folder: string
  /** Removes them. */
  close: () => Promise<void>
}

/**
 * Verifies a bundle: its sums, its signatures, and its copies of each record against each other, so that what was changed
 * is named down to the record.
 * @throws BundleRefused (not a ZIP, cut off, made to do harm, no bundle); NEWER_BOOK (made by a newer Meterbook), DISK_FULL,
 * DISK_ERROR, READ_ONLY_FOLDER; the reason of `signal`.
 */
export async function verifyBundle(file: string, options: VerifyOptions): Promise<Verified> {
  const { signal, onProgress } = options
  const folder = temporaryFolder('verify')
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const list = changeList()
    const { files: unzipped, container: bytes } = await unzip(file, folder, { signal, ...(onProgress ? { onBytes: onProgress } : {}) }) // oxfmt-ignore
    const checks = checkList(list)
    const bag = await checks.during('files', () => readBag(unzipped, list))
    const signatures = await checks.during('signature', async () => {
      const found = await checkSignatures(bag, options.ownerOf ?? (() => 'unknown'), list)
      if (list.changes.some(({ kind }) => kind === 'signature-missing')) checks.say('signature', 'differs', 'removed')
      return found
    })
    // A party that adds its signature changes the ZIP as the README says, and most programs keep its comment.
    const hasPartys = [...bag.files.keys()].some((path) => isSignature(path) && path !== SIGNATURE)
    const container = bytes === 'changed' && hasPartys ? 'repacked' : bytes
    if (container === 'changed') list.add('container-changed', '')
    checks.say('zip', container === 'changed' ? 'differs' : container === 'repacked' ? 'not-checked' : 'holds', container === 'repacked' ? 'repacked' : null) // oxfmt-ignore
    const fileOf = (path: string) => bag.files.get(path)?.file ?? null
    const choice = await choiceIn(bag, list)
    const blameBook = bookBlame(file, bag, list, signal)
    const book = choice ? innerBook(fileOf(PATHS.book), choice, blameBook) : null
    try {
      const found = await checkContents(bag, { choice, book, list, checks, blameBook }, options)
      const holds = list.total === 0
      const hasPdf = fileOf(PATHS.pdf) !== null
      const isSigned = signatures.some((one) => one.holds) && bag.isSound(PATHS.pdf)
      checks.say('pages', hasPdf ? 'not-checked' : 'absent', hasPdf ? (isSigned ? 'pages-signed' : 'pages-unread') : null) // oxfmt-ignore
      checks.say('aside', 'not-checked', 'not-in-book')
      checks.say('explanations', 'not-checked', 'sums-only')
      const verification: Verification = {
        file,
        holds,
        verdict: verdictOf(holds, signatures),
        checks: withSigner(checks.all(), signatures),
        container,
        about: choice && { ...aboutOf(choice), program: bag.info.get('Bag-Software-Agent') ?? null },
        files: [...bag.files].map(([path, { bytes }]) => ({ path, bytes, holds: !list.has(path) })),
        changes: list.changes,
        moreChanges: list.isMore,
        signatures,
        recordsHash: bag.files.get(PATHS.records)?.sum ?? null,
        hasPdf,
        ...found,
      }
      return { verification, choice, fileOf, folder, close }
    } finally {
      book?.close()
    }
  } catch (error) {
    await close()
    throw error
  }
}

const aboutOf = ({ form, stationIds, from, to, timeZone, contractHour, madeAtMs }: BundleChoice) => ({
  form,
  formTitle: builtInTitle(form),
  stations: stationIds.length,
  from: from ?? null,
  to: to ?? null,
  timeZone,
  contractHour,
  madeAtMs,
})

async function choiceIn({ files }: ReadBag, list: ChangeList): Promise<BundleChoice | null> {
  const parsed = choiceSchema.safeParse(jsonIn(await textOf(files, PATHS.choice, MOST_STATIONS_BYTES)))
  if (parsed.success) return parsed.data
  if (!list.has(PATHS.choice)) list.add('file-unreadable', PATHS.choice)
  return null
}

/** What the book's own bytes may be guilty of. Anything else tells of this computer or of this program. */
const DAMAGE: Partial<Record<BookErrorCode, Fault>> = {
  BOOK_DAMAGED: 'damaged-book',
  NOT_A_BOOK: 'no-book',
  FOREIGN_BOOK: 'foreign-book',
}

/** Names the book inside as unreadable for an error of reading it, or throws what is no change of the bundle. */
function bookBlame(bundle: string, bag: ReadBag, list: ChangeList, signal: AbortSignal | undefined) {
  return (error: unknown): void => {
    signal?.throwIfAborted()
    const failure = asBookError(error)
    if (failure instanceof BookError && !DAMAGE[failure.code] && bag.isSound(PATHS.book))
      throw failure.code === 'NEWER_BOOK' ? new BookError('NEWER_BOOK', { ...failure.data, file: bundle }, error) : failure // oxfmt-ignore
    if (!list.has(PATHS.book)) list.add('file-unreadable', PATHS.book, { fault: (failure instanceof BookError && DAMAGE[failure.code]) || 'damaged-book' }) // oxfmt-ignore
  }
}

function innerBook(file: string | null, choice: BundleChoice, blameBook: (error: unknown) => void): Book | null {
  if (file === null) return null
  try {
    return openBook(file, { mode: 'read', now: () => choice.madeAtMs })
  } catch (error) {
    blameBook(error)
    return null
  }
}

/** A bundle without one of these lacks a witness. */
const MUST_BE = [PATHS.records, PATHS.context, PATHS.book, PATHS.choice, PATHS.report, PATHS.description, ...ALL_TABLES.map(csvPath)] // oxfmt-ignore

interface Contents {
  choice: BundleChoice | null
  book: Book | null
  list: ChangeList
  checks: CheckList
  blameBook: (error: unknown) => void
}

async function checkContents(bag: ReadBag, contents: Contents, { version, signal }: VerifyOptions) {
  const { choice, list, checks, book, blameBook } = contents
  const recordsFile = bag.files.get(PATHS.records)?.file ?? null
  /** Why nothing is compared with the book; null: it can be. */
  let whyNot = whyNoBook(bag, contents)
  const ofBook = () => yielding(canonicalRecords(book as Book, recordsOfChoice(choice as BundleChoice)), signal)
  /** Reads the book, which is not read again once it could not be. */
  async function reading<T>(work: () => Promise<T> | T): Promise<T | null> {
    if (whyNot !== null) return null
    try {
      return await work()
    } catch (error) {
      blameBook(error)
      whyNot = 'unreadable'
      return null
    }
  }
  if (recordsFile === null) checks.say('records-book', 'not-checked', 'missing')
  else
    await reading(() => {
      const isBookBlamed = bag.isSound(PATHS.records) && !bag.isSound(PATHS.book)
      const blamed = isBookBlamed ? PATHS.book : PATHS.records
      const pair = [ofBook(), linesOf(recordsFile)] as const
      const [expected, found] = isBookBlamed ? [pair[1], pair[0]] : pair
      return checks.during('records-book', () => compareRecords(expected, found, { file: blamed, firstLine: 1, name: namedCanonical }, list)) // oxfmt-ignore
    })
  for (const path of MUST_BE) if (!bag.files.has(path) && !list.has(path)) list.add('file-missing', path)
  const trusted = bag.isSound(PATHS.records) || whyNot !== null || !bag.isSound(PATHS.book) ? recordsFile : null
  if (trusted !== null) await checkRecordTables(bag, () => parseable(linesOf(trusted)), list, checks)
  else if (bag.isSound(PATHS.book)) await reading(() => checkRecordTables(bag, ofBook, list, checks))
  await checkContextTables(bag, list, checks)
  const report = await reportIn(bag, list)
  if (choice) await checks.during('statements', () => checkStatements(bag, { choice, report }, list))
  checkHash(bag, report, list, checks)
  // Of what is only what the book itself says, it is asked last: what it was blamed for before is known then.
  const numbers = await reading(async () => {
    const [asked, of] = [choice as BundleChoice, book as Book]
    await checkContextBook(bag, { book: of, choice: asked, signal }, list, checks)
    checkClocks(of, asked, list, checks)
    if (!report) return []
    const found = await checkNumbers({ book: of, choice: asked, report, isSameVersion: report.program === programOf(version), signal }, list, checks) // oxfmt-ignore
    const whole = await recordsHash(of, { stationIds: asked.stationIds }, signal)
    checks.say('book-hash', whole === report.book ? 'holds' : 'differs')
    if (whole !== report.book) list.add('hash-changed', PATHS.book, { expected: report.book, found: whole })
    return found
  })
  if (whyNot !== null) for (const check of OF_BOOK) checks.say(check, 'not-checked', whyNot)
  return { numbers: numbers ?? [], records: recordsFile === null ? 0 : await countLines(recordsFile) }
}

/** Checks that read the book inside. */
const OF_BOOK = ['records-book', 'context-book', 'coverage', 'numbers', 'book-hash', 'clocks'] as const

function whyNoBook(bag: ReadBag, { choice, book }: Contents): CheckReason | null {
  if (!bag.files.has(PATHS.book) || !bag.files.has(PATHS.choice)) return 'missing'
  if (choice === null || book === null) return 'unreadable'
  // A choice that was changed chooses other records than the bundle was made of: nothing is said of those.
  return bag.isSound(PATHS.choice) ? null : 'choice-changed'
}

/** Each table of records against the records. */
async function checkRecordTables(
  bag: ReadBag,
  lines: () => AsyncIterable<string>,
  list: ChangeList,
  checks: CheckList,
) {
  for (const table of Object.values(RECORD_TABLES)) {
    const path = csvPath(table)
    const file = bag.files.get(path)?.file
    if (!file) {
      checks.say('records-csv', 'not-checked', 'missing')
      continue
    }
    async function* expected() {
      yield headOf(table)
      yield* csvOfRecords(table.name, lines())
    }
    await checks.during('records-csv', () => compareRecords(expected(), rowsOfCsv(file), { file: path, firstLine: 1, name: (row) => namedRow(table, row) }, list)) // oxfmt-ignore
  }
}

/** Each table of the context against context.jsonl, or that against them where it was changed and they were not. */
async function checkContextTables(bag: ReadBag, list: ChangeList, checks: CheckList): Promise<void> {
  const context = bag.files.get(PATHS.context)?.file
  for (const table of Object.values(CONTEXT_TABLES)) {
    const path = csvPath(table)
    const file = bag.files.get(path)?.file
    if (!file || !context) {
      checks.say('context-csv', 'not-checked', 'missing')
      continue
    }
    async function* told() {
      yield headOf(table)
      for await (const line of linesOf(context as string)) {
        const row = jsonIn(line)
        if (Array.isArray(row) && row[0] === table.name && row.every(isCell)) yield csvRow((row as ContextRow).slice(1))
      }
    }
    const isContextBlamed = !bag.isSound(PATHS.context) && bag.isSound(path)
    const [expected, found] = isContextBlamed ? [rowsOfCsv(file), told()] : [told(), rowsOfCsv(file)]
    const name = (row: string) => {
      const record = namedRow(table, row)
      return isContextBlamed ? { ...record, key: { table: table.name, ...record.key } } : record
    }
    await checks.during('context-csv', () => compareRecords(expected, found, { file: isContextBlamed ? PATHS.context : path, firstLine: 1, name }, list)) // oxfmt-ignore
  }
}

/** Lines that are records; what was changed into none makes no row. */
async function* parseable(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) if (makesRows(line)) yield line
}

function makesRows(line: string): boolean {
  const record = jsonIn(line)
  if (!Array.isArray(record)) return false
  try {
    for (const table of Object.values(RECORD_TABLES)) rowsOf(table.name, record as CanonicalRecord).forEach(csvRow)
    return true
  } catch {
    return false
  }
}

const isCell = (cell: unknown): boolean => cell === null || typeof cell === 'string' || typeof cell === 'number'

async function countLines(file: string): Promise<number> {
  let count = 0
  for await (const _ of linesOf(file)) count++
  return count
}

import { rm } from 'node:fs/promises'
import { asBookError, BookError, type BookErrorCode } from '../../book/file/errors.ts'
import { isReadableInLittle } from '../../book/file/large-values.ts'
import { temporaryFolder } from '../../book/file/unfinished.ts'
import { openBook, type Book } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { Verification } from '../../contract/evidence.ts'
import {
  NO_KEYS,
  verdictOf,
  withSigner,
  type CheckOutcome,
  type CheckReason,
  type Container,
  type Fault,
  type KeysOfOne,
} from '../../contract/evidence-words.ts'
import { builtInTitle } from '../forms/own-forms.ts'
import { SIGNATURE } from './bag.ts'
import { addUnreadable, isReadable, isSignature, readBag, textOf, type ReadBag } from './bag-read.ts'
import { programOf } from './bundle.ts'
import { changeList, shortened, type ChangeList } from './changes.ts'
import { checkContextBook } from './check-context.ts'
import { checkNumbers, reportIn } from './check-numbers.ts'
import { checkSignatures } from './check-signatures.ts'
import { checkClocks, clocksAbout } from './check-clocks.ts'
import { checkHash, checkStatements } from './check-statements.ts'
import { checkContextTables, checkRecordTables, readingOf } from './check-tables.ts'
import { checkList, type CheckList } from './checks.ts'
import { choiceSchema, recordsOfChoice, type BundleChoice } from './choice.ts'
import { compareRecords } from './compare-records.ts'
import { foreignJson } from '../../contract/foreign-json.ts'
import { namedCanonical } from './name-record.ts'
import { isLater } from './context-tables.ts'
import { ALL_TABLES, csvPath, PATHS } from './paths.ts'
import { countLines, linesOf } from './read-lines.ts'
import { canonicalRecords, inBlocks, recordsHash } from './records.ts'
import { unzip } from './zip-read.ts'

export interface VerifyOptions {
  /** This program's version: another version may compute numbers otherwise. */
  version: string
  /** By which it is told whose key signed; absent: every key is unknown. */
  keys?: KeysOfOne
  /** A folder that nobody else uses, to unpack into; absent: a new one in the system's temporary folder. */
  folder?: string
  signal?: AbortSignal | undefined
  onProgress?: ((done: number, total: number | null) => void) | undefined
}

/** The results, and the files of the bundle for as long as they are needed. */
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
 * @throws BundleRefused (not a ZIP, cut off, made to do harm, no bundle); BUNDLE_TOO_LARGE; NEWER_BOOK (made by a newer Meterbook), DISK_FULL,
 * DISK_ERROR, READ_ONLY_FOLDER; the reason of `signal`.
 */
export async function verifyBundle(file: string, options: VerifyOptions): Promise<Verified> {
  const { signal, onProgress, folder = temporaryFolder('verify') } = options
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const list = changeList()
    const { files: unzipped, container: bytes } = await unzip(file, folder, { signal, ...(onProgress ? { onBytes: onProgress } : {}) })
    const checks = checkList(list)
    const bag = await checks.during('files', () => readBag(unzipped, list))
    const signatures = await checks.during('signature', async () => {
      const found = await checkSignatures(bag, options.keys ?? NO_KEYS, list)
      if (list.changes.some(({ kind }) => kind === 'signature-missing')) checks.say('signature', 'differs', 'removed')
      return found
    })
    // A party that adds its signature changes the ZIP as the README says, and most programs keep its comment.
    const hasPartys = [...bag.files.keys()].some((path) => isSignature(path) && path !== SIGNATURE)
    const container = bytes === 'digest-differs' && hasPartys ? 'repacked' : bytes
    if (container === 'digest-differs') list.add('container-changed', '')
    checks.say('zip', ...SAID_OF_ZIP[container])
    const fileOf = (path: string) => bag.files.get(path)?.file ?? null
    if (fileOf(PATHS.pdf) !== null && !isReadable(bag.files, PATHS.pdf)) addUnreadable(bag.files, PATHS.pdf, list)
    const choice = await choiceIn(bag, list)
    const blameBook = bookBlame(file, bag, list, signal)
    const book = choice ? innerBook(fileOf(PATHS.book), choice, blameBook) : null
    try {
      const { report, ...found } = await checkContents(bag, { choice, book, list, checks, blameBook }, options)
      const holds = list.total === 0
      const hasPdf = fileOf(PATHS.pdf) !== null
      const isSigned = signatures.some((one) => one.holds) && bag.isSound(PATHS.pdf)
      checks.say('pages', hasPdf ? 'not-checked' : 'absent', hasPdf ? (isSigned ? 'pages-signed' : 'pages-unread') : null)
      checks.say('aside', 'not-checked', 'not-in-book')
      checks.say('explanations', 'not-checked', 'sums-only')
      const verification: Verification = {
        file,
        holds,
        verdict: verdictOf(holds, signatures),
        checks: withSigner(checks.all(), signatures),
        container,
        about: choice && {
          ...aboutOf(choice),
          clocks: clocksAbout({ choice, report }),
          program: shortened(bag.info.get('Bag-Software-Agent') ?? null),
        },
        files: [...bag.files].map(([path, { bytes }]) => ({ path, bytes, holds: !list.has(path) })),
        changes: list.changes,
        moreChanges: list.isMore,
        signatures,
        recordsHash: bag.files.get(PATHS.records)?.sum ?? null,
        hasPdf: isReadable(bag.files, PATHS.pdf),
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

/** How the check of the ZIP's own bytes ends. */
const SAID_OF_ZIP: Readonly<Record<Container, [outcome: CheckOutcome, why: CheckReason | null]>> = {
  'digest-fits': ['holds', null],
  repacked: ['not-checked', 'repacked'],
  'digest-differs': ['differs', null],
}

const aboutOf = ({ form, stationIds, from, to, madeAtMs }: BundleChoice) => ({
  form,
  formTitle: builtInTitle(form),
  stations: stationIds.length,
  from: from ?? null,
  to: to ?? null,
  madeAtMs,
})

async function choiceIn({ files }: ReadBag, list: ChangeList): Promise<BundleChoice | null> {
  const parsed = choiceSchema.safeParse(foreignJson((await textOf(files, PATHS.choice)) ?? ''))
  if (parsed.success) return parsed.data
  addUnreadable(files, PATHS.choice, list)
  return null
}

/** The failures that the book's own bytes may be guilty of. Any other tells of this computer or of this program. */
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
    // A book that is only too large for this program is no change of the bundle.
    if (failure instanceof MeterbookError && failure.code === 'BUNDLE_TOO_LARGE' && bag.isSound(PATHS.book))
      throw new MeterbookError('BUNDLE_TOO_LARGE', { file: bundle }, { cause: error })
    if (failure instanceof BookError && !DAMAGE[failure.code] && bag.isSound(PATHS.book))
      throw failure.code === 'NEWER_BOOK' ? new BookError('NEWER_BOOK', { ...failure.data, file: bundle }, error) : failure
    if (!list.has(PATHS.book))
      list.add('file-unreadable', PATHS.book, { fault: (failure instanceof BookError && DAMAGE[failure.code]) || 'damaged-book' })
  }
}

function innerBook(file: string | null, choice: BundleChoice, blameBook: (error: unknown) => void): Book | null {
  if (file === null) return null
  try {
    const book = openBook(file, { mode: 'read', now: () => choice.madeAtMs })
    try {
      if (!isReadableInLittle(book)) throw new MeterbookError('BUNDLE_TOO_LARGE')
      return book
    } catch (error) {
      book.close()
      throw error
    }
  } catch (error) {
    blameBook(error)
    return null
  }
}

/** A bundle without one of these lacks a witness. */
const MUST_BE = [
  PATHS.records,
  PATHS.context,
  PATHS.book,
  PATHS.choice,
  PATHS.report,
  PATHS.description,
  ...ALL_TABLES.filter(({ name }) => !isLater(name)).map(csvPath),
]

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
  const check = { bag, list, checks, cut: new Set<string>(), signal }
  const ofFile = (file: string) => linesOf(file, readingOf(check, PATHS.records))
  const ofBook = () => inBlocks(canonicalRecords(book as Book, recordsOfChoice(choice as BundleChoice)), signal)
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
  /** So many of its records may be others than the book's that they tell nothing of the tables. */
  let isMeasure = true
  if (recordsFile === null) checks.say('records-book', 'not-checked', 'missing')
  else
    await reading(async () => {
      const isBookBlamed = bag.isSound(PATHS.records) && !bag.isSound(PATHS.book)
      const blamed = isBookBlamed ? PATHS.book : PATHS.records
      const pair = [ofBook(), ofFile(recordsFile)] as const
      const [expected, found] = isBookBlamed ? [pair[1], pair[0]] : pair
      const isWhole = await checks.during('records-book', () =>
        compareRecords(expected, found, { file: blamed, firstLine: 1, name: namedCanonical }, list),
      )
      isMeasure = isWhole || isBookBlamed
    })
  for (const path of MUST_BE) if (!bag.files.has(path) && !list.has(path)) list.add('file-missing', path)
  const trusted = bag.isSound(PATHS.records) || whyNot !== null || !bag.isSound(PATHS.book) ? recordsFile : null
  if (trusted !== null && isMeasure) await checkRecordTables(check, () => ofFile(trusted))
  else if (bag.isSound(PATHS.book)) await reading(() => checkRecordTables(check, ofBook))
  await checkContextTables(check)
  const report = await reportIn(bag, list)
  if (choice) await checks.during('statements', () => checkStatements(bag, { choice, report }, list))
  checkHash(bag, report, list, checks)
  // The book is asked last: by then everything is known that it is blamed for, and some facts have no other witness.
  const numbers = await reading(async () => {
    const [asked, of] = [choice as BundleChoice, book as Book]
    await checkContextBook(bag, { book: of, choice: asked, signal }, list, checks)
    checkClocks(of, { choice: asked, report }, list, checks)
    if (!report) return []
    const found = await checkNumbers(
      { book: of, choice: asked, report, isSameVersion: report.program === programOf(version), signal },
      list,
      checks,
    )
    const whole = await recordsHash(of, { stationIds: asked.stationIds }, signal)
    checks.say('book-hash', whole === report.book ? 'holds' : 'differs')
    if (whole !== report.book) list.add('hash-changed', PATHS.book, { expected: report.book, found: whole })
    return found
  })
  if (whyNot !== null) for (const check of OF_BOOK) checks.say(check, 'not-checked', whyNot)
  return { report, numbers: numbers ?? [], records: recordsFile === null ? 0 : await countLines(recordsFile, signal) }
}

/** Checks that read the book inside. */
const OF_BOOK = ['records-book', 'context-book', 'coverage', 'numbers', 'book-hash', 'clocks'] as const

function whyNoBook(bag: ReadBag, { choice, book }: Contents): CheckReason | null {
  if (!bag.files.has(PATHS.book) || !bag.files.has(PATHS.choice)) return 'missing'
  if (choice === null || book === null) return 'unreadable'
  // A choice that was changed chooses other records than the bundle was made of: nothing is said of those.
  return bag.isSound(PATHS.choice) ? null : 'choice-changed'
}

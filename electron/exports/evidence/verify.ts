import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { asBookError, BookError, type BookErrorCode } from '../../book/file/errors.ts'
import { refuseLargeValues } from '../../book/file/large-values.ts'
import { temporaryFolder } from '../../book/file/unfinished.ts'
import { openBook, type Book } from '../../book/index.ts'
import type { BundleNumber, Verification } from '../../contract/evidence.ts'
import type { KeyOwner } from '../../contract/evidence-words.ts'
import { builtInTitle } from '../forms/own-forms.ts'
import { SIGNATURE } from './bag.ts'
import { addUnreadable, isReadable, isSignature, readBag, textOf, type ReadBag } from './bag-read.ts'
import { changeList, shortened, type ChangeList } from './changes.ts'
import { checkSignatures } from './check-signatures.ts'
import { checkContextTables, checkRecordTables, readingOf } from './check-tables.ts'
import { choiceSchema, clocksOfChoice, recordsOfChoice, stationList, type BundleChoice } from './choice.ts'
import { compareRecords } from './compare-records.ts'
import { foreignJson } from './foreign-json.ts'
import { namedCanonical } from './name-record.ts'
import { numbersOf } from './numbers.ts'
import { ALL_TABLES, csvPath, PATHS } from './paths.ts'
import { countLines, linesOf } from './read-lines.ts'
import { canonicalRecords, inBlocks, recordsHash } from './records.ts'
import { unzip } from './zip-read.ts'

export interface VerifyOptions {
  /** Of this program: another version may compute numbers otherwise. */
  version: string
  ownerOf?: (publicKey: string) => KeyOwner
  /** Of one's own, to unpack into; absent: a new one in the system's temporary folder. */
  folder?: string
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
  const { signal, onProgress, folder = temporaryFolder('verify') } = options
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const list = changeList()
    const { files: unzipped, container: bytes } = await unzip(file, folder, { signal, ...(onProgress ? { onBytes: onProgress } : {}) }) // oxfmt-ignore
    const bag = await readBag(unzipped, list)
    const signatures = await checkSignatures(bag, options.ownerOf ?? (() => 'unknown'), list)
    // A party that adds its signature changes the ZIP as the README says, and most programs keep its comment.
    const hasPartys = [...bag.files.keys()].some((path) => isSignature(path) && path !== SIGNATURE)
    const container = bytes === 'digest-differs' && hasPartys ? 'repacked' : bytes
    if (container === 'digest-differs') list.add('container-changed', '')
    const fileOf = (path: string) => bag.files.get(path)?.file ?? null
    if (fileOf(PATHS.pdf) !== null && !isReadable(bag.files, PATHS.pdf)) addUnreadable(bag.files, PATHS.pdf, list)
    const choice = await choiceIn(bag, list)
    const blameBook = bookBlame(file, bag, list, signal)
    const book = choice ? innerBook(fileOf(PATHS.book), choice, blameBook) : null
    try {
      const found = await checkContents(bag, { choice, book, list, blameBook }, options)
      const verification: Verification = {
        file,
        holds: list.changes.length === 0,
        container,
        about: choice && { ...aboutOf(choice), program: shortened(bag.info.get('Bag-Software-Agent') ?? null) },
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
  const parsed = choiceSchema.safeParse(foreignJson((await textOf(files, PATHS.choice)) ?? ''))
  if (parsed.success) return parsed.data
  addUnreadable(files, PATHS.choice, list)
  return null
}

/** What the book's own bytes may be guilty of. Anything else tells of this computer or of this program. */
const DAMAGE: readonly string[] = ['BOOK_DAMAGED', 'NOT_A_BOOK', 'FOREIGN_BOOK'] satisfies BookErrorCode[]

/** Names the book inside as unreadable for an error of reading it, or throws what is no change of the bundle. */
function bookBlame(bundle: string, bag: ReadBag, list: ChangeList, signal: AbortSignal | undefined) {
  return (error: unknown): void => {
    signal?.throwIfAborted()
    const failure = asBookError(error)
    if (failure instanceof BookError && !DAMAGE.includes(failure.code) && bag.isSound(PATHS.book))
      throw failure.code === 'NEWER_BOOK' ? new BookError('NEWER_BOOK', { ...failure.data, file: bundle }, error) : failure // oxfmt-ignore
    if (!list.has(PATHS.book)) list.add('file-unreadable', PATHS.book, { found: failure instanceof Error ? failure.message : null }) // oxfmt-ignore
  }
}

function innerBook(file: string | null, choice: BundleChoice, blameBook: (error: unknown) => void): Book | null {
  if (file === null) return null
  try {
    const book = openBook(file, { mode: 'read', now: () => choice.madeAtMs })
    try {
      refuseLargeValues(book)
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
const MUST_BE = [PATHS.records, PATHS.context, PATHS.book, PATHS.choice, PATHS.report, PATHS.description, ...ALL_TABLES.map(csvPath)] // oxfmt-ignore

interface Contents {
  choice: BundleChoice | null
  book: Book | null
  list: ChangeList
  blameBook: (error: unknown) => void
}

async function checkContents(bag: ReadBag, contents: Contents, options: VerifyOptions) {
  const { choice, list, book, blameBook } = contents
  const { signal } = options
  const recordsFile = bag.files.get(PATHS.records)?.file ?? null
  // A choice that was changed chooses other records than the bundle was made of: nothing is said of those.
  let canRead = choice !== null && book !== null && bag.isSound(PATHS.choice)
  const check = { bag, list, signal }
  const ofFile = (file: string) => linesOf(file, readingOf(check, PATHS.records))
  const ofBook = () => inBlocks(canonicalRecords(book as Book, recordsOfChoice(choice as BundleChoice)), signal)
  /** Reads the book, which is not read again once it could not be. */
  async function reading<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      blameBook(error)
      canRead = false
      return null
    }
  }
  /** So many of its records may be others than the book's that they tell nothing of the tables. */
  let isMeasure = true
  if (canRead && recordsFile !== null) {
    const isBookBlamed = bag.isSound(PATHS.records) && !bag.isSound(PATHS.book)
    const blamed = isBookBlamed ? PATHS.book : PATHS.records
    const pair = [ofBook(), ofFile(recordsFile)] as const
    const [expected, found] = isBookBlamed ? [pair[1], pair[0]] : pair
    const isWhole = await reading(() => compareRecords(expected, found, { file: blamed, firstLine: 1, name: namedCanonical }, list)) // oxfmt-ignore
    isMeasure = isWhole !== false || isBookBlamed
  }
  for (const path of MUST_BE) if (!bag.files.has(path) && !list.has(path)) list.add('file-missing', path)
  const trusted = bag.isSound(PATHS.records) || !canRead || !bag.isSound(PATHS.book) ? recordsFile : null
  if (trusted !== null && isMeasure) await checkRecordTables(check, () => ofFile(trusted))
  else if (canRead && bag.isSound(PATHS.book)) await reading(() => checkRecordTables(check, ofBook))
  await checkContextTables(check)
  const stated = bag.info.get('Meterbook-Records-SHA256') ?? null
  const sum = bag.files.get(PATHS.records)?.sum ?? null
  if (stated !== null && sum !== null && stated !== sum && !list.has(PATHS.records))
    list.add('hash-changed', 'bag-info.txt', { expected: sum, found: stated })
  const numbers = canRead ? await reading(() => checkNumbers(bag, contents, options)) : []
  return { numbers: numbers ?? [], records: recordsFile === null ? 0 : await countLines(recordsFile, signal) }
}

const numberSchema = z.object({ stationId: z.int(), m3: z.number().nullable(), hours: z.number(), hoursExpected: z.number() }) // oxfmt-ignore
const numbersSchema = stationList(numberSchema)
const reportSchema = z.object({
  program: z.string(),
  records: z.string(),
  book: z.string(),
  consumption: z.object({ stated: numbersSchema, fromRecords: numbersSchema }),
})

/** The report's numbers, computed anew from nothing but the book inside. */
async function checkNumbers(
  bag: ReadBag,
  { choice, book, list }: Contents,
  { version, signal }: VerifyOptions,
): Promise<BundleNumber[]> {
  const parsed = reportSchema.safeParse(foreignJson((await textOf(bag.files, PATHS.report)) ?? ''))
  if (!parsed.success || choice === null || book === null) {
    if (!parsed.success) addUnreadable(bag.files, PATHS.report, list)
    return []
  }
  const { program, records, consumption, book: whole } = parsed.data
  const { stationIds, from, to, madeAtMs } = choice
  const question = { stationIds, from, to, gasOf: clocksOfChoice(choice), nowMs: madeAtMs }
  const computed = await numbersOf(book, question, signal)
  const sum = bag.files.get(PATHS.records)?.sum ?? null
  if (sum !== null && records !== sum && bag.isSound(PATHS.records)) list.add('hash-changed', PATHS.report, { expected: sum, found: records }) // oxfmt-ignore
  const wholeHash = await recordsHash(book, { stationIds }, signal)
  if (wholeHash !== whole) list.add('hash-changed', PATHS.book, { expected: whole, found: wholeHash })
  const [statedOf, madeOf] = [consumption.stated, consumption.fromRecords].map((all) => new Map(all.map((one) => [one.stationId, one]))) // oxfmt-ignore
  return computed.map(({ stationId, m3, hours, hoursExpected }) => {
    const [stated, made] = [statedOf?.get(stationId), madeOf?.get(stationId)]
    const isSame = made?.m3 === m3 && made.hours === hours && made.hoursExpected === hoursExpected
    // Another version may compute otherwise; the same one that comes to something else has other records before it.
    if (!isSame && program === `Meterbook ${version}`)
      list.add('number-changed', PATHS.report, { record: { station_id: String(stationId) }, field: 'm3', expected: String(m3), found: String(made?.m3) }) // oxfmt-ignore
    return { stationId, stationName: book.stations.get(stationId)?.name ?? null, stated: stated?.m3 ?? null, computed: m3, hours, hoursExpected } // oxfmt-ignore
  })
}

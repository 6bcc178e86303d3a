import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import { refuseProtected } from '../../book/file/protected.ts'
import type { Book } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { ReportFormat } from '../../contract/form-words.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import { wordsOf } from '../../words/program.ts'
import { writeWhole } from '../file.ts'
import { writerOf } from '../format.ts'
import type { FormContent, FormRequest, FormSource } from './content.ts'
import { evidenceHash, ruleSetDigest } from './evidence-hash.ts'
import { fillForm, formSource, partsOf } from './fill.ts'
import { formsFolder, loadForm } from './own-forms.ts'
import { startPdf } from './pdf/make-pdf.ts'
import { inForm } from './printed.ts'
import { paperPart, paperRows } from './report-paper.ts'
import { reportTable } from './report-table.ts'

/** Makes reports: a form, filled with what the book holds, as a file. */

export interface ReportOptions {
  /** Where the user's own forms lie. */
  dataFolder: string
  /** The program's version, for the footer. */
  version: string
  /** The clock of the preferences; that of the request when absent. */
  usual?: GasClock | undefined
  /** Unix ms: when it is printed. The same report of the same moment has the same bytes. */
  nowMs: number
  signal?: AbortSignal | undefined
  /** A file that is there stays as it is, and writing fails. */
  isNew?: boolean | undefined
  /** Is told which characters no font of the paper has: they are printed as their codes. */
  onReplaced?: ((characters: readonly string[]) => void) | undefined
  /** How far it is, of a total that stays the same. */
  tell?: ((done: number, total: number) => void) | undefined
}

export interface MadeReportPdf {
  pdf: Uint8Array<ArrayBuffer>
  pages: number
  /** SHA-256 of the records that the report rests on, hex. */
  hash: string
}

export interface WrittenReport {
  bytes: number
  /** Null where the file has none. */
  pages: number | null
  hash: string
}

/** Shares of the work: reading the book, laying out. */
const STEPS = 1000
const READING = 0.35
const BREATH_ROWS = 200

/**
 * A report as a PDF. Pages are laid out in a thread of their own; reading gives way to other work.
 * @throws MeterbookError NO_SUCH_FORM, FORM_BROKEN, NOTHING_CHOSEN, NO_SUCH_STATION, CANCELLED.
 */
export async function reportPdf(book: Book, request: FormRequest, options: ReportOptions): Promise<MadeReportPdf> {
  const { source, hash, tell } = await prepared(book, request, options)
  const { form, language, letterhead, nowMs, signal } = source
  const { orientation, fontSize } = form.page
  const maker = startPdf(
    {
      language,
      title: form.title[language],
      author: letterhead.organisation || 'Meterbook',
      size: 'A4',
      orientation,
      fontSize,
      madeAtMs: nowMs,
      footer: footerOf(source, hash, options),
    },
    { signal, onShare: (share) => tell(READING + share * (1 - READING)) },
  )
  try {
    const parts = partsOf(source)
    let done = 0
    for await (const content of fillForm(source)) {
      maker.part(paperPart(source, content))
      let rows = 0
      for (const row of paperRows(source, content)) {
        maker.row(row)
        if (++rows % BREATH_ROWS === 0) {
          await breath()
          if (signal?.aborted) throw new MeterbookError('CANCELLED')
        }
      }
      tell((++done / parts) * READING)
    }
    const { pdf, pages, replaced } = await maker.finish()
    if (replaced.length > 0) options.onReplaced?.(replaced)
    return { pdf, pages, hash }
  } finally {
    await maker.close()
  }
}

/**
 * Writes a report to a file, which appears under its name only when it is whole.
 * @throws what `reportPdf` throws; MeterbookError FILE_PROTECTED, FILE_NOT_WRITABLE, DISK_FULL.
 */
export async function writeReport(
  book: Book,
  request: FormRequest,
  { file, format }: { file: string; format: ReportFormat },
  options: ReportOptions,
): Promise<WrittenReport> {
  const { signal, isNew = false } = options
  if (!isNew) refuseProtected(file)
  if (format === 'pdf') {
    const { pdf, pages, hash } = await reportPdf(book, request, options)
    return { pages, hash, bytes: await writeWhole(file, Readable.from([pdf]), signal, { isNew }) }
  }
  const { stream, hash } = await reportXlsx(book, request, options)
  return { bytes: await writeWhole(file, stream, signal, { isNew }), pages: null, hash }
}

/** A report as a spreadsheet, as its bytes come. */
export async function reportXlsx(book: Book, request: FormRequest, options: ReportOptions): Promise<{ stream: Readable; hash: string }> {
  const { source, hash, tell } = await prepared(book, request, options)
  const contents: FormContent[] = []
  const parts = partsOf(source)
  for await (const content of fillForm(source)) {
    contents.push(content)
    tell((contents.length / parts) * READING)
  }
  const about = footerOf(source, hash, options)
  const write = await writerOf('xlsx')
  const table = reportTable(source, contents, about)
  const { language, clock } = source
  return { stream: write(table, clock, { reader: 'people', language }), hash }
}

async function prepared(book: Book, request: FormRequest, options: ReportOptions) {
  const { signal, nowMs, usual, dataFolder } = options
  const form = await loadForm(formsFolder(dataFolder), request.form, request.language)
  const source = formSource(book, request, { form, nowMs, usual, signal })
  try {
    return { source, hash: await evidenceHash(book, request, signal), tell: shareTeller(options) }
  } catch (error) {
    throw signal?.aborted ? new MeterbookError('CANCELLED', {}, { cause: error }) : error
  }
}

const shareTeller =
  ({ tell }: ReportOptions) =>
  (share: number) =>
    tell?.(Math.floor(share * STEPS), STEPS)

/** Printed below every page. */
function footerOf(source: FormSource, hash: string, { version, nowMs }: ReportOptions): string[] {
  const { forms } = wordsOf(source.language)
  const program = `Meterbook ${version}`
  const printed = `${inForm(source).time(nowMs)} (${source.clock.timeZone})`
  return [[program, forms.ruleSet(ruleSetDigest(source.book)), forms.printed(printed)].join('  ·  '), forms.evidence(hash)]
}

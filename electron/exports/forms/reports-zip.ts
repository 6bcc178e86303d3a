import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { refuseProtected } from '../../book/file/protected.ts'
import type { Book } from '../../book/index.ts'
import { stationCalled } from '../../contract/called.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { ReportFormat } from '../../contract/form-words.ts'
import { namePart } from '../name-part.ts'
import { writeWhole } from '../file.ts'
import { freeNames } from '../reports/file-names.ts'
import type { FormRequest } from './content.ts'
import { reportPdf, reportXlsx, type ReportOptions, type WrittenReport } from './report.ts'

/**
 * A report for each station as files of one ZIP, for hosts that can choose no folder. Files are made one after another
 * and streamed: only one is held at a time.
 * @returns the bytes of the ZIP, and the pages of all its PDFs (null: spreadsheets)
 * @throws what `reportPdf` and `writeWhole` throw
 */
export async function writeReportsZip(
  book: Book,
  request: FormRequest,
  { file, format }: { file: string; format: ReportFormat },
  options: ReportOptions,
): Promise<Pick<WrittenReport, 'bytes' | 'pages'>> {
  refuseProtected(file)
  const zip = new ZipFile()
  const free = freeNames([])
  const { stationIds } = request
  let pages = 0
  const output = new PassThrough()
  // Nobody reads on where the disk is full: what is being made ends then, too.
  const stop = new AbortController()
  output.once('close', () => stop.abort())
  // `writeWhole` says so; what ends before it listens would be nobody's.
  output.on('error', () => undefined)
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal

  async function fill(): Promise<void> {
    for (const [nth, id] of stationIds.entries()) {
      const station = book.stations.get(id)
      const name = free(namePart(station ? stationCalled(station) : String(id)) || String(id), format)
      const one = { ...request, stationIds: [id] }
      const own: ReportOptions = {
        ...options,
        signal,
        tell: (done, total) => options.tell?.(nth * total + done, total * stationIds.length),
      }
      let content: Readable
      if (format === 'pdf') {
        const made = await reportPdf(book, one, own)
        pages += made.pages
        content = Readable.from([made.pdf])
      } else content = (await reportXlsx(book, one, own)).stream
      await added(zip, content, { name, mtime: new Date(options.nowMs), signal })
    }
    zip.end()
  }

  zip.outputStream.pipe(output)
  const filled = fill().catch((error: unknown) => void output.destroy(error as Error))
  try {
    return { bytes: await writeWhole(file, output, options.signal), pages: format === 'pdf' ? pages : null }
  } finally {
    await filled
  }
}

/** Resolves when the file has been read into the ZIP: the next is not made before. What is stopped is read no further. */
function added(
  zip: ZipFile,
  content: Readable,
  { name, mtime, signal }: { name: string; mtime: Date; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => content.destroy(new MeterbookError('CANCELLED'))
    content.once('end', resolve)
    content.once('error', reject)
    content.once('close', () => signal.removeEventListener('abort', stop))
    // It may have been stopped since the last thing that looked: nobody would read on then, nor say so.
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    zip.addReadStream(content, name, { mtime })
  })
}

import { parentPort, workerData } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { REPLACED_KEY } from '../../../contract/paper-letters.ts'
import { documentOf } from './layout.ts'
import { withFonts } from './letters.ts'
import type { FromLayout, LayoutStart, PaperPart, PaperRow, ToLayout } from './paper.ts'
import { keepZlibWhole } from './uncut.ts'

/** Lays pages out in a thread of its own: pdfmake is synchronous and takes seconds. Ended by terminating the thread, once it is ready. */
const port = parentPort
if (!port) throw new Error('worker.ts runs in a worker thread only.')
const tell = (message: FromLayout, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

const { paper, fonts, steps } = workerData as LayoutStart
keepZlibWhole(steps)
const parts: { part: PaperPart; rows: PaperRow[] }[] = []

// When this module, the last of them, has been evaluated to its end. What was sent before waits in the port.
setImmediate(() => {
  tell({ type: 'ready' })
  port.on('message', (message: ToLayout) => {
    if (message.type === 'part') parts.push({ part: message.part, rows: [] })
    else if (message.type === 'rows') parts.at(-1)?.rows.push(...message.rows)
    else void make(message.rows, message.replaced)
  })
})

/** Shares of the time that laying out and writing take. */
const LAYOUT = 0.7
/** Rows between two words about progress. */
const TELL_ROWS = 500

async function make(expected: number, replaced: readonly string[]): Promise<void> {
  let rows = 0
  let pages = 0
  const faces = Object.entries(fonts).map(([name, { regular, medium }]) => [
    name,
    { normal: regular, bold: medium, italics: regular, bolditalics: medium },
  ])
  pdfmake.setFonts(Object.fromEntries(faces))
  const files = new Set(Object.values(fonts).flatMap(({ regular, medium }) => [regular, medium]))
  // A form brings no files: texts and pictures are in the document.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((file) => files.has(file))
  pdfmake.setProgressCallback((share) => tell({ type: 'progress', share: LAYOUT + share * (1 - LAYOUT) }))
  const document = documentOf(paper, parts, () => {
    if (++rows % TELL_ROWS === 0) tell({ type: 'progress', share: Math.min(1, rows / Math.max(1, expected)) * LAYOUT })
  })
  // The window says it before the file is saved.
  if (replaced.length > 0) document.info = Object.assign(document.info ?? {}, { [REPLACED_KEY]: replaced.join('') })
  withFonts(document)
  const { header, footer } = document
  if (typeof header === 'function') document.header = (page, all, size) => withFonts(header(page, all, size))
  if (typeof footer === 'function')
    document.footer = (page, all, size) => {
      pages = all
      return withFonts(footer(page, all, size))
    }
  const made = await pdfmake.createPdf(document).getBuffer()
  const pdf = new Uint8Array(made.byteLength)
  pdf.set(made)
  tell({ type: 'done', pdf, pages }, [pdf.buffer])
  port?.close()
}

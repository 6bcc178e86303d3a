import { parentPort, workerData } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { documentOf } from './layout.ts'
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
    else void make(message.rows)
  })
})

/** Shares of the time that laying out and writing take. */
const LAYOUT = 0.7
/** Rows between two words about progress. */
const TELL_ROWS = 500

async function make(expected: number): Promise<void> {
  let rows = 0
  let pages = 0
  pdfmake.setFonts({
    Roboto: { normal: fonts.regular, bold: fonts.medium, italics: fonts.regular, bolditalics: fonts.medium },
  })
  // A form brings no files: texts and pictures are in the document.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((file) => file === fonts.regular || file === fonts.medium)
  pdfmake.setProgressCallback((share) => tell({ type: 'progress', share: LAYOUT + share * (1 - LAYOUT) }))
  const document = documentOf(paper, parts, () => {
    if (++rows % TELL_ROWS === 0) tell({ type: 'progress', share: Math.min(1, rows / Math.max(1, expected)) * LAYOUT })
  })
  const { footer } = document
  if (typeof footer === 'function')
    document.footer = (page, all, size) => {
      pages = all
      return footer(page, all, size)
    }
  const made = await pdfmake.createPdf(document).getBuffer()
  const pdf = new Uint8Array(made.byteLength)
  pdf.set(made)
  tell({ type: 'done', pdf, pages }, [pdf.buffer])
  port?.close()
}

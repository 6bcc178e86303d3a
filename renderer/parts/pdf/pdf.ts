import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- Vite makes a class of it, which starts the file as a worker
import PdfReader from 'pdfjs-dist/build/pdf.worker.min.mjs?worker'

/**
 * One for all documents, and never ended: a worker that a document owned would end with it, and the next document,
 * opened in that very moment, would be refused.
 */
let reader: PDFWorker | null = null

/**
 * Reads a PDF for drawing. It is read by a worker of the program's own: the Content-Security-Policy lets nothing else in.
 * Our reports hold neither pictures that need WebAssembly nor scripts.
 */
export async function openPdf(pdf: Blob): Promise<PDFDocumentProxy> {
  reader ??= PDFWorker.create({ port: new PdfReader() })
  const data = new Uint8Array(await pdf.arrayBuffer())
  return getDocument({ data, worker: reader, useWasm: false, useWorkerFetch: false, enableXfa: false }).promise
}

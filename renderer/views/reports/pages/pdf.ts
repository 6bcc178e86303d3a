import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- Vite makes a class of it, which starts the file as a worker
import PdfWorker from 'pdfjs-dist/build/pdf.worker.min.mjs?worker'

let port: Worker | null = null

/**
 * Reads a PDF for drawing. It is read by a worker of the program's own: the Content-Security-Policy lets nothing else in.
 * Our reports hold neither pictures that need WebAssembly nor scripts.
 */
export async function openPdf(pdf: Blob): Promise<PDFDocumentProxy> {
  port ??= new PdfWorker()
  GlobalWorkerOptions.workerPort = port
  const data = new Uint8Array(await pdf.arrayBuffer())
  return getDocument({ data, useWasm: false, useWorkerFetch: false, enableXfa: false }).promise
}

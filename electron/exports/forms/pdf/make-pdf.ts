import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { MeterbookError } from '../../../contract/errors.ts'
import type { FromLayout, LayoutStart, Paper, PaperPart, PaperRow, ToLayout } from './paper.ts'

/** Makes PDF files in a thread of its own. */

interface MadePdf {
  pdf: Uint8Array<ArrayBuffer>
  pages: number
}

export interface PdfMaker {
  /** Begins a part; the rows that follow are its own. */
  part: (part: PaperPart) => void
  row: (row: PaperRow) => void
  /** Lays the pages out. May be called once. */
  finish: () => Promise<MadePdf>
  /** Ends the thread where `finish` was not reached. */
  close: () => void
}

export interface PdfOptions {
  signal?: AbortSignal | undefined
  /** How far laying out and writing are, 0 to 1. */
  onShare?: ((share: number) => void) | undefined
}

/** Rows that go to the thread at once. */
const AT_ONCE = 500
/** A report of a thousand pages has room in it. */
const HEAP_MB = 3072

/** @throws MeterbookError CANCELLED from `finish`, when the signal says so: the thread is ended at once. */
export function startPdf(paper: Paper, { signal, onShare }: PdfOptions = {}): PdfMaker {
  const worker = new Worker(workerFile(), {
    workerData: { paper, fonts: fontFiles() } satisfies LayoutStart,
    name: 'meterbook-pdf',
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const end = () => void worker.terminate()
  signal?.addEventListener('abort', end, { once: true })
  const made = new Promise<MadePdf>((resolve, reject) => {
    worker.on('message', (message: FromLayout) => {
      if (message.type === 'progress') onShare?.(message.share)
      else resolve({ pdf: message.pdf, pages: message.pages })
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      signal?.removeEventListener('abort', end)
      reject(
        signal?.aborted ? new MeterbookError('CANCELLED') : new Error('The thread that lays pages out ended early.'),
      )
    })
  })
  // It may fail while rows are still being read; `finish` then says so.
  made.catch(() => undefined)
  if (signal?.aborted) end()

  let waiting: PaperRow[] = []
  let rows = 0
  const send = (message: ToLayout) => worker.postMessage(message)
  function flush(): void {
    if (waiting.length > 0) send({ type: 'rows', rows: waiting })
    waiting = []
  }
  return {
    part(part) {
      flush()
      send({ type: 'part', part })
    },
    row(row) {
      waiting.push(row)
      rows++
      if (waiting.length >= AT_ONCE) flush()
    },
    finish() {
      flush()
      send({ type: 'finish', rows })
      return made
    },
    close: end,
  }
}

/** The source beside this file, or what the build made of it: `paper.js` over the chunk that this file is in. */
function workerFile(): string {
  if (import.meta.filename.endsWith('.ts')) return path.join(import.meta.dirname, 'worker.ts')
  return above('paper.js')
}

/** Roboto with Cyrillic letters: pdfmake's own in the sources; the build copies it beside the program. */
function fontFiles(): LayoutStart['fonts'] {
  const folder = import.meta.filename.endsWith('.ts')
    ? path.join(path.dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts/Roboto')
    : above('fonts')
  return { regular: path.join(folder, 'Roboto-Regular.ttf'), medium: path.join(folder, 'Roboto-Medium.ttf') }
}

function above(name: string): string {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    const file = path.join(folder, name)
    if (existsSync(file)) return file
    if (folder === path.dirname(folder)) throw new Error(`The build lacks ${name}.`)
  }
}

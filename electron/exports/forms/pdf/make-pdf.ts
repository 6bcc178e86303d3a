import { createRequire } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { besideEntries, environmentOfThread, programFile } from '../../../book/threads/thread.ts'
import { MeterbookError } from '../../../contract/errors.ts'
import { boundedBy } from './bounded.ts'
import { FONT_FILES } from './font-files.ts'
import { createPrinter, LETTER_FONTS } from './letters.ts'
import type { FromLayout, LayoutStart, Paper, PaperColumn, PaperPart, PaperRow, ToLayout } from './paper.ts'
import { withOwnHeap } from './own-heap.ts'
import { endBetweenSteps, sharedSteps } from './uncut.ts'

/** Makes PDF files in a thread of its own. */

interface MadePdf {
  pdf: Uint8Array<ArrayBuffer>
  pages: number
  /** Characters that no font of the paper has and that are printed as their codes, each once. */
  replaced: string[]
}

export interface PdfMaker {
  /** Begins a part; the rows that follow are its own. */
  part: (part: PaperPart) => void
  row: (row: PaperRow) => void
  /** Lays the pages out. May be called once. */
  finish: () => Promise<MadePdf>
  /** Ends the thread where `finish` was not reached; resolves when it has ended. */
  close: () => Promise<void>
}

export interface PdfOptions {
  signal?: AbortSignal | undefined
  /** How far laying out and writing are, 0 to 1. */
  onShare?: ((share: number) => void) | undefined
  /** The thread's program, where it is not the one beside this file. */
  program?: string
}

const PROGRAM = { folder: import.meta.dirname, built: 'paper.cjs', name: 'pdf' }
/** Rows that go to the thread at once. */
const AT_ONCE = 500
/** A report of a thousand pages has room in it. */
const HEAP_MB = 3072

/**
 * The thread is never ended before it has loaded its modules: Node ends the whole process where a thread is terminated in
 * that moment ("Check failed: (location_) != nullptr"). Nor while it is in zlib (uncut.ts).
 * @throws MeterbookError CANCELLED from `finish`, when the signal says so: the thread is ended as soon as it may be.
 */
export function startPdf(paper: Paper, { signal, onShare, program = programFile(PROGRAM) }: PdfOptions = {}): PdfMaker {
  const steps = sharedSteps()
  const printer = createPrinter()
  const bounded = boundedBy(printer)
  const workerData: LayoutStart = { paper: bounded.paper(paper), fonts: fontFiles(), steps }
  const worker = withOwnHeap(
    HEAP_MB,
    () =>
      new Worker(program, {
        workerData,
        name: `meterbook-${PROGRAM.name}`,
        env: environmentOfThread(),
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      }),
  )
  let state: 'loading' | 'ready' | 'done' = 'loading'
  let isWanted = true
  function end(): void {
    isWanted = false
    if (state === 'ready') void endBetweenSteps(worker, steps)
  }
  signal?.addEventListener('abort', end, { once: true })
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const made = new Promise<MadePdf>((resolve, reject) => {
    worker.on('message', (message: FromLayout) => {
      if (message.type === 'progress') onShare?.(message.share)
      else if (message.type === 'ready') {
        state = 'ready'
        if (!isWanted) end()
      } else {
        state = 'done'
        resolve({ pdf: message.pdf, pages: message.pages, replaced: printer.replaced() })
      }
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      signal?.removeEventListener('abort', end)
      reject(signal?.aborted ? new MeterbookError('CANCELLED') : new Error('The thread that lays pages out ended early.'))
    })
  })
  // It may fail while rows are still being read; `finish` then says so.
  made.catch(() => undefined)
  if (signal?.aborted) end()

  let waiting: PaperRow[] = []
  let rows = 0
  let columns: readonly PaperColumn[] = []
  const send = (message: ToLayout) => worker.postMessage(message)
  function flush(): void {
    if (waiting.length > 0) send({ type: 'rows', rows: waiting })
    waiting = []
  }
  return {
    part(part) {
      flush()
      columns = part.columns
      send({ type: 'part', part: bounded.part(part) })
    },
    row(row) {
      waiting.push(bounded.row(row, columns))
      rows++
      if (waiting.length >= AT_ONCE) flush()
    },
    finish() {
      flush()
      send({ type: 'finish', rows, replaced: printer.replaced() })
      return made
    },
    async close() {
      // Having told what it made, it ends by itself.
      if (state === 'done') return
      end()
      await gone
    },
  }
}

/** Files of the fonts, each in its package in the sources; the build copies them beside the program. */
function fontFiles(): LayoutStart['fonts'] {
  const isSource = import.meta.filename.endsWith('.ts')
  const fileOf = (packaged: string): string =>
    isSource ? createRequire(import.meta.url).resolve(packaged) : path.join(besideEntries('fonts'), path.basename(packaged))
  const made = LETTER_FONTS.map((font) => {
    const { regular, medium } = FONT_FILES[font]
    return [font, { regular: fileOf(regular), medium: fileOf(medium) }] as const
  })
  return Object.fromEntries(made) as LayoutStart['fonts']
}

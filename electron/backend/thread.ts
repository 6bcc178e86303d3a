import { inspect } from 'node:util'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import type { Failure } from '../contract/common.ts'
import type { LanguageChoice } from '../contract/languages.ts'
import { withoutSecrets } from './clean-environment.ts'
import { visibleLines } from '../contract/visible.ts'
import type { Host } from './host.ts'
import { reportSchema, type Command, type Order, type Question, type ThreadStart } from './thread-channel.ts'

/**
 * A page of records lives for milliseconds: a small young generation and a heap with an end keep a long download flat
 * (`npm run bench -- memory`); the npm scripts of the other hosts give Node the same.
 */
const HEAP = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1024 }

/** The backend in a worker thread, as its owner sees it: no SQLite call, parse or export blocks the owner's thread. */
export interface BackendThread {
  /** A fresh port that the contract is served on until it closes. Messages wait until the backend has started. */
  connect(): MessagePort
  /** A command of the menu, or a file opened with the program, to the windows. */
  command(command: Command, file?: string | null): void
  /** Ends downloads at the next page, closes the book and the vault, and the thread. */
  close(): Promise<void>
}

export interface BackendThreadOptions {
  /** The built worker, `out/main/worker.js`. */
  worker: string | URL
  start: ThreadStart
  /** What the thread asks of the desktop. */
  desk: Pick<Host, 'saveAs' | 'chooseBook' | 'reveal' | 'notify'>
  onLanguage?: (language: LanguageChoice) => void
  /** The thread ended though nobody closed it: its failure to start, or null after a crash. */
  onGone: (failure: Failure | null) => void
}

const CLOSE_LIMIT_MS = 15_000

export function startBackendThread({ worker, start, desk, onLanguage, onGone }: BackendThreadOptions): BackendThread {
  const thread = new Worker(worker, {
    workerData: start,
    name: 'meterbook-backend',
    resourceLimits: HEAP,
    env: withoutSecrets(process.env),
  })
  const send = (order: Order, ports: MessagePort[] = []) => thread.postMessage(order, ports)
  let isClosing = false
  let failure: Failure | null = null
  const ended = new Promise<void>((resolve) => {
    thread.on('exit', () => {
      resolve()
      if (!isClosing) onGone(failure)
    })
  })
  thread.on('error', (error) => console.error(visibleLines(`The backend thread ended: ${inspect(error)}`)))
  thread.on('message', (message: unknown) => {
    const report = reportSchema.parse(message)
    if (report.kind === 'ask')
      void answer(desk, report.question).then((said) => send({ kind: 'answer', id: report.id, ...said }))
    else if (report.kind === 'notify') desk.notify(report)
    else if (report.kind === 'language') onLanguage?.(report.language)
    else if (report.kind === 'failed') failure = report.failure
  })

  return {
    connect() {
      const { port1, port2 } = new MessageChannel()
      send({ kind: 'window', port: port2 }, [port2])
      return port1
    },
    command: (command, file = null) => send({ kind: 'command', command, file }),
    async close() {
      isClosing = true
      send({ kind: 'close' })
      // Signing lanes out over a dead line takes its time limits; the book is safe at every moment.
      const overdue = setTimeout(() => void thread.terminate(), CLOSE_LIMIT_MS)
      await ended
      clearTimeout(overdue)
    },
  }
}

async function answer(
  desk: BackendThreadOptions['desk'],
  question: Question,
): Promise<{ value: unknown; error: string | null }> {
  try {
    switch (question.name) {
      case 'saveAs':
        return { value: await desk.saveAs(question.suggestedName), error: null }
      case 'chooseBook':
        return { value: await desk.chooseBook(), error: null }
      case 'reveal':
        return { value: await desk.reveal(question.file), error: null }
    }
  } catch (error) {
    return { value: null, error: error instanceof Error ? error.message : String(error) }
  }
}

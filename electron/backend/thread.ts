import { inspect } from 'node:util'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { isDefinedError, safe } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { implement, ORPCError } from '@orpc/server'
import type { Failure } from '../contract/common.ts'
import type { Contract } from '../contract/index.ts'
import type { Mishap } from '../contract/log-words.ts'
import { visibleLines } from '../contract/visible.ts'
import { withoutSecrets } from './clean-environment.ts'
import type { Command } from './commands.ts'
import type { Host } from './host.ts'
import { errorFacts } from './logged/error-facts.ts'
import { askOver, serveOn } from './ports.ts'
import type { ProgramLog } from './program-log.ts'
import type { StartProcess } from '../questions/questions.ts'
import { serveProcesses } from '../questions/over-port.ts'
import { hostContract, type threadContract, type ThreadStart } from './thread-contract.ts'

/**
 * A page of records lives for milliseconds: a small young generation and a heap with an end keep a long download flat
 * (`npm run bench -- memory`); the npm scripts of the other hosts give Node the same.
 */
const HEAP = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1024 }

/** Signing lanes out over a dead line takes its time limits; the book is safe at every moment. */
const CLOSE_LIMIT_MS = 15_000

/** The backend in a worker thread, as its owner sees it: no SQLite call, parse or export blocks the owner's thread. */
export interface BackendThread {
  /** A fresh port that the contract is served on until it closes. Messages wait until the backend has started. */
  connect(): MessagePort
  /** The contract, asked by the owner itself. */
  client: ContractRouterClient<Contract>
  /** A command of the menu, or a file opened with the program, to the windows. */
  command(command: Command['command'], file?: string | null): void
  /** Something happened to a part of the program: the window tells it once. */
  mishap(kind: Mishap): void
  /** Ends downloads at the next page, closes the book and the vault, and the thread. */
  close(): Promise<void>
}

export interface BackendThreadOptions {
  /** The built worker, `out/main/worker.cjs`. */
  worker: string | URL
  start: Omit<ThreadStart, 'ports'>
  /** What the thread asks of the desktop. */
  host: Pick<Host, 'saveAs' | 'chooseBook' | 'chooseFolder' | 'chooseUpdate' | 'installUpdate' | 'reveal'>
  /** Starts the processes that answer questions in SQL; the thread does it by itself where this is absent. */
  startQuestions?: StartProcess | undefined
  /** Where a crash of the thread is written. */
  programLog: Pick<ProgramLog, 'write'>
  /** The thread ended though nobody closed it: its failure to start, or null after a crash. */
  onGone: (failure: Failure | null) => void
}

export function startBackendThread({ worker, start, host, startQuestions, programLog, onGone }: BackendThreadOptions): BackendThread {
  const [asking, asked] = [new MessageChannel(), new MessageChannel()]
  serveHost(host, asking.port1)
  const questions = startQuestions ? new MessageChannel() : null
  if (questions && startQuestions) serveProcesses(questions.port1, startQuestions)
  const ports = { host: asking.port2, thread: asked.port2, questions: questions?.port2 ?? null }
  const thread = new Worker(worker, {
    workerData: { ...start, ports } satisfies ThreadStart,
    transferList: [ports.host, ports.thread, ...(ports.questions ? [ports.questions] : [])],
    name: 'meterbook-backend',
    resourceLimits: HEAP,
    env: withoutSecrets(process.env),
  })
  let isClosing = false
  let failure: Failure | null = null
  const ended = new Promise<void>((resolve) => {
    thread.on('exit', (exit) => {
      resolve()
      if (isClosing) return
      programLog.write('error', 'thread-ended', { thread: 'backend', exit, ...(failure && { code: failure.code }) })
      onGone(failure)
    })
  })
  thread.on('error', (error) => {
    programLog.write('error', 'thread-crashed', { thread: 'backend', ...errorFacts(error) })
    console.error(visibleLines(`The backend thread ended: ${inspect(error)}`))
  })

  const control = askOver<typeof threadContract>(asked.port1)
  void safe(control.started()).then(({ error }) => {
    if (!isDefinedError(error)) return
    failure = error.data
    void thread.terminate()
  })
  const connect = () => {
    const { port1, port2 } = new MessageChannel()
    thread.postMessage(port2, [port2])
    return port1
  }
  return {
    connect,
    client: askOver<Contract>(connect()),
    command: (command, file = null) => void safe(control.command({ command, file })),
    mishap: (kind) => void safe(control.mishap({ kind })),
    async close() {
      isClosing = true
      await safe(control.close(undefined, { signal: AbortSignal.timeout(CLOSE_LIMIT_MS) }))
      void thread.terminate()
      await ended
    },
  }
}

/** Serves what the thread asks of the host; what the shell fails with becomes the contract's FAILED. */
function serveHost(host: BackendThreadOptions['host'], port: MessagePort): void {
  const shell = implement(hostContract).use(async ({ next }) => {
    try {
      return await next()
    } catch (error) {
      // With it come the book's errors and SQLite, which nothing else in the owner's thread needs.
      const { failureOf } = await import('../downloads/failures.ts')
      throw new ORPCError('FAILED', { status: 422, message: 'failed', data: failureOf(error) })
    }
  })
  serveOn(port, {
    saveAs: shell.saveAs.handler(({ input }) => host.saveAs(input.suggestedName)),
    chooseBook: shell.chooseBook.handler(() => host.chooseBook()),
    chooseFolder: shell.chooseFolder.handler(() => host.chooseFolder()),
    chooseUpdate: shell.chooseUpdate.handler(() => host.chooseUpdate()),
    installUpdate: shell.installUpdate.handler(({ input }) => host.installUpdate(input)),
    reveal: shell.reveal.handler(({ input }) => host.reveal(input.file)),
  })
}

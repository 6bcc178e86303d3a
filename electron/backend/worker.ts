import { MessagePort, parentPort, workerData } from 'node:worker_threads'
import { implement } from '@orpc/server'
import { withFailures } from './base.ts'
import type { Host } from './host.ts'
import { processesOver } from '../questions/over-port.ts'
import { askOver, serveOn } from './ports.ts'
import { startBackend, type Backend } from './start.ts'
import { startSchema, threadContract, type hostContract } from './thread-contract.ts'

/** The backend in its thread: serves every window's port and asks the main process for what only it can do. */
if (!parentPort) throw new Error('worker.ts runs in a worker thread only.')

const { host: facts, options, ports } = startSchema.parse(workerData)
const shell = askOver<typeof hostContract>(ports.host)
const host: Host = {
  ...facts,
  saveAs: (suggestedName) => shell.saveAs({ suggestedName }),
  chooseBook: () => shell.chooseBook(),
  chooseFolder: () => shell.chooseFolder(),
  chooseUpdate: () => shell.chooseUpdate(),
  installUpdate: (update) => shell.installUpdate(update),
  reveal: (file) => shell.reveal({ file }),
}

/** A book that cannot be opened does not keep the program away: the window opens, tries again and says what is wrong. */
async function start(): Promise<Backend> {
  const { book, ...asked } = options
  const rest = { ...asked, ...(ports.questions && { startQuestions: processesOver(ports.questions).start }) }
  if (book === undefined) return startBackend(host, rest)
  try {
    return await startBackend(host, { ...rest, book })
  } catch {
    const backend = await startBackend(host, rest)
    backend.command('open-book', book)
    return backend
  }
}

// Serving begins before the backend is there: what is asked meanwhile waits for it.
const starting = start()
const api = implement(threadContract).use(withFailures)
serveOn(ports.thread, {
  started: api.started.handler(async () => void (await starting)),
  command: api.command.handler(async ({ input }) => (await starting).command(input.command, input.file)),
  mishap: api.mishap.handler(async ({ input }) => (await starting).mishap(input.kind)),
  close: api.close.handler(async () => (await starting).close()),
})
/** Each message is the port of a window. */
parentPort.on('message', (port: unknown) => {
  if (!(port instanceof MessagePort)) throw new TypeError('The backend thread is sent ports only.')
  starting.then(
    ({ router }) => serveOn(port, router),
    () => port.close(),
  )
})

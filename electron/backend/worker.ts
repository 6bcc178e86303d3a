import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { createRouterClient } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { failureOf } from '../downloads/failures.ts'
import type { Host } from './host.ts'
import { startBackend, type Backend } from './start.ts'
import {
  chosenSchema,
  orderSchema,
  savedAsSchema,
  startSchema,
  type Order,
  type Question,
  type Report,
} from './thread-channel.ts'

/** The backend in its thread: serves every window's port and asks the main thread for what only it can do. */
if (!parentPort) throw new Error('worker.ts runs in a worker thread only.')
const owner = parentPort
const tell = (report: Report) => owner.postMessage(report)

const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
let lastId = 0
function ask(question: Question): Promise<unknown> {
  const id = ++lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    tell({ kind: 'ask', id, question })
  })
}

const { host: facts, options } = startSchema.parse(workerData)
const host: Host = {
  ...facts,
  saveAs: async (suggestedName) => savedAsSchema.parse(await ask({ name: 'saveAs', suggestedName })),
  chooseBook: async () => chosenSchema.parse(await ask({ name: 'chooseBook' })),
  reveal: async (file) => void (await ask({ name: 'reveal', file })),
  notify: ({ title, body }) => tell({ kind: 'notify', title, body }),
}

/** A book that cannot be opened does not keep the program away: the window opens, tries again and says what is wrong. */
async function start(): Promise<Backend> {
  const { book, ...rest } = options
  if (book === undefined) return startBackend(host, rest)
  try {
    return await startBackend(host, options)
  } catch {
    const backend = await startBackend(host, rest)
    backend.command('open-book', book)
    return backend
  }
}

// Listening begins before the backend is there: a window's messages wait in its port.
const starting = start()
owner.on('message', (message: unknown) => {
  const order = orderSchema.parse(message)
  if (order.kind === 'answer') {
    const question = waiting.get(order.id)
    waiting.delete(order.id)
    if (order.error === null) question?.resolve(order.value)
    else question?.reject(new Error(order.error))
    return
  }
  void starting.then(
    (backend) => obey(backend, order),
    () => undefined,
  )
})

async function obey(backend: Backend, order: Exclude<Order, { kind: 'answer' }>): Promise<void> {
  if (order.kind === 'window') serveWindow(backend, order.port)
  else if (order.kind === 'command') backend.command(order.command, order.file)
  else {
    await backend.close()
    // Ends this thread, not the program.
    process.exit(0)
  }
}

function serveWindow(backend: Backend, port: MessagePort): void {
  new RPCHandler(backend.router).upgrade(port, { context: {} })
  port.start()
}

/** The menu speaks the language of the preferences. */
async function followLanguage(backend: Backend): Promise<void> {
  const { program } = createRouterClient(backend.router, { context: {} })
  tell({ kind: 'language', language: (await program.preferences()).language })
  for await (const change of await program.changes()) {
    if (change.topic === 'preferences') tell({ kind: 'language', language: (await program.preferences()).language })
  }
}

try {
  const backend = await starting
  tell({ kind: 'started' })
  void followLanguage(backend).catch(() => undefined)
} catch (error) {
  tell({ kind: 'failed', failure: failureOf(error) })
  owner.close()
}

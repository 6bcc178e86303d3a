import { EventEmitter, once } from 'node:events'
import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import threads, { type MessagePort, type Worker } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../../../electron/contract/index.ts'

/** Loads the *built* main and preload scripts around the stand-in, and is the page that they serve. */
export const standIn = await import('./electron.ts')

const standInUrl = new URL('./electron.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standInUrl, shortCircuit: true, format: 'module-typescript' } : next(specifier, context),
})

/** Every thread that the program starts, so that one can be made to crash. */
export const startedThreads: Worker[] = []
threads.Worker = class extends threads.Worker {
  constructor(...args: ConstructorParameters<typeof threads.Worker>) {
    super(...args)
    startedThreads.push(this)
  }
}
syncBuiltinESMExports()

/** The page's window: what a script in it could see of the preload script. */
export const pageWindow = Object.assign(new EventEmitter(), {
  location: { origin: 'app://meterbook' },
  targets: [] as string[],
  postMessage(_message: unknown, target: string, ports: MessagePort[]) {
    pageWindow.targets.push(target)
    pageWindow.emit('message', ports)
  },
  addEventListener: (name: string, listener: (event: unknown) => void) => pageWindow.on(name, listener),
})

/** Starts out/main/main.cjs as Electron would, and returns its window. */
export async function startProgram(root: string): Promise<InstanceType<typeof standIn.BrowserWindow>> {
  const opened = once(standIn.BrowserWindow.opened, 'opened')
  await Promise.all([import(pathToFileURL(path.join(root, 'out/main/main.cjs')).href), opened])
  const [window] = standIn.BrowserWindow.all
  if (!window) throw new Error('The program opened no window.')
  Object.assign(globalThis, { window: pageWindow })
  const globals = new Set(Object.getOwnPropertyNames(globalThis))
  const { preload } = window.options['webPreferences'] as { preload: string }
  createRequire(import.meta.url)(preload)
  const added = Object.getOwnPropertyNames(globalThis).filter((name) => !globals.has(name))
  if (added.length > 0) throw new Error(`The preload script left globals behind: ${added.join(', ')}`)
  return window
}

/** Loads the page: the program answers with a port, and the contract is spoken over it. */
export async function loadPage(window: InstanceType<typeof standIn.BrowserWindow>): Promise<ContractRouterClient<Contract>> {
  const client = nextClient()
  window.webContents.emit('dom-ready')
  return client
}

/** A client over the next port that is handed to the page. */
export async function nextClient(): Promise<ContractRouterClient<Contract>> {
  const [[port]] = (await once(pageWindow, 'message')) as [[MessagePort]]
  port.start()
  return createORPCClient(new RPCLink({ port }))
}

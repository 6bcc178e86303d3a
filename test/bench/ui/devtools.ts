import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'

/**
 * A browser, driven over its own protocol with no more than a bench needs. A test driver would listen to the network of
 * its pages: every message of the application would be copied through the browser's process to the bench, on the same
 * two cores and at the very moments that are measured.
 */
export interface Wire {
  send<T = unknown>(method: string, params?: object, session?: string): Promise<T>
  /** Calls back with every event of that name until the returned function is called. */
  on(event: string, listener: (params: never, session: string | undefined) => void): () => void
}

export interface BrowserProcess {
  wire: Wire
  close(): Promise<void>
}

const FLAGS = [
  '--headless',
  '--remote-debugging-port=0',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--password-store=basic',
  '--use-mock-keychain',
  '--mute-audio',
]

/** Starts a browser with a profile that is thrown away. */
export async function startBrowser(executablePath: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<BrowserProcess> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'meterbook-bench-browser-'))
  const child = spawn(executablePath, [...FLAGS, `--user-data-dir=${profile}`, ...args, 'about:blank'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const gone = once(child, 'exit')
  const address = await Promise.race([listening(child.stderr), gone.then(() => null)])
  if (address === null) throw new Error('the browser did not start')
  // The rest of its output is not used, but must be read or the pipe fills up.
  child.stderr.resume()
  const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 2 ** 30 })
  await once(socket, 'open')
  const wire = wireOver(socket)
  return {
    wire,
    async close() {
      wire.send('Browser.close').catch(() => undefined)
      await gone
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function listening(output: NodeJS.ReadableStream): Promise<string | null> {
  for await (const line of createInterface({ input: output })) {
    const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address !== undefined) return address
  }
  return null
}

interface Message {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
  sessionId?: string
}

function wireOver(socket: WebSocket): Wire {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  const listeners = new Map<string, Set<(params: never, session: string | undefined) => void>>()
  let last = 0
  socket.on('message', (data: Buffer) => {
    const { id, method, params, result, error, sessionId } = JSON.parse(data.toString()) as Message
    if (method !== undefined) for (const listener of listeners.get(method) ?? []) listener(params as never, sessionId)
    const question = id === undefined ? undefined : waiting.get(id)
    if (id === undefined || !question) return
    waiting.delete(id)
    if (error) question.reject(new Error(error.message))
    else question.resolve(result as never)
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser went away'))
  })
  return {
    send<T>(method: string, params: object = {}, sessionId?: string) {
      const id = ++last
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }))
      return new Promise<T>((resolve, reject) => waiting.set(id, { resolve, reject }))
    },
    on(event, listener) {
      const those = listeners.get(event) ?? new Set()
      listeners.set(event, those.add(listener))
      return () => those.delete(listener)
    },
  }
}

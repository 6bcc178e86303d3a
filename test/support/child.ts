import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { LogEntry } from '../../electron/demo/index.ts'

/** Programs that tests start and kill. */

export const root = path.resolve(import.meta.dirname, '../..')

export interface DemoProcess {
  url: string
  email: string
  password: string
  /** The log so far. */
  log(): Promise<LogEntry[]>
  clearLog(): Promise<void>
  openLanes(): Promise<string[]>
  stop(): Promise<void>
}

/** The demo service as its own process; `options` as in electron/demo/process.ts. */
export async function startDemoProcess(options: Record<string, unknown>): Promise<DemoProcess> {
  const child = spawn(process.execPath, ['electron/demo/process.ts', JSON.stringify(options)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await linesOf(child)()
  if (line === null) throw new Error('the demo service did not start')
  const account = JSON.parse(line) as { url: string; email: string; password: string }
  const control = async <T>(what: string, method = 'GET'): Promise<T> =>
    (await (await fetch(`${account.url}/__demo/${what}`, { method })).json()) as T
  return {
    ...account,
    async log() {
      const entries: LogEntry[] = []
      for (;;) {
        const since = entries.at(-1)?.seq ?? 0
        const page = await control<{ entries: LogEntry[]; last: number }>(`log?since=${since}`)
        entries.push(...page.entries)
        if (page.entries.length === 0 || entries.at(-1)?.seq === page.last) return entries
      }
    },
    clearLog: async () => void (await control('log', 'DELETE')),
    openLanes: async () => (await control<{ open: string[] }>('lanes')).open,
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
    },
  }
}

/** The lines a program prints, one by one; null once it has ended. */
export function linesOf(child: ChildProcess): () => Promise<string | null> {
  const lines = createInterface({ input: child.stdout as Readable })[Symbol.asyncIterator]()
  return async () => (await lines.next()).value ?? null
}

/** Resolves when a program has ended, in whatever way. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** A generator of fractions from a seed (mulberry32), so that a failing run can be repeated. */
export function fractions(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** The seed of random tests: the same in every run, so that a failure comes from a change; METERBOOK_SEED sets another (`random`: a new one). */
export function seedOf(): number {
  const given = process.env['METERBOOK_SEED'] ?? '20261121'
  return given === 'random' ? Math.floor(Math.random() * 0x7fffffff) : Number(given)
}

import { spawn } from 'node:child_process'
import path from 'node:path'
import type { Faults, LogEntry } from '../../../electron/demo/index.ts'
import { createWorld, type World } from '../../../electron/demo/world/index.ts'
import { ended, firstLine, root, steadyEnv } from './process.ts'

/** The demo service in a process of its own, with its switches. */
export interface Demo {
  url: string
  email: string
  password: string
  /** The truth that it serves. */
  world: World
  /** Requests since the start or the last `forget`; with `data`, without sign-ins and sign-outs. */
  log(only?: 'data'): Promise<LogEntry[]>
  forget(): Promise<void>
  /** Switches faults on; null switches one off. */
  faults(given: { [Name in keyof Faults]?: Faults[Name] | null }): Promise<void>
  noFaults(): Promise<void>
  /** Stops the service's clock at a moment. */
  clock(nowMs: number): Promise<void>
  /** Clients that are signed in. */
  lanes(): Promise<string[]>
  stop(): Promise<void>
}

export interface DemoWishes {
  port?: number
  stations?: number
  seed?: number
  nowMs?: number
  firstDay?: number
  latencyMs?: number
}

/** Starts a demo service; it runs until `stop`. */
export async function startDemo(wishes: DemoWishes = {}): Promise<Demo> {
  const child = spawn(process.execPath, [path.join(root, 'electron/demo/process.ts'), JSON.stringify({ nowMs: Date.now(), ...wishes })], {
    env: steadyEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url, email, password } = JSON.parse(await firstLine(child)) as {
    url: string
    email: string
    password: string
  }

  async function control<T>(method: string, name: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${url}/__demo/${name}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!answer.ok) throw new Error(`/__demo/${name}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const truth = await control<{ stations: number; seed: number; firstDay: number; nowMs: number }>('GET', 'world')

  return {
    url,
    email,
    password,
    world: createWorld({ ...truth, now: () => truth.nowMs }),
    async log(only) {
      const { entries } = await control<{ entries: LogEntry[] }>('GET', 'log?limit=100000')
      return only === 'data' ? entries.filter((entry) => !entry.path.includes('/auth/')) : entries
    },
    forget: () => control('DELETE', 'log'),
    faults: (given) => control('PUT', 'faults', given),
    noFaults: () => control('DELETE', 'faults'),
    clock: (nowMs) => control('PUT', 'clock', { nowMs }),
    lanes: async () => (await control<{ open: string[] }>('GET', 'lanes')).open,
    stop: () => ended(child),
  }
}

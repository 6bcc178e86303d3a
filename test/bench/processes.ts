import { readFileSync } from 'node:fs'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** Programs that benches start: each side is a process of its own, the way a user would run it. */

export const root = path.resolve(import.meta.dirname, '../..')

/** Node's flags in the script that users run (`npm run meterbook`). */
export function heapFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: { meterbook: string }
  }
  return scripts.meterbook.split(' ').filter((word) => word.startsWith('--'))
}

/** Node's arguments by which `npm run meterbook` starts the command line. */
export const commandLine = (): string[] => [...heapFlags(), path.join(root, 'electron/entry.cjs'), 'cli']

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
  /** Wall time from start to exit. */
  elapsedMs: number
}

/** Runs a program to its end. `started` gets its process id. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; started?: (pid: number) => void } = {},
): Promise<Finished> {
  const begun = performance.now()
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) options.started?.(child.pid)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr, elapsedMs: performance.now() - begun }))
  })
}

export interface DemoProcess {
  url: string
  email: string
  password: string
  stop(): Promise<void>
}

/** The demo service as its own process; `options` as in electron/demo/process.ts. */
export async function startDemoProcess(options: Record<string, unknown>): Promise<DemoProcess> {
  const script = path.join(root, 'electron/demo/process.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const [line] = await Promise.race([
    (async () => {
      for await (const first of createInterface(child.stdout)) return [first]
      return [undefined]
    })(),
    exited.then(() => [undefined]),
  ])
  if (line === undefined) throw new Error('the demo service did not start')
  return {
    ...(JSON.parse(line) as { url: string; email: string; password: string }),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** A folder for the work, removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'meterbook-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The memory of a process, bytes; null once it has ended. */
export function residentBytes(pid: number): number | null {
  try {
    if (process.platform === 'linux') {
      const match = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
      return match ? Number(match[1]) * 1024 : null
    }
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) * 1024
  } catch {
    return null
  }
}

/**
 * The most memory that this process has had, bytes. On Linux not `resourceUsage().maxRSS`: a process inherits that from
 * the one that started it, here a bench which holds DuckDB's tables.
 */
export function peakBytes(): number {
  const own = process.platform === 'linux' ? /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) : null
  return (own ? Number(own[1]) : process.resourceUsage().maxRSS) * 1024
}

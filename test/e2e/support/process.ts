import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** The project, or another copy of it whose build is under test. */
export const root = process.env['METERBOOK_E2E_ROOT'] ?? path.resolve(import.meta.dirname, '../../..')

/**
 * What every process of a test has alike, whatever the machine: English, Moscow time, no proxy. What the first of them
 * compiled serves all others: a start takes a sixth less.
 */
export const steadyEnv: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'meterbook-compiled'),
  LANG: 'en_US.UTF-8',
  LC_ALL: 'en_US.UTF-8',
  TZ: 'Europe/Moscow',
  HTTP_PROXY: '',
  HTTPS_PROXY: '',
  http_proxy: '',
  https_proxy: '',
}

/** The first line that a process prints. Rejects when it ends before. */
export async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the process has no output to read')
  const lines = createInterface({ input: child.stdout })
  const gone = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the process ended with ${String(code)}`)))
  const [line] = (await Promise.race([once(lines, 'line'), gone])) as [string]
  return line
}

/** Asks a process to end and waits until it has. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

export interface CliResult {
  code: number
  stdout: string
  stderr: string
}

/** Runs the built command line to its end. */
export async function runCli(args: readonly string[], env: NodeJS.ProcessEnv): Promise<CliResult> {
  const child = spawn(process.execPath, [path.join(root, 'out/main/cli.cjs'), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout, stderr }
}

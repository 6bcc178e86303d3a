import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { run } from '../../../electron/cli/main.ts'
import { visibleLines } from '../../../electron/contract/visible.ts'

/**
 * The command line as a user starts it: a process of its own, from the build (vitest.config.ts has it made). From its sources
 * every start takes twice the time.
 */
export const builtCli = path.resolve(import.meta.dirname, '../../../out/main/cli.cjs')

export interface Outcome {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Running {
  child: ChildProcessWithoutNullStreams
  done: Promise<Outcome>
  /** Resolves when standard error holds the text. */
  says(text: string): Promise<void>
  /** The first line of standard output. */
  prints(): Promise<string>
}

/** Starts `meterbook …`. `data` is its data folder, so that no test meets the user's own. */
export function start(args: readonly string[], data: string, env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(process.execPath, [builtCli, ...args], {
    env: { ...process.env, METERBOOK_DATA: data, METERBOOK_PASSWORD: undefined, NODE_OPTIONS: undefined, ...env },
  })
  let stdout = ''
  let stderr = ''
  const waiting: { text: string; resolve: () => void }[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    for (const wait of waiting) if (stderr.includes(wait.text)) wait.resolve()
  })
  const done = new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  return {
    child,
    done,
    prints: async () => {
      while (!stdout.includes('\n')) await once(child.stdout, 'data')
      return stdout.slice(0, stdout.indexOf('\n'))
    },
    says: (text) =>
      Promise.race([
        new Promise<void>((resolve) => {
          if (stderr.includes(text)) resolve()
          else waiting.push({ text, resolve })
        }),
        done.then(({ code }) => {
          throw new Error(`ended with ${code} before it said '${text}': ${stderr}`)
        }),
      ]),
  }
}

/** Runs `meterbook …` to its end, as a process of its own. */
export async function meterbookProcess(args: readonly string[], data: string, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const running = start(args, data, env)
  running.child.stdin.end()
  return running.done
}

/**
 * Runs `meterbook …` to its end inside the test's process, with nothing on its standard input: a tenth of the time. What
 * a process adds (signals, locks, pipes, the environment of Node itself) is tested with `start` and `meterbookProcess`.
 */
export async function meterbook(args: readonly string[], data: string, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  let [stdout, stderr] = ['', '']
  const code = await run(args, {
    print: (text) => void (stdout += `${visibleLines(text)}\n`),
    room: () => Promise.resolve(),
    note: (text) => void (stderr += `${visibleLines(text)}\n`),
    stdin: new PassThrough().end() as unknown as NodeJS.ReadStream,
    stderr: new PassThrough() as unknown as NodeJS.WriteStream,
    isInteractive: false,
    env: { ...process.env, METERBOOK_DATA: data, METERBOOK_PASSWORD: undefined, ...env },
    signal: new AbortController().signal,
  })
  return { code, signal: null, stdout, stderr }
}

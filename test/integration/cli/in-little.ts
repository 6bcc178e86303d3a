import { spawn } from 'node:child_process'
import path from 'node:path'
import { ended, linesOf } from '../../support/child.ts'
import type { Outcome } from './run-cli.ts'

export interface LittleOutcome extends Outcome {
  /** Memory of the whole process at most; 0 where it ended. */
  peakKb: number
}

/** Command lines that run one after the other in one process with a small heap: what the first leaves in it is not there for the next. */
export interface LittleHost {
  /** Runs `meterbook …`. Where the process ends over it, the outcome has the signal or the code that it ended with. */
  run(args: readonly string[]): Promise<LittleOutcome>
  stop(): Promise<void>
}

/** @param heapMb of V8's old generation: beyond it the process ends */
export function hostWithHeap(heapMb: number, data: string, env: NodeJS.ProcessEnv = {}): LittleHost {
  const host = path.join(import.meta.dirname, 'command-host.ts')
  const begin = () => {
    const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, host, data], {
      env: { ...process.env, METERBOOK_PASSWORD: undefined, NODE_OPTIONS: undefined, ...env },
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (said += text))
    return { child, next: linesOf(child), said: () => said }
  }
  let running: ReturnType<typeof begin> | null = null
  return {
    async run(args) {
      running ??= begin()
      const { child, next, said } = running
      child.stdin.write(`${JSON.stringify(args)}\n`)
      const line = await next()
      if (line !== null) return JSON.parse(line) as LittleOutcome
      running = null
      await ended(child)
      return { code: child.exitCode, signal: child.signalCode, stdout: '', stderr: said(), peakKb: 0 }
    },
    async stop() {
      if (!running) return
      running.child.stdin.end()
      await ended(running.child)
    },
  }
}

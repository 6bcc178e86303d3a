import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Report } from './reports.ts'
import type { Step } from './steps.ts'

const root = path.resolve(import.meta.dirname, '../..')

export interface Outcome {
  step: Step
  report: Report
  seconds: number
  /** What its programs took of the processors, seconds; null where no shell counts it. */
  processorSeconds: number | null
}

/** Runs a step to its end. What one beside others prints is shown when it is over, so that their lines do not mix. */
export async function runStep(step: Step, isAlone: boolean): Promise<Outcome> {
  const title = `\n── ${step.name}: ${step.command.join(' ')}\n`
  process.stdout.write(isAlone ? title : `… ${step.name}\n`)
  const reportFile = step.report && path.join(root, step.report.file)
  if (reportFile) rmSync(reportFile, { force: true })
  const startedMs = performance.now()
  const { code, output, processorSeconds } = await run(step, isAlone)
  const seconds = (performance.now() - startedMs) / 1000
  if (!isAlone) process.stdout.write(title + output)

  const report =
    step.report && reportFile && existsSync(reportFile)
      ? step.report.count(readFileSync(reportFile, 'utf8'))
      : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0, failures: [], times: [] }
  // Whatever the report says, a runner that ended badly is a failure (a crash, an unhandled rejection, no tests found).
  if (code !== 0 && report.failed === 0) report.failed = 1
  return { step, report, seconds, processorSeconds }
}

interface Ended {
  /** Null when a signal ended it. */
  code: number | null
  /** What it printed, unless that went to the terminal at once. */
  output: string
  processorSeconds: number | null
}

/** Runs the program in $@ and tells the fourth stream what it and all its programs took of the processors. */
const COUNTED = '"$@"; code=$?; times >&3; exit $code'

async function run({ command }: Step, isAlone: boolean): Promise<Ended> {
  const [program, ...args] = command
  if (!program) throw new Error('A step names no program.')
  const isWindows = process.platform === 'win32'
  const child = spawn(isWindows ? program : 'sh', isWindows ? args : ['-c', COUNTED, 'sh', ...command], {
    cwd: root,
    stdio: [isAlone ? 'inherit' : 'ignore', ...(isAlone ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const)), 'pipe'],
    // Windows finds the .cmd files of node_modules/.bin through a shell only.
    shell: isWindows,
    env: {
      ...process.env,
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      PATH: [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter),
    },
  })
  const printed: Buffer[] = []
  const times: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk))
  child.stdio[3]?.on('data', (chunk: Buffer) => times.push(chunk))
  const [code] = await once(child, 'close').catch((error: unknown) => {
    console.error(error)
    return [null]
  })
  const [output, counted] = [printed, times].map((chunks) => Buffer.concat(chunks).toString())
  return { code: code as number | null, output: output ?? '', processorSeconds: secondsOf(counted ?? '') }
}

/** The sum of what the shell's `times` says: two lines, of itself and of its programs, each `0m1.25s 0m0.50s`. */
export function secondsOf(times: string): number | null {
  const parts = [...times.matchAll(/(\d+)m(\d+[.,]?\d*)s/g)]
  if (parts.length === 0) return null
  return parts.reduce((sum, [, minutes, seconds = '']) => sum + Number(minutes) * 60 + Number(seconds.replace(',', '.')), 0)
}

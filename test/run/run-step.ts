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
}

/** Runs a step to its end. What one beside others prints is shown when it is over, so that their lines do not mix. */
export async function runStep(step: Step, isAlone: boolean): Promise<Outcome> {
  const title = `\n── ${step.name}: ${step.command.join(' ')}\n`
  process.stdout.write(isAlone ? title : `… ${step.name}\n`)
  const reportFile = step.report && path.join(root, step.report.file)
  if (reportFile) rmSync(reportFile, { force: true })
  const startedMs = performance.now()
  const { code, output } = await run(step, isAlone)
  const seconds = (performance.now() - startedMs) / 1000
  if (!isAlone) process.stdout.write(title + output)

  const report =
    step.report && reportFile && existsSync(reportFile)
      ? step.report.count(readFileSync(reportFile, 'utf8'))
      : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0, failures: [], times: [] }
  // Whatever the report says, a runner that ended badly is a failure (a crash, an unhandled rejection, no tests found).
  if (code !== 0 && report.failed === 0) report.failed = 1
  return { step, report, seconds }
}

/** The exit code, null when a signal ended it, and what it printed unless that went to the terminal at once. */
async function run({ command }: Step, isAlone: boolean): Promise<{ code: number | null; output: string }> {
  const [program, ...args] = command
  if (!program) throw new Error('A step names no program.')
  const child = spawn(program, args, {
    cwd: root,
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    // Windows finds the .cmd files of node_modules/.bin through a shell only.
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      PATH: [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter),
    },
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = await once(child, 'close').catch((error: unknown) => {
    console.error(error)
    return [null]
  })
  return { code: code as number | null, output: Buffer.concat(chunks).toString() }
}

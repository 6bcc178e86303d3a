import { spawn } from 'node:child_process'
import { MeterbookError, systemCode } from '../../../contract/errors.ts'
import { withoutSecrets } from '../../clean-environment.ts'
import { shellText } from '../../shell-text.ts'
import type { Step } from '../order.ts'

export interface ToolAnswer {
  /** Null: the tool is not there, or was ended. */
  code: number | null
  out: string
  err: string
}

/** A tool that asks something back would wait without end, ms. */
const PATIENCE_MS = 60_000

/** Runs a tool of the system to its end, without our secrets in its environment. Never throws. */
export function runTool([program = '', ...args]: readonly string[], input = ''): Promise<ToolAnswer> {
  return new Promise((resolve) => {
    const env = { ...withoutSecrets(process.env), LC_ALL: 'C', SYSTEMD_PAGER: '', SYSTEMD_COLORS: '0' }
    const child = spawn(program, args, { env, stdio: 'pipe', windowsHide: true })
    // Node's own time limit goes on for a tool that is not there, and the program could not end before it.
    const limit = setTimeout(() => child.kill(), PATIENCE_MS)
    const settle = (answer: ToolAnswer) => {
      clearTimeout(limit)
      resolve(answer)
    }
    const [out, err]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (bytes: Buffer) => out.push(bytes))
    child.stderr.on('data', (bytes: Buffer) => err.push(bytes))
    child.once('error', (error) => settle({ code: null, out: '', err: systemCode(error) || error.message }))
    child.once('close', (code) => settle({ code, out: textOf(Buffer.concat(out)), err: textOf(Buffer.concat(err)) }))
    // A tool that ends without reading is no error of ours.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

/** Windows' tools write UTF-16 into some pipes. */
const textOf = (bytes: Buffer): string => (bytes[1] === 0 ? bytes.toString('utf16le') : bytes.toString('utf8')).replace(/^\ufeff/, '')

/** Runs steps one after the other. @throws MeterbookError SCHEDULE_REFUSED with the tool's own words. */
export async function runSteps(steps: readonly Step[] = [], input = ''): Promise<void> {
  for (const { command, mayFail } of steps) {
    const { code, out, err } = await runTool(command, input)
    if (code !== 0 && !mayFail) throw new MeterbookError('SCHEDULE_REFUSED', { tool: shellText(command), said: (err || out).trim() })
  }
}

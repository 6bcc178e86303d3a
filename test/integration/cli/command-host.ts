import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { LittleOutcome } from './in-little.ts'
import { meterbook } from './run-cli.ts'

/**
 * `node command-host.ts DATA`: runs the command lines that come on standard input, each a JSON list of arguments, one after
 * the other in this process, and answers each with a line: its outcome as JSON, with
 * the memory that the whole process had at most meanwhile.
 */

/** Linux alone tells the peak since it was last forgotten; elsewhere it is that of the process so far. */
const isToldAnew = process.platform === 'linux'
const forgetPeak = () => isToldAnew && writeFileSync('/proc/self/clear_refs', '5')
const peakKb = () =>
  isToldAnew ? Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) : process.resourceUsage().maxRSS

const [data = ''] = process.argv.slice(2)
for await (const line of createInterface({ input: process.stdin })) {
  forgetPeak()
  const outcome = await meterbook(JSON.parse(line) as string[], data)
  process.stdout.write(`${JSON.stringify({ ...outcome, peakKb: peakKb() } satisfies LittleOutcome)}\n`)
}

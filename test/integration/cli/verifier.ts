import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { meterbook, type Outcome } from './run-cli.ts'

/**
 * Verifies the bundle that each line of its standard input names, and says on one line how that ended and how much memory
 * the whole process had at most while it did: started by `hostile-bundles.test.ts`.
 */
export interface Verified extends Outcome {
  peakKb: number
}

/** Linux alone tells the peak since it was last asked; elsewhere it is that of all bundles so far. */
const isTold = process.platform === 'linux'
const forgetPeak = () => isTold && writeFileSync('/proc/self/clear_refs', '5')
const peakKb = () =>
  isTold ? Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) : process.resourceUsage().maxRSS

for await (const file of createInterface({ input: process.stdin })) {
  forgetPeak()
  const outcome = await meterbook(['verify', file], process.env['METERBOOK_DATA'] ?? '')
  process.stdout.write(`${JSON.stringify({ ...outcome, peakKb: peakKb() } satisfies Verified)}\n`)
}

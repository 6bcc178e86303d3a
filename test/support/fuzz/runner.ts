import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mock } from 'node:test'
import { NOW_MS, runSeed } from './steps.ts'

/**
 * `node test/support/fuzz/runner.ts all|one SEED…`: runs seeds one after the other and prints a JSON line when a step begins, for
 * each fault, and at the end of each seed. By hand too: it repeats a seed that has failed.
 * `one`: of the parts that take the most time, one for each seed.
 */

const print = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`)

// A seed means the same on every day.
mock.timers.enable({ apis: ['Date'], now: NOW_MS })
// The program logs here what it did not foresee; nothing else is to be logged.
console.error = (...said: unknown[]) =>
  print({ kind: 'fault', seed: current, step: 'console', what: said.map(String).join(' ').slice(0, 3_000) })

let current = -1
const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-fuzz-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const [parts, ...seeds] = process.argv.slice(2)
for (const seed of seeds.map(Number)) {
  current = seed
  const own = path.join(folder, String(seed))
  mkdirSync(own)
  const counts: Record<string, number> = {}
  await runSeed(seed, own, parts === 'one' ? 'one' : 'all', {
    begin: (step) => print({ kind: 'step', seed, step, atMs: Math.round(performance.now()) }),
    changed: (mutations) => print({ kind: 'changed', seed, mutations }),
    fault: (step, what) => print({ kind: 'fault', seed, step, what: what.slice(0, 5_000) }),
    count: (what, by = 1) => void (counts[what] = (counts[what] ?? 0) + by),
  })
  rmSync(own, { recursive: true, force: true })
  print({ kind: 'seed', seed, counts, peakBytes: process.resourceUsage().maxRSS * 1024 })
}
process.exit(0)

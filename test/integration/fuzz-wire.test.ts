import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { root } from '../support/child.ts'

/**
 * Whatever the service sends: downloaded, judged, put on forms, made evidence of, shared, merged, written into a lake and shown in
 * the window. Each seed changes some of the answers (types, sizes, stamps, nesting, megabytes, halves of pairs, marks of
 * direction, order, pages) and knows which records it left sound. Nothing ends in a way that nobody foresaw, nothing hangs, memory is
 * bounded, and what was sound is in the book.
 *
 * METERBOOK_LONG: 1,000 seeds instead of 10. METERBOOK_FUZZ='17 24': these seeds.
 */

const [isLong, given] = [process.env['METERBOOK_LONG'] === '1', process.env['METERBOOK_FUZZ']]
/**
 * Each seed has one of the parts that take the most time (forms, evidence, sharing, lake, window); named seeds have
 * all.
 */
const PARTS = given === undefined ? 'one' : 'all'
const SEEDS = seedsOf()
/** Seeds of one process: its peak of memory is theirs. */
const A_PROCESS = 25
const GIGABYTE = 1_000_000_000
/** A step that says nothing for longer hangs: that is the fault that is looked for. */
const HANG_MS = 60_000

function seedsOf(): number[] {
  if (given !== undefined) return given.split(/[\s,]+/).map(Number)
  return Array.from({ length: isLong ? 1_000 : 10 }, (_, at) => at + 1)
}

type Line =
  | { kind: 'step'; seed: number; step: string }
  | { kind: 'fault'; seed: number; step: string; what: string }
  | { kind: 'changed'; seed: number; mutations: string[] }
  | { kind: 'seed'; seed: number; counts: Record<string, number>; peakBytes: number }

const counts: Record<string, number> = {}
let peakBytes = 0
let mutations = 0

/** Runs the seeds in a process of their own; what is wrong with them, in words. */
async function faultsOf(seeds: readonly number[]): Promise<string[]> {
  const child = spawn(process.execPath, ['test/support/fuzz/runner.ts', PARTS, ...seeds.map(String)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said = (said + text).slice(-4_000)))
  const faults: string[] = []
  const broken = new Set<number>()
  let ended = 0
  let changed: string[] = []
  const repeat = (seed: number) => `repeat with: node test/support/fuzz/runner.ts ${PARTS} ${seed}`
  const add = (seed: number, what: string) => {
    broken.add(seed)
    faults.push(`seed ${seed}, ${what}\n${repeat(seed)}`)
  }
  let [seed, step] = [seeds[0] ?? 0, 'start']
  const hangs = () => {
    add(seed, `${step}: nothing for ${HANG_MS / 1000} s`)
    child.kill('SIGKILL')
  }
  let timer = setTimeout(hangs, HANG_MS)
  for await (const text of createInterface({ input: child.stdout })) {
    clearTimeout(timer)
    timer = setTimeout(hangs, HANG_MS)
    const line = JSON.parse(text) as Line
    seed = line.seed
    if (line.kind === 'step') step = line.step
    if (line.kind === 'fault') add(seed, `${line.step}: ${line.what}`)
    if (line.kind === 'changed') {
      changed = line.mutations
      mutations += changed.length
    }
    if (line.kind !== 'seed') continue
    ended += 1
    if (line.peakBytes >= GIGABYTE) add(seed, `${Math.round(line.peakBytes / 1e6)} MB of memory`)
    peakBytes = Math.max(peakBytes, line.peakBytes)
    for (const [what, count] of Object.entries(line.counts)) counts[what] = (counts[what] ?? 0) + count
    if (broken.has(seed)) faults.push(listOf(seed, changed))
  }
  clearTimeout(timer)
  const [code, signal] = (await closed) as [number | null, NodeJS.Signals | null]
  if (ended < seeds.length) {
    add(seed, `${step}: the process ended with ${code ?? signal}: ${said}`)
    faults.push(listOf(seed, changed))
  }
  return faults
}

const listOf = (seed: number, changed: readonly string[]) => `seed ${seed} changed:\n  ${changed.join('\n  ')}`

const groups = Array.from({ length: Math.ceil(SEEDS.length / A_PROCESS) }, (_, at) => SEEDS.slice(at * A_PROCESS, (at + 1) * A_PROCESS))

test.each(groups.map((seeds) => [seeds[0], seeds.at(-1), seeds] as const))(
  'seeds %i to %i: whatever the service sends',
  async (_first, _last, seeds) => {
    const faults = await faultsOf(seeds)
    expect(faults.join('\n\n')).toBe('')
  },
)

test.runIf(given === undefined)('answers were changed, and what was sound was looked for', () => {
  console.log(JSON.stringify({ seeds: SEEDS.length, mutations, peakMB: Math.round(peakBytes / 1e6), ...counts }, null, 1))
  expect(mutations).toBeGreaterThan(SEEDS.length * 5)
  expect(counts['sound records looked for']).toBeGreaterThan(SEEDS.length * 100)
})

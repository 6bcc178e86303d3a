import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS } from '../../electron/contract/time/units.ts'
import { root } from './processes.ts'
import type { Measured } from './report/measured.ts'
import { missingIn, type Results } from './report/page.ts'
import { BENCH_NAMES, keysOf } from './rows.ts'
import type { BenchName } from './sizes.ts'

/** The newest result of each row of full runs, a file a bench, so that a run may be made in several sittings. */

const FOLDER = path.join(root, 'node_modules/.cache/bench')
const fileOf = (name: BenchName) => path.join(FOLDER, `${name}.json`)

function read(name: BenchName): Measured[] {
  try {
    return JSON.parse(readFileSync(fileOf(name), 'utf8')) as Measured[]
  } catch {
    // Nothing is kept, or it was cut off: it is measured again.
    return []
  }
}

/** Keeps what was measured now in the place of what was kept of these rows. */
export function keep(name: BenchName, measured: readonly Measured[]): void {
  const fresh = new Set(measured.map(({ row }) => row))
  const rows = new Set(keysOf(name, null))
  const stay = read(name).filter(({ row }) => rows.has(row) && !fresh.has(row))
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(fileOf(name), `${JSON.stringify([...stay, ...measured], null, 2)}\n`)
}

export const keptResults = (): Results => Object.fromEntries(BENCH_NAMES.map((name) => [name, read(name)]))

/** Whether all rows of a bench were measured within the last day. */
export function isKept(name: BenchName, nowMs: number): boolean {
  const kept = read(name).filter(({ at }) => nowMs - Date.parse(at) < DAY_MS)
  return !missingIn({ [name]: kept }).some((missing) => missing.startsWith(`${name} `))
}

/** The commit that is measured. A changed page of performance is no change of the program. */
export function commitOf(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs')
    return `${git('rev-parse', '--short=8', 'HEAD')}${changed === '' ? '' : '+'}`
  } catch {
    return 'unknown'
  }
}

/** In general words: nothing by which a machine could be found. */
export const machineOf = (): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}, Node ${process.versions.node}`

const LOOK_MS = 2_000

/** Looks for two seconds how busy the processors are while this program does nothing, percent. */
export async function othersBusy(): Promise<number> {
  const before = cpus()
  await wait(LOOK_MS)
  let [all, idle] = [0, 0]
  for (const [at, { times }] of cpus().entries()) {
    const then = before[at]?.times ?? times
    for (const kind of Object.keys(times) as (keyof typeof times)[]) all += times[kind] - then[kind]
    idle += times.idle - then.idle
  }
  return all === 0 ? 0 : Math.round((100 * (all - idle)) / all)
}

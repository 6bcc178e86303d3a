import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'vitest'

/** Hostile inputs by the lines of the list that they were found by: each is tried, and what it took is written down. */

export interface Attack {
  /** What is done, in a few words. */
  name: string
  /** Fails where the attack succeeds. @returns the most memory that a process of its own took, MB, where one did */
  run: () => number | void | Promise<number | void>
  /** Tried by day as well. When absent, the first of its kind is. */
  isDaily?: boolean
}

export interface Tried {
  line: number
  kind: string
  name: string
  isHeld: boolean
  seconds: number
  /** Of a process of its own all that it took, else by how much the tests' own has grown. */
  megabytes: number
}

const isLong = process.env['METERBOOK_LONG'] === '1'
const FILE = path.resolve(import.meta.dirname, '../../test-results/attacks.jsonl')

/** One test for each attack of a kind: all of them by night (METERBOOK_LONG), by day one. */
export function attacks(line: number, kind: string, all: readonly Attack[]): void {
  const chosen = all.filter(({ isDaily }, nth) => isLong || (isDaily ?? nth === 0))
  if (chosen.length === 0) return
  describe(`hostile input, ${kind}`, () => {
    for (const { name, run } of chosen)
      test(name, async () => {
        const [startedMs, before] = [performance.now(), process.memoryUsage().rss]
        const done = (isHeld: boolean, own: number | null): void => {
          const megabytes = own ?? Math.max(0, process.memoryUsage().rss - before) / 1e6
          wrote({ line, kind, name, isHeld, seconds: (performance.now() - startedMs) / 1000, megabytes })
        }
        try {
          done(true, (await run()) ?? null)
        } catch (error) {
          done(false, null)
          throw error
        }
      })
  })
}

function wrote(tried: Tried): void {
  mkdirSync(path.dirname(FILE), { recursive: true })
  appendFileSync(FILE, `${JSON.stringify(tried)}\n`)
}

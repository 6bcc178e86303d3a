import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { beforeAll, describe, expect, test } from 'vitest'
import { RULE_CODES, RULES, type RuleCode } from '../../../../electron/contract/rules.ts'
import { addScores, ALL, noScores, precision, recall, scoreOf, TYPES, type Scores } from '../../../support/worlds/scores.ts'
import { tableByNoise, tableByType, tableOf, wrongOf } from '../../../support/worlds/table.ts'
import { WORLD_SEEDS } from '../../../support/worlds/world.ts'

/**
 * Seeded worlds with planted faults (test/support/worlds): what is so is found and nothing else is; what is only unlike the
 * rest is found nine times of ten, and nineteen of twenty findings are right, at every type of device.
 *
 * The long run judges the sample by these goals. In three worlds each fault is there three times or four, of which no share of
 * nine in ten can be told: what was found and invented there is counted, and no rule may do worse than it did.
 *
 *     PLANTED_WORLDS=all|heldOut|1-10   which worlds (WORLD_SEEDS); unsaid: three of them, and the sample in the long run
 *     PLANTED_TABLE=FILE                writes all tables, and what was missed and invented, into a file
 */

const GOAL = { definite: { recall: 1, precision: 1 }, statistical: { recall: 0.9, precision: 0.95 } } as const

/**
 * Where the rules do not reach the goal yet: a rule among all stations, or at one type of device ('spike counters').
 * A line is raised or taken away when a rule is mended, and none is ever lowered.
 */
const BELOW_GOAL: Readonly<Record<string, { recall: number; precision: number }>> = {
  frozen: { recall: 1, precision: 0.93 },
  spike: { recall: 0.84, precision: 0.73 },
  unusual_hour: { recall: 0.78, precision: 0.4 },
  unusual_day: { recall: 0.94, precision: 0.46 },
  conversion: { recall: 1, precision: 0.77 },
  level_shift: { recall: 0.6, precision: 0.8 },
  // A leak of less than a third of what is used now shows in no day: without hours nobody sees the night.
  'level_shift dailyAlone': { recall: 0.6, precision: 0.6 },
}

/**
 * Findings of the rules that miss or invent anything in the daily worlds; every other rule finds all and invents nothing.
 * A rule that does better gets better numbers here; none is ever made worse, and no threshold is chosen by these worlds.
 */
const IN_DAILY: Readonly<Partial<Record<RuleCode, { found: number; invented: number }>>> = {
  spike: { found: 2, invented: 1 },
  unusual_day: { found: 3, invented: 1 },
  level_shift: { found: 1, invented: 0 },
  conversion: { found: 3, invented: 1 },
}

const goalOf = (code: RuleCode, cell: string) =>
  BELOW_GOAL[cell === ALL ? code : `${code} ${cell}`] ?? BELOW_GOAL[code] ?? GOAL[RULES[code].kind]

const named = process.env['PLANTED_WORLDS'] ?? (process.env['METERBOOK_LONG'] === '1' ? 'sample' : 'daily')
const scores: Scores = noScores()
/** Only ends a hang: thousands of station years take their time where others work on the machine. */
const LONGEST_MS = 3_600_000

const seedsNamed = (name: string): readonly number[] => {
  if (name === 'daily' || name === 'sample' || name === 'all' || name === 'heldOut') return WORLD_SEEDS[name]
  const [first = 1, last = first] = name.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

beforeAll(async () => {
  const seeds = seedsNamed(named)
  const threads = Math.min(4, availableParallelism())
  const parts = Array.from({ length: threads }, (_, thread) => judgedApart(seeds.filter((_seed, at) => at % threads === thread)))
  for (const part of await Promise.all(parts)) addScores(scores, part)
  const title = `${seeds.length} worlds (${named}), thresholds as usual`
  console.log(`${title}\n${tableOf(scores)}`)
  const file = process.env['PLANTED_TABLE']
  if (file === undefined) return
  const wrong = RULE_CODES.map((code) => [code, wrongOf(scores, code, 60)])
    .filter(([, texts]) => texts !== '')
    .map(([code, texts]) => `${code}\n${texts}`)
  writeFileSync(file, [title, tableOf(scores), tableByType(scores), tableByNoise(scores), ...wrong, ''].join('\n\n'))
}, LONGEST_MS)

/** Judges worlds on a thread of their own: one alone would take as long as all cores together. */
const judgedApart = (seeds: readonly number[]): Promise<Scores> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../../../support/worlds/judge-worker.ts', import.meta.url), {
      workerData: seeds,
    })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

describe.for(RULE_CODES.filter((code) => code !== 'kept_twice' && code !== 'imbalance'))('%s', (code) => {
  test(`${RULES[code].kind}: finds what is planted and invents nothing else`, () => {
    const whole = scoreOf(scores, code, ALL)
    expect(whole.planted).toBeGreaterThan(seedsNamed(named).length / 2)
    if (named === 'daily') {
      const { found, invented } = IN_DAILY[code] ?? { found: whole.planted, invented: 0 }
      expect(whole.found, wrongOf(scores, code, 20)).toBeGreaterThanOrEqual(found)
      expect(whole.invented, wrongOf(scores, code, 20)).toBeLessThanOrEqual(invented)
      return
    }
    for (const cell of [ALL, ...TYPES]) {
      const score = scoreOf(scores, code, cell)
      const goal = goalOf(code, cell)
      const why = `${code}, ${cell}: ${JSON.stringify(score)}\n${wrongOf(scores, code, 20)}`
      expect(recall(score), why).toBeGreaterThanOrEqual(goal.recall)
      expect(precision(score), why).toBeGreaterThanOrEqual(goal.precision)
    }
  })
})

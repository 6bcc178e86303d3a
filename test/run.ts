import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { excerpt, type Count } from './run/reports.ts'
import { runStep, type Outcome } from './run/run-step.ts'
import { STEPS, type Step } from './run/steps.ts'

/**
 * `npm test`: every check and test, each step's time, and at the end one line `N passed, N failed`.
 * A static check counts as one test; test runners are counted from the reports they write.
 * `npm test -- unit e2e` runs only the named steps; `--long` also what takes too long for every run.
 */

const LANES = 2

/** Runs steps in their order, two at a time; one that is alone prints as it goes. */
async function twoAtATime(steps: readonly Step[]): Promise<Outcome[]> {
  const [waiting, outcomes]: [Step[], Outcome[]] = [[...steps], []]
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift())
      outcomes.push(await runStep(step, steps.length === 1))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return steps.flatMap((step) => outcomes.filter((outcome) => outcome.step === step))
}

function lineOf({ step, report: { passed, failed, skipped }, seconds }: Outcome): string {
  const outcome = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} SKIPPED` : ''}`
  return `${step.name.padEnd(14)}${seconds.toFixed(1).padStart(7)} s   ${outcome}`
}

const wishes = process.argv.slice(2)
if (wishes.includes('--long')) process.env['METERBOOK_LONG'] = '1'
const names = wishes.filter((wish) => wish !== '--long')
const unknown = names.filter((name) => !STEPS.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. Steps: ${STEPS.map((step) => step.name).join(', ')}.`)
  process.exit(2)
}

mkdirSync(path.resolve(import.meta.dirname, '../test-results'), { recursive: true })
const startedMs = performance.now()
const chosen = STEPS.filter(({ name }) => names.length === 0 || names.includes(name))
const outcomes: Outcome[] = []
for (const now of [1, 2]) outcomes.push(...(await twoAtATime(chosen.filter(({ stage }) => stage === now))))
const minutes = (performance.now() - startedMs) / 60_000

const sum = (kind: keyof Count) => outcomes.reduce((total, { report }) => total + report[kind], 0)
const failures = outcomes.flatMap(({ report }) => report.failures)
// The output of a whole run is long and often cut: what failed is named again where everybody looks.
if (failures.length > 0) console.log(`\n${failures.map(excerpt).join('\n\n')}`)
console.log(`\n${outcomes.map(lineOf).join('\n')}\n${minutes.toFixed(1)} minutes in all`)
if (sum('skipped') > 0) console.log(`${sum('skipped')} tests were skipped: see above why.`)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)

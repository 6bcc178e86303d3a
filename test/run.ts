import { mkdirSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { inLanes } from './run/in-lanes.ts'
import { excerpt, slowest, type Count } from './run/reports.ts'
import { runStep, type Outcome } from './run/run-step.ts'
import { STEPS } from './run/steps.ts'

/**
 * `npm test`: every check and test, each step's time and what it took of the processors, the slowest tests, and at the end one line `N passed, N failed`.
 * A static check counts as one test; test runners are counted from the reports they write.
 * `npm test -- unit e2e` runs only the named steps; `--long` also what takes too long for every run.
 */

/** One more than the processors of a small machine: most tests wait for another program half of the time. */
const LANES = 3

/** The processors' time since the machine began, in all and idle, ms. */
function processorTimes(): { all: number; idle: number } {
  const times = cpus().map((cpu) => cpu.times)
  return {
    all: times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
  }
}

const inSeconds = (seconds: number) => `${seconds.toFixed(1).padStart(7)} s`

function lineOf({ step, report: { passed, failed, skipped }, seconds, processorSeconds }: Outcome): string {
  const outcome = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} SKIPPED` : ''}`
  const processor = processorSeconds === null ? '' : `, processor ${inSeconds(processorSeconds)}`
  return `${step.name.padEnd(14)}${inSeconds(seconds)}${processor}   ${outcome}`
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
const before = processorTimes()
const chosen = STEPS.filter(({ name }) => names.length === 0 || names.includes(name))
const outcomes = await inLanes(chosen, LANES, (step) => runStep(step, chosen.length === 1))
const now = processorTimes()
const minutes = (performance.now() - startedMs) / 60_000

const sum = (kind: keyof Count) => outcomes.reduce((total, { report }) => total + report[kind], 0)
const failures = outcomes.flatMap(({ report }) => report.failures)
// The output of a whole run is long and often cut: what failed is named again where everybody looks.
if (failures.length > 0) console.log(`\n${failures.map(excerpt).join('\n\n')}`)
const times = outcomes.flatMap(({ report }) => report.times)
if (times.length > 0) console.log(`\n${slowest(times)}`)
const idle = (100 * (now.idle - before.idle)) / (now.all - before.all)
console.log(`\n${outcomes.map(lineOf).join('\n')}`)
console.log(`${minutes.toFixed(1)} minutes in all, processors idle for ${idle.toFixed(0)} % of it`)
if (sum('skipped') > 0) console.log(`${sum('skipped')} tests were skipped: see above why.`)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)

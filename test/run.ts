import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * `npm test`: every check in order, each step's time, and at the end one line `N passed, N failed`.
 * A static check counts as one test; test runners are counted from the reports they write.
 * `npm test -- unit e2e` runs only the named steps.
 */

interface Count {
  passed: number
  failed: number
  skipped: number
}
/** A test that failed, and the beginning of what it said. */
interface Failure {
  title: string
  said: string
}
type Report = Count & { failures: Failure[] }
interface Step {
  name: string
  command: string[]
  /** The runner's JSON report and how to count it; a step without one counts as one test. */
  report?: { file: string; count: (text: string) => Report }
}

const root = path.resolve(import.meta.dirname, '..')
const vitest = (project: string): Step => ({
  name: project,
  command: [
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=test-results/${project}.json`,
  ],
  report: { file: `test-results/${project}.json`, count: countVitest },
})

const STEPS: Step[] = [
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'types', command: ['vue-tsc', '--noEmit'] },
  { name: 'promises', command: ['node', 'test/floating-promises.ts'] },
  { name: 'architecture', command: ['depcruise', 'electron', 'renderer', '--config', '.dependency-cruiser.cjs'] },
  { name: 'dead-code', command: ['knip'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'build', command: ['electron-vite', 'build', '--logLevel', 'warn'] },
  vitest('unit'),
  vitest('integration'),
  {
    name: 'e2e',
    command: ['playwright', 'test'],
    report: { file: 'test-results/e2e.json', count: countPlaywright },
  },
]

function countVitest(text: string): Report {
  const report = JSON.parse(text) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    testResults: {
      name: string
      message: string
      status: string
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
    }[]
  }
  const failures = report.testResults.flatMap((file) => {
    const name = path.relative(root, file.name)
    // A file that could not even be loaded holds no assertion: it counts as one failure.
    if (file.status === 'failed' && file.assertionResults.length === 0) return [{ title: name, said: file.message }]
    return file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => ({ title: `${name} › ${test.fullName}`, said: test.failureMessages.join('\n') }))
  })
  return { passed: report.numPassedTests, failed: failures.length, skipped: report.numPendingTests, failures }
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: {
    file: string
    line: number
    title: string
    ok: boolean
    tests: { results: { errors: { message?: string }[] }[] }[]
  }[]
}

function countPlaywright(text: string): Report {
  const { stats, errors, suites } = JSON.parse(text) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: { message?: string }[]
    suites: PlaywrightSuite[]
  }
  const specs = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specs),
  ]
  const said = (list: { message?: string }[]) => list.map(({ message }) => message ?? '').join('\n')
  const failures = [
    ...errors.map((error) => ({ title: 'outside of every test', said: said([error]) })),
    ...suites
      .flatMap(specs)
      .filter(({ ok }) => !ok)
      .map((spec) => ({
        title: `${spec.file}:${spec.line} › ${spec.title}`,
        said: said(spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors))),
      })),
  ]
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures,
  }
}

/** The first lines of what a test said, without colours, set in under its name. */
function excerpt({ title, said }: Failure): string {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [`FAILED ${title}`, ...lines.slice(0, 12).map((line) => `    ${line.slice(0, 200)}`)].join('\n')
}

function runStep(step: Step): Report & { seconds: number } {
  const reportFile = step.report && path.join(root, step.report.file)
  if (reportFile) rmSync(reportFile, { force: true })
  const startedMs = performance.now()
  const [program, ...args] = step.command
  if (!program) throw new Error(`The step '${step.name}' names no program.`)
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    // Windows finds the .cmd files of node_modules/.bin through a shell only.
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      PATH: [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter),
    },
  })
  const seconds = (performance.now() - startedMs) / 1000
  const ok = status === 0
  const count =
    step.report && reportFile && existsSync(reportFile)
      ? step.report.count(readFileSync(reportFile, 'utf8'))
      : { passed: ok ? 1 : 0, failed: 0, skipped: 0, failures: [] }
  // Whatever the report says, a runner that ended badly is a failure (a crash, an unhandled rejection, no tests found).
  if (!ok && count.failed === 0) count.failed = 1
  return { ...count, seconds }
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !STEPS.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. Steps: ${STEPS.map((step) => step.name).join(', ')}.`)
  process.exit(2)
}

mkdirSync(path.join(root, 'test-results'), { recursive: true })
const total: Count = { passed: 0, failed: 0, skipped: 0 }
const lines: string[] = []
const failures: Failure[] = []
for (const step of STEPS.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
  console.log(`\n── ${step.name}: ${step.command.join(' ')}`)
  const { passed, failed, skipped, seconds, ...report } = runStep(step)
  failures.push(...report.failures)
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  const outcome = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} SKIPPED` : ''}`
  lines.push(`${step.name.padEnd(14)}${seconds.toFixed(1).padStart(7)} s   ${outcome}`)
}

// The output of a whole run is long and often cut: what failed is named again where everybody looks.
if (failures.length > 0) console.log(`\n${failures.map(excerpt).join('\n\n')}`)
console.log(`\n${lines.join('\n')}`)
if (total.skipped > 0) console.log(`${total.skipped} tests were skipped: see above why.`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

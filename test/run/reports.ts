import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** How many tests passed, failed and were skipped, counted from the reports that the test runners write. */

export interface Count {
  passed: number
  failed: number
  skipped: number
}
/** A test that failed, and the beginning of what it said. */
export interface Failure {
  title: string
  said: string
}
/** A test that ran, and how long it took, without what runs before and after all tests of its file. */
export interface TestTime {
  file: string
  title: string
  seconds: number
}
export type Report = Count & { failures: Failure[]; times: TestTime[] }

const root = path.resolve(import.meta.dirname, '../..')

export function countVitest(text: string): Report {
  const report = JSON.parse(text) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    testResults: {
      name: string
      message: string
      status: string
      assertionResults: { status: string; fullName: string; failureMessages: string[]; duration?: number | null }[]
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
  const times = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      file: path.relative(root, name),
      title: fullName,
      seconds: (duration ?? 0) / 1000,
    })),
  )
  return { passed: report.numPassedTests, failed: failures.length, skipped: report.numPendingTests, failures, times }
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: {
    file: string
    line: number
    title: string
    ok: boolean
    tests: { results: { errors: { message?: string }[]; duration: number }[] }[]
  }[]
}

export function countPlaywright(text: string): Report {
  const { stats, errors, suites } = JSON.parse(text) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: { message?: string }[]
    suites: PlaywrightSuite[]
  }
  const specs = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)]
  const all = suites.flatMap(specs)
  const times = all.map(({ file, title, tests }) => ({
    file: `test/e2e/${file}`,
    title,
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0),
  }))
  const said = (list: { message?: string }[]) => list.map(({ message }) => message ?? '').join('\n')
  const failures = [
    ...errors.map((error) => ({ title: 'outside of every test', said: said([error]) })),
    ...all
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
    times,
  }
}

/** The first lines of what a test said, without colours, set in under its name. */
export function excerpt({ title, said }: Failure): string {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [`FAILED ${title}`, ...lines.slice(0, 12).map((line) => `    ${line.slice(0, 200)}`)].join('\n')
}

const MOST_NAMED = 10

/** The test files and the tests that took longest, a line each: a file takes what its tests take together. */
export function slowest(times: readonly TestTime[]): string {
  const files = new Map<string, number>()
  for (const { file, seconds } of times) files.set(file, (files.get(file) ?? 0) + seconds)
  const lines = (list: readonly (readonly [string, number])[]) =>
    list
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MOST_NAMED)
      .map(([name, seconds]) => `${seconds.toFixed(1).padStart(7)} s   ${name.slice(0, 160)}`)
  return [
    'The slowest files',
    ...lines([...files]),
    'The slowest tests',
    ...lines(times.map(({ file, title, seconds }) => [`${file} › ${title}`, seconds])),
  ].join('\n')
}

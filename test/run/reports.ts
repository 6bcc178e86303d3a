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
export type Report = Count & { failures: Failure[] }

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

export function countPlaywright(text: string): Report {
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
export function excerpt({ title, said }: Failure): string {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [`FAILED ${title}`, ...lines.slice(0, 12).map((line) => `    ${line.slice(0, 200)}`)].join('\n')
}

import { expect, test } from 'vitest'
import { inLanes } from '../../run/in-lanes.ts'
import { countPlaywright, countVitest, slowest } from '../../run/reports.ts'
import { secondsOf } from '../../run/run-step.ts'
import { STEPS } from '../../run/steps.ts'

/** `npm test`: what it runs beside each other, and what it says of the time. */

/** Steps that end when they are told to, and the order in which they began. */
function atHand() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = ({ name }: { name: string }) => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  /** Ends a step, and lets what waits for it begin. */
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { begun, work, end }
}

test('a step begins when the one that it comes after is over; others overtake it; no more run than there are lanes', async () => {
  const { begun, work, end } = atHand()
  const steps = [{ name: 'build' }, { name: 'unit' }, { name: 'e2e', after: 'build' }, { name: 'lint' }, { name: 'types' }]
  const all = inLanes(steps, 2, work)
  expect(begun).toEqual(['build', 'unit'])
  await end('unit')
  expect(begun).toEqual(['build', 'unit', 'lint'])
  await end('build')
  expect(begun).toEqual(['build', 'unit', 'lint', 'e2e'])
  for (const name of ['lint', 'e2e', 'types']) await end(name)
  expect(await all).toEqual(['build', 'unit', 'e2e', 'lint', 'types'])
})

test('a step that is run without its forerunner begins at once; one that waits for itself is refused', async () => {
  const done = (step: { name: string }) => Promise.resolve(step.name)
  expect(await inLanes([{ name: 'e2e', after: 'build' }], 2, done)).toEqual(['e2e'])
  await expect(inLanes([{ name: 'a', after: 'a' }], 2, done)).rejects.toThrow('a')
})

test('each step comes after one that there is', () => {
  const names = STEPS.map(({ name }) => name)
  for (const { name, after } of STEPS) if (after !== undefined) expect(names.indexOf(after)).toBeLessThan(names.indexOf(name))
})

test('what a step took of the processors is the sum of what the shell says, in any locale', () => {
  expect(secondsOf('0m0.25s 0m0,5s\n1m2.000000s 0m1.25s\n')).toBeCloseTo(64)
  expect(secondsOf('')).toBeNull()
})

test('the ten slowest files and tests of both runners are named, a file by the sum of its tests', () => {
  const assertion = (fullName: string, duration: number) => ({ status: 'passed', fullName, failureMessages: [], duration })
  const file = (name: string, ...assertionResults: object[]) => ({
    name: `${process.cwd()}/test/unit/${name}`,
    message: '',
    status: 'passed',
    assertionResults,
  })
  const many = Array.from({ length: 12 }, (_, at) => file(`many-${at}.test.ts`, assertion('quick', at)))
  const unit = countVitest(
    JSON.stringify({
      numPassedTests: 15,
      numFailedTests: 0,
      numPendingTests: 0,
      testResults: [
        file('a.test.ts', assertion('one', 4000), assertion('two', 3000)),
        file('b.test.ts', assertion('three', 6000)),
        ...many,
      ],
    }),
  )
  const spec = { file: 'c.e2e.ts', line: 1, title: 'four', ok: true, tests: [{ results: [{ errors: [], duration: 5000 }] }] }
  const e2e = countPlaywright(
    JSON.stringify({
      stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 0 },
      errors: [],
      suites: [{ specs: [], suites: [{ specs: [spec] }] }],
    }),
  )
  const lines = slowest([...unit.times, ...e2e.times])
    .split('\n')
    .map((line) => line.trim())
  expect(lines.slice(0, 4)).toEqual([
    'The slowest files',
    '7.0 s   test/unit/a.test.ts',
    '6.0 s   test/unit/b.test.ts',
    '5.0 s   test/e2e/c.e2e.ts',
  ])
  expect(lines[11]).toBe('The slowest tests')
  expect(lines.slice(12, 16)).toEqual([
    '6.0 s   test/unit/b.test.ts › three',
    '5.0 s   test/e2e/c.e2e.ts › four',
    '4.0 s   test/unit/a.test.ts › one',
    '3.0 s   test/unit/a.test.ts › two',
  ])
  expect(lines).toHaveLength(22)
})

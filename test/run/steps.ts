import { countPlaywright, countVitest, type Report } from './reports.ts'

export interface Step {
  name: string
  command: string[]
  /** The step that makes what this one runs: it is over, well or badly, before this one begins. */
  after?: string
  /** The runner's JSON report and how to count it; a step without one counts as one test. */
  report?: { file: string; count: (text: string) => Report }
}

const check = (name: string, ...command: string[]): Step => ({ name, command })
const vitest = (project: string): Step => ({
  name: project,
  command: [
    ...['vitest', 'run', '--project', project],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=test-results/${project}.json`],
  ],
  report: { file: `test-results/${project}.json`, count: countVitest },
})

/**
 * In the order in which they begin as far as they may. The build comes first, because the end-to-end tests, the longest of
 * all, and the unit tests begin when it ends; they and the integration tests wait for other programs half of the time, so that the checks
 * beside them use what they leave.
 */
export const STEPS: readonly Step[] = [
  check('build', 'electron-vite', 'build', '--logLevel', 'warn'),
  vitest('component'),
  // Threads run from the build (test/support/built-threads.ts).
  { ...vitest('unit'), after: 'build' },
  { ...vitest('slow'), after: 'build' },
  {
    name: 'e2e',
    command: ['playwright', 'test'],
    after: 'build',
    report: { file: 'test-results/e2e.json', count: countPlaywright },
  },
  check('types', 'vue-tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'),
  check('lint', 'oxlint', '--deny-warnings'),
  check('architecture', 'depcruise', 'electron', 'renderer', '--config', '.dependency-cruiser.cjs'),
  check('dead-code', 'knip'),
  check('format', 'oxfmt', '--check', '.'),
  { ...vitest('integration'), after: 'build' },
]

import { countPlaywright, countVitest, type Report } from './reports.ts'

export interface Step {
  name: string
  command: string[]
  /** Shares the machine with one other step; all such steps are over before a step begins that needs it for itself. */
  beside: boolean
  /** The runner's JSON report and how to count it; a step without one counts as one test. */
  report?: { file: string; count: (text: string) => Report }
}

const check = (name: string, ...command: string[]): Step => ({ name, command, beside: true })
const vitest = (project: string, beside: boolean): Step => ({
  name: project,
  command: [
    ...['vitest', 'run', '--project', project],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=test-results/${project}.json`],
  ],
  beside,
  report: { file: `test-results/${project}.json`, count: countVitest },
})

/**
 * In the order they begin. The unit tests come first, as the longest of those that run beside others. Prettier keeps
 * in node_modules/.cache which files it found in order.
 */
export const STEPS: readonly Step[] = [
  vitest('unit', true),
  check('lint', 'oxlint', '--deny-warnings'),
  check('types', 'vue-tsc', '--noEmit'),
  check('promises', 'node', 'test/floating-promises.ts'),
  check('architecture', 'depcruise', 'electron', 'renderer', '--config', '.dependency-cruiser.cjs'),
  check('dead-code', 'knip'),
  check('format', 'prettier', '--check', '--cache', '--log-level', 'warn', '.'),
  check('build', 'electron-vite', 'build', '--logLevel', 'warn'),
  vitest('integration', false),
  {
    name: 'e2e',
    command: ['playwright', 'test'],
    beside: false,
    report: { file: 'test-results/e2e.json', count: countPlaywright },
  },
]

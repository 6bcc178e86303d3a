import { countPlaywright, countVitest, type Report } from './reports.ts'

export interface Step {
  name: string
  command: string[]
  /** All steps of a stage are over before one of the next begins; within a stage two run at a time. */
  stage: 1 | 2
  /** The runner's JSON report and how to count it; a step without one counts as one test. */
  report?: { file: string; count: (text: string) => Report }
}

const check = (name: string, ...command: string[]): Step => ({ name, command, stage: 1 })
const vitest = (project: string, stage: 1 | 2): Step => ({
  name: project,
  command: [
    ...['vitest', 'run', '--project', project],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=test-results/${project}.json`],
  ],
  stage,
  report: { file: `test-results/${project}.json`, count: countVitest },
})

/**
 * In the order they begin. The unit tests come first, as the longest of their stage; those of the second stage run what
 * the first has built, and wait for other programs half of the time.
 */
export const STEPS: readonly Step[] = [
  vitest('unit', 1),
  vitest('component', 1),
  check('lint', 'oxlint', '--deny-warnings'),
  check('types', 'vue-tsc', '--noEmit'),
  check('architecture', 'depcruise', 'electron', 'renderer', '--config', '.dependency-cruiser.cjs'),
  check('dead-code', 'knip'),
  check('format', 'oxfmt', '--check', '.'),
  check('build', 'electron-vite', 'build', '--logLevel', 'warn'),
  vitest('integration', 2),
  {
    name: 'e2e',
    command: ['playwright', 'test'],
    stage: 2,
    report: { file: 'test-results/e2e.json', count: countPlaywright },
  },
]

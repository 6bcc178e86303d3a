import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

/** The workflows run where no test sees them first: what they name has to be there. */
const root = path.resolve(import.meta.dirname, '../../..')
const folder = path.join(root, '.github/workflows')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

interface Job {
  'runs-on': string
  'timeout-minutes': number
  strategy?: { matrix: Record<string, unknown> }
  steps: { uses?: string; run?: string; name?: string; if?: string; with?: Record<string, unknown> }[]
}
interface Workflow {
  name: string
  on: unknown
  permissions: Record<string, string>
  jobs: Record<string, Job>
}
/** What npm can run without a script of that name. */
const NPM_OWN = new Set(['ci', 'test', 'run'])

test.each(readdirSync(folder))('%s names only what is there', (file) => {
  const workflow = parse(readFileSync(path.join(folder, file), 'utf8'), { strict: true }) as Workflow
  expect(workflow).toMatchObject({
    name: expect.any(String) as string,
    on: expect.anything() as unknown,
    permissions: { contents: 'read' },
  })
  const jobs = Object.entries(workflow.jobs)
  expect(jobs.length).toBeGreaterThan(0)
  for (const [name, job] of jobs) {
    expect(job, name).toMatchObject({ 'runs-on': expect.any(String) as string, 'timeout-minutes': expect.any(Number) as number })
    for (const step of job.steps) {
      // One of the two, never both.
      expect(
        [step.uses, step.run].filter((one) => one !== undefined),
        JSON.stringify(step),
      ).toHaveLength(1)
      if (step.uses) expect(step.uses).toMatch(/^actions\/[\w-]+@v\d+$/)
      for (const fault of faultsOf(step.run ?? '')) expect.fail(`${file}, ${name}: ${fault}`)
    }
    const matrix = job.strategy?.matrix ?? {}
    const known = new Set([...Object.keys(matrix), ...((matrix['include'] ?? []) as object[]).flatMap((line) => Object.keys(line))])
    for (const [, variable = ''] of JSON.stringify(job).matchAll(/\$\{\{ matrix\.(\w+) \}\}/g)) expect(known, name).toContain(variable)
  }
})

/** Scripts, programs and files that a command names and the project does not have. */
function faultsOf(command: string): string[] {
  const npm = [...command.matchAll(/\bnpm (?:run )?(?:-s )?([\w:-]+)/g)].map(([, name = '']) => name)
  const programs = [...command.matchAll(/\bnpx ([\w-]+)/g)].map(([, name = '']) => name)
  const files = [...command.matchAll(/(?<=\s)((?:test|packaging|electron|docs)\/[\w./-]+)/g)].map(([, name = '']) => name)
  return [
    ...npm.filter((name) => scripts[name] === undefined && !NPM_OWN.has(name)).map((name) => `there is no script ${name}`),
    ...programs.filter((name) => !existsSync(path.join(root, 'node_modules/.bin', name))).map((name) => `there is no program ${name}`),
    ...files.filter((name) => globSync(name, { cwd: root }).length === 0).map((name) => `there is no ${name}`),
  ]
}

/** The commands of a job, in order. */
const commandsOf = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? [])

test('the packages are made of what is there: the other processor’s Node before the build, and the program for tests before it is driven', () => {
  const { jobs } = parse(readFileSync(path.join(folder, 'packages.yml'), 'utf8')) as Workflow
  const pack = jobs['pack']
  if (!pack) throw new Error('No job packs.')
  const at = (words: RegExp) => commandsOf(pack).findIndex((command) => words.test(command))
  // Any further installation of npm's would take the Node away that `npm ci` brought.
  expect(commandsOf(pack).filter((command) => /\bnpm (i|install|add)\b/.test(command))).toEqual([])
  const order = [
    /^npm ci/,
    /fetch-node\.ts .*darwin-x64 darwin-arm64/,
    /^npm run build/,
    /electron-builder/,
    /dist:for-tests/,
    /dist:drive/,
  ]
  const places = order.map(at)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  const fetching = pack.steps.find(({ run }) => run?.includes('fetch-node'))
  expect(fetching).toMatchObject({ if: "runner.os == 'macOS'", run: expect.stringContaining('METERBOOK_NODES=') as string })
})

test('a script, a program and a file that are not there are seen', () => {
  expect(faultsOf('npm run -s dist:nothing && npx no-such-program test/no/such.test.ts')).toEqual([
    'there is no script dist:nothing',
    'there is no program no-such-program',
    'there is no test/no/such.test.ts',
  ])
  expect(faultsOf('npm ci --no-audit && npm test -- e2e && npm run build')).toEqual([])
})

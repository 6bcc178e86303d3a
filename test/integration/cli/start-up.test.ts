import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetBuild, isBuilt, PROGRAM_SOURCES, recordBuild, sourcesNow } from '../../../electron/built.cjs'

/** What `npm run meterbook` starts: the build when it is that of the sources, else the sources; and no more than it needs. */
const electron = path.resolve(import.meta.dirname, '../../../electron')
let project: string

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'meterbook-start-up-'))
  mkdirSync(path.join(project, 'electron/cli'), { recursive: true })
  for (const name of ['entry.cjs', 'built.cjs']) cpSync(path.join(electron, name), path.join(project, 'electron', name))
  write('package.json', '{"type":"module"}')
  write('electron/cli.ts', "const from: string = 'sources'\nconsole.log(from, process.argv[2])\n")
  write('electron/cli/check.ts', 'export {}\n')
  write('electron/start.ts', "console.log('sources')\n")
  write('renderer/App.vue', '<template />\n')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

function write(name: string, text: string): void {
  const file = path.join(project, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function build(): void {
  write('out/main/cli.cjs', "console.log('build', process.argv[2])\n")
  write('out/main/start.cjs', "console.log('build')\n")
  recordBuild(project, sourcesNow(project))
}

const started = (...args: string[]) => {
  const done = spawnSync(process.execPath, [path.join(project, 'electron/entry.cjs'), ...args], {
    encoding: 'utf8',
    // The tests' own place for what was compiled.
    env: { ...process.env, NODE_COMPILE_CACHE: undefined },
  })
  return done.stdout.trim() || done.stderr
}

test('a fresh clone starts from its sources, a built one from its build', () => {
  expect(started('cli', '--help')).toBe('sources --help')
  build()
  expect(started('cli', '--help')).toBe('build --help')
  expect(started('start')).toBe('build')
})

test.each([
  ['changed', () => write('electron/cli/check.ts', 'export { }\n')],
  ['changed with the same length', () => write('electron/cli/check.ts', 'export []\n')],
  [
    'changed and given its old time',
    () => {
      const file = path.join(project, 'electron/cli/check.ts')
      const { atime, mtime } = statSync(file)
      write('electron/cli/check.ts', 'export const a = 1\n')
      utimesSync(file, atime, mtime)
    },
  ],
  ['given an older time', () => utimesSync(path.join(project, 'electron/cli/check.ts'), 1, 1)],
  ['added', () => write('electron/cli/status.ts', 'export {}\n')],
  ['removed', () => rmSync(path.join(project, 'electron/cli/check.ts'))],
])('a source that was %s since makes the build an old one', (_what, change) => {
  build()
  expect(isBuilt(project, PROGRAM_SOURCES)).toBe(true)
  change()
  expect(isBuilt(project, PROGRAM_SOURCES)).toBe(false)
})

test('the window’s sources concern what opens the window only; a build that goes on or failed is none', () => {
  build()
  write('renderer/App.vue', '<template><p /></template>\n')
  expect(started('cli', 'x')).toBe('build x')
  expect(started('start')).toBe('sources')
  expect(isBuilt(project)).toBe(false)
  build()
  expect(isBuilt(project)).toBe(true)
  rmSync(path.join(project, 'out/main/cli.cjs'))
  expect(started('cli', 'x')).toBe('sources x')
  build()
  forgetBuild(project)
  expect(isBuilt(project)).toBe(false)
  write('out/sources.json', '{"electron":')
  expect(started('cli', 'x')).toBe('sources x')
})

test('what was compiled is kept in the project, where no other user can lay code ready', () => {
  build()
  started('cli', 'x')
  expect(statSync(path.join(project, 'node_modules/.cache/meterbook-compiled')).isDirectory()).toBe(true)
  expect(readFileSync(path.join(electron, 'entry.cjs'), 'utf8')).not.toContain('tmpdir')
})

test('meterbook --help loads neither SQLite nor the service client, the demo service, spreadsheets or schemas', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    const { run } = await import(${JSON.stringify(path.join(electron, 'cli/main.ts'))})
    const quiet = { print() {}, note() {}, env: {}, signal: new AbortController().signal }
    const codes = [await run(['--help'], quiet), await run(['--version'], quiet), await run(['nonsense'], quiet)]
    console.log(JSON.stringify({ codes, loaded }))`
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  const { codes, loaded } = JSON.parse(done.stdout) as { codes: number[]; loaded: string[] }
  expect(codes).toEqual([0, 0, 2])
  expect(loaded.filter((url) => /better-sqlite3|undici|\/zod\/|@orpc|electron\/(demo|book|service|downloads)\//.test(url))).toEqual([])
  expect(loaded.length).toBeLessThan(40)
})

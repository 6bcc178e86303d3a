import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startDemoService, type DemoService } from '../../electron/demo/index.ts'
import { layOutCommandLine } from '../../packaging/cli/lay-out.ts'
import { layStandIns, nodeFor, NODES, pinnedVersion } from '../../packaging/cli/node-binary.ts'
import { headOf, systemOf, type Target } from '../../packaging/cli/program-heads.ts'
import { admit } from '../support/admitted.ts'

/** The command line of an installed program, laid out by what packs it, and run: by its launcher, with its own Node. */
const root = path.resolve(import.meta.dirname, '../..')
const work = mkdtempSync(path.join(tmpdir(), 'meterbook installed Öl ГРП-'))
const cli = path.join(work, 'resources', 'cli')
const data = path.join(work, 'data')
const book = path.join(work, 'Книга 1.meterbook')
const runsHere = process.platform === 'linux'
if (!runsHere) console.warn('SKIPPED: the laid-out launcher is run on Linux; on Windows and a Mac the workflow drives the packed program.')
const here = { platform: 'linux', arch: process.arch as 'x64' } as const
let service: DemoService

/** As little as a scheduler gives: no PATH at all. */
const bare = (more: Record<string, string> = {}) => ({ HOME: work, METERBOOK_DATA: data, TZ: 'UTC', ...more })

beforeAll(async () => {
  if (!runsHere) return
  service = await startDemoService({ stations: 2, now: () => Date.parse('2026-03-01T12:00:00Z') })
  layOutCommandLine(root, cli, here)
  mkdirSync(data)
  // As in a folder of programs: nobody but root writes there, and root is not asked.
  for (const name of readdirSync(work, { recursive: true, encoding: 'utf8' })) {
    if (name.startsWith('resources') && statSync(path.join(work, name)).isDirectory()) chmodSync(path.join(work, name), 0o555)
  }
})
afterAll(async () => {
  await service?.close()
  if (runsHere) spawnSync('chmod', ['-R', 'u+w', work])
  rmSync(work, { recursive: true, force: true })
})

function run(args: readonly string[], { launcher = path.join(cli, 'meterbook'), cwd = '/', input = '', env = bare() } = {}) {
  const { status, stdout, stderr } = spawnSync(launcher, args, { cwd, input, env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

async function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  while (!said.includes('\n')) await once(child.stdout, 'data')
  return said.slice(0, said.indexOf('\n'))
}

test.runIf(runsHere)('its version and its help, with the pinned Node and not with that of the machine', () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  expect(run(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
  expect(run(['--help']).stdout).toMatch(/^Usage: meterbook /)
  const node = JSON.parse(readFileSync(path.join(root, 'node_modules/node/package.json'), 'utf8')) as { version: string }
  expect(spawnSync(path.join(cli, 'node'), ['-p', 'process.version'], { encoding: 'utf8' }).stdout.trim()).toBe(`v${node.version}`)
})

test.runIf(runsHere)('it holds SQLite for this system alone, Node’s licence, and nothing of Electron’s part', () => {
  expect(readdirSync(path.join(cli, 'node_modules')).toSorted()).toEqual(['@napi-rs', 'better-sqlite3'])
  expect(readdirSync(path.join(cli, 'node_modules/@napi-rs')).toSorted()).toEqual(['keyring', expect.stringMatching(/^keyring-linux-/)])
  expect(readdirSync(path.join(cli, 'node_modules/better-sqlite3/prebuilds'))).toEqual([`linux-${process.arch}.node`])
  expect(readFileSync(path.join(cli, 'LICENSE.node.txt'), 'utf8')).toMatch(/Node\.js is licensed/)
  for (const name of ['main', 'worker', 'start', 'try-demo', 'web'])
    expect(existsSync(path.join(cli, `out/main/${name}.cjs`)), name).toBe(false)
})

test.runIf(runsHere)('a wrong usage ends with 2, and every word of a command comes as it was given', () => {
  expect(run(['nonsense']).status).toBe(2)
  const words = ['search', '--book', path.join(work, "no $HOME 'book' *.meterbook"), 'a  b', '"ü"', '--json']
  const { status, stdout } = run(words)
  const { failure } = JSON.parse(stdout) as { failure: { code: string; data: { file: string } } }
  expect([status, failure.code, failure.data.file]).toEqual([5, 'BOOK_MISSING', words[2]])
})

test.runIf(runsHere)('a download with the password on standard input, and what is made of the book', () => {
  const span = ['--from', '2026-02-25', '--to', '2026-02-28']
  const sync = [
    'sync',
    '--url',
    service.url,
    '--email',
    service.email,
    '--book',
    book,
    '--archives',
    'daily,hourly,reference',
    ...span,
    '--json',
  ]
  // In-process, the service cannot answer while this process waits; hence a process of its own.
  return runAsync(sync, `${service.password}\n`).then(async (done) => {
    expect(done.code, done.stderr).toBe(0)
    const status = run(['status', '--book', book, '--json'])
    expect(status.status).toBe(0)
    expect((JSON.parse(status.stdout) as { file: string }).file).toBe(book)
    const csv = path.join(work, 'выгрузка.csv')
    expect(run(['export', 'stations', '--book', book, '--format', 'csv', '--out', csv])).toMatchObject({ status: 0 })
    expect(readFileSync(csv, 'utf8').split('\n').length).toBeGreaterThan(2)
    const pdf = path.join(work, 'отчёт.pdf')
    const report = run(['report', 'consumption-daily', '--book', book, ...span, '--language', 'ru', '--format', 'pdf', '--out', pdf])
    expect(report.stderr + report.stdout, report.stderr).not.toContain('ERR_')
    const made = existsSync(pdf) && statSync(pdf).isDirectory() ? path.join(pdf, readdirSync(pdf)[0] ?? '') : pdf
    expect(readFileSync(made).subarray(0, 5).toString(), report.stderr).toBe('%PDF-')
    expect(readFileSync(made).includes('Roboto')).toBe(true)
    const lake = path.join(work, 'lake')
    mkdirSync(lake)
    expect(run(['export', 'lake', '--book', book, '--out', lake])).toMatchObject({ status: 0 })
    expect(readdirSync(lake, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet')).length).toBeGreaterThan(0)
  })
})

test.runIf(runsHere)('a download from the demo service that it brings itself', () => {
  const demo = path.join(work, 'demo.meterbook')
  const { status, stderr } = run(['sync', '--demo', '--book', demo, '--archives', 'reference', '--json'])
  expect(status, stderr).toBe(0)
})

test.runIf(runsHere)('the application in a browser: its page and its files are there; Ctrl+C ends it', async () => {
  const child = spawn(path.join(cli, 'meterbook'), ['serve', '--demo', '--port', '0'], { cwd: '/', env: bare() })
  const ended = once(child, 'close')
  const session = await admit(await firstLine(child))
  const page = await (await fetch(session.origin, { headers: { cookie: session.cookie } })).text()
  const script = /src="\.?\/?(assets\/[\w.-]+\.js)"/.exec(page)?.[1] ?? ''
  const asset = await fetch(`${session.origin}/${script}`, { headers: { cookie: session.cookie } })
  expect([asset.status, script !== '']).toEqual([200, true])
  child.kill('SIGINT')
  expect((await ended)[1]).toBeNull()
})

test.runIf(runsHere)('a download that is interrupted ends with 130: the signal reaches the program, not a shell before it', async () => {
  const slow = await startDemoService({ stations: 3, latencyMs: 400, now: () => Date.parse('2026-03-01T12:00:00Z') })
  const other = path.join(work, 'slow.meterbook')
  const args = [
    'sync',
    '--url',
    slow.url,
    '--email',
    slow.email,
    '--book',
    other,
    '--archives',
    'hourly',
    '--from',
    '2025-06-01',
    '--to',
    '2026-02-28',
  ]
  const child = spawn(path.join(cli, 'meterbook'), args, { cwd: '/', env: bare({ METERBOOK_PASSWORD: slow.password }) })
  const ended = once(child, 'close')
  await once(child.stderr, 'data')
  child.kill('SIGINT')
  expect(await ended).toEqual([130, null])
  await slow.close()
})

test.runIf(runsHere)('started by links to it, one by its place and one by a path, from any folder', () => {
  const bin = path.join(work, 'my bin')
  mkdirSync(bin)
  symlinkSync(path.relative(bin, path.join(cli, 'meterbook')), path.join(bin, 'meterbook'))
  symlinkSync('meterbook', path.join(bin, 'mb'))
  const { stdout } = run(['--version'])
  expect(run(['--version'], { launcher: path.join(bin, 'mb') }).stdout).toBe(stdout)
  expect(run(['--version'], { launcher: './mb', cwd: bin }).stdout).toBe(stdout)
  const found = spawnSync('sh', ['-c', 'mb --version'], { cwd: '/', env: bare({ PATH: `${bin}:/usr/bin:/bin` }), encoding: 'utf8' })
  expect(found.stdout).toBe(stdout)
  const asScript = spawnSync('sh', ['meterbook', '--version'], { cwd: cli, env: bare({ PATH: '/usr/bin:/bin' }), encoding: 'utf8' })
  expect(asScript.stdout).toBe(stdout)
})

test.runIf(runsHere)('on PATH by choice: the installed launcher makes its link, by which it is started, and takes it away', () => {
  const place = path.join(work, '.local/bin/meterbook')
  const added = run(['path', '--add', '--json'])
  expect(added.status, added.stderr).toBe(0)
  expect(JSON.parse(added.stdout)).toMatchObject({ launcher: path.join(cli, 'meterbook'), place, state: 'added' })
  expect(run(['path', '--show'], { launcher: place }).stdout).toContain('(on your PATH)')
  expect(run(['path', '--remove'], { launcher: place })).toMatchObject({ status: 0 })
  expect(existsSync(place)).toBe(false)
  expect(run(['path', '--add', '--remove']).status).toBe(2)
})

test('the launchers start Node with the heap of package.json’s script; that of Windows quotes, waits and hands the exit code on', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const flags = /--max-\S+ --max-\S+/.exec(scripts['meterbook'] ?? '')?.[0] ?? 'none'
  const text = readFileSync(path.join(root, 'packaging/cli/meterbook.cmd'), 'utf8')
  const lines = text.split('\r\n')
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]|[^ -~]/)
  expect(lines).toContain(`"%here%node.exe" ${flags} "%here%out\\main\\cli.cjs" %*`)
  expect(lines.at(-2)).toBe('exit /b %ERRORLEVEL%')
  expect(readFileSync(path.join(root, 'packaging/cli/meterbook'), 'utf8')).toContain(
    `exec "$here/node" ${flags} "$here/out/main/cli.cjs" "$@"`,
  )
})

test('a program for another system, and none at all, end the packing with a sentence', () => {
  const heads = path.join(work, 'heads')
  mkdirSync(heads)
  const write = (name: string, change: (head: Buffer) => void) => {
    const head = Buffer.alloc(512)
    change(head)
    writeFileSync(path.join(heads, name), head)
    return path.join(heads, name)
  }
  const windows = write('win', (head) => {
    head.write('MZ')
    head.writeUInt32LE(128, 0x3c)
    head.write('PE\0\0', 128, 'latin1')
    head.writeUInt16LE(0x8664, 132)
  })
  const mac = write('mac', (head) => (head.writeUInt32LE(0xfeedfacf, 0), head.writeUInt32LE(0x0100000c, 4)))
  const text = write('text', (head) => head.write('#!/bin/sh\n'))
  expect([windows, mac, text].map(systemOf)).toEqual([{ platform: 'win32', arch: 'x64' }, { platform: 'darwin', arch: 'arm64' }, null])
  const elsewhere: Target = { platform: process.platform === 'win32' ? 'linux' : 'win32', arch: 'arm64' }
  expect(() => nodeFor(root, elsewhere)).toThrow(
    /^The command line cannot be packed: Node 24\.\d+\.\d+ for .* is not here\. On that system, run npm ci/,
  )
  const nodes = path.join(work, 'nodes')
  vi.stubEnv(NODES, nodes)
  onTestFinished(() => void vi.unstubAllEnvs())
  layStandIns(root, nodes)
  const { program } = nodeFor(root, elsewhere)
  expect(path.relative(nodes, program)).toMatch(/^node-(win|linux)-arm64/)
  writeFileSync(program, headOf({ ...elsewhere, arch: 'x64' }))
  expect(() => nodeFor(root, elsewhere)).toThrow(/is a program for \w+ x64, and Node .* for \w+ arm64 is needed/)
  writeFileSync(path.join(path.dirname(program), '../package.json'), '{ "version": "1.2.3" }')
  expect(() => nodeFor(root, elsewhere)).toThrow(/ is Node 1\.2\.3, and Node .* is pinned\./)
})

test('every system’s Node is one program: the installed one where npm brought it, and the named one for all others', () => {
  const nodes = path.join(work, 'all nodes')
  vi.stubEnv(NODES, nodes)
  onTestFinished(() => void vi.unstubAllEnvs())
  layStandIns(root, nodes)
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    for (const arch of ['x64', 'arm64'] as const) {
      const { program, licence } = nodeFor(root, { platform, arch })
      expect(systemOf(program)).toEqual({ platform, arch })
      const isOwn = platform === process.platform && arch === process.arch
      expect(program.startsWith(nodes), program).toBe(!isOwn)
      expect(readFileSync(licence, 'utf8')).toMatch(/Node\.js is licensed/)
    }
  // What npm has installed is of the pinned version: none of the stand-ins was taken for it.
  const { program } = nodeFor(root, { platform: process.platform as Target['platform'], arch: process.arch as Target['arch'] })
  expect(spawnSync(program, ['-p', 'process.version'], { encoding: 'utf8' }).stdout.trim()).toBe(`v${pinnedVersion(root)}`)
})

/** Runs to the end without holding this process up, in which the service answers. */
async function runAsync(args: readonly string[], input: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(path.join(cli, 'meterbook'), args, { cwd: '/', env: bare() })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

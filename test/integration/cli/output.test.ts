import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync, closeSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { meterbook, meterbookProcess, start } from './run-cli.ts'

/** What goes to the terminal, where it goes when it cannot, and that a terminal that is closed ends things well. */
const hasFullDevice = existsSync('/dev/full')
if (!hasFullDevice) console.warn('SKIPPED: no /dev/full on this machine; a full output is not tested here.')

const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-output-'))
const book = path.join(folder, 'a.meterbook')
const HOSTILE = 'ГРП\u001b]0;owned\u0007\u009b2J\u202eexe\nIntegrity  DAMAGED'
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
const electron = path.resolve(import.meta.dirname, '../../../electron')
let service: DemoService

beforeAll(async () => {
  service = await startDemoService({ stations: 3, now: () => Date.parse('2026-03-01T12:00:00Z') })
  const args = [
    'sync',
    '--url',
    service.url,
    '--email',
    service.email,
    '--book',
    book,
    '--archives',
    'reference',
    '--from',
    '2026-01-01',
    '--to',
    '2026-01-02',
  ]
  expect((await meterbook(args, folder, { METERBOOK_PASSWORD: service.password })).code).toBe(0)
  const db = new Database(book)
  db.prepare('UPDATE station SET name = ?, equipment_id = NULL WHERE id = (SELECT min(id) FROM station)').run(HOSTILE)
  db.close()
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a name with escape sequences, writing marks and line breaks', () => {
  test('is shown escaped, in its line', async () => {
    const done = await meterbookProcess(['check', '--book', book], folder)
    expect(done.stdout).toContain('ГРП\\u001b]0;owned\\u0007\\u009b2J\\u202eexe\\nIntegrity  DAMAGED')
    expect(done.stdout).not.toMatch(/^Integrity +DAMAGED/m)
    expect(done.stdout).not.toMatch(UNSAFE)
  })

  test('comes out of --json as it is, by its \\u escapes', async () => {
    const done = await meterbook(['check', '--book', book, '--json'], folder)
    const { withoutDevice } = JSON.parse(done.stdout) as { withoutDevice: { name: string }[] }
    expect(withoutDevice.map(({ name }) => name)).toContain(HOSTILE)
    expect(done.stdout).not.toMatch(UNSAFE)
  })

  test('does no harm in a sentence or a complaint either', async () => {
    for (const args of [['status', '--book', `${folder}/\u001b[2J\u202e`], [`nonsense\u001b[2J`]]) {
      const done = await meterbookProcess(args, folder)
      expect(done.stderr).toContain('\\u001b[2J')
      expect(done.stderr).not.toMatch(UNSAFE)
    }
  })
})

/** A command whose standard output goes to a device that is full. */
async function intoFull(program: string, ...args: string[]) {
  const output = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [path.join(electron, program), ...args], {
    env: { ...process.env, METERBOOK_DATA: mkdtempSync(path.join(folder, 'full-')), NODE_OPTIONS: undefined },
    stdio: ['ignore', output, 'pipe'],
  })
  closeSync(output)
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stderr }
}

test.skipIf(!hasFullDevice)('an output that is full is said in a sentence and ends with 1, with and without --json', async () => {
  const commands = [['status', '--book', book], ['status', '--book', book, '--json'], ['--help'], ['serve'], ['demo']]
  const ends = [...commands.map((args) => intoFull('cli.ts', ...args)), intoFull('web.ts')]
  for (const { code, stderr } of await Promise.all(ends)) {
    expect([code, stderr]).toEqual([1, expect.stringContaining('could not be written to standard output')])
    expect(stderr).not.toMatch(/\n\s+at /)
  }
  const [status] = await Promise.all(ends)
  expect(status?.stderr).toContain('standard output: the disk is full')
})

test('a reader that goes away ends nothing with an error', async () => {
  const running = start(['status', '--book', book, '--json'], folder)
  running.child.stdout.destroy()
  expect(await running.done).toMatchObject({ code: 0, stderr: '' })
})

test('a terminal that is closed (SIGHUP, more than once) ends a download with 130, committed pages and closed lanes', async () => {
  service.faults.set({ latency: { ms: 100 } })
  const file = path.join(folder, 'hung-up.meterbook')
  const running = start(
    ['sync', '--url', service.url, '--email', service.email, '--book', file, '--json', '--from', '2026-01-01', '--to', '2026-01-31'],
    folder,
    { METERBOOK_PASSWORD: service.password },
  )
  await running.says('records')
  running.child.kill('SIGHUP')
  running.child.kill('SIGHUP')
  const done = await running.done
  service.faults.clear()
  expect([done.code, done.signal]).toEqual([130, null])
  expect(JSON.parse(done.stdout)).toMatchObject({ state: 'interrupted', exit: 130 })
  expect(service.openLanes()).toEqual([])
})

test.each([
  ['cli.ts', ['serve']],
  ['cli.ts', ['demo']],
  ['web.ts', []],
])('%s %j ends well when its terminal is closed', async (program, args) => {
  const child = spawn(process.execPath, [path.join(electron, program), ...args], {
    env: { ...process.env, METERBOOK_DATA: path.join(folder, 'hosts'), NODE_OPTIONS: undefined },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGHUP')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.each([
  ['start.ts', ['--browser', '--port', '99999']],
  ['web.ts', ['--port', '99999']],
])('%s %j: a sentence, 2', async (program, args) => {
  const child = spawn(process.execPath, [path.join(electron, program), ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  expect(await once(child, 'close')).toEqual([2, null])
  expect(stderr).toMatch(/^There is no port '99999': write a whole number from 0 to 65535/)
})

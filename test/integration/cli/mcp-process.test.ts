import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { assistant, hostileBook, WEEK } from './assistant.ts'
import { meterbookProcess, start } from './run-cli.ts'

/** `meterbook mcp` as a process: its streams, its end, and what it leaves alone. */

let folder: string
let book: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-mcp-process-'))
  book = await hostileBook(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('what is no book is said before any handshake', async () => {
  const wrong = join(folder, 'wrong.meterbook')
  writeFileSync(wrong, 'x'.repeat(5000))
  for (const [file, code] of [
    [wrong, 5],
    [join(folder, 'absent.meterbook'), 5],
  ] as const) {
    const outcome = await meterbookProcess(['mcp', '--book', file], folder)
    expect([outcome.code, outcome.stdout]).toEqual([code, ''])
    expect(outcome.stderr).toMatch(/\w+ .+\./u)
  }
  expect((await meterbookProcess(['mcp'], folder)).code).toBe(2)
})

/** Speaks the protocol's lines by hand. */
function rawServer(env: NodeJS.ProcessEnv = {}) {
  const running = start(['mcp', '--book', book], join(folder, 'data'), env)
  const lines = createInterface({ input: running.child.stdout })[Symbol.asyncIterator]()
  return {
    ...running,
    say: (line: string | object) => void running.child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`),
    hear: async () =>
      JSON.parse(String((await lines.next()).value)) as { id?: unknown; result?: Record<string, unknown>; error?: { code: number } },
  }
}
const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
})

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('the handshake of %s is spoken', async (version) => {
  const server = rawServer()
  server.say(initialize(version))
  expect(await server.hear()).toMatchObject({ id: 1, result: { protocolVersion: version, serverInfo: { name: 'meterbook' } } })
  server.child.stdin.end()
  expect((await server.done).code).toBe(0)
})

test('standard output is the protocol alone, also beside what is no message', async () => {
  const server = rawServer()
  for (const [line, id, code] of [
    ['no json', null, -32_700],
    ['{"jsonrpc":"2.0"', null, -32_700],
    ['\u0000\u0007', null, -32_700],
    ['[]', null, -32_600],
    ['{"id":"seven","method":"ping"}', 'seven', -32_600],
    ['{"jsonrpc":"2.0","id":8,"method":"initialize","params":{"protocolVersion":7}}', 8, -32_602],
    ['x'.repeat(11 << 20), null, -32_600],
  ] as const) {
    server.say(line)
    expect(await server.hear()).toMatchObject({ id, error: { code } })
  }
  server.say(initialize('2025-06-18'))
  expect(await server.hear()).toMatchObject({ id: 1, result: {} })
  server.say({ jsonrpc: '2.0', method: 'notifications/initialized' })
  for (const name of ['no_such_tool', '__proto__', 'toString']) {
    server.say({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: {} } })
    expect(await server.hear()).toMatchObject({ id: 2, error: { code: -32602, message: `Tool ${name} not found` } })
  }
  server.say({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'find_stations', arguments: {} } })
  expect(await server.hear()).toMatchObject({ id: 3, result: { structuredContent: { total: 6 } } })
  server.child.stdin.end()
  const { code, stdout, stderr } = await server.done
  expect(code).toBe(0)
  for (const line of stdout.trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  expect(stderr).toBe('')
})

test.each(['SIGTERM', 'SIGINT'] as const)('it ends when it is told to by %s, in the middle of a question too', async (signal) => {
  const server = rawServer()
  server.say(initialize('2025-06-18'))
  await server.hear()
  server.say({ jsonrpc: '2.0', method: 'notifications/initialized' })
  const sql = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
  server.say({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'query', arguments: { sql, seconds: 300 } } })
  server.say({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'find_stations', arguments: {} } })
  expect(await server.hear()).toMatchObject({ id: 3 })
  server.child.kill(signal)
  expect((await server.done).code).toBe(0)
})

test('no socket is opened, no secret is looked for, and nothing is written', async () => {
  const place = mkdtempSync(join(folder, 'watched-'))
  const [trap, seen, data] = ['trap.cjs', 'seen.txt', 'data'].map((name) => join(place, name)) as [string, string, string]
  mkdirSync(data)
  writeFileSync(trap, trapInto(seen))
  const env = { NODE_OPTIONS: `--require ${trap}`, METERBOOK_PASSWORD: 'secret', METERBOOK_VAULT_KEY: 'k'.repeat(40) }
  // The trap sees what it is there to see, in a thread as well.
  const connects = "require('node:net').connect(9, '127.0.0.1').on('error', () => {})"
  const program = `process.env.METERBOOK_PASSWORD; new (require('node:worker_threads').Worker)(${JSON.stringify(connects)}, { eval: true })`
  const control = spawn(process.execPath, ['-e', program], { env: { ...process.env, ...env } })
  await once(control, 'exit')
  expect(readFileSync(seen, 'utf8')).toMatch(/METERBOOK_PASSWORD\n(?:.*\n)*connect\n/u)
  rmSync(seen)

  const before = readFileSync(book)
  const one = await assistant(book, data, { env })
  onTestFinished(() => one.close())
  await one.ask('find_stations')
  await one.ask('visits')
  await one.ask('holes', WEEK)
  await one.ask('query', { sql: 'SELECT count(*) FROM v_reading' })
  await one.close()
  expect(existsSync(seen) ? readFileSync(seen, 'utf8') : '').toBe('')
  expect(readdirSync(data)).toEqual([])
  expect(readFileSync(book).equals(before)).toBe(true)
})

/** Writes down each socket that is connected or listens, each name that is looked up, and each secret of the environment that is read. */
const trapInto = (file: string): string => `
const { appendFileSync } = require('node:fs')
const net = require('node:net'), dns = require('node:dns'), dgram = require('node:dgram')
const note = (what) => appendFileSync(${JSON.stringify(file)}, what + '\\n')
for (const [object, name] of [[net.Socket.prototype, 'connect'], [net.Server.prototype, 'listen'], [dns, 'lookup'], [dgram, 'createSocket']]) {
  const own = object[name]
  object[name] = function (...args) { note(name); return own.apply(this, args) }
}
require('node:module').syncBuiltinESMExports()
process.env = new Proxy(process.env, {
  get(target, name) {
    if (name === 'METERBOOK_PASSWORD' || name === 'METERBOOK_VAULT_KEY') note(name)
    return target[name]
  },
})
`

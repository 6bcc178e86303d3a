import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createRouterClient } from '@orpc/server'
import { askAtHand } from '../../../electron/backend/at-hand/client.ts'
import { doorOf } from '../../../electron/backend/at-hand/place.ts'
import { systemKeyring } from '../../../electron/backend/keyring.ts'
import { putInKeyring } from '../../../electron/backend/vault-key.ts'
import { startBackend, type Backend } from '../../../electron/backend/start.ts'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { hostIn, keyOf } from '../../support/backend.ts'
import { AUTHORITY_FILE } from '../../support/in-between.ts'
import { builtCli, meterbook, meterbookProcess, start } from './run-cli.ts'

/** A sync that is handed to the program that runs: the program in this process or one of its own, the built command line in another. */

const POSIX = process.platform !== 'win32'
if (!POSIX) console.warn('SKIPPED: rights of the socket and signals are tested on POSIX systems only.')
const isRoot = process.getuid?.() === 0
if (!isRoot) console.warn('SKIPPED: what another user may do with the socket needs a test that runs as root.')
const isReal = process.env['METERBOOK_TEST_KEYRING'] === '1'
if (!isReal)
  console.warn("SKIPPED: a sync with its key in the system's own keyring (METERBOOK_TEST_KEYRING=1 uses it, and leaves one entry in it).")
const NOBODY = 65_534

const PASSWORD = 'Тайный-пароль-5c1d'
const key = randomBytes(32)
const KEY = { METERBOOK_VAULT_KEY: key.toString('hex') }
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const PLAN = ['--archives', 'hourly,alarm', '--views', 'general', '--from', day(20), '--to', day(1)]

let service: DemoService
let root: string
/** A data folder whose vault remembers the account, and whose book is empty but for what signing in brings. */
let prepared: string
let data: string
let book: string
let count = 0
const backends: Backend[] = []

beforeAll(async () => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'at-hand-')))
  service = await startDemoService({ stations: 3, accounts: [{ id: 1, email: 'me@example.org', password: PASSWORD, name: 'Me' }] })
  prepared = path.join(root, 'prepared')
  data = prepared
  const { client, backend } = await program()
  await client.account.signIn({ url: service.url, email: service.email, password: PASSWORD, remember: true, allowUnencrypted: false })
  await client.downloads.cancel()
  await backend.close()
  backends.length = 0
})
afterAll(async () => {
  await service.close()
  rmSync(root, { recursive: true, force: true })
})
afterEach(async () => {
  service.faults.clear()
  for (const backend of backends.splice(0)) await backend.close()
})

/** A copy of the prepared data folder for one test. */
function fresh(): void {
  data = path.join(root, `data-${count++}`)
  cpSync(prepared, data, { recursive: true })
  const [name = ''] = readdirSync(path.join(data, 'books')).filter((one) => one.endsWith('.meterbook'))
  book = path.join(data, 'books', name)
}

async function program(options: Parameters<typeof startBackend>[1] = {}) {
  const backend = await startBackend(hostIn(data, { vaultKey: keyOf(key) }), options)
  backends.push(backend)
  return { backend, client: createRouterClient(backend.router) }
}
const sync = (...more: string[]) => ['sync', '--book', book, ...PLAN, '--json', ...more]
const documentOf = (stdout: string) => JSON.parse(stdout) as Record<string, unknown> & { failure: { code: string } | null; exit: number }

test('a sync of the book in the window is done there, with its progress, its document and its exit code', async () => {
  fresh()
  const { client } = await program({ book })
  const handed = await meterbookProcess(sync(), data)
  expect([handed.code, handed.stderr]).toEqual([0, expect.stringContaining('Meterbook is running')])
  expect(handed.stderr).toMatch(/\d+ of \d+ tasks │ [\d,]+ records/)
  const report = documentOf(handed.stdout)
  expect(report).toMatchObject({ book, state: 'done', exit: 0, failure: null })
  expect((await client.downloads.progress()).records).toBe(report['records'])
  expect(report['records']).toBeGreaterThan(100)

  // The same by itself, in a folder of its own: the same document but for times and sizes.
  fresh()
  const alone = await meterbookProcess(sync(), data, KEY)
  expect([alone.code, alone.stderr.includes('Meterbook is running')]).toEqual([0, false])
  const bare = ({ book: _book, bookBytes: _bytes, elapsedMs: _ms, judgedMs: _judged, ...rest }: Record<string, unknown>) => rest
  expect(bare(report)).toEqual(bare(documentOf(alone.stdout)))
  for (const text of [handed.stdout, handed.stderr, alone.stdout, alone.stderr]) expect(text).not.toContain(PASSWORD)
})

test('a book that is not on the desk is downloaded beside it; the desk stays as it is', async () => {
  fresh()
  const other = path.join(data, 'other.meterbook')
  cpSync(book, other)
  const { client } = await program({ book })
  const wanted = ['sync', '--book', other, ...PLAN, '--json']
  const outcomes = await Promise.all([meterbookProcess(wanted, data), meterbookProcess(wanted, data)])
  for (const { code, stdout } of outcomes) expect([code, documentOf(stdout)['book']]).toEqual([0, other])
  expect((await client.book.summary())?.file).toBe(book)
  expect((await client.account.state()).session).toBe('signed-in')
  // Nobody holds it any more.
  expect(
    (
      await meterbook(['sync', '--url', service.url, '--email', service.email, '--book', other, ...PLAN], data, {
        METERBOOK_PASSWORD: PASSWORD,
      })
    ).code,
  ).toBe(0)
})

test('a sync that trusts another authority than the program does its work by itself', async () => {
  fresh()
  await program()
  const own = await meterbookProcess(sync('--authority', AUTHORITY_FILE), data, KEY)
  expect([own.code, own.stderr.includes('Meterbook is running')], own.stderr).toEqual([0, false])
})

test('a failure has the code that it has alone: a refused sign-in is 3, another download of the user is 1', async () => {
  fresh()
  const { client } = await program({ book })
  service.faults.set({ latency: { ms: 300 } })
  await client.downloads.start({
    stations: 'all',
    archives: ['daily'],
    views: ['general'],
    span: { from: day(9), to: day(1) },
    refresh: true,
  })
  const busy = await meterbookProcess(sync(), data)
  expect([busy.code, documentOf(busy.stdout).failure?.code]).toEqual([1, 'DOWNLOAD_RUNNING'])
  // The very run that is under way is joined, and is left alone by Ctrl+C.
  const same = [
    'sync',
    '--book',
    book,
    '--archives',
    'daily',
    '--views',
    'general',
    '--from',
    day(9),
    '--to',
    day(1),
    '--refresh',
    '--json',
  ]
  const joined = start(same, data)
  await joined.says('downloads this already')
  if (POSIX) {
    joined.child.kill('SIGINT')
    expect((await joined.done).code).toBe(130)
    expect((await client.downloads.progress()).state).toBe('running')
  }
  service.faults.clear()
  const rest = await meterbookProcess(same, data)
  expect(rest.code).toBe(0)

  const other = path.join(data, 'other.meterbook')
  cpSync(book, other)
  service.faults.set({ signInRefused: {} })
  const refused = await meterbookProcess(['sync', '--book', other, ...PLAN, '--json'], data)
  expect([refused.code, documentOf(refused.stdout).exit]).toEqual([3, 3])
})

test.skipIf(!POSIX)('Ctrl+C, and a client that is killed, pause what they began; the next sync carries on', async () => {
  fresh()
  const { client } = await program({ book })
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGKILL', null],
  ] as const) {
    service.faults.set({ latency: { ms: 300 } })
    const running = start(sync('--refresh'), data)
    await running.says('Ctrl+C pauses it there')
    running.child.kill(signal)
    const ended = await running.done
    expect(ended.code).toBe(code)
    if (signal === 'SIGINT') expect(documentOf(ended.stdout)).toMatchObject({ state: 'interrupted', exit: 130 })
    await expect.poll(async () => (await client.downloads.progress()).state).toBe('paused')
    service.faults.clear()
    const next = await meterbookProcess(sync('--refresh'), data)
    expect([next.code, documentOf(next.stdout)['state']]).toEqual([0, 'done'])
  }
})

test.skipIf(!POSIX)('a program that is killed in the middle: said, with 1, and nothing is lost; what it leaves is replaced', async () => {
  fresh()
  service.faults.set({ latency: { ms: 300 } })
  const host = spawn(process.execPath, [builtCli, 'serve', '--book', book], {
    env: { ...process.env, METERBOOK_DATA: data, ...KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(host.stdout, 'data')
  const left = doorOf(data)
  expect(left && existsSync(left.socket)).toBe(true)
  const running = start(sync(), data)
  await running.says('Meterbook is running')
  host.kill('SIGKILL')
  const ended = await running.done
  expect([ended.code, documentOf(ended.stdout).failure?.code]).toEqual([1, 'PROGRAM_GONE'])
  expect(ended.stderr).toContain('Everything committed so far is kept')
  expect(left && existsSync(left.socket)).toBe(true)

  // The socket of the dead one is no program: the next sync works by itself.
  service.faults.clear()
  const alone = await meterbookProcess(sync(), data, KEY)
  expect([alone.code, alone.stderr.includes('Meterbook is running')]).toEqual([0, false])
  await program({ book })
  expect(doorOf(data)?.word).not.toBe(left?.word)
  expect((await meterbookProcess(sync(), data)).stderr).toContain('Meterbook is running')
})

test('the second program of a data folder leaves the socket to the first', async () => {
  fresh()
  const first = await program({ book })
  const door = doorOf(data)
  const second = await program()
  expect(doorOf(data)).toEqual(door)
  await second.backend.close()
  expect((await meterbookProcess(sync(), data)).stderr).toContain('Meterbook is running')
  await first.backend.close()
  expect(doorOf(data)).toBeNull()
  expect(readFileSync(path.join(data, 'logs/meterbook.log'), 'utf8')).toContain('socket-not-opened')
})

test('what is no client does no harm: garbage, a wrong word, silence, too much', async () => {
  fresh()
  await program({ book })
  const door = doorOf(data)
  if (!door) throw new Error('no door')
  const silent = connect(door.socket)
  await once(silent, 'connect')
  for (let at = 0; at < 200; at++) {
    const socket = connect(door.socket)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    const closed = once(socket, 'close')
    socket.resume()
    if (at % 4 === 0) socket.end(randomBytes(1 + ((at * 37) % 3000)))
    else if (at % 4 === 1) socket.end(`GET / HTTP/1.1\r\nHost: meterbook\r\n\r\n`)
    else if (at % 4 === 2)
      socket.end(
        `GET / HTTP/1.1\r\nHost: m\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nAuthorization: Bearer ${randomBytes(32).toString('hex')}\r\n\r\n`,
      )
    else socket.end(`POST / HTTP/1.1\r\nHost: m\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)
    await closed
  }
  // Let in, and then says what is no message, one that is too large, and what nobody asks.
  const { WebSocket } = await import('ws')
  for (const message of ['not JSON', randomBytes(500), '{"i":"1","p":{"u":"orpc://x/none","b":{}}}', Buffer.alloc(5 * 1024 * 1024)]) {
    const ws = new WebSocket('ws://m/', { createConnection: () => connect(door.socket), headers: { authorization: `Bearer ${door.word}` } })
    ws.on('error', () => undefined)
    await once(ws, 'open')
    await new Promise<void>((resolve) => ws.send(message, () => resolve()))
    ws.terminate()
  }
  const asked = await askAtHand(data)
  await expect(
    asked?.client.sync({
      book,
      account: { url: 'x', email: 'y', allowUnencrypted: false },
      plan: { stations: [], archives: [], span: { from: 'a', to: 'b' } },
      lanes: 0,
    }),
  ).rejects.toThrow()
  asked?.close()
  expect((await meterbookProcess(sync(), data)).code).toBe(0)
  silent.destroy()
})

test.skipIf(!POSIX)('socket and word are the user’s alone; a folder of others, or a link, is not trusted', async () => {
  fresh()
  const { backend } = await program({ book })
  const door = doorOf(data)
  if (!door) throw new Error('no door')
  const file = path.join(data, 'run/door.json')
  expect([lstatSync(path.dirname(door.socket)).mode & 0o777, statSync(door.socket).mode & 0o777, statSync(file).mode & 0o777]).toEqual([
    0o700, 0o600, 0o600,
  ])
  if (isRoot) {
    const other = { uid: NOBODY, gid: NOBODY, encoding: 'utf8' as const }
    expect(spawnSync('cat', [file], other).status).not.toBe(0)
    const tried = spawnSync(
      process.execPath,
      [
        '-e',
        `require('net').connect(${JSON.stringify(door.socket)}).on('error', (e) => { console.log(e.code); process.exit(1) }).on('connect', () => process.exit(0))`,
      ],
      { ...other, cwd: '/' },
    )
    expect([tried.status, tried.stdout]).toEqual([1, 'EACCES\n'])
  }
  chmodSync(file, 0o644)
  expect(doorOf(data)).toBeNull()
  chmodSync(file, 0o600)
  rmSync(file)
  writeFileSync(path.join(data, 'elsewhere.json'), JSON.stringify(door), { mode: 0o600 })
  symlinkSync(path.join(data, 'elsewhere.json'), file)
  expect(doorOf(data)).toBeNull()
  await backend.close()
})

test.skipIf(!POSIX)('a data folder with a long name has its socket in a short place, made anew at each start', async () => {
  fresh()
  const long = path.join(root, 'a-folder-with-a-name-that-is-long-enough-'.repeat(3))
  mkdirSync(long)
  const moved = path.join(long, 'data')
  cpSync(data, moved, { recursive: true })
  data = moved
  book = path.join(moved, 'books', path.basename(book))
  const { backend } = await program({ book })
  const door = doorOf(data)
  if (!door) throw new Error('no door')
  expect(Buffer.byteLength(door.socket)).toBeLessThanOrEqual(100)
  expect(lstatSync(path.dirname(door.socket)).mode & 0o777).toBe(0o700)
  expect((await meterbookProcess(sync(), data)).stderr).toContain('Meterbook is running')
  await backend.close()
  expect(existsSync(path.dirname(door.socket))).toBe(false)
})

test('without a program and without a key: what is missing is said, with 3', async () => {
  fresh()
  const none = await meterbookProcess(sync(), data, { METERBOOK_VAULT_KEY: undefined })
  expect([none.code, documentOf(none.stdout).failure]).toMatchObject([3, { code: 'NOT_REMEMBERED', data: { reason: 'no-key' } }])
  expect(none.stderr).toContain('METERBOOK_VAULT_KEY')
  const wrong = await meterbook(sync(), data, { METERBOOK_VAULT_KEY: '09'.repeat(32) })
  expect([wrong.code, documentOf(wrong.stdout).failure]).toMatchObject([3, { data: { reason: 'other-key' } }])
  const given = await meterbook(sync(), data, { METERBOOK_VAULT_KEY: undefined, METERBOOK_PASSWORD: PASSWORD })
  expect(given.code).toBe(0)
})

test.skipIf(!isReal)(
  "with the key in the system's own keyring a sync by itself needs no program, no variable and no password",
  async () => {
    fresh()
    expect(await putInKeyring(systemKeyring({}), data, key)).toBe(true)
    const bare = { METERBOOK_VAULT_KEY: undefined, METERBOOK_KEYRING: undefined }
    const { code, stdout, stderr } = await meterbookProcess(sync(), data, bare)
    expect([code, documentOf(stdout)['state'], stderr]).toEqual([0, 'done', stderr])
    expect(JSON.parse((await meterbookProcess(['accounts', '--json'], data, bare)).stdout)).toMatchObject({
      key: 'keyring',
      commandLineOpens: true,
    })
  },
)

test('accounts: which are remembered, where the key lies, whether a program runs; no secret', async () => {
  fresh()
  const ask = async (env: NodeJS.ProcessEnv = {}) => (await meterbook(['accounts', '--json'], data, env)).stdout
  const mine = { url: service.url, email: 'me@example.org' }
  expect(JSON.parse(await ask(KEY))).toEqual({
    accounts: [{ ...mine, remembered: true }],
    key: 'environment',
    running: null,
    commandLineOpens: true,
  })
  expect(JSON.parse(await ask({ METERBOOK_VAULT_KEY: undefined }))).toMatchObject({ accounts: [{ ...mine, remembered: false }], key: null })
  await program({ book })
  const running = await ask({ METERBOOK_VAULT_KEY: undefined })
  expect(JSON.parse(running)).toMatchObject({ accounts: [{ ...mine, remembered: true }], running: 'web', commandLineOpens: false })
  const text = (await meterbook(['accounts'], data, KEY)).stdout
  expect(text).toContain('me@example.org')
  for (const one of [text, running])
    for (const secret of [PASSWORD, KEY.METERBOOK_VAULT_KEY, doorOf(data)?.word ?? '?']) expect(one).not.toContain(secret)
})

test.skipIf(process.platform !== 'linux')('neither the word nor a password stands in arguments, environments or the log', async () => {
  fresh()
  await program({ book })
  service.faults.set({ latency: { ms: 200 } })
  const running = start(sync(), data)
  await running.says('Meterbook is running')
  const word = doorOf(data)?.word ?? ''
  const shown = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${running.child.pid}/${name}`, 'utf8')).join('\n')
  service.faults.clear()
  const { stdout, stderr } = await running.done
  const log = readFileSync(path.join(data, 'logs/meterbook.log'), 'utf8')
  expect(log).toContain('sync-handed-over')
  for (const text of [shown, stdout, stderr, log]) for (const secret of [word, PASSWORD]) expect(text).not.toContain(secret)
})

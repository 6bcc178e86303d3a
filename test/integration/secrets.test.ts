import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultsOf, startDemoService, type DemoService } from '../../electron/demo/index.ts'
import { admit, contractOver, openSocket } from '../support/admitted.ts'
import { startInBetween, type InBetween } from '../support/in-between.ts'
import { meterbook } from './cli/run-cli.ts'

/**
 * No password and no access token, of all that were ever given, is in anything that a program prints, answers or
 * leaves on the disk, whatever goes wrong; also not in the traces that METERBOOK_DEBUG asks for.
 */

const PASSWORD = 'Тайный-пароль-9f3b & %41'
let service: DemoService
let between: InBetween
let folder: string

beforeEach(async () => {
  const account = { id: 1, email: 'me@example.org', password: PASSWORD, name: 'Me' }
  service = await startDemoService({ stations: 3, eventDensity: 0.2, accounts: [account] })
  between = await startInBetween(service.url, { tls: false })
  folder = mkdtempSync(path.join(tmpdir(), 'meterbook-secrets-'))
})
afterEach(async () => {
  await between.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The secrets in every form in which they could slip out. */
function secrets(): string[] {
  const words = [PASSWORD, ...between.tokens()]
  return words.flatMap((word) => [word, encodeURIComponent(word), JSON.stringify(word).slice(1, -1), Buffer.from(word).toString('base64')])
}

function leaksIn(name: string, text: string | Buffer): string[] {
  return secrets().flatMap((secret) => (text.includes(secret) ? [`${name}: ${secret}`] : []))
}

/** What lies in a folder, whole: books, journals, program file, vault. */
const leaksOnDisk = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => leaksIn(entry.name, readFileSync(path.join(entry.parentPath, entry.name))))

const sync = (...more: string[]) =>
  meterbook(
    [
      'sync',
      '--url',
      between.url,
      '--email',
      service.email,
      '--archives',
      'hourly,alarm',
      '--from',
      '2026-01-01',
      '--to',
      '2026-01-31',
      '--book',
      path.join(folder, 'a.meterbook'),
      ...more,
    ],
    folder,
    { METERBOOK_PASSWORD: PASSWORD, METERBOOK_DEBUG: '1' },
  )

test.each([
  ['401 always', 3],
  ['lost answer after the token was consumed', 0],
  ['{"longSpans":{"days":0,"status":422}}', 1],
  ['{"html200":{"path":"alarm","next":2}}', 0],
  ['{"truncatedJson":{"path":"alarm","next":2}}', 0],
  ['{"serverErrors":{"path":"alarm","statuses":[500],"next":1,"burst":2}}', 0],
  ['{"redirect":{"path":"hourly","next":2}}', 0],
  ['{"redirect":{"path":"sign_in"}}', 4],
  ['{"tooManyRequests":{"skip":9,"retryAfterS":600}}', 4],
  ['{"resetInBody":{"path":"sign_in"}}', 0],
])('meterbook sync, %s', async (fault, code) => {
  service.faults.set(faultsOf(fault))
  const done = await sync('--json', '--lanes', '2')
  expect(done.code).toBe(code)
  if (!fault.includes('redirect":{"path":"sign_in')) expect(between.tokens().length).toBeGreaterThan(0)
  expect(leaksIn('stdout', done.stdout)).toEqual([])
  expect(leaksIn('stderr', done.stderr)).toEqual([])
  expect(leaksOnDisk()).toEqual([])
})

test('the browser host: what it prints, answers and keeps', async () => {
  const cli = path.resolve(import.meta.dirname, '../../electron/cli.ts')
  const child = spawn(process.execPath, [cli, 'serve'], {
    env: {
      ...process.env,
      METERBOOK_DATA: folder,
      METERBOOK_VAULT_KEY: 'a key of this test that is long enough',
      METERBOOK_DEBUG: '1',
    },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  while (!/http:\S+\n/.test(printed)) await once(child.stdout, 'data')
  const url = /http:\S+/.exec(printed)?.[0] ?? ''
  const socket = await openSocket(await admit(url))
  let answers = ''
  socket.on('message', (message: Buffer) => (answers += message.toString('utf8')))
  const client = contractOver(socket)
  const account = { url: between.url, email: service.email, password: PASSWORD }
  await expect(client.account.signIn({ ...account, password: `${PASSWORD}x` })).rejects.toThrow()
  await client.account.signIn(account)
  service.faults.set({ html200: { path: 'alarm' }, lostAfter: { rate: 0.1 }, unauthorized: { skip: 20 } })
  await client.downloads.start({
    stations: 'all',
    archives: ['daily', 'alarm'],
    views: ['general'],
    span: { from: '2026-01-01', to: '2026-01-31' },
  })
  for await (const { state } of await client.downloads.watch()) if (state === 'done' || state === 'waiting-for-sign-in') break
  await client.downloads.tasks({ states: ['failed'] })
  await client.account.state()
  socket.close()
  child.kill('SIGTERM')
  await once(child, 'close')
  expect(between.tokens().length).toBeGreaterThan(10)
  expect(answers.length).toBeGreaterThan(1000)
  expect(leaksIn('printed', printed)).toEqual([])
  expect(leaksIn('answers', answers)).toEqual([])
  expect(readdirSync(folder).some((name) => name.endsWith('.vault'))).toBe(true)
  expect(leaksOnDisk()).toEqual([])
})

import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createRouterClient } from '@orpc/server'
import { openBook } from '../../../electron/book/index.ts'
import { startBackend, type Backend } from '../../../electron/backend/start.ts'
import type { Brought, Plan } from '../../../electron/contract/downloads.ts'
import type { TripChoices } from '../../../electron/contract/named-trips.ts'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { hostIn, keyOf } from '../../support/backend.ts'
import { meterbook, type Outcome } from './run-cli.ts'

/** Trips of a book and its last download from the command line, by the running program and without one; what they brought is the same everywhere. */

const PASSWORD = 'Тайный-пароль-77ab'
const key = randomBytes(32)
const KEY = { METERBOOK_VAULT_KEY: key.toString('hex') }
const TRIP: TripChoices = {
  stations: { of: 'all' },
  archives: ['readings', 'alarm', 'settings'],
  views: ['general'],
  span: { days: 60 },
  refresh: false,
  fresh: null,
}

let service: DemoService
let root: string
let prepared: string
let data: string
let book: string
let count = 0
const backends: Backend[] = []

async function program() {
  const backend = await startBackend(hostIn(data, { vaultKey: keyOf(key) }), book === '' ? {} : { book })
  backends.push(backend)
  return createRouterClient(backend.router)
}
async function close() {
  for (const backend of backends.splice(0)) await backend.close()
}
beforeAll(async () => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'named-trips-')))
  service = await startDemoService({ stations: 3, accounts: [{ id: 1, email: 'me@example.org', password: PASSWORD, name: 'Me' }] })
  prepared = path.join(root, 'prepared')
  ;[data, book] = [prepared, '']
  const client = await program()
  await client.account.signIn({ url: service.url, email: service.email, password: PASSWORD, remember: true, allowUnencrypted: false })
  for await (const { state } of await client.downloads.watch()) if (state === 'done') break
  await client.namedTrips.keep({ ...TRIP, name: 'Север, каждую неделю' })
  await close()
})
afterEach(close)
afterAll(async () => {
  await service.close()
  rmSync(root, { recursive: true, force: true })
})
/** A copy of the prepared data folder for one test. */
function fresh(): void {
  data = path.join(root, `data-${count++}`)
  cpSync(prepared, data, { recursive: true })
  book = path.join(data, 'books', readdirSync(path.join(data, 'books')).find((one) => one.endsWith('.meterbook')) ?? '')
}
const asDocument = <T>({ stdout }: Outcome) => JSON.parse(stdout) as T
interface Report {
  plan: Plan
  records: number
  brought: Brought
}
const lastRun = async () =>
  asDocument<{ lastRun: { state: string; brought: Brought } }>(await meterbook(['status', '--book', book, '--json'], data)).lastRun

test('a named trip, in any case of its name: by the program that runs, then without one; what it brought is one number everywhere', async () => {
  fresh()
  const client = await program()
  const handed = await meterbook(['sync', '--book', book, '--trip', 'СЕВЕР, каждую неделю', '--json'], data)
  expect([handed.code, handed.stderr], handed.stderr).toEqual([0, expect.stringContaining('Meterbook is running')])
  const report = asDocument<Report>(handed)
  const [run] = await client.downloads.history()
  expect(report.plan).toEqual(await client.namedTrips.plan({ ...TRIP }).then((plan) => ({ ...plan, trip: 'север, каждую неделю' })))
  expect(run?.plan).toEqual(report.plan)
  const [brought] = await client.downloads.brought({ runIds: [run?.runId ?? 0] })
  expect(brought).toEqual(report.brought)
  expect(brought?.records).toBeGreaterThan(0)
  expect(brought?.findings).toBeGreaterThan(0)
  expect((await lastRun()).brought).toEqual(brought)
  const digest = await client.digest.ofRun({ runId: run?.runId ?? 0 })
  const findings = digest.kinds
    .flatMap(({ lines }) => lines)
    .reduce((sum, { kind, count: n }) => sum + (kind === 'judged' ? (n ?? 0) : 1), 0)
  expect(findings).toBe((brought?.findings ?? 0) + (brought?.settings ?? 0) + (brought?.devices ?? 0))
  await close()

  const alone = await meterbook(['sync', '--book', book, '--trip', 'Север, каждую неделю'], data, KEY)
  expect([alone.code, alone.stderr.includes('Meterbook is running')], alone.stderr).toEqual([0, false])
  expect(alone.stdout).toMatch(/^Brought {3}0 new records/mu)
})

test('the last download again asks for exactly the same, whatever became of it; what the program began by itself is passed over', async () => {
  fresh()
  const first = asDocument<Report>(await meterbook(['sync', '--book', book, '--trip', 'Север, каждую неделю', '--json'], data, KEY))
  const own = openBook(book, { mode: 'write', now: Date.now })
  own.tasks.setRunState(own.tasks.createRun({ ...first.plan, archives: ['lists'], unasked: true }, Date.now()), 'cancelled', Date.now())
  own.close()
  const again = await meterbook(['sync', '--book', book, '--again', '--json'], data, KEY)
  expect([again.code, asDocument<Report>(again).plan], again.stderr).toEqual([0, first.plan])
})

test('what cannot be is said, and nothing is asked of the service', async () => {
  fresh()
  const before = service.log.entries.length
  const refused = async (...args: string[]) => {
    const { code, stdout, stderr } = await meterbook(['sync', '--book', book, ...args], data, KEY)
    return [code, `${stdout}${stderr}`] as const
  }
  expect(await refused('--trip', 'Юг')).toEqual([2, expect.stringContaining("No trip of this book is called 'Юг'")])
  expect(await refused('--again')).toEqual([2, expect.stringContaining('no download in this book that could be run again')])
  expect(await refused('--again', '--trip', 'Юг')).toEqual([2, expect.stringContaining('Name either --trip or --again')])
  expect(await refused('--trip', 'Юг', '--from', '2026-01-01')).toEqual([2, expect.stringContaining('leave out --from')])
  expect(await refused('--again', '--energy-varname', 'x')).toEqual([2, expect.stringContaining('leave out --energy-varname')])
  const nameless = await meterbook(['sync', '--trip', 'Юг'], data, KEY)
  expect([nameless.code, nameless.stderr]).toEqual([2, expect.stringContaining('Name the book with --book FILE')])
  const gone = await meterbook(['sync', '--book', path.join(data, 'gone.meterbook'), '--trip', 'Юг'], data, KEY)
  expect(gone.stderr).toContain('gone.meterbook')
  expect(service.log.entries).toHaveLength(before)
})

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { meterbook } from './run-cli.ts'

/** What a command does to files that are not as it expects: nothing, with a sentence and the fitting exit code. */

const now = Date.now
let service: DemoService
let folder: string
let book: string

beforeAll(async () => void (service = await startDemoService({ stations: 2 })))
afterAll(() => service.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-files-'))
  book = join(folder, 'a.meterbook')
  return () => rmSync(folder, { recursive: true, force: true })
})

const sync = (file: string, password: string, url = service.url) =>
  meterbook(['sync', '--url', url, '--email', service.email, '--archives', 'reference', '--book', file], folder, {
    METERBOOK_PASSWORD: password,
  })

test('a sign-in that fails, and a service that is not there, make no book and claim none', async () => {
  for (const [password, url, code] of [
    ['wrong', service.url, 3],
    [service.password, 'http://127.0.0.1:1', 4],
  ] as const) {
    expect((await sync(book, password, url)).code).toBe(code)
    expect(readdirSync(folder).filter((name) => name.startsWith('a.'))).toEqual([])
    const nobodys = join(folder, 'nobodys.meterbook')
    openBook(nobodys, { mode: 'write', now }).close()
    expect((await sync(nobodys, password, url)).code).toBe(code)
    const there = openBook(nobodys, { mode: 'read', now })
    expect(there.identity).toMatchObject({ url: null, email: null })
    there.close()
  }
  expect((await sync(join(folder, 'nobodys.meterbook'), service.password)).code).toBe(0)
  const mine = openBook(join(folder, 'nobodys.meterbook'), { mode: 'read', now })
  expect(mine.identity).toMatchObject({ email: service.email })
  mine.close()
})

test.skipIf(process.platform === 'win32')('a pipe, a device and a folder are no book and stay what they are', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  mkdirSync(join(folder, 'folder'))
  for (const [file, words] of [
    [pipe, 'is a named pipe'],
    ['/dev/null', 'is a device'],
    [join(folder, 'folder'), 'is a folder'],
  ] as const) {
    const synced = await sync(file, service.password)
    expect([synced.code, synced.stderr]).toEqual([5, expect.stringContaining(words)])
    expect((await meterbook(['status', '--book', file], folder)).code).toBe(5)
  }
  expect(statSync(pipe).isFIFO()).toBe(true)
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
})

test('a name that is too long is wrong usage', async () => {
  const long = join(folder, `${'длинное'.repeat(40)}.meterbook`)
  for (const args of [
    ['status', '--book', long],
    ['check', '--book', long],
  ]) {
    const done = await meterbook(args, folder)
    expect([done.code, done.stderr]).toEqual([2, expect.stringContaining('name is too long')])
  }
  expect((await sync(long, service.password)).code).toBe(2)
})

test('records that cannot be read: 6 and a sentence where they are met, and check counts them', async () => {
  const made = openBook(book, { mode: 'write', now })
  const atMs = Date.UTC(2026, 9, 1)
  made.stations.put([{ ...emptyStation, id: 1, equipmentId: 7 }], now())
  made.readings.put({ equipmentId: 7, archiveType: 'hourly', view: 'general' }, [
    { atMs, values: { P: 1 } },
    { atMs: atMs + 3_600_000, values: { P: 2 } },
  ])
  made.db.exec(`UPDATE reading SET record = '[1,' WHERE at_ms = ${atMs}`)
  made.close()
  const exported = await meterbook(['export', 'readings', '--book', book, '--out', join(folder, 'x.csv')], folder)
  expect([exported.code, exported.stderr]).toEqual([6, expect.stringContaining('is damaged (reading: no JSON)')])
  expect(existsSync(join(folder, 'x.csv'))).toBe(false)
  const checked = await meterbook(['check', '--book', book], folder)
  expect([checked.code, checked.stdout]).toEqual([
    6,
    expect.stringMatching(/Records {4}1 UNREADABLE[^]*reading: 1 cannot be read \(first: series 1, 1790812800000\)/),
  ])
  const found = await meterbook(['findings', '--book', book], folder)
  expect([found.code, found.stderr]).toEqual([6, expect.stringContaining('1 station could not be judged')])
  expect(JSON.parse((await meterbook(['check', '--book', book, '--json'], folder)).stdout)).toMatchObject({
    integrity: { ok: true },
    records: { checked: 2, unreadable: 1 },
    exit: 6,
  })
})

test('backup and restore: what was changed since is kept beside the book', async () => {
  openBook(book, { mode: 'write', now }).close()
  const backup = join(folder, 'backup.meterbook')
  expect((await meterbook(['backup', '--book', book, '--out', backup], folder)).code).toBe(0)
  writeFileSync(book, Buffer.alloc(20_000, 1))
  expect((await meterbook(['status', '--book', book], folder)).code).toBe(5)
  const restored = await meterbook(['restore', '--book', book, backup, '--json'], folder)
  expect(restored.code).toBe(0)
  const { kept } = JSON.parse(restored.stdout) as { kept: string }
  expect(readFileSync(kept).equals(Buffer.alloc(20_000, 1))).toBe(true)
  expect((await meterbook(['check', '--book', book], folder)).code).toBe(0)
  const open = openBook(book, { mode: 'write', now, owner: 'test' })
  const refused = await meterbook(['restore', '--book', book, backup], folder)
  open.close()
  expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('is being written by test')])
})

const emptyStation = {
  name: 'ГРП-1',
  equipmentTypeId: 1,
  equipmentTypeVarname: null,
  equipmentBrandName: null,
  phone: null,
  telemetryId: null,
  customerId: null,
  equipmentSerialNumber: null,
  statusNameValue: null,
  volumeValue: null,
  volumeUnit: null,
  pressureValue: null,
  pressureUnit: null,
  temperatureValue: null,
  temperatureUnit: null,
  lastSeanceEventMs: null,
  uid: null,
}

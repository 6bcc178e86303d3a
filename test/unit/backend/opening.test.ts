import { ORPCError } from '@orpc/server'
import Database from 'better-sqlite3'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Failure } from '../../../electron/contract/common.ts'
import { backends, reached, type Client } from './backends.ts'

/** Opening a book beside one that is open and signed in: one for all tests, and each leaves it as it was. */

const it = backends(6, 'file')
const PLAN = { stations: [10_001], archives: ['daily'], span: { from: '2026-01-01', to: '2026-03-31' } }
let client: Client
let file: string

const fileOf = async ({ book }: Client): Promise<string> => (await book.summary())?.file ?? 'no book'
/** What a procedure failed with. */
async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ORPCError)
  return (error as ORPCError<'FAILED', Failure>).data
}
/** A copy as somebody carries it away: whole without its journal. */
function copyTo(other: string): void {
  const db = new Database(file)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  copyFileSync(file, other)
}

beforeAll(async () => {
  client = await it.start()
  await client.account.signIn(it.account())
  await client.downloads.start(PLAN)
  await reached(client, 'done')
  file = await fileOf(client)
})

test.each([
  ['a text', 'NOT_A_BOOK', (other: string) => writeFileSync(other, 'Уважаемые коллеги! '.repeat(500))],
  ['another program’s database', 'NOT_A_BOOK', (other: string) => new Database(other).exec('CREATE TABLE t (a)').close()],
  [
    'a book of a newer program',
    'NEWER_BOOK',
    (other: string) => {
      copyTo(other)
      const db = new Database(other)
      db.pragma('user_version = 999')
      db.close()
    },
  ],
  [
    'a book with a trigger of somebody’s own',
    'FOREIGN_BOOK',
    (other: string) => {
      copyTo(other)
      new Database(other).exec('CREATE TRIGGER t AFTER INSERT ON reading BEGIN DELETE FROM meta; END').close()
    },
  ],
  ['a folder', 'NOT_A_FILE', (other: string) => mkdirSync(other)],
  ['a file that is not there', 'BOOK_MISSING', () => undefined],
])('%s is refused with %s, and the open one is left as it was', async (_, code, make) => {
  const other = it.file('other.meterbook')
  make(other)
  const bytes = existsSync(other) && statSync(other).isFile() ? readFileSync(other) : null
  expect(await failureOf(client.book.open({ file: other }))).toMatchObject({ code })
  expect(await fileOf(client)).toBe(file)
  expect((await client.account.state()).session).toBe('signed-in')
  await client.downloads.start({ ...PLAN, archives: ['alarm'], refresh: true })
  expect(await reached(client, 'done')).toMatchObject({ tasks: { failed: 0 } })
  if (bytes) expect(readFileSync(other).equals(bytes)).toBe(true)
  rmSync(other, { recursive: true, force: true })
})

test('a book in the user’s own folder is found there', async () => {
  copyTo(it.file('trip.meterbook'))
  const name = process.platform === 'win32' ? 'USERPROFILE' : 'HOME'
  const home = process.env[name]
  process.env[name] = path.dirname(it.file('trip.meterbook'))
  try {
    const other = await it.start({ name: 'traveller' })
    await other.book.open({ file: '~/trip.meterbook' })
    expect(await fileOf(other)).toBe(it.file('trip.meterbook'))
    await other.close()
  } finally {
    process.env[name] = home
  }
})

test('a book that another program writes is refused by name; it can be read meanwhile', async () => {
  await expect(it.start({ name: 'other', book: file })).rejects.toMatchObject({
    code: 'BOOK_IN_USE',
    data: { owner: 'Meterbook web', pid: process.pid },
  })
  const reader = await it.start({ name: 'other', book: file, mode: 'read' })
  expect((await reader.stations.list({ limit: 10 })).total).toBe(6)
  expect(await failureOf(reader.downloads.start(PLAN))).toMatchObject({ code: 'READ_ONLY_BOOK' })
  await reader.close()
})

test('a book that cannot be written stays open for reading', async () => {
  const reader = await it.start({ name: 'other', book: file, mode: 'read' })
  expect(await failureOf(reader.book.open({ file, mode: 'write' }))).toMatchObject({ code: 'BOOK_IN_USE' })
  expect(await reader.book.summary()).toMatchObject({ file, mode: 'read', counts: { stations: 6 } })
  await client.book.close()
  expect(await reader.book.open({ file, mode: 'write' })).toMatchObject({ mode: 'write' })
  expect(await reader.book.open({ file, mode: 'read' })).toMatchObject({ mode: 'read', counts: { stations: 6 } })
  await reader.close()
  await client.book.open({ file })
})

test.skipIf(process.platform === 'win32')('a link to the open book opens nothing new', async () => {
  const link = it.file('link.meterbook')
  symlinkSync(file, link)
  expect(await client.book.open({ file: link })).toMatchObject({ file })
  expect((await client.account.state()).session).toBe('signed-in')
})

test('a book that was copied to another laptop opens there without a session', async () => {
  const copy = it.file('copy.meterbook')
  copyTo(copy)
  const other = await it.start({ name: 'laptop', book: copy })
  expect(await other.account.state()).toMatchObject({ session: 'signed-out', account: { email: it.service.email } })
  expect((await other.stations.list({ limit: 10 })).total).toBe(6)
  expect((await other.readings.archives({ stationId: 10_001 })).length).toBeGreaterThan(0)
  await other.close()
})

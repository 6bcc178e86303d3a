import { ORPCError } from '@orpc/server'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { REHEARSED_AFTER_MS } from '../../../electron/backend/rehearse-search.ts'
import type { Failure } from '../../../electron/contract/common.ts'
import { damage, soundBook } from '../../support/hostile-books.ts'
import { listenForUnheard } from '../../support/unheard.ts'
import { backends, reached, type Client } from './backends.ts'

/** A book with a damaged page ends no program, keeps nobody from another book, and can be recovered wherever its damage shows. */

const it = backends(6, 'file')
let unheard: ReturnType<typeof listenForUnheard>
beforeEach(() => {
  unheard = listenForUnheard()
})
afterEach(() => {
  unheard.end()
  expect(unheard.errors).toEqual([])
})

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ORPCError)
  return (error as ORPCError<'FAILED', Failure>).data
}
function bookWith(name: string, damagedTable?: string): string {
  const file = it.file(`${name}.meterbook`)
  soundBook(file)
  if (damagedTable !== undefined) damage(file, damagedTable)
  return file
}
async function firstCommand({ program }: Client) {
  for await (const command of await program.commands()) return command
  throw new Error('the backend was closed')
}

test.each(['station_text', 'consumer', 'station_device'])(
  'damage in %s, which only a search meets: the book opens, nothing ends, and the search is answered with the damage',
  async (table) => {
    const file = bookWith(`search-${table}`, table)
    const client = await it.start({ name: `search-${table}`, book: file })
    // Timers of one length end in the order in which they began: the search has been rehearsed by then.
    await wait(REHEARSED_AFTER_MS)
    expect(unheard.errors).toEqual([])
    expect(await failureOf(client.stations.list({ text: 'a', limit: 10 }))).toMatchObject({ code: 'BOOK_DAMAGED' })
    expect(await client.book.summary()).toMatchObject({ file, counts: { notes: 2 } })
    await client.close()
  },
)

test.each(['station', 'run', 'series', 'meta'])(
  'damage in %s, which the desk meets at once: the program starts without the book, a window is asked to open it, and it can be recovered',
  async (table) => {
    const file = bookWith(`start-${table}`)
    await (await it.start({ name: `start-${table}`, book: file })).close()
    damage(file, table)
    const client = await it.start({ name: `start-${table}` })
    expect(await client.book.summary()).toBeNull()
    expect(await firstCommand(client)).toEqual({ command: 'open-book', file })
    for (const mode of ['write', 'read'] as const)
      expect(await failureOf(client.book.open({ file, mode }))).toMatchObject({ code: 'BOOK_DAMAGED', data: { file } })
    expect(await client.account.state()).toMatchObject({ session: 'none' })
    const { out } = await client.book.recover({ file })
    expect(await client.book.open({ file: out })).toMatchObject({ file: out, counts: { notes: 2 } })
    await client.close()
  },
)

test('a damaged book leaves the open one where it is, also while it is recovered', async () => {
  const [open, damaged] = [bookWith('open'), bookWith('damaged', 'station')]
  const client = await it.start({ name: 'open', book: open })
  expect(await failureOf(client.book.open({ file: damaged }))).toMatchObject({ code: 'BOOK_DAMAGED', data: { file: damaged } })
  expect(await client.book.summary()).toMatchObject({ file: open })
  await client.book.recover({ file: damaged })
  expect(await client.book.summary()).toMatchObject({ file: open })
  await client.close()
})

test('the open book is put away to be recovered; its download is left unfinished, and goes on when it is opened again', async () => {
  const client = await it.start({ name: 'writer' })
  await client.account.signIn(it.account())
  await reached(client, 'done')
  it.service.faults.set({ latency: { ms: 600_000, path: 'archive_type=daily' } })
  const { runId } = await client.downloads.start({
    stations: [10_001],
    archives: ['daily'],
    span: { from: '2026-01-01', to: '2026-03-31' },
  })
  await reached(client, 'running')
  const file = (await client.book.summary())?.file ?? ''
  const { out, account } = await client.book.recover({ file })
  expect(existsSync(out)).toBe(true)
  expect(account?.email).toBe(it.service.email)
  expect(await client.book.summary()).toBeNull()
  expect(await reached(client, 'idle')).toMatchObject({ runId: null })
  it.service.faults.clear()
  await client.book.open({ file })
  expect(await reached(client, 'done')).toMatchObject({ runId, tasks: { failed: 0 } })
  await client.close()
})

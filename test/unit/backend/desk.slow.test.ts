import { createRouterClient, ORPCError } from '@orpc/server'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Host } from '../../../electron/backend/host.ts'
import { vaultFileOf } from '../../../electron/backend/vault-look.ts'
import { startBackend, type Backend, type StartOptions } from '../../../electron/backend/start.ts'
import { openBook } from '../../../electron/book/index.ts'
import type { Failure } from '../../../electron/contract/common.ts'
import type { Progress } from '../../../electron/contract/downloads.ts'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { hostIn, keyOf } from '../../support/backend.ts'
import { testFolder } from '../../support/pull.ts'

/** The backend as every host starts it, asked through its contract; the service is the demo service over HTTP. */

let folder: ReturnType<typeof testFolder>
let service: DemoService
const started: Backend[] = []
const vaultKey = randomBytes(32)

beforeEach(async () => {
  folder = testFolder()
  service = await startDemoService({ stations: 6, seed: 2 })
})
afterEach(async () => {
  for (const backend of started.splice(0)) await backend.close()
  await service.close()
  folder.remove()
})

async function start({ host = {}, name = 'data', ...options }: StartOptions & { host?: Partial<Host>; name?: string } = {}) {
  const dataFolder = folder.file(name)
  mkdirSync(dataFolder, { recursive: true })
  const usual: Partial<Host> = {
    systemLocale: 'ru',
    systemTimeZone: 'Europe/Moscow',
    vaultKey: keyOf(vaultKey),
    saveAs: (file) => Promise.resolve({ file: path.join(dataFolder, file), href: null }),
  }
  const backend = await startBackend(hostIn(dataFolder, { ...usual, ...host }), options)
  started.push(backend)
  return Object.assign(createRouterClient(backend.router), {
    close: async () => {
      started.splice(started.indexOf(backend), 1)
      await backend.close()
    },
  })
}
type Client = Awaited<ReturnType<typeof start>>

const account = (changes: object = {}) => ({
  url: service.url,
  email: service.email,
  password: service.password,
  ...changes,
})

/** What a procedure failed with. */
async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ORPCError)
  return (error as ORPCError<'FAILED', Failure>).data
}

const fileOf = async (client: Client): Promise<string> => (await client.book.summary())?.file ?? 'no book'

const PLAN = { stations: [10_001], archives: ['daily'], span: { from: '2026-01-01', to: '2026-03-31' } }

async function ended({ downloads }: Client, states: Progress['state'][] = ['done']): Promise<Progress> {
  for await (const progress of await downloads.watch()) if (states.includes(progress.state)) return progress
  throw new Error('the backend was closed')
}

/** What a book holds, but for its bytes: stations are judged in the background, and findings take room. */
const held = async (client: Awaited<ReturnType<typeof start>>) => ({
  ...(await client.book.summary()),
  fileBytes: null,
})

describe('signing in', () => {
  test('opens the account’s own book, and downloads go into it', async () => {
    const client = await start()
    expect(await client.account.state()).toMatchObject({ session: 'none', account: null })
    expect(await client.account.signIn(account())).toMatchObject({
      session: 'signed-in',
      account: { url: service.url, email: service.email },
      remembered: true,
      isDemo: false,
      failure: null,
    })
    await client.downloads.start(PLAN)
    expect(await ended(client)).toMatchObject({ tasks: { failed: 0 } })
    expect((await client.stations.list({ limit: 10 })).total).toBe(6)
  })

  test('with a wrong password changes nothing: what lay open is still there', async () => {
    const client = await start()
    await client.account.signIn(account())
    await ended(client)
    const before = await held(client)
    expect(await failureOf(client.account.signIn(account({ password: 'wrong' })))).toMatchObject({
      code: 'WRONG_PASSWORD',
    })
    expect(await failureOf(client.account.signIn(account({ email: 'b@c.de' })))).toMatchObject({
      code: 'WRONG_PASSWORD',
    })
    expect(await held(client)).toEqual(before)
    expect((await client.account.state()).session).toBe('signed-in')
    expect(service.openLanes()).toHaveLength(1)
  })

  test('that fails makes no book and gives none that lies open an owner', async () => {
    const nobodys = folder.file('nobodys.meterbook')
    openBook(nobodys, { mode: 'write', now: Date.now }).close()
    const client = await start({ book: nobodys })
    await failureOf(client.account.signIn(account({ password: 'wrong' })))
    await failureOf(client.account.signIn(account({ url: '127.0.0.1:1' })))
    expect(await client.book.summary()).toMatchObject({ file: nobodys, account: null })
    expect(readdirSync(path.join(folder.file('data'), 'books'), { recursive: true })).toEqual([])
  })

  test.each([
    ['127.0.0.1:1', 'UNREACHABLE'],
    ['no address', 'BAD_ADDRESS'],
    ['http://metering.example.org', 'UNENCRYPTED_REFUSED'],
  ])('to %s is refused with %s, and no book is left behind', async (url, code) => {
    const client = await start()
    expect(await failureOf(client.account.signIn(account({ url })))).toMatchObject({ code })
    expect(await client.book.summary()).toBeNull()
    expect(await failureOf(client.downloads.progress())).toMatchObject({ code: 'NO_BOOK' })
    expect(await client.account.known()).toEqual([])
  })

  test('that hangs can be given up: what lay open is still there, and the next sign-in is not kept waiting', async () => {
    const client = await start()
    await client.account.signIn(account())
    const before = await held(client)
    const giveUp = new AbortController()
    const silent = createServer(() => giveUp.abort()).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const hung = account({ url: `127.0.0.1:${(silent.address() as AddressInfo).port}` })
    const failure = await failureOf(client.account.signIn(hung, { signal: giveUp.signal }))
    expect(failure.code).toBe('CANCELLED')
    expect(await held(client)).toEqual(before)
    expect((await client.account.state()).session).toBe('signed-in')
    expect((await client.account.signIn(account())).session).toBe('signed-in')
    silent.close()
    silent.closeAllConnections()
  })

  test('to somebody else’s page is refused with NOT_THE_SERVICE', async () => {
    const server = createServer((_, response) => response.end('<h1>It works!</h1>')).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const client = await start()
    const url = `127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await failureOf(client.account.signIn(account({ url })))).toMatchObject({ code: 'NOT_THE_SERVICE' })
    server.close()
    server.closeAllConnections()
  })
})

describe('the next start', () => {
  test('offline keeps the session, the book and what is in it; downloads wait for the network', async () => {
    const first = await start()
    await first.account.signIn(account())
    await first.downloads.start(PLAN)
    await ended(first)
    await first.close()
    await service.close()
    const second = await start()
    expect(await second.account.state()).toMatchObject({ session: 'signed-in', line: 'unknown', failure: null })
    expect((await second.stations.list({ limit: 10 })).total).toBe(6)
    await second.downloads.start({ ...PLAN, archives: ['hourly'] })
    const waiting = await ended(second, ['waiting-for-network', 'waiting-for-sign-in'])
    expect(waiting).toMatchObject({ state: 'waiting-for-network', failure: { code: 'UNREACHABLE' } })
    expect(await second.account.state()).toMatchObject({ session: 'signed-in', line: 'offline' })
  })

  test('takes up what was being downloaded, by itself', async () => {
    service.faults.set({ latency: { ms: 20 } })
    const first = await start()
    await first.account.signIn(account())
    const { runId } = await first.downloads.start({ ...PLAN, archives: ['hourly'] })
    while ((await first.downloads.progress()).pages < 20) await new Promise((resolve) => setTimeout(resolve, 5))
    await first.close()
    service.faults.clear()
    const second = await start()
    expect(await ended(second)).toMatchObject({ runId, tasks: { failed: 0, waiting: 0 } })
  })

  test('without a vault asks for the password again; the book is there', async () => {
    const first = await start({ host: { vaultKey: null } })
    expect(await first.account.signIn(account())).toMatchObject({ canRemember: false, remembered: false })
    await first.close()
    const second = await start({ host: { vaultKey: null } })
    expect(await second.account.state()).toMatchObject({ session: 'signed-out', account: { url: service.url } })
    await second.downloads.start(PLAN)
    expect((await second.downloads.progress()).state).toBe('waiting-for-sign-in')
    await second.account.signIn(account())
    expect(await ended(second)).toMatchObject({ state: 'done' })
  })
})

test('signing out closes the lane at the service and forgets the password; the book stays', async () => {
  const client = await start()
  await client.account.signIn(account())
  await client.downloads.start(PLAN)
  await ended(client)
  expect(await client.account.signOut()).toMatchObject({ session: 'signed-out', remembered: false })
  expect(service.openLanes()).toEqual([])
  expect((await client.stations.list({ limit: 10 })).total).toBe(6)
  await client.close()
  const again = await start()
  expect(await again.account.state()).toMatchObject({ session: 'signed-out', account: { email: service.email } })
  const vault = readFileSync(vaultFileOf(folder.file('data')))
  expect(vault.includes(service.password)).toBe(false)
})

describe('who follows', () => {
  test('the progress follows the desk: book after book, and while none is open', async () => {
    const client = await start()
    const over = new AbortController()
    const seen = await client.downloads.watch(undefined, { signal: over.signal })
    const until = async (found: (progress: Progress) => boolean) => {
      for (;;) {
        const step = await seen.next()
        if (step.done) throw new Error('the stream has ended')
        if (found(step.value)) return step.value
      }
    }
    await until(({ state, runId }) => state === 'idle' && runId === null)
    await client.account.signIn(account())
    const file = await fileOf(client)
    await client.downloads.start(PLAN)
    await until(({ state }) => state === 'done')
    await client.account.tryDemo()
    await until(({ state, runId }) => state === 'idle' && runId === null)
    await client.downloads.start({ ...PLAN, span: { from: '2026-01-01', to: '2026-01-31' } })
    const { tasks } = await until(({ state }) => state === 'done')
    expect(tasks.failed).toBe(0)
    await client.book.open({ file })
    await until(({ state }) => state === 'idle')
    await client.downloads.start({ ...PLAN, archives: ['alarm'] })
    await until(({ state }) => state === 'done')
    over.abort()
  })
})

describe('the demo', () => {
  test('is a service inside the program, with a book of its own that opens again', async () => {
    const first = await start({ demo: true })
    expect(await first.account.state()).toMatchObject({ isDemo: true, session: 'signed-in', remembered: false })
    await first.downloads.start({
      stations: [10_001],
      archives: ['daily'],
      span: { from: '2026-01-01', to: '2026-01-31' },
    })
    expect(await ended(first)).toMatchObject({ tasks: { failed: 0 } })
    await first.close()
    const second = await start()
    expect(await second.account.state()).toMatchObject({ isDemo: true, session: 'signed-in' })
    expect((await second.stations.list({ limit: 1 })).total).toBe(150)
  })

  test('does not touch the account that was open before', async () => {
    const client = await start()
    await client.account.signIn(account())
    const file = await fileOf(client)
    await client.account.tryDemo()
    expect(await fileOf(client)).not.toBe(file)
    await client.book.open({ file })
    expect(await client.account.state()).toMatchObject({
      isDemo: false,
      session: 'signed-in',
      account: { url: service.url },
    })
  })
})

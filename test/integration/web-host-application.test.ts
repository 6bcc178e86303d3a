import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { ContractRouterClient } from '@orpc/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Contract } from '../../electron/contract/index.ts'
import { startDemoService, type DemoService } from '../../electron/demo/index.ts'
import { startWebHost, type WebHost } from '../../electron/web-host.ts'
import { admit, contractOver, openSocket } from '../support/admitted.ts'

/** The whole application behind the browser host, as its page uses it. */
const vaultKey = randomBytes(32)
let dataFolder: string
let service: DemoService
const hosts: WebHost[] = []

beforeEach(async () => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'web-application-'))
  service = await startDemoService({ stations: 3, eventDensity: 0.2 })
})
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close()
  await service.close()
  rmSync(dataFolder, { recursive: true, force: true })
})

interface Page {
  host: WebHost
  cookie: string
  client: ContractRouterClient<Contract>
}

/** Starts the host and opens its page: token, cookie and key, socket. */
async function open(): Promise<Page> {
  const host = await startWebHost({ dataFolder, vaultKey })
  hosts.push(host)
  const session = await admit(host.url)
  return { host, cookie: session.cookie, client: contractOver(await openSocket(session)) }
}

async function downloadMonth({ client }: Page): Promise<void> {
  await client.downloads.start({
    stations: 'all',
    archives: ['daily', 'events'],
    views: ['general'],
    span: { from: '2026-01-01', to: '2026-01-31' },
  })
  for await (const progress of await client.downloads.watch()) if (progress.finishedMs !== null) return
}

test('sign-in, download, readings as columns, and an export that is fetched once', async () => {
  const page = await open()
  const { url, email, password } = service
  expect((await page.client.program.info()).host).toBe('web')
  await page.client.account.signIn({ url, email, password })
  await downloadMonth(page)
  const { rows, total } = await page.client.stations.list({})
  expect(total).toBe(3)
  const columns = await page.client.readings.columns({
    stationId: rows[0]?.id ?? 0,
    archiveType: 'daily',
    view: 'general',
    fromMs: 0,
    toMs: 4e12,
  })
  const doubles = new Float64Array(await columns.columns.arrayBuffer())
  expect(columns.rows).toBeGreaterThan(25)
  expect(doubles).toHaveLength(columns.rows * (columns.channels.length + 1))

  const done = await page.client.exports.events({ format: 'csv', timeZone: 'UTC', language: 'ru', filter: {} })
  if (!done?.href) throw new Error('The browser host gives an address for every export.')
  const address = page.host.origin + done.href
  expect((await fetch(address)).status).toBe(401)
  const file = await fetch(address, { headers: { cookie: page.cookie } })
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.csv"; filename\*=UTF-8''/)
  const bytes = await file.arrayBuffer()
  expect(bytes.byteLength).toBe(done.bytes)
  expect((await fetch(address, { headers: { cookie: page.cookie } })).status).toBe(404)
})

test('a restart resumes the session from the vault, online and offline, and being offline signs nobody out', async () => {
  const first = await open()
  const { url, email, password } = service
  await first.client.account.signIn({ url, email, password })
  await downloadMonth(first)
  await first.host.close()

  const second = await open()
  expect(await second.client.account.state()).toMatchObject({
    session: 'signed-in',
    remembered: true,
    canRemember: true,
  })
  await downloadMonth(second)
  await second.host.close()

  await service.close()
  const offline = await open()
  expect(await offline.client.account.state()).toMatchObject({ session: 'signed-in', remembered: true })
  expect((await offline.client.stations.list({})).total).toBe(3)
  await offline.host.close()

  const again = await open()
  expect(await again.client.account.state()).toMatchObject({ session: 'signed-in', remembered: true })
})

test('the second host on the same data folder opens the book for reading and says who writes it', async () => {
  const first = await open()
  const { url, email, password } = service
  await first.client.account.signIn({ url, email, password })
  const summary = await first.client.book.summary()
  const second = await open()
  expect(await second.client.book.summary()).toMatchObject({ file: summary?.file, mode: 'read' })
  const writing = second.client.book.open({ file: summary?.file ?? '', mode: 'write' })
  await expect(writing).rejects.toMatchObject({ data: { code: 'BOOK_IN_USE' } })
})

import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ORPCError } from '@orpc/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import en from '../../../electron/words/en/window/failure.ts'
import ru from '../../../electron/words/ru/window/failure.ts'
import { AUTHORITY_FILE, startInBetween, type InBetween } from '../../support/in-between.ts'
import { backendIn } from '../../support/backend.ts'
import { meterbookProcess } from './run-cli.ts'

/** A service whose certificate is signed by an authority that only its company knows. */

const folder = mkdtempSync(join(tmpdir(), 'meterbook-authority-'))
let service: DemoService
let outside: InBetween
beforeAll(async () => {
  service = await startDemoService({ stations: 3 })
  outside = await startInBetween(service.url, { tls: true })
})
afterAll(async () => {
  await outside.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const sync = (env: NodeJS.ProcessEnv, ...more: string[]) =>
  meterbookProcess(
    [
      'sync',
      ...more,
      '--url',
      outside.url,
      '--email',
      service.email,
      '--book',
      join(folder, 'a.meterbook'),
      '--archives',
      'reference',
      '--json',
    ],
    folder,
    { METERBOOK_PASSWORD: service.password, NODE_EXTRA_CA_CERTS: undefined, ...env },
  )

test('is refused before anything is sent, with a sentence that says what to do', async () => {
  const done = await sync({})
  expect(done.code).toBe(4)
  expect(done.stderr).toContain('its certificate is not trusted on this computer')
  expect(done.stderr).toContain('--authority')
  expect(JSON.parse(done.stdout)).toMatchObject({ failure: { code: 'TLS' }, exit: 4 })
  expect(outside.requests()).toBe(0)
  // A variable that the packed window ignores is advised nowhere.
  for (const sentence of [en.TLS, ru.TLS, done.stderr]) expect(sentence).not.toContain('NODE_EXTRA_CA_CERTS')
})

test('is refused all the same with NODE_TLS_REJECT_UNAUTHORIZED=0, and the user is told', async () => {
  const done = await sync({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })
  expect(done.code).toBe(4)
  expect(done.stderr).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 is set. It is not obeyed')
  expect(outside.requests()).toBe(0)
})

test('is taken when NODE_EXTRA_CA_CERTS names the authority', async () => {
  const done = await sync({ NODE_EXTRA_CA_CERTS: AUTHORITY_FILE })
  expect([done.code, JSON.parse(done.stdout)]).toEqual([0, expect.objectContaining({ state: 'done', exit: 0 })])
  expect(outside.requests()).toBeGreaterThan(5)
})

test('is taken with --authority; a file without certificates, or none, is refused before anything is sent', async () => {
  const before = outside.requests()
  const empty = join(folder, 'empty.pem')
  writeFileSync(empty, 'Dear Anna')
  for (const file of [empty, join(folder, 'gone.pem'), folder]) {
    const done = await sync({}, '--authority', file)
    expect([done.code, JSON.parse(done.stdout)]).toEqual([2, expect.objectContaining({ exit: 2 })])
    expect(done.stderr).toContain(`${file} holds no certificates that can be used`)
  }
  expect(outside.requests()).toBe(before)
  expect((await sync({}, '--authority', AUTHORITY_FILE)).code).toBe(0)
  // The same in DER, as Windows saves it.
  const der = join(folder, 'authority.cer')
  writeFileSync(der, new X509Certificate(readFileSync(AUTHORITY_FILE)).raw)
  expect((await sync({}, '--authority', der)).code).toBe(0)
})

test('is taken without --authority where the preferences name the authority', async () => {
  const data = join(folder, 'preferred')
  const client = await backendIn(data, {}, new Uint8Array(32))
  await client.program.setPreferences({ authority: AUTHORITY_FILE })
  await client.close()
  const done = await sync({ METERBOOK_DATA: data })
  expect([done.code, done.stderr]).toEqual([0, expect.any(String)])
})

test('the window: a preference, refused when it is no such file, and obeyed by the connection that is open', async () => {
  const client = await backendIn(join(folder, 'data'), {}, new Uint8Array(32))
  const account = { url: outside.url, email: service.email, password: service.password, remember: true }
  const failureOf = (error: unknown) => (error instanceof ORPCError ? (error.data as unknown) : error)
  try {
    expect(await client.account.signIn(account).catch(failureOf)).toMatchObject({ code: 'TLS' })
    const gone = join(folder, 'gone.pem')
    expect(await client.program.setPreferences({ authority: gone }).catch(failureOf)).toMatchObject({
      code: 'BAD_AUTHORITY',
      data: { reason: 'missing' },
    })
    expect((await client.program.preferences()).authority).toBe('')
    await client.program.setPreferences({ authority: AUTHORITY_FILE })
    expect(await client.account.signIn(account)).toMatchObject({ session: 'signed-in', remembered: true })
    // Taken away again: the open connection goes the new way, where nothing is trusted.
    await client.program.setPreferences({ authority: '' })
    await client.account.signOut()
    expect(await client.account.signIn(account).catch(failureOf)).toMatchObject({ code: 'TLS' })
  } finally {
    await client.close()
  }
})

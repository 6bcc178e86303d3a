import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import en from '../../../electron/words/en/window/failure.ts'
import ru from '../../../electron/words/ru/window/failure.ts'
import { AUTHORITY_FILE, startInBetween, type InBetween } from '../../support/in-between.ts'
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

const sync = (env: NodeJS.ProcessEnv) =>
  meterbookProcess(
    ['sync', '--url', outside.url, '--email', service.email, '--book', join(folder, 'a.meterbook'), '--archives', 'reference', '--json'],
    folder,
    { METERBOOK_PASSWORD: service.password, NODE_EXTRA_CA_CERTS: undefined, ...env },
  )

test('is refused before anything is sent, with a sentence that says what to do', async () => {
  const done = await sync({})
  expect(done.code).toBe(4)
  expect(done.stderr).toContain('its certificate is not trusted on this computer')
  expect(done.stderr).toContain('NODE_EXTRA_CA_CERTS')
  expect(JSON.parse(done.stdout)).toMatchObject({ failure: { code: 'TLS' }, exit: 4 })
  expect(outside.requests()).toBe(0)
  // The window says the same in both its languages.
  for (const sentence of [en.TLS, ru.TLS]) expect(sentence).toContain('NODE_EXTRA_CA_CERTS')
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

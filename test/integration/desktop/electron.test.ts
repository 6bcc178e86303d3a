import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The program in the real Electron, where its binary is (CI fetches it). Everywhere else wiring.test.ts stands in. */
const root = path.resolve(import.meta.dirname, '../../..')
const note = path.join(root, 'node_modules/electron/path.txt')
const program = existsSync(note) ? path.join(root, 'node_modules/electron/dist', readFileSync(note, 'utf8')) : null
const isWanted = process.env['METERBOOK_REAL_ELECTRON'] === '1'
const isHere = program !== null && existsSync(program)
if (!isHere && !isWanted) console.warn('SKIPPED: no Electron binary on this machine; the real shell is not driven here.')

const data = mkdtempSync(path.join(os.tmpdir(), 'electron-'))
let app: ElectronApplication
let page: Page

beforeAll(async () => {
  if (!isHere && !isWanted) return
  app = await _electron.launch({
    ...(program && { executablePath: program }),
    args: [root, '--demo', ...(process.platform === 'linux' ? ['--no-sandbox'] : [])],
    env: { ...(process.env as Record<string, string>), METERBOOK_DATA: data },
  })
  page = await app.firstWindow()
})
afterAll(async () => {
  await app?.close().catch(() => undefined)
  rmSync(data, { recursive: true, force: true })
})

test.skipIf(!isHere && !isWanted)('the window shows the demo stations, read by the backend thread over the port', async () => {
  await page.waitForLoadState('domcontentloaded')
  expect(page.url()).toMatch(/^app:\/\/meterbook\//)
  await page.getByRole('row').nth(3).waitFor({ timeout: 120_000 })
})

test.skipIf(!isHere && !isWanted)('the page has no Node, no preload globals, and cannot leave or fetch', async () => {
  const seen = await page.evaluate(async () => ({
    node: typeof (globalThis as { require?: unknown }).require + typeof (globalThis as { process?: unknown }).process,
    opened: window.open('https://example.com/'),
    fetched: await fetch('https://example.com/').then(
      () => 'yes',
      () => 'no',
    ),
  }))
  expect(seen).toEqual({ node: 'undefinedundefined', opened: null, fetched: 'no' })
  await page.evaluate(() => window.location.assign('https://example.com/'))
  expect(page.url()).toMatch(/^app:\/\/meterbook\//)
})

test.skipIf(!isHere && !isWanted)('closing the window ends the program and lets the book go', async () => {
  const ended = app.waitForEvent('close')
  await page.close()
  await ended
})

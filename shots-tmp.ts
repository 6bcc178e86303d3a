import { mkdtempSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { chromium } from '@playwright/test'
import { admit, contractOver, forBrowser, openSocket } from './test/support/admitted.ts'
import { findChromium } from './test/support/chromium.ts'
const child = spawn(process.execPath, ['out/main/web.js', '--book', '/tmp/C-shot.meterbook'], { env: { ...process.env, METERBOOK_DATA: mkdtempSync('/tmp/C-data-'), METERBOOK_VAULT_KEY: '0'.repeat(64), TZ: 'Europe/Moscow' }, stdio: ['ignore', 'pipe', 'ignore'] })
const [line] = await once(createInterface({ input: child.stdout }), 'line')
const session = await admit(String(line))
const client = contractOver(await openSocket(session))
const { cookies, script } = forBrowser(session)
const { executablePath, args } = await findChromium()
const browser = await chromium.launch({ executablePath, args })
const SIZES = { a: [1280, 800, 'light', 'en'], b: [1920, 1080, 'dark', 'ru'], c: [1024, 640, 'light', 'ru'], d: [640, 400, 'dark', 'en'] } as const
for (const [name, [width, height, theme, language]] of Object.entries(SIZES)) {
  await client.program.setPreferences({ theme, language } as never)
  const context = await browser.newContext({ viewport: { width, height }, locale: language === 'ru' ? 'ru-RU' : 'en-GB' })
  await context.addCookies(cookies as never); await context.addInitScript(script)
  await context.addInitScript(() => localStorage.setItem('meterbook.workbench.sidePane', '"facets"'))
  const page = await context.newPage()
  page.setDefaultTimeout(8000)
  const go = async (place: string) => { await page.goto(`${session.origin}/#${place}`); await page.waitForTimeout(1500) }
  const shot = (what: string) => page.screenshot({ path: `/tmp/C-shots/${what}-${name}.png` })
  const step = async (what: string, work: () => Promise<void>) => { try { await work() } catch (e) { console.log(name, what, String(e).split('\n')[0]) } await shot(what) }
  await step('facets', async () => { await go('/?is-status=%D0%9D%D0%BE%D1%80%D0%BC%D0%B0'); await page.locator('[role=grid] [role=row] [role=gridcell]').nth(8).click({ button: 'right' }); await page.waitForTimeout(300) })
  await step('gaps', async () => { await go('/stations/10006/readings?archive=hourly&view=unified&show=table') ; await page.waitForTimeout(500) })
  await step('coverage', async () => { await go('/stations/10006/coverage'); await page.locator('button', { hasText: /missing|не хватает/ }).first().click(); await page.waitForTimeout(700) })
  await step('prefs', async () => { await go('/preferences'); await page.locator('.zone-picker input').last().fill('омск'); await page.waitForTimeout(600) })
  await step('units', async () => { await go('/preferences'); await page.locator('h2').nth(3).scrollIntoViewIfNeeded(); await page.mouse.move(width / 2, height / 2); await page.mouse.wheel(0, 400); await page.waitForTimeout(400) })
  await context.close()
}
await browser.close(); child.kill(); process.exit(0)

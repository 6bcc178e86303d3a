import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { chromium as pw } from '@playwright/test'
import { admit, forBrowser } from './support/admitted.ts'
import { findChromium } from './support/chromium.ts'

const child = spawn(process.execPath, ['out/main/web.js', '--book', '/tmp/U1/demo.meterbook', '--port', '8471'], {
  env: { ...process.env, METERBOOK_DATA: '/tmp/U1/data', METERBOOK_VAULT_KEY: '0'.repeat(64) },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url: string = await new Promise((resolve) => child.stdout.on('data', (d: Buffer) => { const m = /http\S+/.exec(String(d)); if (m) resolve(m[0]) }))
const session = await admit(url)
const { cookies, script } = forBrowser(session)
const chromium = await findChromium()
const browser = await pw.launch({ executablePath: chromium.executablePath, args: chromium.args, env: { ...process.env, ...chromium.env } as Record<string, string> })
const state = { origin: session.origin, cookies, script }
writeFileSync('/tmp/U1/state.json', JSON.stringify(state))
const steps = process.argv.slice(2)
for (const step of steps) {
  const [name = '', place = '', size = '1440x900', options = '', ...keys] = step.split(';')
  const [width = 1440, height = 900] = size.split('x').map(Number)
  const context = await browser.newContext({ viewport: { width, height }, locale: options.includes('ru') ? 'ru-RU' : 'en-GB', colorScheme: options.includes('dark') ? 'dark' : 'light', timezoneId: 'Europe/Moscow' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log(name, 'console', m.text().slice(0, 300)))
  page.on('pageerror', (e) => console.log(name, 'pageerror', e.stack?.slice(0, 600)))
  await page.addInitScript(script)
  await page.goto(`${session.origin}/#${place}`)
  await page.waitForTimeout(4000)
  for (const key of keys) {
    if (key.startsWith('wait')) await page.waitForTimeout(Number(key.slice(4)))
    else if (key.startsWith('click:')) await page.locator(key.slice(6)).first().click()
    else if (key.startsWith('hover:')) await page.locator(key.slice(6)).first().hover()
    else if (key.startsWith('move:')) { const [x, y] = key.slice(5).split(',').map(Number); await page.mouse.move(x ?? 0, y ?? 0) }
    else if (key.startsWith('type:')) await page.keyboard.type(key.slice(5))
    else if (key) await page.keyboard.press(key)
    await page.waitForTimeout(300)
  }
  await page.waitForTimeout(500)
  await page.screenshot({ path: `/tmp/U1/${name}.png` })
  console.log(name, page.url().split('#')[1])
  await context.close()
}
await browser.close()
child.kill()

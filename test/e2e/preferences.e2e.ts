import path from 'node:path'
import type { Page } from '@playwright/test'
import { test, expect } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { DownloadsPage } from './pages/downloads.ts'
import { SignInPage } from './pages/sign-in.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { askingBeside } from './support/contract.ts'
import { withProxyTo } from '../support/proxy.ts'

const choice = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('button', { name, exact: true })

test('language and theme take effect at once, and are kept over a restart', async ({ page, app, book }) => {
  await app.start({ book })
  const shell = new Shell(page)
  await shell.go('Preferences')
  await choice(page, 'Theme', 'Dark').click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await choice(page, 'Language', 'Русский').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(page).toHaveTitle(/^trip/)

  await app.stop()
  await app.start()
  await expect(page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Станции' })).toBeVisible()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByRole('status').filter({ hasText: '150 станций' })).toBeVisible()
})

test.describe('with a service of few stations', () => {
  test.use({ demoWishes: { stations: 24 } })

  test('connections and proxy are kept over a restart, and downloads use them', async ({ page, app, demo }) => {
    await withProxyTo(demo.url, async (proxy) => {
      const downloads = page.getByRole('region', { name: 'Downloads', exact: true })
      const two = downloads.getByRole('button', { name: '2', exact: true })
      const address = downloads.getByRole('textbox', { name: 'Proxy' })
      const open = async () => {
        await app.start()
        await page.getByRole('link', { name: 'Preferences' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Preferences' })).toBeVisible()
      }
      await open()
      await two.click()
      await expect(two).toHaveAttribute('aria-pressed', 'true')
      await address.fill(proxy.url)
      await address.press('Enter')
      await expect.poll(async () => (await askingBeside(page, (client) => client.program.preferences())).proxy).toBe(proxy.url)
      await app.stop()
      await open()
      await expect(two).toHaveAttribute('aria-pressed', 'true')
      await expect(address).toHaveValue(proxy.url)

      // No name server knows this host: only the proxy reaches it.
      await page.getByRole('link', { name: 'Back to the sign-in screen' }).click()
      const signIn = new SignInPage(page)
      await demo.faults({ latency: { ms: 50 } })
      await signIn.signIn({ ...demo, url: 'http://meters.invalid' })
      await signIn.allowUnencrypted.check()
      await signIn.submit.click()
      const workbench = new WorkbenchPage(page)
      await workbench.expectStations(24)
      await new Shell(page).go('Downloads')
      await new DownloadsPage(page).expectState('Done')
      expect([...new Set(proxy.hosts)]).toEqual(['meters.invalid'])
      const lanes = new Set((await demo.log('data')).map(({ lane }) => lane))
      expect(lanes.size).toBe(2)
    })
  })
})

test('the book is checked, compacted and backed up, and the backup is a book', async ({ page, app, lent }) => {
  await lent.start()
  await new Shell(page).go('Preferences')
  const section = page.getByRole('region', { name: 'Book', exact: true })
  await section.getByRole('button', { name: 'Check' }).click()
  await expect(section.getByRole('status')).toHaveText('The book is sound: no problem was found.')
  await section.getByRole('button', { name: 'Compact' }).click()
  await expect(section.getByRole('status')).toHaveText(/^Compacted from .* to /)
  const [download] = await Promise.all([page.waitForEvent('download'), section.getByRole('button', { name: 'Back up…' }).click()])
  expect(download.suggestedFilename()).toMatch(/^trip .*\.meterbook$/)
  const file = path.join(app.data, 'backup.meterbook')
  await download.saveAs(file)
  const { code, stdout } = await app.cli('status', '--book', file, '--json')
  expect(code).toBe(0)
  expect(JSON.stringify(JSON.parse(stdout))).toContain('"stations":150')
})

test('the book is closed, and opened again from the list of recent ones', async ({ page, app, book }) => {
  await app.start({ book })
  await new Shell(page).go('Preferences')
  await page.getByRole('button', { name: 'Close book' }).click()
  await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
  await page.getByRole('listitem').filter({ hasText: 'demo@meterbook.example' }).getByRole('button').first().click()
  await new WorkbenchPage(page).expectStations(150)
})

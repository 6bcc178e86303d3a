import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { MANIFEST, manifestText, SIGNATURE_ENDING } from '../../electron/backend/updates/manifest.ts'
import {
  folderOf,
  manifest,
  NAME,
  PACKAGE,
  release,
  releaseFacts,
  serveReleases,
  signedBy,
  STRANGER,
  type Files,
} from '../support/releases.ts'
import { expect, test, type App } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { axeIsContent, tabTo } from './support/axe.ts'

/** New versions, as a browser's user sees them: told of, never fetched unasked, given verified, and never installed by this host. */

const VERSION = '99.0.0'
/** Signed today: the program's own clock judges its date. */
const text = manifestText(manifest({ version: VERSION, date: new Date().toISOString().slice(0, 10) }))
const section = (page: Page, name = 'Updates') => page.getByRole('region', { name, exact: true })

/** Starts the program with a place of releases, as an installed one would know it. */
async function startWith(app: App, book: string, served: Files): Promise<{ asked: string[]; stop: () => Promise<void> }> {
  const server = await serveReleases(served)
  const file = path.join(app.data, 'release.json')
  writeFileSync(file, JSON.stringify(releaseFacts(server.address)))
  await app.start({ book, env: { METERBOOK_RELEASE: file } })
  return { asked: server.asked, stop: server.close }
}

test('a new version is told of in the status bar, shown with what is new, and given to the user when they say so', async ({
  page,
  app,
  book,
}) => {
  const { asked, stop } = await startWith(app, book, release(text))
  const notice = page.getByRole('contentinfo').getByRole('link', { name: `Version ${VERSION}` })
  await expect(notice).toBeVisible()
  expect(asked).toEqual([`/releases/${MANIFEST.stable}`, `/releases/${MANIFEST.stable}${SIGNATURE_ENDING}`])

  // By the keyboard alone, from the notice to the decision.
  await notice.focus()
  await page.keyboard.press('Enter')
  const updates = section(page)
  await expect(updates.getByText(`Version ${VERSION} is there`, { exact: true })).toBeVisible()
  await expect(updates.getByText('This program cannot replace itself here')).toBeVisible()
  await expect(updates.getByText(NAME)).toBeVisible()
  const notes = updates.getByRole('region', { name: `What is new in ${VERSION}` })
  await expect(notes).toHaveText('Updates that ask. <script>alert(1)</script>')
  await axeIsContent(page)

  const fetching = page.waitForEvent('download')
  await tabTo(page, updates.getByRole('button', { name: /^Download/ }))
  await page.keyboard.press('Enter')
  const download = await fetching
  expect(download.suggestedFilename()).toBe(NAME)
  const bytes = readFileSync(await download.path())
  expect(createHash('sha512').update(bytes).digest('hex')).toBe(createHash('sha512').update(PACKAGE).digest('hex'))
  await expect(updates.getByRole('status')).toContainText(`${NAME} was verified and saved`)

  await updates.getByRole('switch', { name: 'Look for new versions' }).press('Space')
  await expect(updates.getByRole('button', { name: 'Check now' })).toBeHidden()
  // What was found before is not offered any more, and cannot be fetched.
  await expect(updates.getByRole('button', { name: /^Download/ })).toBeHidden()
  await expect(notice).toBeHidden()
  const before = asked.length
  await page.reload()
  await expect(section(page).getByRole('switch', { name: 'Look for new versions' })).not.toBeChecked()
  expect(asked).toHaveLength(before)
  await stop()
})

test('what is not signed by a known key is refused with a sentence, and is nowhere offered', async ({ page, app, book }) => {
  const { asked, stop } = await startWith(app, book, release(text, signedBy(text, STRANGER)))
  await new Shell(page).go('Preferences')
  const updates = section(page)
  // Unasked, it stands in the section alone.
  await expect(updates.getByText('it is signed with a key that this program does not know')).toBeVisible()
  await expect(updates.getByRole('alert')).toHaveCount(0)
  await updates.getByRole('button', { name: 'Check now' }).click()
  await expect(updates.getByRole('alert')).toContainText('This update was refused. Nothing was installed, and the program is as it was.')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Version' })).toHaveCount(0)
  expect(asked.filter((address) => address.endsWith(NAME))).toEqual([])
  await stop()
})

test('a release from a stick is verified in the same way, with no network, in Russian too', async ({ page, app, book }) => {
  const { asked, stop } = await startWith(app, book, {})
  await new Shell(page).go('Preferences')
  await page.getByRole('button', { name: 'Русский' }).click()
  const updates = section(page, 'Обновления')
  const field = updates.getByRole('textbox', { name: 'Обновление из файла' })
  await field.fill('/nowhere/at-all.zip')
  await field.press('Enter')
  await expect(updates.getByRole('alert')).toContainText('в нём нет выпуска')
  const before = asked.length
  await field.fill(folderOf(release(text), app.data))
  await updates.getByRole('button', { name: 'Взять' }).click()
  await expect(updates.getByText(`Есть версия ${VERSION}`, { exact: true })).toBeVisible()
  await expect(updates.getByRole('region', { name: `Что нового в ${VERSION}` })).toHaveText('Обновления, которые спрашивают.')
  await page.setViewportSize({ width: 640, height: 900 })
  await axeIsContent(page)
  const overflow = await updates.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  const fetching = page.waitForEvent('download')
  await updates.getByRole('button', { name: /^Скачать/ }).click()
  expect(readFileSync(await (await fetching).path()).equals(PACKAGE)).toBe(true)
  expect(asked).toHaveLength(before)
  await stop()
})

test('a connection that is set to save data is asked about once more', async ({ page, app, book }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const { asked, stop } = await startWith(app, book, release(text))
  await new Shell(page).go('Preferences')
  const updates = section(page)
  // Not even the daily question is asked over it.
  await expect(updates.getByText('Not checked yet')).toBeVisible()
  expect(asked).toEqual([])
  await updates.getByRole('button', { name: 'Check now' }).click()
  await updates.getByRole('button', { name: /^Download \d/ }).click()
  await expect(updates.getByRole('alert')).toContainText('This connection is set to save data')
  await updates.getByRole('button', { name: 'Not now' }).click()
  await expect(updates.getByRole('alert')).toHaveCount(0)
  expect(asked.filter((address) => address.endsWith(NAME))).toEqual([])
  await updates.getByRole('button', { name: /^Download \d/ }).click()
  const fetching = page.waitForEvent('download')
  await updates.getByRole('button', { name: 'Download all the same' }).click()
  await fetching
  await stop()
})

test('a build that knows no key says so, and offers no switch', async ({ page, lent }) => {
  await lent.start()
  await new Shell(page).go('Preferences')
  await expect(section(page).getByText('This build knows no key that releases are signed with')).toBeVisible()
  await expect(section(page).getByRole('switch')).toHaveCount(0)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Version' })).toHaveCount(0)
})

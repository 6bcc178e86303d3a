import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import en from '../../electron/words/en/window/program-log.ts'
import ru from '../../electron/words/ru/window/program-log.ts'
import { readZip } from '../support/evidence-tampering.ts'
import { expect, test } from './fixtures.ts'
import { axeIsContent } from './support/axe.ts'
import type { Demo } from './support/demo.ts'
import { prepare } from './support/prepare.ts'

/** The program's log and its diagnostics, as somebody shows and saves them: what is shown is what the file holds, and nobody's data. */

type Words = Pick<typeof en, 'heading' | 'title' | 'show' | 'diagnostics' | 'save' | 'find' | 'saveLog' | 'level'>
test.use({ demoWishes: { stations: 12 } })

const button = (page: Page, words: Words, name: string) =>
  page.getByRole('region', { name: words.heading, exact: true }).getByRole('button', { name, exact: true })
const picture = (page: Page, name: string) =>
  process.env['METERBOOK_LOOK'] ? page.screenshot({ path: `${process.env['METERBOOK_LOOK']}/${name}.png` }) : null

/** Opens a dialog of the section by the keyboard. */
async function opened(page: Page, words: Words, { by, title }: { by: string; title: string }): Promise<Locator> {
  await button(page, words, by).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Presses Ctrl+Enter in a dialog, and gives where the file lies that the browser was given. */
async function savedFrom(page: Page, dialog: Locator, name: RegExp): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+Enter')])
  expect(download.suggestedFilename()).toMatch(name)
  await expect(dialog).toBeHidden()
  return download.path()
}

/** The files that the preview shows, each opened by the keyboard where it is closed, word for word. */
async function shownIn(dialog: Locator, page: Page): Promise<{ name: string; text: string }[]> {
  const sections = dialog.locator('details')
  await expect(sections).toHaveCount(5)
  const shown = []
  for (const section of await sections.all()) {
    if ((await section.getAttribute('open')) === null) {
      await section.locator('summary').focus()
      await page.keyboard.press('Enter')
    }
    await expect(section.getByRole('region')).toBeVisible()
    const name = (await section.locator('.name').textContent()) ?? ''
    shown.push({ name, text: (await section.getByRole('region').textContent()) ?? '' })
  }
  return shown
}

/** What of the account and its stations stands in a text. */
function leaksIn(text: string, { email, password, url, world }: Demo): string[] {
  const names = [...world.stations()].map(({ name }) => name)
  expect(names).toHaveLength(12)
  return [email, password, new URL(url).host, ...names].filter((word) => text.toLowerCase().includes(word.toLowerCase()))
}

test('the log is shown, found in and saved; the diagnostics hold exactly what was shown, and nothing of the account', async ({
  page,
  app,
  demo,
}) => {
  await prepare(page, app, demo)
  await app.go('/preferences#log')

  const log = await opened(page, en, { by: en.show, title: en.title })
  await expect(log.getByRole('rowheader', { name: 'signed-in', exact: true })).toHaveCount(1)
  await expect(log.getByRole('rowheader', { name: 'download-done', exact: true }).first()).toBeVisible()
  await axeIsContent(page)
  await picture(page, 'log-en')
  await log.getByRole('button', { name: en.level.info, exact: true }).press('Space')
  await expect(log.getByRole('rowheader', { name: 'signed-in', exact: true })).toHaveCount(0)
  await log.getByRole('button', { name: en.level.info, exact: true }).press('Space')
  await log.getByRole('searchbox', { name: en.find }).fill('SIGNED-in')
  await expect(log.getByRole('rowheader')).toHaveText(['signed-in'])
  const text = readFileSync(await savedFrom(page, log, /^Meterbook log .*\.txt$/), 'utf8')
  // All of it, not what was found in it.
  expect(text).toContain('download-done')
  expect(leaksIn(text, demo)).toEqual([])
  await expect(button(page, en, en.show)).toBeFocused()

  const dialog = await opened(page, en, { by: en.save, title: en.diagnostics })
  const shown = await shownIn(dialog, page)
  expect(shown.map(({ name }) => name)).toEqual(['program.json', 'settings.json', 'book.json', 'downloads.json', 'log.txt'])
  await axeIsContent(page)
  await picture(page, 'diagnostics-en')
  const files = await readZip(await savedFrom(page, dialog, /^Meterbook diagnostics .*\.zip$/))
  expect([...files].map(([name, bytes]) => ({ name, text: bytes.toString('utf8') }))).toEqual(shown)
  expect(leaksIn(shown.map(({ name, text: content }) => `${name}\n${content}`).join('\n'), demo)).toEqual([])
  // It is of use, and of this book: an empty file would hold nothing of anybody either.
  expect(JSON.parse(files.get('book.json')?.toString() ?? '')).toMatchObject({ hasAccount: true, counts: { stations: 12 } })
  expect(files.get('log.txt')?.toString()).toContain('signed-in')
  expect(leaksIn(`${demo.password} ${demo.email}`, demo)).toHaveLength(2)
  await expect(button(page, en, en.save)).toBeFocused()
})

test('in Russian, in a narrow window, in both themes', async ({ page, app, book }) => {
  await app.start({ book })
  await app.go('/preferences#log')
  await page.getByRole('button', { name: 'Русский' }).click()
  await page.setViewportSize({ width: 640, height: 900 })
  const fits = async (dialog: Locator) =>
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)

  const log = await opened(page, ru, { by: ru.show, title: ru.title })
  await expect(log.getByRole('rowheader', { name: 'book-opened', exact: true }).first()).toBeVisible()
  await axeIsContent(page)
  await picture(page, 'log-ru')
  await fits(log)
  await page.keyboard.press('Escape')
  await expect(log).toBeHidden()

  const dialog = await opened(page, ru, { by: ru.save, title: ru.diagnostics })
  const shown = await shownIn(dialog, page)
  await axeIsContent(page)
  await picture(page, 'diagnostics-ru')
  await fits(dialog)
  const files = await readZip(await savedFrom(page, dialog, /\.zip$/))
  expect([...files].map(([name, bytes]) => ({ name, text: bytes.toString('utf8') }))).toEqual(shown)
})

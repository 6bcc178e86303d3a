import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test, expect } from './fixtures.ts'
import en from '../../electron/words/en/window/index.ts'
import ru from '../../electron/words/ru/window/index.ts'
import { axeIsContent, tabTo } from './support/axe.ts'
import { settled } from './support/screens.ts'

for (const [language, words] of Object.entries({ en, ru })) {
  test.describe(language, () => {
    test.use({ locale: language })

    test('the log is read and filtered, by keys alone', async ({ page, lent }) => {
      await lent.start()
      await lent.go('/preferences')
      const show = page.getByRole('button', { name: words['program-log'].show })
      await tabTo(page, show)
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: words['program-log'].title })
      await expect(dialog.getByRole('rowheader', { name: 'book-opened' }).first()).toBeVisible()
      await tabTo(page, dialog.getByRole('searchbox'))
      await page.keyboard.type('no-such-line')
      await expect(dialog.getByText(words['program-log'].none)).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.type('started')
      await expect(dialog.getByRole('rowheader').first()).toHaveText('started')
      await settled(page)
      await axeIsContent(page)
    })

    test('diagnostics are shown before they are saved', async ({ page, lent, app }) => {
      await lent.start()
      await lent.go('/preferences')
      await page.getByRole('button', { name: words['program-log'].save }).click()
      const dialog = page.getByRole('dialog', { name: words['program-log'].diagnostics })
      await expect(dialog.getByText('program.json')).toBeVisible()
      await dialog.getByText('book.json').click()
      await expect(dialog.getByRole('region', { name: 'book.json' })).toContainText('"stations": 150')
      await settled(page)
      await axeIsContent(page)
      const saving = page.waitForEvent('download')
      await dialog.getByRole('button', { name: words['program-log'].save }).click()
      const download = await saving
      expect(download.suggestedFilename()).toMatch(/^Meterbook diagnostics \d{4}-\d\d-\d\d\.zip$/)
      const file = path.join(app.data, 'diagnostics.zip')
      await download.saveAs(file)
      expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK')
      await expect(dialog).toBeHidden()
    })
  })
}

test('a run that ended badly is told once, and leads to the diagnostics', async ({ page, app, book }) => {
  await app.start({ book })
  await app.stop()
  const logs = path.join(app.data, 'logs')
  expect(readdirSync(logs).filter((name) => name.startsWith('running'))).toEqual([])
  // No process has this number: it is above what systems give.
  writeFileSync(path.join(logs, 'running-web-99999999'), JSON.stringify({ pid: 99_999_999, startedMs: Date.now(), who: 'web' }))
  await app.start()
  await expect(page.getByText(en['program-log'].mishap['ended-badly'])).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: en['program-log'].save }).click()
  await expect(page.getByRole('dialog', { name: en['program-log'].diagnostics })).toBeVisible()
  await app.stop()
  await app.start()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(page.getByText(en['program-log'].mishap['ended-badly'])).toHaveCount(0)
})

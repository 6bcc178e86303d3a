import words from '../../electron/words/en/window/licences.ts'
import { expect, test } from './fixtures.ts'

/** What the program is made of, and each licence in full, read from the program itself. */
test.beforeEach(async ({ page, shared }) => {
  await shared.open(page, '/preferences')
  await page.getByRole('group', { name: words.title }).getByRole('button', { name: words.show }).click()
})

test('every part has its licence in full, and a word finds it by name, by licence and in the text', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: words.title })
  const parts = dialog.getByRole('listitem')
  await expect(parts.filter({ hasText: 'better-sqlite3' }).first()).toBeVisible()
  const all = await parts.count()
  const search = dialog.getByRole('searchbox', { name: words.search })

  await search.fill('ofl')
  // The fonts: Roboto, and those of the Georgian and the Armenian letters.
  await expect(parts).toHaveCount(3)
  const roboto = parts.filter({ hasText: 'Roboto' })
  await roboto.locator('summary').click()
  await expect(dialog.getByRole('region', { name: 'Roboto' })).toContainText('SIL OPEN FONT LICENSE')

  await search.fill('hipp nothing')
  await expect(parts).toHaveCount(0)
  await search.fill('find forgiveness')
  await expect(parts).toHaveCount(1)
  await expect(parts).toContainText('SQLite')
  await search.press('Escape')
  await expect(parts).toHaveCount(all)
})

test('Escape closes it, and the focus is on the button that opened it', async ({ page }) => {
  await expect(page.getByRole('dialog', { name: words.title }).getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: words.title })).toBeHidden()
  await expect(page.getByRole('group', { name: words.title }).getByRole('button', { name: words.show })).toBeFocused()
})

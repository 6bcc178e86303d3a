import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { backupsIn } from '../../electron/book/backups/shelf.ts'
import { bookAt } from '../../electron/book/backups/make.ts'
import { olderBook, versionOf, OLDER_VERSION } from '../support/older-book.ts'
import { expect, test } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { askingBeside } from './support/contract.ts'
import { axeIsContent } from './support/axe.ts'

test('a backup is made, looked into and restored; the preview names the note that would be lost, and the book is kept', async ({
  page,
  app,
  book,
}) => {
  await app.start({ book })
  await app.go('/preferences')
  const section = page.getByRole('region', { name: 'Backups' })
  await expect(section).toContainText('There is no backup of this book yet')
  await section.getByRole('button', { name: 'Back up now' }).click()
  await expect(section.getByRole('status')).toHaveText('A backup was made and verified.')
  await expect(section).toContainText(/Last backup: .+, verified/)
  const list = section.getByRole('list', { name: 'Backups of this book' })
  await expect(list.getByRole('listitem')).toHaveCount(1)

  const text = 'the valve was replaced by Olga'
  await askingBeside(page, async (client) => {
    const [station] = (await client.stations.list({ limit: 1 })).rows
    await client.notes.write({ stationId: station?.id ?? 0, fromMs: null, toMs: null, kind: 'other', author: 'Olga', text, photos: [] })
  })
  // By keys alone: the button, the dialog, back.
  const look = list.getByRole('button', { name: /^Look inside/ })
  await look.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^The backup of/ })
  await expect(dialog.getByRole('list', { name: 'What people wrote' }).getByRole('listitem')).toHaveText([
    new RegExp(`Would be lost.*${text}`),
  ])
  await expect(dialog).toContainText('Nothing would have to be fetched again')
  await axeIsContent(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(look).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog).toBeHidden()
  await expect(section.getByRole('status')).toContainText('Restored. The book as it was is kept as')
  await expect(new Shell(page).status).toContainText(path.basename(book, '.meterbook'))
  await look.click()
  await expect(dialog).toContainText('Nothing that people wrote would change')
  await page.keyboard.press('Escape')
  expect(readdirSync(path.dirname(book)).filter((name) => name.includes('.replaced-'))).toHaveLength(1)

  const saved = page.waitForEvent('download')
  await list.getByRole('button', { name: /^Save a copy/ }).click()
  const copy = await (await saved).path()
  expect(existsSync(copy)).toBe(true)
  await expect(section.getByRole('status')).toContainText('Saved to')
  // What was said is worded anew in the language that is chosen afterwards.
  await page.getByRole('button', { name: 'Русский' }).click()
  await expect(page.locator('#backups').getByRole('status')).toContainText('Сохранено в')
})

test('a folder that is not there is refused in words; one that went away is said, and used again when it is back', async ({
  page,
  app,
  book,
}) => {
  await app.start({ book })
  await app.go('/preferences')
  const section = page.getByRole('region', { name: 'Backups' })
  const folder = section.getByRole('textbox', { name: 'Folder of backups' })
  const stick = path.join(app.data, 'stick')
  await folder.fill(stick)
  await folder.press('Tab')
  await expect(section.getByRole('alert')).toContainText('The folder is not there')
  mkdirSync(stick)
  await folder.fill('')
  await folder.press('Tab')
  await folder.fill(stick)
  await folder.press('Tab')
  await expect(section.getByRole('alert')).toHaveCount(0)
  const make = section.getByRole('button', { name: 'Back up now' })
  await make.click()
  await expect(section.getByRole('status')).toHaveText('A backup was made and verified.')
  expect(backupsIn(stick, bookAt(book))).toHaveLength(1)

  // Pulled out, and back.
  renameSync(stick, `${stick}-away`)
  await make.click()
  await expect(section.getByRole('alert')).toContainText('The folder is not there')
  await expect(section).toContainText('This folder is not there now')
  renameSync(`${stick}-away`, stick)
  await make.click()
  await expect(section.getByRole('status')).toHaveText('A backup was made and verified.')
  await expect(section.getByRole('listitem')).toHaveCount(2)
})

test('a book of an older version is copied before it is opened, and the copy is listed', async ({ page, app }) => {
  const file = olderBook(path.join(app.data, 'old.meterbook'))
  await app.start({ book: file })
  await app.go('/preferences')
  const section = page.getByRole('region', { name: 'Backups' })
  await expect(section.getByRole('listitem')).toContainText('before a new version of the book')
  const [copy] = backupsIn(path.join(app.data, 'backups'), bookAt(file))
  expect(versionOf(copy?.file ?? '')).toBe(OLDER_VERSION)
})

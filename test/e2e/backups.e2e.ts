import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { backupsIn } from '../../electron/book/backups/shelf.ts'
import { bookAt } from '../../electron/book/backups/make.ts'
import { bookPathOf } from '../../electron/backend/book-path.ts'
import { KNOWN_VERSION } from '../../electron/book/file/head.ts'
import { journalsOf } from '../../electron/book/file/place.ts'
import { damage } from '../support/hostile-books.ts'
import { olderBook, versionOf, OLDER_VERSION } from '../support/older-book.ts'
import { readOnlyFolder } from '../support/read-only-folder.ts'
import { expect, test } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { SignInPage } from './pages/sign-in.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { askingBeside } from './support/contract.ts'
import { axeIsContent, tabTo } from './support/axe.ts'

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
  await expect.poll(() => askingBeside(page, async (client) => (await client.program.preferences()).backupsFolder)).toBe(stick)
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

test('an older book of which no copy can be made: said with the folder of backups, and opened without one, by its path or by a sign-in', async ({
  page,
  app,
  demo,
}) => {
  const folder = path.join(app.data, 'backups')
  const undo = readOnlyFolder(folder)
  test.skip(undo === null, 'a folder can be made read-only for this user by a mount only')
  try {
    const [older, mine] = [olderBook(path.join(app.data, 'old.meterbook')), olderBook(bookPathOf(app.data, demo))]
    await app.start()
    const [signIn, shell] = [new SignInPage(page), new Shell(page)]
    const without = page.getByRole('button', { name: 'Open without a copy' })
    await signIn.openBook(older)
    await expect(signIn.complaint).toContainText('the copy that is made first cannot be written')
    await expect(signIn.complaint).toContainText(folder)
    expect(versionOf(older)).toBe(OLDER_VERSION)
    await axeIsContent(page)
    await without.click()
    await new WorkbenchPage(page).expectStations(3)

    await app.go('/sign-in')
    await signIn.signIn(demo)
    await expect(signIn.complaint).toContainText(folder)
    expect(versionOf(mine)).toBe(OLDER_VERSION)
    await without.focus()
    await page.keyboard.press('Enter')
    await expect(shell.status).toContainText(demo.email)
    expect([versionOf(older), versionOf(mine)]).toEqual([KNOWN_VERSION, KNOWN_VERSION])
  } finally {
    await app.stop()
    undo?.()
  }
})

test('a damaged book: its backup is listed where books are opened, looked into and restored by keys alone, and the book opens', async ({
  page,
  app,
  book,
  synced,
}) => {
  await app.start({ book })
  await askingBeside(page, (client) => client.backups.make())
  await app.stop()
  damage(book, 'session')
  damage(book, 'meta')
  await app.start()
  await page.getByTitle(book).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(/damaged|not a Meterbook book/)
  const list = page.getByRole('list', { name: 'Backups of this book' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await axeIsContent(page)
  const look = list.getByRole('button', { name: /^Look inside/ })
  await look.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^The backup of/ })
  await expect(dialog).toContainText('The book as it is now cannot be read')
  await expect(dialog.getByRole('row', { name: /^Stations/ })).toContainText(String(synced.world.stationCount))
  await axeIsContent(page)
  await page.keyboard.press('Escape')
  await expect(look).toBeFocused()

  const saved = page.waitForEvent('download')
  await list.getByRole('button', { name: /^Save a copy/ }).click()
  expect(existsSync(await (await saved).path())).toBe(true)
  await expect(page.getByRole('status').filter({ hasText: 'Saved to' })).toBeVisible()

  await look.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('is kept beside it')
  await tabTo(page, dialog.getByRole('button', { name: 'Restore' }))
  await page.keyboard.press('Enter')
  await new WorkbenchPage(page).expectStations(synced.world.stationCount)
  await expect(new Shell(page).notices).toContainText('Restored. The book as it was is kept as')
  expect(readdirSync(path.dirname(book)).filter((name) => name.includes('.replaced-'))).toHaveLength(1)
})

test('in Russian and narrow: a book whose file is gone stays among the recent ones while it has a backup, and is restored', async ({
  page,
  app,
  book,
  synced,
}) => {
  await page.setViewportSize({ width: 640, height: 900 })
  await app.start({ book })
  await askingBeside(page, (client) => client.program.setPreferences({ language: 'ru' }))
  await askingBeside(page, (client) => client.backups.make())
  await app.stop()
  for (const file of [book, ...journalsOf(book)]) rmSync(file, { force: true })
  await app.start()
  const entry = page.getByTitle(book)
  await expect(entry).toContainText('файла сейчас нет, есть резервные копии')
  await entry.click()
  const list = page.getByRole('list', { name: 'Копии этой книги' })
  await expect(page.getByRole('alert')).toContainText('книги')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await axeIsContent(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await list.getByRole('button', { name: /^Заглянуть/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Копия от/ })
  await expect(dialog).toContainText('На этом месте книги сейчас нет')
  await axeIsContent(page)
  await dialog.getByRole('button', { name: 'Восстановить' }).click()
  await expect(new Shell(page).status).toContainText(path.basename(book, '.meterbook'))
  expect(bookAt(book)).toMatchObject({ file: book })
  expect(await askingBeside(page, (client) => client.stations.list({ limit: 1 }))).toMatchObject({ total: synced.world.stationCount })
})

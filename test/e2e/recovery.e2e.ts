import { existsSync, readFileSync } from 'node:fs'
import { damage } from '../support/hostile-books.ts'
import { expect, test } from './fixtures.ts'
import { axeIsContent } from './support/axe.ts'
import { askingBeside } from './support/contract.ts'

test('a damaged book is refused, read page by page, and the new one opens; what is missing is said first', async ({ page, app, book }) => {
  damage(book, 'session')
  damage(book, 'meta')
  const before = readFileSync(book)
  await app.start()
  await page.getByRole('textbox', { name: 'Path of a book file on this computer' }).fill(book)
  await page.keyboard.press('Enter')
  const notice = page.getByRole('alert')
  await expect(notice).toContainText(/damaged|not a Meterbook book/)
  const action = page.getByRole('button', { name: 'Recover what can be read' })
  await action.focus()
  await page.keyboard.press('Enter')
  const report = page.getByRole('region', { name: 'What was recovered' })
  await expect(report).toContainText('The damaged book was not changed')
  await expect(report.getByRole('table', { name: 'What is missing' })).toContainText('Sessions')
  await expect(report).toContainText('No backup of this book was found')
  await axeIsContent(page)
  expect(readFileSync(book).equals(before)).toBe(true)
  await report.getByRole('button', { name: 'Open the new book' }).click()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  expect(existsSync(book.replace(/\.meterbook$/, ' recovered.meterbook'))).toBe(true)
})

test('in Russian, in both themes and narrow, the report fits, and a book that lost nothing says so', async ({ page, app, book }) => {
  damage(book, 'run')
  damage(book, 'meta')
  await page.setViewportSize({ width: 640, height: 900 })
  await app.start()
  await askingBeside(page, (client) => client.program.setPreferences({ language: 'ru' }))
  await page.reload()
  await page.getByRole('textbox', { name: 'Путь к файлу книги' }).fill(book)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Восстановить, что читается' }).click()
  const report = page.getByRole('region', { name: 'Что восстановлено' })
  await expect(report).toContainText('Книга больше не говорит, чья она')
  await expect(report).toContainText('Ничего не нужно запрашивать снова')
  await axeIsContent(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  const open = report.getByRole('button', { name: 'Открыть новую книгу' })
  await open.scrollIntoViewIfNeeded()
  await expect(open).toBeInViewport({ ratio: 1 })
})

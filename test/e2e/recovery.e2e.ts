import { existsSync, readFileSync } from 'node:fs'
import { damage } from '../support/hostile-books.ts'
import { expect, test } from './fixtures.ts'
import { axeIsContent } from './support/axe.ts'

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

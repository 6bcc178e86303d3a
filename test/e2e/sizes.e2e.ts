import { openBook } from '../../electron/book/index.ts'
import { emptyPixels, header, png } from '../support/pictures.ts'
import { expect, test } from './fixtures.ts'
import { ReportsPage } from './pages/reports.ts'
import { STATIONS } from './support/synced.ts'

/** Pictures and texts that are larger than anything real. */

/** The logo in the book itself. */
function held(file: string) {
  const book = openBook(file, { mode: 'read', now: Date.now })
  try {
    return book.reporting.letterhead().logo
  } finally {
    book.close()
  }
}

test('a logo of 10,000 × 10,000 pixels is kept as small as it is printed', async ({ page, lent, book }) => {
  await lent.start()
  await lent.go('/reports')
  const reports = new ReportsPage(page)
  await reports.tab('Head and contracts')
  const buffer = png(header(10_000, 10_000), emptyPixels(10_000, 10_000))
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  const logo = page.getByRole('img', { name: 'Logo' })
  const size = () => logo.evaluate((image) => (image instanceof HTMLImageElement ? [image.naturalWidth, image.naturalHeight] : []))
  await expect.poll(size).toEqual([300, 300])
  await expect(page.getByText('Kept in the book.')).toBeVisible()
  expect(held(book)?.base64.length).toBeLessThan(20_000)
})

test('a logo that the book holds and that is not printed stays until it is changed', async ({ page, lent, book }) => {
  const old = {
    type: 'image/png' as const,
    base64: png(header(5000, 5000), emptyPixels(5000, 5000)).toString('base64'),
  }
  const changed = openBook(book, { mode: 'write', now: Date.now })
  changed.page(() => changed.reporting.setLetterhead({ ...changed.reporting.letterhead(), logo: old }))
  changed.close()
  await lent.start()
  await lent.go('/reports/letterhead')
  const leftOut = page.getByText(/The logo that this book holds is too large/)
  await expect(leftOut).toBeVisible()
  const organisation = page.getByLabel('Organisation that makes the report')
  await organisation.fill('Gas')
  await organisation.blur()
  const kept = page.getByText('Kept in the book.')
  await expect(kept).toBeVisible()
  expect(held(book)).toEqual(old)
  // The window asks nothing of the book while it looks at a picture that is none: what was said before is not said of it.
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toContainText('The logo was not changed')
  await expect(kept).toBeHidden()
  expect(held(book)).toEqual(old)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(kept).toBeVisible()
  await expect(leftOut).toBeHidden()
  expect(held(book)).toBeNull()
})

test('a name of a megabyte is cut on the screen, and whole in the book', async ({ page, app, book }) => {
  const long = `Узел учёта ${'ж'.repeat(1_000_000)}`
  const changed = openBook(book, { mode: 'write', now: Date.now })
  const { consumerName: _, seenAtMs, unlistedAtMs: __, ...station } = changed.stations.get(STATIONS.main) ?? {}
  changed.stations.put([{ ...(station as Parameters<typeof changed.stations.put>[0][number]), name: long }], seenAtMs ?? 0)
  changed.close()
  await app.start({ book })
  await app.go(`/stations/${STATIONS.main}`)
  const heading = page.getByRole('heading', { name: /^Узел учёта ж/ }).first()
  await expect(heading).toBeVisible()
  expect((await heading.textContent())?.trim().length).toBeLessThanOrEqual(300)
  // Broken into lines, a megabyte freezes the window for a minute, and all that it asked for seems never to come.
  const inPassport = page.locator('dd', { hasText: 'ж' }).first()
  await expect(inPassport).toBeVisible()
  expect((await inPassport.textContent())?.length).toBeLessThanOrEqual(10_000)
  await app.stop()
  const kept = openBook(book, { mode: 'read', now: Date.now })
  expect(kept.stations.get(STATIONS.main)?.name).toBe(long)
  kept.close()
})

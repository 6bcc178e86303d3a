import { openBook } from '../../electron/book/index.ts'
import { emptyPixels, header, png } from '../support/pictures.ts'
import { expect, test } from './fixtures.ts'
import { ReportsPage } from './pages/reports.ts'
import { STATIONS } from './support/synced.ts'

/** Pictures and texts that are larger than anything real. */

test('a logo of 10,000 × 10,000 pixels is kept as small as it is printed', async ({ page, app, book }) => {
  await app.start({ book })
  await app.go('/reports')
  const reports = new ReportsPage(page)
  await reports.tab('Head and contracts')
  const buffer = png(header(10_000, 10_000), emptyPixels(10_000, 10_000))
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  const logo = page.getByRole('img', { name: 'Logo' })
  const size = () => logo.evaluate((image) => (image instanceof HTMLImageElement ? [image.naturalWidth, image.naturalHeight] : [])) // oxfmt-ignore
  await expect.poll(size).toEqual([300, 300])
  // The window says 'kept' of the field that was left for the logo, too: the book itself tells.
  const bytes = () => {
    const kept = openBook(book, { mode: 'read', now: Date.now })
    try {
      return kept.reporting.letterhead().logo?.base64.length ?? Infinity
    } finally {
      kept.close()
    }
  }
  await expect.poll(bytes).toBeLessThan(20_000)
})

test('a name of a megabyte is cut in the table, and whole in the book', async ({ page, app, book }) => {
  const long = `Узел учёта ${'ж'.repeat(1_000_000)}`
  const changed = openBook(book, { mode: 'write', now: Date.now })
  const { consumerName: _, seenAtMs, unlistedAtMs: __, ...station } = changed.stations.get(STATIONS.main) ?? {}
  changed.stations.put(
    [{ ...(station as Parameters<typeof changed.stations.put>[0][number]), name: long }],
    seenAtMs ?? 0,
  )
  changed.close()
  await app.start({ book })
  await app.go(`/stations/${STATIONS.main}`)
  const heading = page.getByRole('heading', { name: /^Узел учёта ж/ }).first()
  await expect(heading).toBeVisible()
  expect((await heading.textContent())?.trim().length).toBeLessThanOrEqual(300)
  await app.stop()
  const kept = openBook(book, { mode: 'read', now: Date.now })
  expect(kept.stations.get(STATIONS.main)?.name).toBe(long)
  kept.close()
})

import path from 'node:path'
import { openBook } from '../../electron/book/index.ts'
import { HOUR_MS } from '../../electron/contract/time/units.ts'
import { expect, test as base } from './fixtures.ts'
import { ReadingsPage } from './pages/station.ts'
import { BEGIN_MS, m3Of, NOW, TROUBLES, writeTrouble } from '../support/troubles.ts'

/** Values that do not count, in the running window. */

const ID = 1 + TROUBLES.findIndex(({ name }) => name.includes('and a counter (case 14)'))
const test = base.extend({
  book: async ({ app }, use) => {
    const file = path.join(app.data, 'refuted.meterbook')
    const book = openBook(file, { mode: 'write', now: () => NOW })
    const trouble = TROUBLES[ID - 1]
    if (trouble) writeTrouble(book, ID, trouble)
    book.close()
    await use(file)
  },
})
const iso = (hour: number) => new Date(BEGIN_MS + hour * HOUR_MS).toISOString()
const place = (show: string, at = '') =>
  `/stations/${ID}/readings?archive=hourly&view=general&show=${show}&from=${iso(96)}&to=${iso(108)}${at}`

test('a refuted value is struck through in the table and beside the chart, with what counts instead', async ({ page, lent }) => {
  await lent.start()
  await lent.go(place('table'))
  const readings = new ReadingsPage(page)
  const struck = readings.table.root.locator('s')
  await expect(struck).toHaveCount(2)
  await expect(struck.first()).toHaveText('186,227.087')
  const why = `186,227.087 m³, not counted: the counter rose by another amount. ${m3Of(101).toFixed(3).replace(/0+$/, '')} m³ counts instead`
  await expect(struck.first()).toHaveAccessibleDescription(why)
  await expect(struck.first()).toHaveAttribute('title', why)

  await lent.go(place('chart'))
  await readings.expectDrawn()
  await readings.surface.focus()
  const beside = readings.values.locator('s')
  // From the middle of the span.
  await page.keyboard.press('ArrowLeft')
  await expect(beside).toHaveText(/186,227/)
  await expect(beside).toHaveAccessibleDescription(/not counted: the counter rose by another amount/)

  await lent.go(place('day').replace(/&from.*/, `&from=${iso(72)}&to=${iso(120)}`))
  const sums = page.getByRole('region', { name: 'Table of sums' })
  await expect(sums.locator('s')).toHaveText(/186,227/)
  await expect(sums.getByText('+1')).toBeVisible()
})

import { MEANING_TABLE_VERSION } from '../../electron/contract/meaning-table.ts'
import { RULE_CODES } from '../../electron/contract/rules.ts'
import { test, expect } from './fixtures.ts'
import { DownloadsPage, TripDialog } from './pages/downloads.ts'
import { Grid } from './pages/grid.ts'
import { prepare } from './support/prepare.ts'

test('the reference: device types, channels and messages, filtered and searched', async ({ page, shared, synced }) => {
  const { world } = synced
  const parts = page.getByRole('navigation', { name: 'Parts of the reference' })
  const grid = new Grid(page.getByRole('grid'))

  await shared.open(page, '/reference/types')
  await grid.expectTotal([...world.equipmentTypes()].length)
  await parts.getByRole('link', { name: 'Channels' }).click()
  await expect(page.getByText(`${[...world.channels()].length} channels`)).toBeVisible()

  await parts.getByRole('link', { name: 'Messages' }).click()
  const messages = [...world.messages()]
  await grid.expectTotal(messages.length)
  await page.getByRole('searchbox', { name: 'Search' }).fill('ВСКРЫТИЕ')
  await grid.expectTotal(messages.filter(({ name }) => name.toLowerCase().includes('вскрытие')).length)
  await parts.getByRole('link', { name: 'Not understood' }).click()
  await expect(page.getByText('Every record was understood')).toBeVisible()
})

test.describe('with a service of few stations', () => {
  test.use({ demoWishes: { stations: 12 } })

  test('records that cannot be understood are shown as they came, and the rest is stored', async ({ page, app, demo }) => {
    await prepare(page, app, demo)
    const year = new Date().getUTCFullYear() - 1
    const span = { from: `${year}-02-01`, to: `${year}-04-30` }
    const [trip, downloads] = [new TripDialog(page), new DownloadsPage(page)]
    await demo.faults({ garbageRecords: {} })
    await trip.open()
    await trip.paste('ПРГ-1')
    await expect(trip.chosen).toHaveText('1 station chosen')
    await trip.choose('Daily')
    await trip.span(span.from, span.to)
    await trip.go()
    await downloads.expectState('Done')
    const found = downloads.run.getByRole('link', { name: /^\d+ records? not understood$/ })
    const rejected = parseInt((await found.textContent()) ?? '', 10)
    const records = (['general', 'unified'] as const).flatMap((view) => [
      ...demo.world.readings(300_002, 'daily', view, span.from, span.to),
    ])
    await expect.poll(() => downloads.figure('New')).toBe(String(records.length))

    await found.click()
    const grid = new Grid(page.getByRole('grid', { name: 'Not understood' }))
    await expect(grid.rows.first()).toBeVisible()
    // Identical rejected records are kept once.
    const kept = await grid.column('As it came')
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.length).toBeLessThanOrEqual(rejected)
    const GARBAGE = ['null', '42', '"garbage"', '[]', '{}', '{"event_time":"yesterday","channel_data":7}', '{"id":{},"name":null}']
    for (const text of kept) expect(GARBAGE).toContain(text)
    for (const reason of await grid.column('Why')) expect(reason).not.toBe('')
  })
})

test('what was recognised is corrected by hand, and thresholds are set for the book and for one device', async ({ page, lent }) => {
  await lent.start()
  await lent.go('/reference/meanings?type=12')
  const grid = new Grid(page.getByRole('grid', { name: 'What was recognised' }))
  const pane = page.getByRole('complementary', { name: 'What it means' })
  const status = page.getByRole('status').filter({ hasText: 'not recognised' })
  await expect(status).toContainText('0 of')

  await test.step('a door that was opened is tampering, until that is taken back', async () => {
    await page.getByRole('searchbox', { name: 'Search names, codes, meanings' }).fill('дверь')
    await grid.expectTotal(1)
    await grid.rows.first().getByRole('gridcell').first().click()
    await expect(pane).toContainText(`Row message.access of the table, version ${MEANING_TABLE_VERSION}`)
    await pane.getByRole('combobox', { name: 'Meaning' }).click()
    await page.getByRole('option', { name: 'Tampering' }).click()
    await expect(grid.rows.first()).toContainText('Corrected')
    await expect(status).toContainText('1 corrected')
    await expect(pane.getByRole('status')).toHaveText('Corrected. The rules judge again.')
    await pane.getByRole('button', { name: 'Take the correction back' }).click()
    await expect(grid.rows.first()).toContainText('message.access')
    await expect(status).not.toContainText('corrected')
  })

  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await test.step('a threshold of the book has bounds, holds after a reload, and goes back to usual', async () => {
    await page.getByRole('link', { name: 'Rules and thresholds' }).click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(RULE_CODES.length)
    await page.getByRole('searchbox', { name: 'Search the rules' }).fill('spike')
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1)
    await expect(page.getByRole('row', { name: /Fails from/ })).toContainText('Meterbook’s own choice')
    await field('Fails from, Book').fill('1000')
    await field('Fails from, Book').press('Enter')
    await expect(page.getByRole('alert')).toHaveText('A number is needed, from 1 to 100')
    await field('Fails from, Book').fill('8,5')
    await field('Fails from, Book').press('Enter')
    await expect(page.getByRole('button', { name: 'Back to usual: Fails from, Book' })).toBeVisible()
    await page.reload()
    await expect(field('Fails from, Book')).toHaveValue('8.5')
  })

  await test.step('a station’s device has its own, and says what holds and why', async () => {
    await page.getByRole('combobox', { name: 'Device of a station' }).fill('57982668')
    await page.getByRole('option').first().click()
    const row = page.getByRole('row', { name: /Fails from/ })
    await expect(row).toContainText('8.5 — book')
    const device = row.getByRole('textbox').last()
    await device.fill('9')
    await device.press('Enter')
    await expect(row).toContainText('9 — device')
    await page.getByRole('button', { name: /^Not this device/ }).click()
    await expect(row.getByRole('link', { name: /z 9$/ })).toBeVisible()
    await page.getByRole('button', { name: 'Back to usual: Fails from, Book' }).click()
    await expect(field('Fails from, Book')).toHaveValue('')
  })
})

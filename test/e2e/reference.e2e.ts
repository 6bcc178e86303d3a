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

  test('records that cannot be understood are shown as they came, and the rest is stored', async ({
    page,
    app,
    demo,
  }) => {
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
    const GARBAGE = ['null', '42', '"garbage"', '[]', '{}', '{"event_time":"yesterday","channel_data":7}', '{"id":{},"name":null}'] // oxfmt-ignore
    for (const text of kept) expect(GARBAGE).toContain(text)
    for (const reason of await grid.column('Why')) expect(reason).not.toBe('')
  })
})

import type { Locator } from '@playwright/test'
import { test, expect } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { EventsPage } from './pages/station.ts'
import { columnOf, readCsv, readXlsx } from './support/files.ts'
import { SPAN, STATIONS } from './support/synced.ts'
import { eventsOf, has } from './support/truth.ts'

const DEVICE = 300_004
const LOG = `/stations/${STATIONS.valve}/events`

test('the log holds the events of all seven archives, and is filtered by archive, text, span and message', async ({
  page,
  shared,
  synced,
}) => {
  await shared.open(page, LOG)
  const events = new EventsPage(page)
  const truth = eventsOf(synced.world, DEVICE, SPAN)
  await events.log.expectTotal(truth.length)

  const of = (archive: string) => truth.filter((event) => event.archive === archive)
  await events.archive('Alarms').click()
  await events.log.expectTotal(of('alarm').length)
  await events.archive('Valve').click({ modifiers: ['Control'] })
  await events.log.expectTotal(of('alarm').length + of('valve').length)
  await events.archive('All').click()
  await events.log.expectTotal(truth.length)

  const word = 'клапан'
  const found = truth.filter((event) => has(event, word))
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThan(truth.length)
  await events.search.fill(word)
  await events.log.expectTotal(found.length)
  await events.search.fill(word.toUpperCase())
  await events.log.expectTotal(found.length)

  await events.search.fill('no such event')
  await expect(page.getByText('No event fits')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).first().click()
  await events.log.expectTotal(truth.length)
  await test.step('the pressed span button is the span shown', async () => {
    const span = page.getByRole('group', { name: 'Span of days' })
    const all = span.getByRole('button', { name: 'All', exact: true })
    await expect(all).toHaveAttribute('aria-pressed', 'true')

    const box = await events.density.boundingBox()
    if (!box) throw new Error('the strip is not there')
    await page.mouse.move(box.x + box.width * 0.3, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.6, box.y + 20, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => events.log.total()).toBeLessThan(truth.length)
    await expect(span.getByRole('button', { pressed: true })).toHaveCount(0)
    await expect(span.getByPlaceholder('From')).not.toHaveValue('')

    await all.click()
    await events.log.expectTotal(truth.length)
    await expect(all).toHaveAttribute('aria-pressed', 'true')
    await expect(span.getByPlaceholder('From')).toHaveValue('')
  })

  await test.step('the layout stays still while one types into the search', async () => {
    await expect(events.density).toBeVisible()
    // To the pixel: a fraction of one is invisible.
    const cornerOf = async (element: Locator) => {
      const box = await element.boundingBox()
      return box && [box.x, box.y].map(Math.round)
    }
    const places = () => Promise.all([events.search, events.log.root, events.archive('Valve'), events.exportButton].map(cornerOf))
    const before = await places()
    for (const text of ['клапан', 'no such event', 'V-181', '']) {
      await events.search.fill(text)
      await events.log.expectTotal(truth.filter((event) => text === '' || has(event, text)).length)
      expect(await places(), text).toEqual(before)
    }
  })

  await test.step('a message is filtered by its code and its words together, and the address keeps it', async () => {
    const said = Map.groupBy(truth, ({ entries }) => JSON.stringify([entries['Code'], entries['CodeDescription']]))
    const [[, chosen = []] = []] = [...said].filter(([, list]) => list.length > 1)
    const { Code: code, CodeDescription: words } = chosen[0]?.entries ?? {}
    await page.getByRole('combobox', { name: 'Message' }).press('Enter')
    await page.getByRole('combobox', { name: 'Message' }).fill(String(words))
    await page
      .getByRole('option')
      .filter({ hasText: String(words) })
      .filter({ hasText: String(code) })
      .click()
    await events.log.expectTotal(chosen.length)
    await page.reload()
    await events.log.expectTotal(chosen.length)
  })
})

test('CSV and Excel files hold what the log shows', async ({ page, shared, synced }) => {
  await shared.open(page, LOG)
  const [events, shell] = [new EventsPage(page), new Shell(page)]
  const truth = eventsOf(synced.world, DEVICE, SPAN).filter((event) => event.archive === 'event' && has(event, 'питан'))
  expect(truth.length).toBeGreaterThan(2)
  await events.archive('Events').click()
  await events.search.fill('питан')
  await events.log.expectTotal(truth.length)

  const csv = await shell.exportAs(events.exportButton, /^CSV/)
  await expect(shell.notices).toContainText(`${truth.length} rows`)
  const xlsx = await shell.exportAs(events.exportButton, /Excel/)
  expect([csv.name, xlsx.name]).toEqual([expect.stringMatching(/\.csv$/), expect.stringMatching(/\.xlsx$/)])

  const times = truth.map(({ time }) => String(time))
  const codes = truth.map(({ entries }) => String(entries['Code']))
  for (const table of [readCsv(csv.file), await readXlsx(xlsx.file)]) {
    expect(columnOf(table, /^Unix time/).map(Number)).toEqual(times.map(Number))
    expect(columnOf(table, 'Code')).toEqual(codes)
    expect(columnOf(table, 'Archive')).toEqual(times.map(() => 'Events'))
    expect(table.header[0]).toContain('Europe/Moscow')
  }
  // Times are those of the window: the log's first row and the file's.
  const shown = (await events.log.visible())[0]?.[0] ?? ''
  const [day, month, year] = shown.split(',')[0]?.split('/') ?? []
  expect(readCsv(csv.file).rows[0]?.[0]).toContain(`${year}-${month}-${day}`)
})

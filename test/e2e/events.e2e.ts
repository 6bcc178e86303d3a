import { test, expect } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { EventsPage } from './pages/station.ts'
import { columnOf, readCsv, readXlsx } from './support/files.ts'
import { SPAN, STATIONS } from './support/synced.ts'
import { eventsOf, has } from './support/truth.ts'

const DEVICE = 300_004
const LOG = `/stations/${STATIONS.valve}/events`

test('the log holds the events of all seven archives, and filters by archive and text', async ({
  page,
  app,
  book,
  synced,
}) => {
  await app.start({ book })
  await app.go(LOG)
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
})

test('what is shown is what CSV and Excel files hold', async ({ page, app, book, synced }) => {
  await app.start({ book })
  await app.go(LOG)
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

import { test, expect } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { EventsPage, ReadingsPage, StationPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { columnOf, readCsv } from './support/files.ts'

test('with the service gone, search, chart, event log and export work on the book', async ({ page, shared }) => {
  await shared.open(page, '/stations')
  const [shell, workbench, station] = [new Shell(page), new WorkbenchPage(page), new StationPage(page)]
  await expect(shell.status).toContainText('trip')
  await expect(shell.status).toContainText(/fetched .*(ago|now)/)
  await workbench.open('ПРГ-1')

  await station.tab('Readings')
  await new ReadingsPage(page).expectDrawn()

  await station.tab('Events')
  const events = new EventsPage(page)
  await expect(events.log.rows.first()).toBeVisible()
  const total = await events.log.total()
  expect(total).toBeGreaterThan(200)
  const { name, file } = await shell.exportAs(events.exportButton, /^CSV/)
  expect(name).toMatch(/\.csv$/)
  expect(columnOf(readCsv(file), 'Station')).toEqual(Array.from({ length: total }, () => 'ПРГ-1'))
})

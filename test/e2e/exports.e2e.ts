import { readFileSync } from 'node:fs'
import { test, expect } from './fixtures.ts'
import { ReadingsPage } from './pages/station.ts'
import { Shell } from './pages/shell.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { columnOf, readCsv, readXlsx, type FileTable } from './support/files.ts'
import { SPAN, STATIONS } from './support/synced.ts'
import { byName, eventsOf } from './support/truth.ts'

/** A value as a file holds it. */
const held = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

test('events of chosen stations: CSV and Excel files have every event, row for row', async ({
  page,
  app,
  book,
  synced,
}) => {
  await app.start({ book })
  const [workbench, shell] = [new WorkbenchPage(page), new Shell(page)]
  const stations = [...synced.world.stations()].filter(({ id }) => id === STATIONS.main || id === STATIONS.valve)
  for (const { equipment_serial_number: serial, name } of stations) {
    await workbench.search.fill(serial)
    await expect(workbench.grid.row(name)).toBeVisible()
    await workbench.expectStations(1)
    await workbench.grid.root.press('Home')
    await workbench.grid.root.press('Space')
  }
  await expect(workbench.selection).toContainText('2 stations chosen')
  const button = workbench.selection.getByRole('button', { name: 'Export' })
  const csv = await shell.exportAs(button, /^Export events as CSV/)
  const xlsx = await shell.exportAs(button, /^Export events as Excel/)

  // CSV keeps a value as it came; in Excel a number is a number.
  const asNumber = (value: string) => (value === '' || Number.isNaN(Number(value)) ? value : String(Number(value)))
  const truth = (shown: (value: string) => string) =>
    stations
      .flatMap(({ id, name, equipment_id: device }) =>
        eventsOf(synced.world, Number(device), SPAN).map(({ time, archive, entries }) =>
          [time, id, name, archive, entries['Code'], shown(held(entries['ValCode'])), held(entries['Izm'])].join('|'),
        ),
      )
      .sort()
  const rowsOf = (table: FileTable) => {
    const columns = [/^Unix time/, 'Station number', 'Station', 'Archive', 'Code', 'ValCode', 'Izm'].map((title) =>
      columnOf(table, title),
    )
    return table.rows.map((_, row) => columns.map((cells) => cells[row]).join('|')).sort()
  }
  const [fromCsv, fromExcel] = [readCsv(csv.file), await readXlsx(xlsx.file)]
  expect(fromCsv.rows.length).toBeGreaterThan(100)
  expect(rowsOf(fromCsv)).toEqual(truth(String))
  expect(rowsOf(fromExcel)).toEqual(truth(asNumber))
  for (const table of [fromCsv, fromExcel]) {
    const times = columnOf(table, /^Unix time/).map(Number)
    expect(times).toEqual([...times].sort((a, b) => b - a))
  }
})

test('readings: CSV and Excel files have every value that the service has, row for row', async ({
  page,
  app,
  book,
  synced,
}) => {
  await app.start({ book })
  await app.go(`/stations/${STATIONS.main}/readings?archive=daily&view=general&show=table`)
  const [readings, shell] = [new ReadingsPage(page), new Shell(page)]
  await expect(readings.table.rows.first()).toBeVisible()
  await page.getByRole('group', { name: 'Span of days' }).getByRole('button', { name: 'All' }).click()
  const truth = [...synced.world.readings(300_002, 'daily', 'general', SPAN.from, SPAN.to)]
  await readings.table.expectTotal(truth.length)
  const codes = Object.keys(byName(truth[0]?.channel_data ?? []))
  expect(codes.length).toBeGreaterThan(3)
  const button = page.getByRole('button', { name: 'Export' })
  const csv = await shell.exportAs(button, /^CSV/)
  const xlsx = await shell.exportAs(button, /^Excel/)
  for (const table of [readCsv(csv.file), await readXlsx(xlsx.file)]) {
    expect(columnOf(table, /^Unix time/).map(Number)).toEqual(truth.map((record) => record.event_time))
    for (const code of codes) {
      const cells = columnOf(table, new RegExp(`\\(${code}\\)|^${code}(,|$)`))
      expect(cells).toEqual(truth.map((record) => held(byName(record.channel_data)[code])))
    }
  }
})

test('the sums are saved as a picture', async ({ page, app, book }) => {
  await app.start({ book })
  await app.go(`/stations/${STATIONS.main}/readings?archive=hourly&view=general&show=day`)
  await expect(page.getByRole('application', { name: /^Sums of / })).toBeVisible()
  const button = page.getByRole('button', { name: 'Picture' })
  const { name, file } = await new Shell(page).exportAs(button, /^SVG/)
  expect(name).toMatch(/^ПРГ-1 hourly .*\.svg$/)
  const picture = readFileSync(file, 'utf8')
  expect(picture).toMatch(/<svg[\s\S]*<path[\s\S]*<\/svg>/)
  for (const text of ['ПРГ-1', 'Europe/Moscow']) expect(picture).toContain(text)
})

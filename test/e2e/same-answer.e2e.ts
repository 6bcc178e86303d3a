import path from 'node:path'
import { test, expect } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { EventsPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { askingBeside } from './support/contract.ts'
import { columnOf, readCsv } from './support/files.ts'
import { SPAN, STATIONS } from './support/synced.ts'
import { byName } from './support/truth.ts'

test('a search has the same answer in the window, through the contract and on the command line', async ({ page, shared, app, book }) => {
  const TEXT = 'котельная'
  await shared.open(page, '/stations')
  const workbench = new WorkbenchPage(page)
  await workbench.expectStations(150)
  await workbench.search.fill(TEXT)
  const shown = (await workbench.grid.all()).map((cells) => cells[0] ?? '')

  const rows = await askingBeside(page, async (client) => (await client.stations.list({ text: TEXT, limit: 1000 })).rows)
  expect(rows.map((row) => row.name)).toEqual(shown)

  const { code, stdout } = await app.cli('search', '--book', book, '--limit', '1000', '--json', TEXT)
  expect(code).toBe(0)
  const printed = (JSON.parse(stdout) as { stations: { id: number }[] }).stations
  expect(printed.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
})

test('an event export has the same rows from the window and from the command line, and the log shows them', async ({
  page,
  shared,
  app,
  book,
}) => {
  await shared.open(page, `/stations/${STATIONS.main}/events`)
  const [events, shell] = [new EventsPage(page), new Shell(page)]
  await events.archive('Alarms').click()
  await expect(events.archive('Alarms')).toHaveAttribute('aria-pressed', 'true')
  const { file } = await shell.exportAs(events.exportButton, /^CSV/)
  const fromWindow = readCsv(file)

  const total = await askingBeside(
    page,
    async (client) => (await client.events.page({ stationIds: [STATIONS.main], archiveTypes: ['alarm'] })).total,
  )
  const out = path.join(app.data, 'alarms.csv')
  const flags = ['--stations', String(STATIONS.main), '--archives', 'alarm', '--time-zone', 'Europe/Moscow']
  const { code } = await app.cli('export', 'events', '--book', book, ...flags, '--out', out)
  expect(code).toBe(0)
  const fromTerminal = readCsv(out)

  expect(fromWindow.rows).toHaveLength(total)
  await events.log.expectTotal(total)
  expect(fromTerminal.header).toEqual(fromWindow.header)
  expect([...fromTerminal.rows].sort()).toEqual([...fromWindow.rows].sort())
})

test('readings are the same in an export, through the contract and at the service', async ({ page, shared, app, book, synced }) => {
  await shared.open(page, '/stations')
  const out = path.join(app.data, 'daily.csv')
  const { code } = await app.cli(
    ...['export', 'readings', '--book', book, '--stations', String(STATIONS.main), '--archives', 'daily'],
    ...['--view', 'unified', '--from', SPAN.from, '--to', SPAN.to, '--out', out],
  )
  expect(code).toBe(0)
  const file = readCsv(out)
  const { rows, channels } = await askingBeside(page, (client) =>
    client.readings.rows({
      stationId: STATIONS.main,
      archiveType: 'daily',
      view: 'unified',
      fromMs: 0,
      toMs: 4e12,
      limit: 1000,
    }),
  )
  const truth = [...synced.world.readings(300_002, 'daily', 'unified', SPAN.from, SPAN.to)]
  expect(rows).toHaveLength(truth.length)
  expect(file.rows).toHaveLength(truth.length)
  for (const { channelVarname } of channels) {
    // An absent value is null in the book and an empty cell in a file.
    const values = truth.map((record) => byName(record.channel_data)[channelVarname] ?? null)
    const at = channels.findIndex((channel) => channel.channelVarname === channelVarname)
    expect(rows.map((row) => row.values[at])).toEqual(values)
    expect(columnOf(file, new RegExp(`\\(${channelVarname}\\)|^${channelVarname}(,|$)`))).toEqual(
      values.map((value) => (value === null ? '' : String(value))),
    )
  }
})

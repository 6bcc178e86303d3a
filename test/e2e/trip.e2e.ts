import { test, expect } from './fixtures.ts'
import { DownloadsPage, TripDialog } from './pages/downloads.ts'
import { Shell } from './pages/shell.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { pagesAnswered, prepare } from './support/prepare.ts'

/** Last year's March: complete in every zone. */
const year = new Date().getUTCFullYear() - 1
const MARCH = { from: `${year}-03-01`, to: `${year}-03-31` }
const shown = new Intl.NumberFormat('en-GB')

test.use({ demoWishes: { stations: 12 } })

test('a trip for pasted stations: unknown ones are named, the cost is estimated, and only these are fetched', async ({
  page,
  app,
  demo,
}) => {
  await prepare(page, app, demo)
  const stations = [...demo.world.stations()]
  const [bySerial, byUid, byName] = [10_002, 10_005, 10_011].map((id) => stations.find((station) => station.id === id))
  if (!bySerial || !byUid || !byName) throw new Error('the world lacks a station')
  const trip = new TripDialog(page)
  await trip.open()
  // Where two stations are called ГРП-14…, only a whole name counts; a name may have a comma in it.
  expect(byName.name).toContain(',')
  await trip.paste(`${bySerial.equipment_serial_number}\r\n00000000\n  ${byUid.uid} \n${byName.name}\nнет такой\n`)
  await expect(trip.chosen).toHaveText('3 stations chosen')
  await expect(trip.root).toContainText('Not found (2): 00000000, нет такой')
  await expect(trip.pasted).toHaveValue('00000000\nнет такой')

  await trip.choose('Daily', 'Alarms')
  await trip.span(MARCH.from, MARCH.to)
  // Three stations, 31 days: daily readings in both views, and alarms.
  await expect(trip.estimate('Days to fetch')).toHaveText(String(3 * 31 * 3))
  await expect(trip.estimate('Days in the book')).toHaveText('0')
  await expect(trip.estimate('Time')).toHaveText(/\d/)
  await expect(trip.estimate('On disk')).toHaveText(/^[1-9][\d.]* kB$/)
  const requests = Number(await trip.estimate('Requests').textContent())

  await trip.go()
  const downloads = new DownloadsPage(page)
  await downloads.expectState('Done')
  const asked = await pagesAnswered(demo)
  const devices = [bySerial, byUid, byName].map((station) => String(station.equipment_id))
  expect([...new Set(asked.map((query) => query['equipment_id']))].sort()).toEqual(devices.sort())
  expect(asked).toHaveLength(requests)
  const { from, to } = MARCH
  const records = devices.flatMap((device) => [
    ...demo.world.readings(Number(device), 'daily', 'general', from, to),
    ...demo.world.readings(Number(device), 'daily', 'unified', from, to),
    ...demo.world.events(Number(device), 'alarm', from, to),
  ])
  // The list of stations is read first.
  const listed = [...demo.world.stations()].length
  await expect.poll(() => downloads.figure('Records')).toBe(shown.format(records.length + listed))

  // The same trip again, from the history: nothing would be fetched.
  await downloads.part('History')
  await downloads.history.row('Alarms').dblclick()
  await expect(trip.chosen).toHaveText('3 stations chosen')
  await expect(trip.estimate('Days in the book')).toHaveText(String(3 * 31 * 3))
  await expect(trip.estimate('Requests')).toHaveText('0')
})

test('a refresh of a chosen span says how many records the service has changed since', async ({ page, app, demo }) => {
  const nowMs = Date.now()
  await demo.clock(nowMs)
  await prepare(page, app, demo)
  const [shell, workbench, trip] = [new Shell(page), new WorkbenchPage(page), new TripDialog(page)]
  const downloads = new DownloadsPage(page)
  await shell.go('Workbench')
  await workbench.search.fill('ПРГ-1')
  await workbench.expectStations(1)
  await workbench.grid.root.press('Home')
  await workbench.grid.root.press('Space')
  await workbench.selection.getByRole('button', { name: 'Download…' }).click()
  await trip.choose('Daily')
  await trip.span(`${year}-02-01`, `${year}-04-30`)
  await trip.go()
  await downloads.expectState('Done')

  async function refresh(): Promise<void> {
    await shell.go('Workbench')
    await workbench.selection.getByRole('button', { name: 'Refresh…' }).click()
    await expect(trip.refresh).toBeChecked()
    await trip.choose('Daily')
    await trip.span(MARCH.from, MARCH.to)
    await trip.go()
    await downloads.expectState('Done')
  }
  const readings = (view: 'general' | 'unified') => [...demo.world.readings(300_002, 'daily', view, MARCH.from, MARCH.to)].length
  // The list of stations is fetched too: it has the time of each station's last session.
  const total = readings('general') + readings('unified') + demo.world.stationCount
  await demo.clock(nowMs + 60_000)
  await refresh()
  await expect.poll(() => downloads.figure('Records')).toBe(String(total))
  await expect(downloads.brought).toHaveText(/^0 new records$/)

  // In one of the two views the service now sends numbers as strings.
  await demo.clock(nowMs + 120_000)
  await demo.faults({ otherTypes: { path: 'channel_consolidation=1' } })
  await refresh()
  await downloads.part('History')
  await downloads.history.expectTotal(4)
  // The run's row is there before the run has ended.
  const changed = [String(readings('unified')), '0', '0', '0']
  await expect.poll(() => downloads.history.column('Corrected')).toEqual(changed)
  await expect.poll(async () => (await downloads.history.column('New'))[0]).toBe('0')
  await expect(downloads.brought).toHaveText(`0 new records${readings('unified')} corrected records`)
  await expect.poll(() => downloads.figure('Records')).toBe(String(total))
})

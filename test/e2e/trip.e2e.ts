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
  await expect.poll(() => downloads.figure('Records')).toBe(shown.format(records.length))

  // The same trip again, from the history: nothing would be fetched.
  await downloads.part('History')
  await downloads.history.row('Alarms').dblclick()
  await expect(trip.chosen).toHaveText('3 stations chosen')
  await expect(trip.estimate('Days in the book')).toHaveText(String(3 * 31 * 3))
  await expect(trip.estimate('Requests')).toHaveText('0')
})

test('ticked stations are the chosen ones; they are listed, removed, and added one by one', async ({ page, shared }) => {
  await shared.open(page, '/workbench')
  const [workbench, trip] = [new WorkbenchPage(page), new TripDialog(page)]
  await workbench.expectStations(150)
  await workbench.search.fill('ПРГ-1')
  await expect(workbench.grid.row('ПРГ-10').first()).toBeVisible()
  await workbench.grid.root.press('Home')
  await workbench.grid.root.press('Space')
  await workbench.grid.root.press('ArrowDown')
  await workbench.grid.root.press('Space')
  await expect(workbench.selection).toContainText('2 stations chosen')
  await trip.open()
  await expect(trip.chosen).toHaveText('2 stations chosen')
  await expect(trip.list.getByRole('listitem')).toHaveCount(2)
  await trip.remove('ПРГ-1')
  await expect(trip.chosen).toHaveText('1 station chosen')
  await expect(trip.list.getByRole('listitem')).toHaveCount(1)
  await expect(trip.list.getByRole('button')).toBeFocused()

  // Typed with the keyboard switched to the other language.
  const meant = await trip.search('ищшдук рщгыу 1')
  await expect(trip.root.getByText('Shown for “boiler house 1”')).toBeVisible()
  await expect(meant.getByRole('checkbox')).not.toHaveCount(0)

  // Enter moves to the matches, and chooses nothing.
  const found = await trip.search('Boiler house 1')
  await expect(found.getByRole('checkbox')).not.toHaveCount(0)
  await trip.root.getByRole('searchbox', { name: 'Search stations' }).press('Enter')
  await expect(found.getByRole('checkbox').first()).toBeFocused()
  await expect(trip.chosen).toHaveText('1 station chosen')
  await page.keyboard.press('Space')
  await expect(trip.chosen).toHaveText('2 stations chosen')
  await expect(trip.list).toContainText('Boiler house 1')
  await page.keyboard.press('Space')
  await expect(trip.chosen).toHaveText('1 station chosen')
  const all = await found.getByRole('checkbox').count()
  await trip.root.getByRole('button', { name: `Add all ${all}` }).click()
  await expect(trip.chosen).toHaveText(`${all + 1} stations chosen`)
  await expect(trip.list.getByRole('listitem')).toHaveCount(all + 1)
})

test('a serial number without its leading zeros finds its station', async ({ page, shared, synced }) => {
  const zeroed = [...synced.world.stations()].find(({ equipment_serial_number: serial }) => serial?.startsWith('0'))
  if (!zeroed) throw new Error('the world has no such station')
  await shared.open(page, '/workbench')
  const trip = new TripDialog(page)
  await new WorkbenchPage(page).expectStations(150)
  await trip.open()
  await trip.paste(String(Number(zeroed.equipment_serial_number)))
  await expect(trip.list).toContainText(zeroed.name)
  await expect(trip.pasted).toHaveValue('')
})

test('when a pasted line matches several stations, the user chooses one', async ({ page, shared, synced }) => {
  const names = Map.groupBy(synced.world.stations(), ({ name }) => name)
  const [name, twins] = [...names].find(([, stations]) => stations.length > 1) ?? []
  if (!name || !twins) throw new Error('the world has no such stations')
  await shared.open(page, '/workbench')
  const trip = new TripDialog(page)
  await new WorkbenchPage(page).expectStations(150)
  await trip.open()
  await trip.paste(name)
  const which = trip.root.getByRole('group', { name: `“${name}” fits several stations` })
  await expect(which.getByRole('button')).toHaveCount(twins.length)
  await expect(trip.chosen).toHaveText('0 stations chosen')
  await which.getByRole('button').first().click()
  await expect(which).toBeHidden()
  await expect(trip.chosen).toHaveText('1 station chosen')
  await expect(trip.list).toContainText(name)
  await expect(trip.pasted).toHaveValue('')
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
  await expect.poll(() => downloads.figure('Changed')).toBe('0')

  // In one of the two views the service now sends numbers as strings.
  await demo.clock(nowMs + 120_000)
  await demo.faults({ otherTypes: { path: 'channel_consolidation=1' } })
  await refresh()
  await downloads.part('History')
  await downloads.history.expectTotal(4)
  // The run's row is there before the run has ended.
  const changed = [String(readings('unified')), '0', '0', '0']
  await expect.poll(() => downloads.history.column('Changed')).toEqual(changed)
  await expect.poll(async () => (await downloads.history.column('New'))[0]).toBe('0')
  await expect.poll(() => downloads.figure('Changed')).toBe(String(readings('unified')))
  await expect.poll(() => downloads.figure('Records')).toBe(String(total))
})

import { test, expect } from './fixtures.ts'
import { Grid } from './pages/grid.ts'
import { Shell } from './pages/shell.ts'
import { SignInPage } from './pages/sign-in.ts'
import { EventsPage, StationPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { createWorld } from '../../electron/demo/world/index.ts'
import { EARLIER, NOW_MS, SPAN, STATIONS } from './support/synced.ts'
import { byName, shownTime } from './support/truth.ts'

const DEVICE = 300_002
const TELEMETRY = 700_002
const place = (tab: string) => `/stations/${STATIONS.main}/${tab}`

test('the parts of a station’s page say what the service says: overview, events, settings, sessions, coverage', async ({
  page,
  shared,
  synced,
}) => {
  await shared.open(page, place('overview'))
  const go = (where: string) => page.goto(`${page.url().split('#')[0]}#${where}`)
  const truth = [...synced.world.stations()].find(({ id }) => id === STATIONS.main)
  const facts = page.getByRole('definition')
  for (const value of [truth?.equipment_serial_number, truth?.uid, truth?.phone, 'ООО «Стекломаш»', 'gradient_220']) {
    await expect(facts.filter({ hasText: String(value) }).first()).toBeVisible()
  }
  const newest = byName([...synced.world.readings(DEVICE, 'hourly', 'general', '2026-11-20')].at(-1)?.channel_data ?? [])
  await expect(page.getByRole('main')).toContainText(new Intl.NumberFormat('en-GB').format(Number(newest['Vpriv'])))
  await expect(page.getByRole('heading', { name: 'In the book' })).toBeVisible()
  await page.getByRole('link', { name: /Hourly · Unified/ }).click()
  await expect(page).toHaveURL(/readings\?archive=hourly&view=unified/)
  await test.step('an event’s entries are whole, and the same event is found on other stations', async () => {
    await go(place('events'))
    const events = new EventsPage(page)
    await events.archive('Events').click()
    await events.search.fill('батаре')
    await expect(events.log.rows.first()).toContainText('Переход на батарею')
    await events.log.rows.first().click()
    await expect(events.drawer).toContainText('CodeDescription')
    await expect(events.drawer).toContainText('Переход на батарею')
    await expect(events.drawer.getByRole('heading', { name: 'The same event on other stations' })).toBeVisible()

    const all = await events.log.total()
    await events.density.press('End')
    await events.density.press('Shift+ArrowLeft')
    await expect.poll(() => events.log.total()).toBeLessThan(all)
    await events.density.press('Escape')
    await events.log.expectTotal(all)
  })

  await test.step('settings have a history, and any two snapshots are compared', async () => {
    await go(place('settings'))
    const history = page.getByRole('complementary', { name: 'Snapshots' })
    await expect(history.getByRole('listitem')).toHaveCount(3)
    const at = (nowMs: number) => {
      const { seed, stationCount, firstDay } = synced.world
      const world = createWorld({ seed, stations: stationCount, firstDay, now: () => nowMs })
      return new Map([...world.settings(DEVICE)].map((item) => [item.channel_name, item.channel_data_value]))
    }
    const [before, after] = [at(EARLIER[0] ?? 0), at(NOW_MS)]
    const changed = [...after].filter(([name, value]) => before.get(name) !== value)

    await history.getByRole('button', { name: 'Compare with the snapshot shown' }).last().click()
    const table = page.getByRole('table')
    await expect(table.getByRole('row')).toHaveCount(changed.length + 1)
    for (const [name, value] of changed.slice(0, 5)) {
      const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) })
      await expect(row.getByRole('cell').first()).toContainText(String(before.get(name)))
      await expect(row.getByRole('cell').last()).toContainText(value)
    }
    await page.reload()
    await expect(table.getByRole('row')).toHaveCount(changed.length + 1)
    await page.getByRole('button', { name: 'Close the comparison' }).click()

    await page.getByRole('searchbox', { name: 'Search settings' }).fill('контрактный')
    await expect(page.getByText('Контрактный час')).toBeVisible()
    await expect(page.getByText('Серийный номер')).toBeHidden()
  })

  await test.step('sessions: every one in the table, and the charts beside it', async () => {
    await go(place('sessions'))
    const truth = [...synced.world.sessions(TELEMETRY, SPAN.from, SPAN.to)].sort((a, b) => b.event_time - a.event_time)
    const grid = new Grid(page.getByRole('grid', { name: 'Sessions' }))
    await grid.expectTotal(truth.length)
    expect((await grid.column('Time')).slice(0, 5)).toEqual(truth.slice(0, 5).map(({ event_time: time }) => shownTime(time)))
    expect((await grid.column('Signal level')).slice(0, 5).map((text) => text.replace('−', '-'))).toEqual(
      truth.slice(0, 5).map(({ Rssi: rssi }) => (rssi === null ? '—' : String(rssi))),
    )
    for (const name of ['Telemetry battery', 'Meter battery', 'Signal level', 'Retries', 'Duration', 'Traffic']) {
      await expect(page.getByRole('region', { name, exact: true }).locator('canvas')).toBeVisible()
    }
    await expect(page.getByText('Next planned session')).toBeVisible()
  })

  await test.step('the calendar tells a day that the device has yet to transmit from an empty one', async () => {
    // The last session was early on the 20th (UTC), before the 19th was over in every time zone.
    const lastMs = (synced.world.lastSessionTime(STATIONS.hole)?.last_seance_event_time ?? 0) * 1000
    expect(new Date(lastMs).toISOString().slice(0, 11)).toBe('2026-11-20T')
    expect(lastMs).toBeLessThan(Date.UTC(2026, 10, 20, 12))
    expect([...synced.world.events(300_006, 'alarm', '2026-11-19', '2026-11-19')]).toEqual([])
    await go(`/stations/${STATIONS.hole}/coverage`)
    await expect(page.getByRole('list', { name: 'What the book knows of each day' })).toContainText('Not yet transmitted')
    const archive = page.getByRole('region', { name: 'Alarms' })
    await expect(archive).toContainText('Not yet transmitted: 1 day')
    await expect(archive.locator('.day.not_transmitted')).toHaveCount(1)
    await archive.locator('.day.not_transmitted').hover()
    await expect(page.getByText('19/11/2026: Not yet transmitted')).toBeVisible()
  })
})

test('days selected by dragging in the coverage calendar are fetched', async ({ page, app, demo }) => {
  await app.start()
  await new SignInPage(page).signIn(demo)
  const [workbench, station, shell] = [new WorkbenchPage(page), new StationPage(page), new Shell(page)]
  await workbench.expectStations(150)
  await shell.go('Downloads')
  await expect(page.getByRole('region', { name: 'Download', exact: true }).getByRole('status')).toHaveText('Done')
  await shell.go('Workbench')
  await workbench.open('ПРГ-1')
  await station.tab('Coverage')
  const archive = page.getByRole('region', { name: 'Hourly · Unified' })
  const calendar = archive.getByRole('application').first()
  await demo.forget()
  await calendar.scrollIntoViewIfNeeded()
  const box = await calendar.boundingBox()
  if (!box) throw new Error('there is no calendar')
  // Cells are 13 px, the months' names above take 14 px: this drags over rows two and three of the first weeks.
  await page.mouse.move(box.x + 20, box.y + 34)
  await page.mouse.down()
  await page.mouse.move(box.x + 46, box.y + 47, { steps: 4 })
  await page.mouse.up()
  const chosen = page.getByRole('region', { name: 'Fetch these days' })
  await expect(chosen).toContainText('Hourly · Unified')
  const [from = '', to = ''] = ((await chosen.textContent()) ?? '').match(/\d\d\/\d\d\/\d{4}/g) ?? []
  const day = (text: string) => text.split('/').reverse().join('-')
  expect(day(from) < day(to)).toBe(true)
  await chosen.getByRole('button', { name: 'Fetch these days' }).click()
  await expect(archive).toContainText(/Fetched: \d+ days/)
  const asked = (await demo.log('data')).map(({ query }) => query).filter((query) => query['archive_type'] === 'hourly')
  expect(asked.map((query) => [query['fp_start'], query['fp_end'], query['channel_consolidation']])).toEqual([[day(from), day(to), '1']])
  await expect(chosen).toBeHidden()
})

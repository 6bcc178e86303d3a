import { test, expect } from './fixtures.ts'
import { SignInPage } from './pages/sign-in.ts'
import { ReadingsPage, StationPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { askingBeside } from './support/contract.ts'
import { byName, shownTime, shownValue } from './support/truth.ts'
import { SPAN, STATIONS } from './support/synced.ts'

const DEVICE = { main: 300_002, hole: 300_006 }

test('an archive that is not in the book is downloaded from the readings tab, and drawn', async ({ page, app, demo }) => {
  await app.start()
  await new SignInPage(page).signIn(demo)
  const [workbench, station, readings] = [new WorkbenchPage(page), new StationPage(page), new ReadingsPage(page)]
  await workbench.expectStations(150)
  await workbench.open('ПРГ-1')
  await station.tab('Readings')
  await expect(page.getByText('Hourly (Unified) is not in the book yet')).toBeVisible()
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await readings.expectDrawn()
  await readings.showAs('Table')
  await expect(readings.table.rows.first()).toBeVisible()
  const newest = [...demo.world.readings(DEVICE.main, 'hourly', 'unified')].at(-1)
  await expect(readings.table.row(shownTime(newest?.event_time ?? 0))).toBeVisible()
})

test('the records are fetched while the overview is read, and again once the book has changed', async ({ page, lent, book }) => {
  const sent: string[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  const asked = (what: string) => sent.filter((frame) => frame.includes(what)).length
  await lent.start()
  await new WorkbenchPage(page).open('ПРГ-1')
  await expect.poll(() => asked('/readings/columns')).toBe(1)
  const [station, readings] = [new StationPage(page), new ReadingsPage(page)]
  await station.tab('Readings')
  await readings.expectDrawn()
  expect(asked('/readings/columns')).toBe(1)
  await station.tab('Overview')
  await expect.poll(() => asked('/readings/columns')).toBe(2)
  await askingBeside(page, (client) => client.book.open({ file: book, mode: 'read' }))
  await expect.poll(() => asked('/readings/columns')).toBe(3)
  await station.tab('Readings')
  await readings.expectDrawn()
  expect(asked('/readings/columns')).toBe(3)
})

test('channels are switched, also to a single one', async ({ page, shared }) => {
  await shared.open(page, `/stations/${STATIONS.main}/readings`)
  const readings = new ReadingsPage(page)
  await readings.expectDrawn()
  const pressed = readings.channels.getByRole('button', { pressed: true })
  await expect(pressed).not.toHaveCount(0)
  const before = await readings.picture()
  await readings.channel(/^Pressure/).click()
  await expect.poll(() => readings.picture()).not.toBe(before)
  await pressed.first().dblclick()
  await expect(pressed).toHaveCount(1)
  await expect(page).toHaveURL(/channels=/)
})

test('zoom by key, wheel and drag, and back out', async ({ page, shared }) => {
  await shared.open(page, `/stations/${STATIONS.main}/readings`)
  const readings = new ReadingsPage(page)
  await readings.expectDrawn()
  const length = () =>
    page.evaluate(() => {
      const query = new URLSearchParams(location.hash.split('?')[1])
      return Date.parse(query.get('to') ?? '') - Date.parse(query.get('from') ?? '')
    })
  await readings.span.getByRole('button', { name: 'All' }).click()
  const whole = await readings.picture()
  await readings.surface.press('+')
  await expect.poll(() => readings.picture()).not.toBe(whole)
  const DAY_MS = 86_400_000
  await expect.poll(length).toBeLessThan(50 * DAY_MS)
  const byKey = await length()

  const box = await readings.surface.boundingBox()
  if (!box) throw new Error('the chart has no surface')
  const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const
  await page.mouse.move(...at(0.25))
  await page.mouse.down()
  await page.mouse.move(...at(0.5), { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.round((await length()) / (byKey / 100))).toBe(25)

  const dragged = await length()
  await page.mouse.wheel(0, -240)
  await expect.poll(length).toBeLessThan(dragged)
  await readings.surface.press('0')
  await expect.poll(length).toBeGreaterThan(80 * DAY_MS)
})

test('the table shows exactly the values that the service has, written as all numbers are; the tooltip has them as they came', async ({
  page,
  shared,
  synced,
}) => {
  await shared.open(page, `/stations/${STATIONS.main}/readings?archive=daily&view=unified&show=table`)
  const readings = new ReadingsPage(page)
  await readings.span.getByRole('button', { name: 'All' }).click()
  const truth = [...synced.world.readings(DEVICE.main, 'daily', 'unified', SPAN.from, SPAN.to)].reverse()
  expect(truth.length).toBeGreaterThan(80)
  await readings.onlyRecords()
  await readings.table.expectTotal(truth.length)
  const codes = (await readings.table.codes()).slice(1)
  expect([...codes].sort()).toEqual(Object.keys(byName(truth[0]?.channel_data ?? [])).sort())
  const expected = truth.map((record) => {
    const values = byName(record.channel_data)
    return [shownTime(record.event_time), ...codes.map((code) => shownValue(values[code]))]
  })
  expect(await readings.table.all()).toEqual(expected)
  const counter = String(byName(truth[0]?.channel_data ?? [])['reading_value'])
  await readings.table.root.press('Control+Home')
  const cell = readings.table.row(shownTime(truth[0]?.event_time ?? 0)).getByText(shownValue(counter), { exact: true })
  await expect(cell, 'it has a separator of thousands').not.toHaveText(counter)
  await cell.hover()
  await expect(cell).toHaveAttribute('title', counter)
})

test('three weeks without records are a gap in the line', async ({ page, shared, synced }) => {
  await shared.open(page, `/stations/${STATIONS.hole}/readings?archive=hourly&view=unified&channels=gas_consume`)
  const readings = new ReadingsPage(page)
  await readings.expectDrawn()
  await readings.span.getByRole('button', { name: 'All' }).click()
  const times = [...synced.world.readings(DEVICE.hole, 'hourly', 'unified', SPAN.from, SPAN.to)].map((record) => record.event_time)
  await expect(page).toHaveURL(/from=/)
  const address = new URLSearchParams(page.url().split('?')[1])
  const [first = 0, last = 0] = ['from', 'to'].map((end) => Date.parse(address.get(end) ?? '') / 1000)
  const hole = times.findIndex((time, at) => time - (times[at - 1] ?? time) > 20 * 86_400)
  const share = (time: number) => (time - first) / (last - first)
  const [from, to] = [share(times[hole - 1] ?? 0), share(times[hole] ?? 0)]
  expect(to - from).toBeGreaterThan(0.15)
  await expect.poll(() => readings.lineBetween(0, from)).toBeGreaterThan(100)
  expect(await readings.lineBetween(from + 0.01, to - 0.01)).toBe(0)
})

test('the chart stays where it is when days of what is shown are not in the book', async ({ page, shared }) => {
  const place = (from: string, to: string) =>
    `/stations/${STATIONS.main}/readings?archive=hourly&view=unified&from=${from}T00:00:00Z&to=${to}T00:00:00Z`
  await shared.open(page, place('2026-09-01', '2026-09-08'))
  const readings = new ReadingsPage(page)
  await readings.expectDrawn()
  const lacking = page.getByRole('button', { name: 'Fetch them' })
  await expect(lacking).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'ПРГ-1' })).toBeVisible()
  await expect(readings.channel(/Temperature/)).toContainText('°')
  const go = (from: string, to: string) => page.evaluate((there) => (location.hash = there), place(from, to))
  // The chart's place is taken after both spans have been shown once: names and units that come late have moved it by then.
  await go('2026-08-12', '2026-08-26')
  await expect(lacking).toBeVisible()
  await go('2026-09-01', '2026-09-08')
  await expect(lacking).toBeHidden()
  await readings.expectDrawn()
  const box = async () => {
    const { y, height } = (await readings.surface.boundingBox()) ?? {}
    return [y, height]
  }
  const before = await box()
  await go('2026-08-12', '2026-08-26')
  await expect(lacking).toBeVisible()
  await expect.poll(box).toEqual(before)
})

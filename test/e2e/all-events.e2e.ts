import { test, expect } from './fixtures.ts'
import { Grid } from './pages/grid.ts'
import { Shell } from './pages/shell.ts'
import { columnOf, readCsv } from './support/files.ts'
import { SPAN, STATIONS } from './support/synced.ts'
import { eventsOf, has, shownTime, type TrueEvent } from './support/truth.ts'

/** What the service says of the stations whose events are in the book, the newest first. */
function logOf(world: Parameters<typeof eventsOf>[0]): (TrueEvent & { stationId: number })[] {
  return Object.values(STATIONS)
    .flatMap((stationId) => eventsOf(world, stationId + 290_000, SPAN).map((event) => ({ ...event, stationId })))
    .sort((a, b) => b.time - a.time)
}

const isFalling = (numbers: readonly number[]) => numbers.every((one, at) => at === 0 || (numbers[at - 1] ?? 0) >= one)

test('all stations’ events are filtered by facets that count, and the address keeps it', async ({ page, shared, synced }) => {
  await shared.open(page, '/stations')
  await new Shell(page).go('Events')
  const log = new Grid(page.getByRole('grid', { name: 'Event log of all stations' }))
  const truth = logOf(synced.world)
  await log.expectTotal(truth.length)
  const facets = page.getByRole('complementary', { name: 'Filters' })
  const choice = (facet: string, name: string | RegExp) => facets.getByRole('region', { name: facet }).getByRole('checkbox', { name })
  const counted = (facet: string, name: string | RegExp) =>
    facets.getByRole('region', { name: facet }).locator('label').filter({ hasText: name }).locator('.count')

  const alarms = truth.filter(({ archive }) => archive === 'alarm')
  await expect(counted('Archive', /^Alarms/)).toHaveText(String(alarms.length))
  await choice('Archive', /^Alarms/).check()
  await log.expectTotal(alarms.length)
  // The other archives still say what they would show, the other facets count alarms only.
  await expect(counted('Archive', /^Valve/)).toHaveText(String(truth.filter(({ archive }) => archive === 'valve').length))
  const station = facets.getByRole('region', { name: 'Station' })
  const most = Math.max(
    ...Map.groupBy(alarms, ({ stationId }) => stationId)
      .values()
      .map((list) => list.length),
  )
  await expect(station.locator('.count').first()).toHaveText(String(most))
  await station.getByRole('checkbox').first().check()
  await log.expectTotal(most)
  await page.reload()
  await log.expectTotal(most)
  await expect(station.getByRole('checkbox').first()).toBeChecked()

  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await log.expectTotal(truth.length)
  await page.getByRole('searchbox', { name: 'Search events' }).fill('питан')
  await log.expectTotal(truth.filter((event) => has(event, 'питан')).length)
  await page.getByRole('searchbox', { name: 'Search events' }).fill('')

  await test.step('the menu of a cell leaves out, narrows and writes a note; the address keeps it', async () => {
    const menu = page.getByRole('menu', { name: 'Menu of the cell' })
    const item = (name: string | RegExp) => menu.getByRole('menuitem', { name })
    await log.expectTotal(truth.length)
    const nameOf = (id: number) => [...synced.world.stations()].find((one) => one.id === id)?.name ?? ''
    const [newest] = truth
    if (!newest) throw new Error('the log is empty')
    const [name, words] = [nameOf(newest.stationId), String(newest.entries['CodeDescription'])]
    const others = truth.filter(({ stationId }) => stationId !== newest.stationId)
    await log.rows.first().getByRole('gridcell', { name, exact: true }).click({ button: 'right' })
    await item(`Without “${name}”`).click()
    await log.expectTotal(others.length)
    await page.reload()
    await log.expectTotal(others.length)
    const chips = page.getByRole('group', { name: 'What the table is narrowed by' })
    await expect(chips).toContainText(`Station: not “${name}”`)
    await chips.getByRole('button', { name: 'Show all' }).click()
    await log.expectTotal(truth.length)
    await expect(chips).toBeHidden()

    await log.root.press('Control+Home')
    await log.root.press('Home')
    await log.root.press('ArrowRight')
    await log.root.press('Shift+F10')
    await item('New note').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New note' })
    await expect(dialog).toContainText(`on ${name}`)
    await expect(dialog.getByRole('combobox', { name: 'Time' })).toHaveValue(shownTime(newest.time).slice(0, -3).replace(',', ''))
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    const said = log.rows.first().getByRole('gridcell', { name: words, exact: true })
    await said.click({ button: 'right' })
    await item(/^Without/).click()
    const same = ({ entries }: TrueEvent) =>
      entries['Code'] === newest.entries['Code'] && entries['CodeDescription'] === newest.entries['CodeDescription']
    await log.expectTotal(truth.filter((event) => !same(event)).length)
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await log.expectTotal(truth.length)
    await said.click({ button: 'right' })
    await item(/^Only/).click()
    await log.expectTotal(truth.filter(same).length)
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await log.expectTotal(truth.length)
  })

  // With the keyboard: the events of an open situation, and from one to the readings of its moment.
  await facets.getByRole('radio', { name: /^Open situations/ }).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => log.column('Duration')).toContain('open')
  await expect.poll(async () => new Set(await log.column('Duration')).size).toBe(1)
  await log.root.focus()
  await page.keyboard.press('ArrowDown')
  const drawer = page.getByRole('complementary', { name: 'Event', exact: true })
  await expect(drawer).toBeVisible()
  // A link to the log itself shows what it says, and Back what was there before.
  const open = facets.getByRole('radio', { name: /^Open situations/ })
  await drawer.getByRole('link', { name: 'In the log of all stations' }).click()
  await expect(page).toHaveURL(/message=/)
  await expect(open).not.toBeChecked()
  await expect(facets.getByRole('region', { name: 'Message' }).getByRole('checkbox', { checked: true })).toHaveCount(1)
  await page.goBack()
  await expect(open).toBeChecked()
  await expect.poll(async () => new Set(await log.column('Duration')).size).toBe(1)
  await log.root.focus()
  await page.keyboard.press('ArrowDown')
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/stations\/\d+\/readings\?.*at=\d+|\/stations\/\d+\/readings/)
  await page.goBack()
  await expect(open).toBeChecked()
})

test('groups count, open to their events, and are exported as shown', async ({ page, shared, synced }) => {
  const truth = logOf(synced.world)
  const middle = truth[Math.floor(truth.length / 2)]?.time ?? 0
  await shared.open(page, `/events?at=${middle * 1000}`)
  const log = new Grid(page.getByRole('grid', { name: 'Event log of all stations' }))
  await log.expectTotal(truth.length)
  await test.step('a link to a moment scrolls there', async () => {
    const row = log.root.locator('[role=row][aria-selected=true]')
    await expect(row).toBeInViewport()
    await expect(row).toContainText(shownTime(middle))
  })
  await test.step('by message, by the number of stations', async () => {
    await page.getByRole('button', { name: 'By message' }).click()
    await log.header('Stations').click()
    await expect(log.header('Stations')).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => log.column('Stations').then((counts) => isFalling(counts.map(Number)))).toBe(true)
    await log.header('Stations').click()
    await expect.poll(() => log.column('Stations').then((counts) => isFalling(counts.map(Number).reverse()))).toBe(true)
    await page.reload()
    await expect(log.header('Stations')).toHaveAttribute('aria-sort', 'ascending')
    await log.header('Events').click()
  })
  await page.getByRole('button', { name: 'By station' }).click()
  await log.expectTotal(Object.values(STATIONS).length)
  const sizes = [...Map.groupBy(truth, ({ stationId }) => stationId).values()].map((list) => list.length)
  await expect.poll(() => log.column('Events')).toEqual(sizes.sort((a, b) => b - a).map(String))
  const most = sizes[0] ?? 0

  // With the keyboard: the first group opens, its events follow, and it closes again.
  await log.root.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Enter')
  await log.expectTotal(sizes.length + most)
  // A reload keeps it open.
  await page.reload()
  await log.expectTotal(sizes.length + most)
  await log.root.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('complementary', { name: 'Event', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await log.expectTotal(sizes.length)

  const shell = new Shell(page)
  const exportButton = page.getByRole('button', { name: 'Export' })
  const groups = readCsv((await shell.exportAs(exportButton, /^CSV/)).file)
  expect(columnOf(groups, 'Number of events')).toEqual(sizes.map(String))
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await page.getByRole('radio', { name: /^Beginnings of situations/ }).check()
  await expect.poll(() => log.total()).toBeLessThan(truth.length)
  await expect.poll(() => log.column('Duration')).toContain('open')
  const begun = await log.total()
  const events = readCsv((await shell.exportAs(exportButton, /^CSV/)).file)
  expect(events.rows).toHaveLength(begun)
  expect(new Set(columnOf(events, 'Situation'))).toEqual(new Set(['open', 'begin']))
  expect(columnOf(events, 'Duration, s').filter((seconds) => Number(seconds) > 0).length).toBeGreaterThan(0)
})

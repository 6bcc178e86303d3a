import type { Locator, Page } from '@playwright/test'
import { test, expect } from './fixtures.ts'
import { ReadingsPage, StationPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { columnOf, readXlsx } from './support/files.ts'
import { SPAN, STATIONS } from './support/synced.ts'

const MOST_STOPS = 60

/** Presses Tab until the element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(target)} was not reached with ${MOST_STOPS} presses of Tab`)
}

/** The focus is visible on the element. */
async function expectFocusVisible(target: Locator): Promise<void> {
  const shown = await target.evaluate((element) => {
    const style = getComputedStyle(element)
    return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'
  })
  expect(shown, 'the focus can be seen').toBe(true)
}

test('from the start to a station’s readings without a mouse', async ({ page, app, demo }) => {
  await app.start()
  await expect(page.getByRole('textbox', { name: 'Service address' })).toBeFocused()
  await page.keyboard.type(demo.url)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demo.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demo.password)
  await page.keyboard.press('Enter')

  const [workbench, station, readings] = [new WorkbenchPage(page), new StationPage(page), new ReadingsPage(page)]
  await workbench.expectStations(150)

  await page.keyboard.press('/')
  await expect(workbench.search).toBeFocused()
  await page.keyboard.type('ПРГ-1')
  await expect(workbench.grid.row('ПРГ-10').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(station.heading('ПРГ-1')).toBeVisible()
  const tab = page.getByRole('link', { name: 'Readings', exact: true })
  await tabTo(page, tab)
  await expectFocusVisible(tab)
  await page.keyboard.press('Enter')
  const download = page.getByRole('button', { name: 'Download', exact: true })
  await expect(download).toBeEnabled()
  await tabTo(page, download)
  await page.keyboard.press('Enter')
  await readings.expectDrawn()

  await tabTo(page, readings.surface)
  // Its frame is drawn over the edges of the panes, which lie over the plot.
  await expect(page.locator('.readings-chart .focus-frame')).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Europe/Moscow' })).not.toHaveCount(0)
  await page.keyboard.press('+')
  await expect(page).toHaveURL(/from=/)
})

test('from chosen stations to a file of their readings without a mouse', async ({ page, shared, synced }) => {
  await shared.open(page, '/stations')
  const workbench = new WorkbenchPage(page)
  await workbench.expectStations(150)
  const stations = [...synced.world.stations()].filter(({ id }) => id === STATIONS.main || id === STATIONS.valve)
  for (const { equipment_serial_number: serial, name } of stations) {
    await page.keyboard.press('/')
    await expect(workbench.search).toBeFocused()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(serial)
    await expect(workbench.grid.row(name)).toBeVisible()
    await workbench.expectStations(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
  }
  await expect(workbench.selection).toContainText('2 stations chosen')
  await tabTo(page, workbench.selection.getByRole('button', { name: 'Export' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: /^Export list as CSV/ })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Readings, days, archives…' })).toBeFocused()
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Export from the chosen stations' })
  await expect(dialog).toBeVisible()
  const hourly = dialog.getByRole('checkbox', { name: 'Hourly' })
  await tabTo(page, hourly)
  await expectFocusVisible(hourly)
  await page.keyboard.press('Space')
  const file = dialog.getByRole('button', { name: 'Export' })
  await expect(file).toBeDisabled()
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Daily' }))
  await page.keyboard.press('Space')
  await tabTo(page, dialog.getByRole('button', { name: 'All', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, file)
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  await expect(dialog).toBeHidden()

  expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
  const table = await readXlsx(await download.path())
  const rows = columnOf(table, /^Unix time/).map((time, at) => `${columnOf(table, 'Station')[at]} ${time}`)
  const truth = stations.flatMap(({ name, equipment_id: device }) =>
    [...synced.world.readings(Number(device), 'daily', 'general', SPAN.from, SPAN.to)].map(({ event_time: time }) => `${name} ${time}`),
  )
  expect(truth.length).toBeGreaterThan(100)
  expect(rows.toSorted()).toEqual(truth.toSorted())
})

test('each page takes the focus along, and going back restores the row', async ({ page, shared }) => {
  await shared.open(page, '/stations')
  const [workbench, station] = [new WorkbenchPage(page), new StationPage(page)]
  await workbench.expectStations(150)
  await expect(workbench.grid.root).toBeFocused()
  await page.keyboard.press('Control+End')
  await expect(workbench.grid.rows.last()).toHaveAttribute('aria-selected', 'false')
  const last = (await workbench.grid.column('Station')).at(-1) ?? ''
  await expect(workbench.details.getByRole('heading', { level: 2 })).toHaveText(last)
  await page.keyboard.press('Enter')
  await expect(station.heading(last)).toBeFocused()

  const tab = page.getByRole('link', { name: 'Sessions', exact: true })
  await tabTo(page, tab)
  await page.keyboard.press('Enter')
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(tab).toBeFocused()

  await page.goBack()
  await page.goBack()
  await expect(workbench.grid.root).toBeFocused()
  // In one evaluation: rows come and go while the table scrolls.
  const active = () =>
    workbench.grid.root.evaluate(
      (grid) => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent?.trim() ?? '',
    )
  await expect.poll(active).toBe(last)
  await page.keyboard.press('Enter')
  await expect(station.heading(last)).toBeFocused()

  for (const [key, heading] of [
    ['Control+2', 'Downloads'],
    ['Control+3', 'Reference'],
    ['Control+4', 'Preferences'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  }
  await page.keyboard.press('Control+1')
  await expect(workbench.grid.root).toBeFocused()
})

test('switching tabs moves the focus to the new tab’s content, and back', async ({ page, shared }) => {
  await shared.open(page, `/stations/${STATIONS.main}/sessions`)
  const parts = page.getByRole('navigation', { name: 'Parts of the station page' })
  const tab = parts.getByRole('link', { name: 'Events', exact: true })
  await tab.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Event log' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Sessions', exact: true })).toBeFocused()
})

test('the list of keys opens over the table and gives the focus back', async ({ page, shared }) => {
  await shared.open(page, '/stations')
  const workbench = new WorkbenchPage(page)
  await workbench.expectStations(150)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys' })
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(workbench.grid.root).toBeFocused()
  await expect(workbench.search).not.toBeFocused()
})

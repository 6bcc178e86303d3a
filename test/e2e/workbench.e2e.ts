import type { Page } from '@playwright/test'
import { test, expect } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { columnOf, readCsv } from './support/files.ts'
import { SignInPage } from './pages/sign-in.ts'
import { StationPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'

test('the table finds as you type, in Cyrillic of any case, in natural order; a station opens by its serial number', async ({
  page,
  shared,
  synced,
}) => {
  await shared.open(page, '/stations')
  const workbench = new WorkbenchPage(page)
  await workbench.expectStations(150)
  const names = [...synced.world.stations()].map((station) => station.name)

  await workbench.search.fill('котельная')
  const found = names.filter((name) => name.startsWith('Котельная'))
  await workbench.expectStations(found.length)
  await workbench.search.fill('КОТЕЛЬНАЯ')
  await workbench.expectStations(found.length)
  await workbench.search.pressSequentially(' №14')
  await workbench.expectStations(1)
  await expect.poll(() => workbench.grid.column('Station')).toEqual(['Котельная №14 «Кстово»'])

  await workbench.search.fill('ёлочка')
  await workbench.expectStations(names.filter((name) => name.includes('Ёлочка')).length)
  await workbench.search.fill('no such station')
  await expect(page.getByText('No station fits')).toBeVisible()
  await page.getByRole('button', { name: 'Show all stations' }).click()
  await workbench.expectStations(150)
  await test.step('names are in natural order, both ways', async () => {
    await workbench.search.fill('ГРП-')
    await workbench.expectStations([...synced.world.stations()].filter((station) => station.name.includes('ГРП-')).length)
    const names = (await workbench.grid.all()).map((cells) => cells[0] ?? '')
    const numbers = names.flatMap((name) => /^ГРП-(\d+)$/.exec(name)?.[1] ?? []).map(Number)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    expect(numbers).toContain(3)
    expect(numbers).toContain(10)

    await workbench.grid.header('Station').click()
    await expect(workbench.grid.header('Station')).toHaveAttribute('aria-sort', 'descending')
    // The header changes at once, the rows once they have arrived.
    await expect.poll(async () => (await workbench.grid.all()).map((cells) => cells[0] ?? '')).toEqual([...names].reverse())
  })

  await test.step('a station is found by its serial number and opens', async () => {
    const station = [...synced.world.stations()][1]
    await workbench.search.fill(station?.equipment_serial_number ?? '')
    await workbench.expectStations(1)
    await workbench.search.press('Enter')
    await page.keyboard.press('Enter')
    await expect(new StationPage(page).heading('ПРГ-1')).toBeVisible()
    await expect(page).toHaveURL(/#\/stations\/10002/)
  })
})

test('the tree of providers and consumers narrows the table to what it counts, also by keyboard', async ({ page, shared, synced }) => {
  await shared.open(page, '/stations')
  const workbench = new WorkbenchPage(page)
  await workbench.expectStations(150)
  const [root] = [...synced.world.providers()]
  const branch = root?.children[0]
  if (!root || !branch) throw new Error('the world has no branches')
  const countOf = async (name: string) => Number((await workbench.node(name).innerText()).match(/\d+$/)?.[0])

  await workbench.node(branch.name).click()
  await workbench.expectStations(await countOf(branch.name))
  await workbench.node(root.name).click()
  await workbench.expectStations(await countOf(root.name))
  await workbench.node('All stations').click()
  await workbench.expectStations(150)

  const [consumer] = [...synced.world.consumers()]
  await workbench.tree.getByRole('searchbox').fill(consumer?.name ?? '')
  await workbench.node(consumer?.name ?? '').click()
  const owned = [...synced.world.stations(consumer?.id)]
  await workbench.expectStations(owned.length)
  expect((await workbench.grid.column('Station')).sort()).toEqual(owned.map((station) => station.name).sort())
  await test.step('one stop, arrows, letters, Enter', async () => {
    await workbench.tree.getByRole('searchbox').fill('')
    await workbench.node('All stations').click()
    await workbench.expectStations(150)
    const tree = workbench.tree.getByRole('tree')
    const active = () => tree.evaluate((root) => document.getElementById(root.getAttribute('aria-activedescendant') ?? '')?.title ?? '')
    await workbench.tree.getByRole('searchbox').focus()
    await page.keyboard.press('Tab')
    await expect(tree).toBeFocused()
    await expect.poll(active).toBe('All stations')
    await page.keyboard.press('ArrowDown')
    await expect.poll(active).toBe(root.name)
    await page.keyboard.press('ArrowLeft')
    await expect(workbench.node(root.name)).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('ArrowRight')
    await expect(workbench.node(root.name)).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowRight')
    await expect.poll(active).toBe(branch.name)
    await page.keyboard.press('Enter')
    await expect(workbench.node(branch.name)).toHaveAttribute('aria-selected', 'true')
    await workbench.expectStations(Number((await workbench.node(branch.name).innerText()).match(/\d+$/)?.[0]))
    await page.keyboard.press('a')
    await expect.poll(active).toBe('All stations')
    await page.keyboard.press('Space')
    await workbench.expectStations(150)
    await page.keyboard.press('End')
    await expect.poll(active).not.toBe('All stations')
    await page.keyboard.press('Tab')
    await expect(tree).not.toBeFocused()
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=tree]') ?? null)).toBeNull()
  })
})

test('columns are chosen, sorted, pinned and moved, and stay so after a reload', async ({ page, shared }) => {
  await shared.open(page, '/stations')
  const workbench = new WorkbenchPage(page)
  await workbench.expectStations(150)
  await workbench.grid.root.locator('..').getByRole('button', { name: 'Choose columns' }).click()
  const menu = page.getByRole('tooltip').or(page.getByRole('dialog')).filter({ hasText: 'Reset columns' })
  await menu.getByRole('checkbox', { name: 'Exchange code' }).check()
  await menu.getByRole('checkbox', { name: 'Status' }).uncheck()
  await menu.getByRole('button', { name: 'Pin “Exchange code”' }).click()
  await menu.getByRole('button', { name: 'Move “Model” earlier' }).click()
  await page.keyboard.press('Escape')
  await workbench.grid.header('Serial number').click()
  await expect(workbench.grid.header('Serial number')).toHaveAttribute('aria-sort', 'ascending')
  const serials = await workbench.grid.column('Serial number')
  const written = serials.filter((text) => text !== '—' && text !== '–')
  expect(written).toEqual([...written].sort())
  const titles = await workbench.grid.titles()
  expect(titles.slice(0, 2)).toEqual(['Station', 'Exchange code'])
  expect(titles).not.toContain('Status')
  expect(titles.indexOf('Model')).toBeLessThan(titles.indexOf('Serial number'))

  await page.reload()
  await workbench.expectStations(150)
  await expect.poll(() => workbench.grid.titles()).toEqual(titles)
  await workbench.grid.root.locator('..').getByRole('button', { name: 'Choose columns' }).click()
  await menu.getByRole('button', { name: 'Reset columns' }).click()
  await expect.poll(async () => (await workbench.grid.titles())[1]).toBe('Status')
})

test('the details follow the keyboard; several stations are chosen, compared, copied, and their list is exported', async ({
  page,
  shared,
}) => {
  await shared.open(page, '/stations')
  const [workbench, shell] = [new WorkbenchPage(page), new Shell(page)]
  await workbench.expectStations(150)

  await test.step('the details follow the keyboard, and Enter opens the station', async () => {
    await workbench.search.fill('ПРГ-1')
    await workbench.search.press('ArrowDown')
    await expect(workbench.details.getByRole('heading', { name: 'ПРГ-1', exact: true })).toBeVisible()
    await expect(workbench.details).toContainText('ООО «Стекломаш»')
    await page.keyboard.press('ArrowDown')
    await expect(workbench.details.getByRole('heading', { name: 'ПРГ-1', exact: true })).toBeHidden()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(new StationPage(page).heading('ПРГ-1')).toBeVisible()
    await page.goBack()
  })

  await workbench.search.fill('ПРГ-1')
  await expect(workbench.grid.row('ПРГ-10').first()).toBeVisible()
  await workbench.grid.root.press('Home')
  await workbench.grid.root.press('Shift+ArrowDown')
  await workbench.grid.root.press('Shift+ArrowDown')
  await expect(workbench.selection).toContainText('3 stations chosen')
  const names = (await workbench.grid.column('Station')).slice(0, 3)

  await workbench.selection.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /^Export list as CSV/ }).click()])
  expect(columnOf(readCsv(await download.path()), 'Name')).toEqual(names)

  await workbench.selection.getByRole('button', { name: 'Compare' }).click()
  const table = page.getByRole('region', { name: 'Stations side by side' }).getByRole('table')
  for (const name of names) await expect(table.getByRole('columnheader', { name }).first()).toBeVisible()
  await page.goBack()

  await workbench.grid.root.press('Control+A')
  await expect(workbench.selection).toContainText(`${await workbench.grid.total()} stations chosen`)
  await workbench.grid.root.press('Escape')
  await expect(workbench.selection).toBeHidden()
  await expect(shell.status).toBeVisible()
  await test.step('copied rows have their header, and times instead of ages', async () => {
    const clipboard = await clipboardOf(page)
    await workbench.grid.root.press('Control+Home')
    await workbench.grid.root.press('Shift+ArrowDown')
    await expect(workbench.selection).toContainText('2 stations chosen')
    await workbench.grid.root.press('Control+C')
    const names = (await workbench.grid.column('Station')).slice(0, 2)
    await expect.poll(clipboard).toContain(names[1])
    const [header = [], ...rows] = (await clipboard()).split('\n').map((line) => line.split('\t'))
    expect(header).toEqual((await workbench.grid.titles()).map((title) => title.trim()))
    expect(rows.map(([name]) => name)).toEqual(names)
    const at = header.indexOf('Last session')
    for (const row of rows) expect(row[at]).toMatch(/^2026-11-\d\d \d\d:\d\d:\d\d(\.\d{3})?\+03:00$/)
  })
})

test('what a download brings appears in the table, the tree and the details', async ({ page, app, demo }) => {
  await app.start()
  await new SignInPage(page).signIn(demo)
  const workbench = new WorkbenchPage(page)
  await workbench.expectStations(150)
  // The window sent its first queries before there was a book; no error of theirs may be left on screen.
  await expect(page.getByText('No book is open')).toHaveCount(0)
  // The list of stations comes first; their consumers come later, into the same rows.
  await expect(workbench.node('All stations')).toContainText('150')
  await expect(workbench.details.getByRole('heading', { name: 'Boiler house 1' })).toBeVisible()
  await expect(workbench.details).toContainText('ООО «Агротехника»')
})

/** Reads the clipboard, which takes the browser’s permission. */
const clipboardOf = async (page: Page) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return () => page.evaluate(() => navigator.clipboard.readText())
}

import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type { World } from '../../electron/demo/world/index.ts'
import { test, expect } from './fixtures.ts'
import { Grid } from './pages/grid.ts'
import { Shell } from './pages/shell.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { columnOf, readCsv } from './support/files.ts'

const stationsOf = (world: World) => [...world.stations()]
const marks = (within: Locator) => within.locator('mark').allInnerTexts()

/** The facets beside the table, in the language of the test. */
class Facets {
  readonly root: Locator
  constructor(page: Page, title = 'Facets') {
    this.root = page.getByRole('complementary', { name: title })
  }
  value(facet: string, name: string): Locator {
    return this.root.getByRole('region', { name: facet, exact: true }).getByRole('checkbox', { name: `${name},` })
  }
  async expectCount(facet: string, name: string, stations: number): Promise<void> {
    await expect(this.value(facet, name)).toHaveAccessibleName(new RegExp(`, ${stations}(,|$)`))
  }
}

test('facets count what passes the others, narrow the table, and come back with the address', async ({ page, shared, synced }) => {
  const all = stationsOf(synced.world)
  const working = all.filter((station) => station.status_name_value === 'В работе')
  const model = working.find((station) => station.equipment_brand_name !== '')?.equipment_brand_name ?? ''
  const both = working.filter((station) => station.equipment_brand_name === model)
  const ofModel = all.filter((station) => station.equipment_brand_name === model)

  await shared.open(page, '/stations')
  const [workbench, facets] = [new WorkbenchPage(page), new Facets(page)]
  await workbench.expectStations(150)
  await workbench.grid.root.press('f')
  await facets.expectCount('Status', 'В работе', working.length)
  await facets.expectCount('Completeness', 'nothing downloaded', 147)

  await test.step('each facet counts what passes the others', async () => {
    await facets.value('Status', 'В работе').press('Space')
    await workbench.expectStations(working.length)
    await facets.expectCount('Model', model, both.length)
    await facets.value('Model', model).click()
    await workbench.expectStations(both.length)
    await facets.expectCount('Status', 'В работе', both.length)
    const failing = ofModel.filter((station) => station.status_name_value === 'Норма').length
    if (failing > 0) await facets.expectCount('Status', 'Норма', failing)
    await facets.value('Model', model).press('-')
    await workbench.expectStations(working.length - both.length)
    await expect(facets.value('Model', model)).toHaveAccessibleName(/left out$/)
  })

  await test.step('a reload, a station and Back keep it', async () => {
    await expect(page).toHaveURL(/is-status=.*not-model=/)
    await page.reload()
    await workbench.expectStations(working.length - both.length)
    await workbench.grid.header('Volume').click()
    await expect(page).toHaveURL(/sort=volume/)
    await workbench.grid.settled()
    await workbench.grid.root.press('Enter')
    // The table has a heading of its own: only the address tells that the station's page has come.
    await expect(page).toHaveURL(/#\/stations\/\d+/)
    await expect(workbench.grid.root).toBeHidden()
    await page.goBack()
    await workbench.expectStations(working.length - both.length)
    await expect(workbench.grid.header('Volume')).toHaveAttribute('aria-sort', 'ascending')
  })

  await test.step('none last, both ways', async () => {
    const at = (await workbench.grid.titles()).indexOf('Volume')
    const volumes = async () => (await workbench.grid.all()).map((cells) => cells[at] ?? '')
    const isLast = (texts: string[]) => texts.indexOf('—') === texts.length - texts.filter((text) => text === '—').length
    await expect.poll(async () => isLast(await volumes())).toBe(true)
    await workbench.grid.header('Volume').click()
    await expect(workbench.grid.header('Volume')).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(async () => isLast(await volumes())).toBe(true)
  })

  await page.getByRole('group', { name: 'What the table is narrowed by' }).getByRole('button', { name: 'Show all' }).click()
  await workbench.expectStations(150)
})

test.describe('in Russian', () => {
  test.use({ locale: 'ru-RU' })

  test('what is searched is ranked, marked, and understood on the wrong keyboard layout', async ({ page, shared, synced }) => {
    await shared.open(page, '/stations')
    const grid = new Grid(page.getByRole('grid', { name: 'Станции' }))
    const search = page.getByRole('searchbox', { name: 'Поиск станций' })
    const table = page.getByRole('region', { name: 'Станции', exact: true })
    await grid.expectTotal(150)

    await test.step('names before numbers inside serial numbers, and both are marked', async () => {
      const number = '14'
      await search.fill(number)
      await expect(table.getByText('названия — первыми')).toBeVisible()
      const named = stationsOf(synced.world).filter(({ name }) => name.includes(number)).length
      expect(named).toBeGreaterThan(0)
      await expect.poll(async () => new Set(await marks(grid.root))).toEqual(new Set([number]))
      const names = (await grid.all()).map((cells) => cells[0] ?? '')
      expect(names.slice(0, named).every((name) => name.includes(number))).toBe(true)
      expect(names.slice(named).some((name) => name.includes(number))).toBe(false)
    })

    await test.step('on the wrong layout', async () => {
      await search.fill('rjntkmyfz')
      await expect(table.getByText('Показано для «котельная»')).toBeVisible()
      await grid.expectTotal(stationsOf(synced.world).filter(({ name }) => name.startsWith('Котельная')).length)
      await expect.poll(async () => (await marks(grid.root))[0]).toBe('Котельная')
      await search.fill('ищшдук рщгыу')
      await expect(table.getByText('Показано для «boiler house»')).toBeVisible()
      await search.fill('котельная')
      await expect(table.getByText(/^Показано/)).toHaveCount(0)
    })

    await test.step('Ctrl+K says where it was found', async () => {
      const [, station] = stationsOf(synced.world)
      await page.keyboard.press('Control+K')
      const palette = page.getByRole('dialog', { name: 'Найти что угодно' })
      await palette.getByRole('combobox').fill(station?.uid ?? '')
      await expect(palette.getByRole('option').first()).toContainText(`код обмена ${station?.uid}`)
      await expect.poll(() => marks(palette)).toContain(station?.uid)
      await palette.getByRole('combobox').fill('ghu-1')
      await expect(palette.getByText('Показано для «прг-1»')).toBeVisible()
      await expect(palette.getByRole('option').first()).toContainText('ПРГ-1')
    })
  })

  test('every table has a menu: open, copy, narrow, export', async ({ page, shared, synced }) => {
    const all = stationsOf(synced.world)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await shared.open(page, '/stations')
    const grid = new Grid(page.getByRole('grid', { name: 'Станции' }))
    const menu = page.getByRole('menu', { name: 'Меню ячейки' })
    const item = (name: string | RegExp) => menu.getByRole('menuitem', { name })
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await grid.expectTotal(150)

    await test.step('by a right click: without this value', async () => {
      const cell = grid.root.getByRole('gridcell', { name: 'В работе', exact: true }).first()
      await cell.click({ button: 'right' })
      await item('Копировать ячейку').click()
      await expect.poll(clipboard).toBe('В работе')
      await cell.click({ button: 'right' })
      await item('Кроме «В работе»').click()
      await grid.expectTotal(all.filter((station) => station.status_name_value !== 'В работе').length)
      await expect(grid.root.getByRole('gridcell', { name: 'В работе', exact: true })).toHaveCount(0)
    })

    await test.step('from the keyboard, and what is shown is exported', async () => {
      await page.getByRole('button', { name: 'Показать все', exact: true }).click()
      await grid.expectTotal(150)
      await grid.root.press('Control+Home')
      await grid.root.press('Home')
      await grid.root.press('ArrowRight')
      await grid.root.press('Shift+F10')
      await expect(item('Открыть')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(grid.root).toBeFocused()
      await grid.root.press('ContextMenu')
      const [status = ''] = (await grid.visible()).map((cells) => cells[1] ?? '')
      await item(`Только «${status}»`).press('Enter')
      const kept = all.filter((station) => station.status_name_value === status)
      await grid.expectTotal(kept.length)
      await grid.root.press('Shift+F10')
      const [download] = await Promise.all([page.waitForEvent('download'), item(/^Выгрузить показанное: CSV/).click()])
      expect(columnOf(readCsv(await download.path(), ';'), 'Название').toSorted()).toEqual(kept.map(({ name }) => name).toSorted())
    })

    await test.step('a list in memory narrows itself, and is written as it is shown', async () => {
      await page.evaluate(() => (location.hash = '#/reference/types'))
      const types = new Grid(page.getByRole('grid', { name: 'Типы приборов' }))
      await expect(types.rows.first()).toBeVisible()
      const total = await types.total()
      const [first = []] = await types.visible()
      await types.root
        .getByRole('gridcell', { name: first[0] ?? '', exact: true })
        .first()
        .click({ button: 'right' })
      await item(`Кроме «${first[0]}»`).click()
      await types.expectTotal(total - 1)
      await types.root.press('Shift+F10')
      const [download] = await Promise.all([page.waitForEvent('download'), item(/^Выгрузить показанное: CSV/).click()])
      const lines = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\r\n')
      expect(lines).toHaveLength(total)
      await page.getByRole('button', { name: 'Показать все', exact: true }).click()
      await types.expectTotal(total)
    })
  })
})

test('a view keeps filters, columns and order under a name', async ({ page, app, book, synced }) => {
  await app.start({ book })
  const [workbench, shell] = [new WorkbenchPage(page), new Shell(page)]
  const button = page.getByRole('button', { name: /^View/ })
  const list = page.getByRole('group', { name: 'Saved views' })
  const failing = stationsOf(synced.world).filter((station) => station.status_name_value === 'Авария').length
  await workbench.expectStations(150)

  await workbench.grid.root.press('f')
  await new Facets(page).value('Status', 'Авария').click()
  await workbench.expectStations(failing)
  await workbench.grid.header('Model').click()
  await workbench.grid.root.press('Alt+ArrowRight')
  const titles = await workbench.grid.titles()
  await button.click()
  await list.getByRole('textbox', { name: 'Name of the view' }).fill('To repair')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'View: To repair' })).toBeVisible()

  await test.step('shown by Ctrl+K, after a restart too', async () => {
    await app.stop()
    await page.evaluate(() => localStorage.clear()).catch(() => undefined)
    await app.start({ book })
    await workbench.expectStations(150)
    await shell.find('to rep', /View: To repair/)
    await workbench.expectStations(failing)
    await expect(workbench.grid.header('Model')).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => workbench.grid.titles()).toEqual(titles)
    await workbench.search.fill('котельная')
    await expect(button).toContainText('changed')
  })
})

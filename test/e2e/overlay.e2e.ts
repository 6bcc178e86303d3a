import { readFileSync } from 'node:fs'
import { test, expect } from './fixtures.ts'
import { choose } from './pages/choose.ts'
import { OverlayPage } from './pages/overlay.ts'
import { ReadingsPage } from './pages/station.ts'
import { Shell } from './pages/shell.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { columnOf, readCsv } from './support/files.ts'
import { SPAN, STATIONS } from './support/synced.ts'
import { byName } from './support/truth.ts'
import type { World } from '../../electron/demo/world/index.ts'

const HOUR = 3600

/** Standard volumes of a station's hours by their stamps, Unix s. */
function hoursOf(world: World, id: number): Map<number, number> {
  const station = [...world.stations()].find((one) => one.id === id)
  const records = [...world.readings(Number(station?.equipment_id), 'hourly', 'unified', SPAN.from, SPAN.to)]
  const pairs = records.map(({ event_time: time, channel_data: data }) => [time, byName(data)['gas_consume']] as const)
  return new Map(pairs.flatMap(([time, text]) => (text === null || !Number.isFinite(Number(text)) ? [] : [[time, Number(text)]])))
}
const nameOf = (world: World, id: number) => [...world.stations()].find((one) => one.id === id)?.name ?? ''

test('chosen stations are laid over each other: values and differences at the crosshair, by keyboard, kept in the address', async ({
  page,
  shared,
  synced: { world },
}) => {
  await shared.open(page, '/stations')
  const [workbench, overlay] = [new WorkbenchPage(page), new OverlayPage(page)]
  for (const id of [STATIONS.main, STATIONS.valve]) {
    const station = [...world.stations()].find((one) => one.id === id)
    if (station) await workbench.choose(station)
  }
  await expect(workbench.selection).toContainText('2 stations chosen')
  await workbench.selection.getByRole('button', { name: 'Overlay' }).press('Enter')
  await overlay.expectDrawn()

  const [main, valve] = [nameOf(world, STATIONS.main), nameOf(world, STATIONS.valve)]
  const [ours, theirs] = [hoursOf(world, STATIONS.main), hoursOf(world, STATIONS.valve)]
  const last = Math.max(...[...ours.keys()])
  await test.step('the last hour of the baseline', async () => {
    await overlay.surface.press('End')
    const value = ours.get(last) ?? NaN
    await expect.poll(async () => (await overlay.numbers(main))[0]).toBeCloseTo(value, 1)
    const other = theirs.get(last)
    if (other !== undefined) {
      const [shown, difference] = await overlay.numbers(valve)
      expect([shown, difference]).toEqual([expect.closeTo(other, 1), expect.closeTo(other - value, 1)])
    }
    await expect(page.locator('[aria-live=polite]').filter({ hasText: main })).toContainText(valve)
  })

  await test.step('another baseline turns the differences', async () => {
    await overlay.panel.getByRole('radio', { name: `Compare the others with ${valve}` }).click()
    await expect(page).toHaveURL(/baseline=1/)
    await overlay.surface.press('End')
    const at = Math.max(...[...theirs.keys()].filter((time) => ours.has(time)))
    for (let step = 0; step < (Math.max(...theirs.keys()) - at) / HOUR; step++) await overlay.surface.press('ArrowLeft')
    const difference = (ours.get(at) ?? NaN) - (theirs.get(at) ?? NaN)
    await expect.poll(async () => (await overlay.numbers(main))[1]).toBeCloseTo(difference, 1)
  })

  await test.step('digits switch the lines', async () => {
    const shown = overlay.panel.getByRole('button', { pressed: true })
    await expect(shown).toHaveCount(2)
    await page.keyboard.press('2')
    await expect(shown).toHaveCount(1)
    await expect(page).toHaveURL(/hidden=1/)
    await page.keyboard.press('2')
    await expect(shown).toHaveCount(2)
  })

  await test.step('a quantity that a station lacks is said of it', async () => {
    await choose(page, 'Archive and view', /Hourly · General/)
    await choose(page, 'Quantity', /pressure|давление/i)
    await expect(overlay.panel).toContainText('has no such quantity: Pressure')
    await expect(overlay.panel.getByRole('button', { name: new RegExp(valve.replaceAll(/[()]/g, '.')) }).first()).toBeDisabled()
  })

  await test.step('a bookmark and the way back show the same', async () => {
    await overlay.press('Measure', '% of mean')
    await overlay.press('A point for each', 'Per day')
    await expect(page).toHaveURL(/quantity=pressure.*points=day.*measure=share/)
    await page.reload()
    await overlay.expectDrawn()
    await expect(overlay.panel).toContainText('has no such quantity: Pressure')
    await expect(page.getByRole('button', { name: 'Per day' })).toHaveAttribute('aria-pressed', 'true')
    await overlay.panel.getByRole('link', { name: `Readings of ${main}` }).click()
    await new ReadingsPage(page).expectDrawn()
    await page.goBack()
    await overlay.expectDrawn()
    await expect(page.getByRole('button', { name: '% of mean' })).toHaveAttribute('aria-pressed', 'true')
  })
})

test('from a chart: this month over the months before, day for day, as a file and as a picture', async ({
  page,
  shared,
  synced: { world },
}) => {
  await shared.open(page, `/stations/${STATIONS.main}/readings?archive=hourly&view=unified&channels=gas_consume`)
  await new ReadingsPage(page).expectDrawn()
  await page.getByRole('button', { name: 'Overlay…' }).click()
  const [overlay, shell] = [new OverlayPage(page), new Shell(page)]
  await overlay.expectDrawn()
  await expect(overlay.heading).toHaveText('ПРГ-1')
  await expect(page).toHaveURL(/archive=hourly&view=unified&quantity=standardVolume&channel=gas_consume/)
  // The same days of earlier years are not in the book, and the lines say so.
  await expect(overlay.panel.getByText('no records in these days').first()).toBeVisible()

  const place = '/overlay?stations=10002&archive=hourly&view=unified&quantity=standardVolume'
  await shared.open(page, `${place}&from=2026-11-01&to=2026-11-30&points=day`)
  await overlay.press('Periods', 'Preceding periods')
  await expect(overlay.panel).toContainText('October 2026')
  await expect(overlay.panel).toContainText('September 2026')

  // Gas day 5: from 10:00 in Moscow, 07:00 UTC.
  const hours = hoursOf(world, STATIONS.main)
  const sumOf = (day: string) => {
    const begin = Date.parse(`${day}T07:00Z`) / 1000
    return [...hours].reduce((sum, [time, value]) => (time > begin && time <= begin + 24 * HOUR ? sum + value : sum), 0)
  }
  await overlay.surface.press('Home')
  for (let step = 1; step < 5; step++) await overlay.surface.press('ArrowRight')
  await expect(overlay.panel).toContainText('Gas day: day 5')
  await expect.poll(async () => (await overlay.numbers('November 2026'))[0]).toBeCloseTo(sumOf('2026-11-05'), 1)
  const [october, difference] = await overlay.numbers('October 2026')
  expect(october).toBeCloseTo(sumOf('2026-10-05'), 1)
  expect(difference).toBeCloseTo(sumOf('2026-10-05') - sumOf('2026-11-05'), 1)

  await test.step('the file holds what is shown', async () => {
    const { name, file } = await shell.exportAs(page.getByRole('button', { name: 'Export' }), /^CSV/)
    expect(name).toBe('ПРГ-1 Overlay Hourly 2026-11-01_2026-11-30.csv')
    const table = readCsv(file)
    expect(table.header).toHaveLength(1 + 1 + 2 + 2)
    expect(Number(columnOf(table, /^2026-10-01/)[4])).toBeCloseTo(sumOf('2026-10-05'), 4)
    expect(columnOf(table, 'Day of the period')[4]).toBe('5')
  })
  await test.step('the picture holds the lines', async () => {
    await page.getByRole('button', { name: 'Picture' }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /^SVG/ }).click()])
    const svg = readFileSync(await download.path(), 'utf8')
    expect(svg).toMatch(/<svg[\s\S]*October 2026[\s\S]*<\/svg>/)
  })
})

test.describe('in Russian', () => {
  test.use({ locale: 'ru-RU' })
  test('a comparison has its chart, its small charts and its file, and leads to the overlay', async ({ page, shared }) => {
    const ids = [STATIONS.main, STATIONS.valve, STATIONS.hole]
    await shared.open(page, `/compare?ids=${ids.join(',')}`)
    await expect(page.locator('.compare-chart .echart[data-drawn]')).toBeVisible()
    const table = page.getByRole('table')
    await expect(table.getByRole('row', { name: /^Последние 30 суток/ }).getByRole('img')).toHaveCount(ids.length)
    await expect(
      table.getByRole('img', { name: /^Стандартный объём за период \(gas_consume\): 30 газовых суток по/ }).first(),
    ).toBeVisible()

    const { name, file } = await new Shell(page).exportAs(page.getByRole('button', { name: 'Выгрузить' }), /^CSV/)
    expect(name).toMatch(/^3 станции Сравнение .*\.csv$/)
    const compared = readCsv(file, ';')
    expect(compared.header).toEqual(['Раздел', 'Показатель', 'Код', 'Ед. изм.', ...(await table.getByRole('columnheader').allInnerTexts())])
    expect(columnOf(compared, 'ПРГ-1')).toContain('57982668')

    await page.getByRole('link', { name: 'Наложить…' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Наложение' })).toBeVisible()
    await expect(page).toHaveURL(/overlay\?stations=10002,10004,10006&archive=hourly&view=unified&quantity=standardVolume/)
    const panel = page.getByRole('region', { name: 'Линии наложения' })
    await expect(panel.getByRole('button', { pressed: true })).toHaveCount(ids.length)
    await panel.getByRole('button', { name: /^Убрать: ПРГ-1/ }).click()
    await expect(panel.getByRole('button', { pressed: true })).toHaveCount(2)
    await expect(page).toHaveURL(/stations=10004,10006/)

    // Found by its serial number with the wrong layout for its name, by keyboard alone; what is there is not added twice.
    const adder = panel.getByRole('combobox', { name: 'Добавить станцию к наложению' })
    await adder.pressSequentially('ghu-1')
    await expect(page.getByRole('option', { name: /^ПРГ-1/ }).first()).toBeVisible()
    await expect(page.getByText('Показано для «прг-1»')).toBeVisible()
    await adder.press('Enter')
    await expect(page).toHaveURL(/stations=10004,10006,10002/)
    await expect(panel.getByRole('button', { pressed: true })).toHaveCount(3)
    await adder.fill('57982668')
    await expect(page.getByRole('option', { name: /уже в наложении/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel.getByRole('button', { pressed: true })).toHaveCount(3)
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from './fixtures.ts'
import { axeIsContent } from './support/axe.ts'
import { Grid } from './pages/grid.ts'
import { Shell } from './pages/shell.ts'
import { columnOf, readCsv } from './support/files.ts'
import { STATIONS } from './support/synced.ts'
import { pdfText } from '../support/pdf-text.ts'

/** The own order of a trip, and where its stations stand: by keyboard, by dragging, on paper, in a file. */

test('a trip has its own order: put together, moved by keys and by hand, typed coordinates, printed, exported, undone', async ({
  page,
  lent,
  book,
  app,
}) => {
  await lent.start()
  await lent.go('/fleet')
  const shell = new Shell(page)
  const list = new Grid(page.getByRole('grid', { name: 'Stations by how soon somebody has to go' }))
  const grid = new Grid(page.getByRole('grid', { name: 'The trip in its own order' }))
  const stations = () => grid.column('Station')
  let order: string[] = []
  await list.expectTotal(Object.keys(STATIONS).length)

  await test.step('the chosen visits are put into it with T, in the order of their rank', async () => {
    await list.root.press('Home')
    await list.root.press('Control+a')
    await expect(page.getByRole('region', { name: 'Chosen visits' })).toContainText('3')
    await page.keyboard.press('t')
    await expect(shell.notices.filter({ hasText: 'Stations put into the trip: 3.' })).toBeVisible()
    order = await list.column('Station')
    await page.getByRole('button', { name: 'My trip' }).click()
    await grid.expectTotal(3)
    await expect(page).toHaveURL(/show=trip/)
    expect(await stations()).toEqual(order.map((lines) => expect.stringContaining(lines.split('visited')[0] ?? '')))
    order = await stations()
  })
  const [first = '', second = '', third = ''] = order

  await test.step('Alt and an arrow move the station, and the cursor goes along; a screen reader is told', async () => {
    await grid.root.press('Control+Home')
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(stations).toEqual([second, first, third])
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(stations).toEqual([second, third, first])
    await expect(page.getByText(/: place 3 of 3$/)).toBeAttached()
    // There is no fourth place.
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(stations).toEqual([second, first, third])
  })

  await test.step('a row is dragged by its number before another', async () => {
    await grid.rows
      .nth(2)
      .locator('.grip')
      .dragTo(grid.rows.nth(0), { targetPosition: { x: 200, y: 4 } })
    await expect.poll(stations).toEqual([third, second, first])
  })

  await test.step('coordinates are typed as people paste them; what cannot be is refused in a sentence', async () => {
    await grid.rows.first().getByRole('button', { name: 'Type in coordinates…' }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Coordinates')
    await field.fill('95.7558, 37.6173')
    await expect(dialog.getByRole('alert')).toHaveText('A latitude lies between −90° and 90°.')
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await field.fill('55°45\'20,88" с. ш. 37°37\'2,28" в. д.')
    await axeIsContent(page)
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    const link = grid.rows.first().getByRole('link', { name: '55.7558, 37.6173' })
    await expect(link).toHaveAttribute('href', 'geo:55.7558,37.6173')
    await axeIsContent(page)
  })

  await test.step('the station’s own page says them, with who typed them in; they are changed and taken back there', async () => {
    await grid.root.press('Control+Home')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Overview' }).click()
    const card = page.getByRole('region', { name: 'Typed in by hand' })
    await expect(card.getByRole('link', { name: '55.7558, 37.6173' })).toBeVisible()
    await card.getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Limit of error of the device, %').fill('1,5')
    await dialog.getByLabel('Author').fill('Olga')
    await page.keyboard.press('Control+Enter')
    await expect(card).toContainText(/Limit of error of the device, %\s*1\.5\s*.*, Olga/)
    await card.getByRole('button', { name: 'Change…' }).click()
    await dialog.getByLabel('Limit of error of the device, %').fill('')
    await page.keyboard.press('Control+Enter')
    await expect(card).not.toContainText('Limit of error of the device, %')
    await page.goBack()
    await page.goBack()
  })

  await test.step('printed and exported in its order, with the coordinates', async () => {
    await grid.expectTotal(3)
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('p')])
    const text = (await pdfText(readFileSync(await download.path()))).flat(2).join('\n')
    expect(text).toContain('Trip: 3 stations')
    expect(text).toContain('the own order of the trip')
    // The two numbers stand under each other where the column is narrow.
    for (const number of ['55.7558', '37.6173']) expect(text).toContain(number)
    const { file } = await shell.exportAs(page.getByRole('button', { name: 'Export' }), /^CSV/)
    const csv = readCsv(file)
    expect(columnOf(csv, 'Place in the trip')).toEqual(['1', '2', '3'])
    expect(columnOf(csv, 'Coordinates')).toEqual(['55.7558,37.6173', '', ''])
    for (const [at, name] of columnOf(csv, 'Station').entries()) expect([third, second, first][at]).toContain(name)
    const told = JSON.parse((await app.cli('fleet', '--book', book, '--trip', '--json')).stdout) as {
      stops: { place: number; stationName: string; coordinates: string | null }[]
    }
    expect(told.stops.map(({ stationName }) => stationName)).toEqual(columnOf(csv, 'Station'))
    const out = path.join(app.data, 'trip.csv')
    await app.cli('export', 'visits', '--book', book, '--trip', '--out', out)
    expect(columnOf(readCsv(out), 'Station')).toEqual(columnOf(csv, 'Station'))
  })

  await test.step('taken out with Delete and brought back; in order of rank again; ended', async () => {
    await grid.root.press('Control+Home')
    await page.keyboard.press('Delete')
    await expect.poll(stations).toEqual([second, first])
    await shell.notices.filter({ hasText: 'is taken out of the trip' }).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(stations).toHaveLength(3)
    await page.getByRole('button', { name: 'In order of rank' }).click()
    await expect.poll(async () => (await stations()).map((name) => name.slice(0, 12))).toEqual(order.map((name) => name.slice(0, 12)))
    await page.getByRole('button', { name: 'End the trip' }).click()
    await expect(page.getByRole('heading', { name: 'No station is in the trip' })).toBeVisible()
  })
})

test.describe('in Russian', () => {
  test.use({ locale: 'ru-RU' })
  test('станцию находят и добавляют в объезд на его экране', async ({ page, lent }) => {
    await lent.start()
    await lent.go('/fleet?show=trip')
    await expect(page.getByRole('heading', { name: 'В объезде нет станций' })).toBeVisible()
    const adder = page.getByRole('combobox', { name: 'Добавить станцию в объезд…' })
    await adder.fill('1')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    const grid = new Grid(page.getByRole('grid', { name: 'Объезд в своём порядке' }))
    await grid.expectTotal(1)
    await expect(page.getByRole('button', { name: 'Завершить объезд' })).toBeEnabled()
  })
})

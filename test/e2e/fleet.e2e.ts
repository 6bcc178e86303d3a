import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { Grid } from './pages/grid.ts'
import { choose } from './pages/choose.ts'
import { pdfText, type PdfText } from '../support/pdf-text.ts'
import { columnOf, readCsv } from './support/files.ts'
import { SPAN, STATIONS } from './support/synced.ts'
import { byName } from './support/truth.ts'
import type { World } from '../../electron/demo/world/index.ts'

/** Who needs a visit, from the rank to the note; and consumption, the same numbers as the service served. */

async function csvOf(page: Page): Promise<ReturnType<typeof readCsv>> {
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV', exact: true }).click()])
  return readCsv(await download.path())
}

/** The lines of the PDF that is saved when `print` is done. */
async function printed(page: Page, print: () => Promise<void>): Promise<PdfText[number]> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), print()])
  expect(download.suggestedFilename()).toMatch(/^Visit list( .+)?\.pdf$/)
  return (await pdfText(readFileSync(await download.path()))).flat(1)
}

test('visits are ranked with their reasons in words, narrowed, printed, written to a file and ticked off', async ({ page, lent }) => {
  await lent.start()
  await lent.go('/stations')
  await page.keyboard.press('Control+7')
  const grid = new Grid(page.getByRole('grid', { name: 'Stations by how soon somebody has to go' }))
  const facets = page.getByRole('complementary', { name: 'Filter' })
  let reasons: string[] = []

  await test.step('every station with data has a rank, a class in words and a reason', async () => {
    await grid.expectTotal(Object.keys(STATIONS).length)
    await expect(grid.rows.first().locator('.spark-line')).toBeVisible()
    expect(await grid.column('No.')).toEqual(['1', '2', '3'])
    const classes = await grid.column('Urgency')
    expect([...classes].sort()).toEqual(classes)
    for (const one of classes) expect(one).toMatch(/^[A-D]: (today|this week|plan|watch)$/)
    reasons = await grid.column('Reasons')
    expect(reasons.every((one) => one.length > 10)).toBe(true)
  })

  await test.step('the current row says how it is ranked: the formula with its terms', async () => {
    await grid.root.press('Home')
    await page.keyboard.press(']')
    const drawer = page.getByRole('complementary', { name: 'Why this station' })
    await expect(drawer).toContainText(/[\d.]+ × [\d,.]+ m³ a day × [\d.]+ days exposed = [\d,.]+ m³ at risk/)
    await expect(drawer.getByRole('list').first().getByRole('listitem').first()).toContainText(/p = 0\.\d+|p = 1/)
    await page.keyboard.press(']')
    await expect(drawer).toBeHidden()
  })

  await test.step('a finding that is reached from a visit is headed by its station’s name', async () => {
    await grid.root.press('Home')
    await page.keyboard.press(']')
    const drawer = page.getByRole('complementary', { name: 'Why this station' })
    const name = await drawer.getByRole('heading', { level: 2 }).textContent()
    await drawer.locator('.findings').getByRole('link').first().click()
    await expect(page).toHaveURL(/findings\?.*stations=\d+/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name ?? ''}: findings`)
    const found = new Grid(page.getByRole('grid', { name: 'Table of findings' }))
    await found.root.press('Control+Home')
    await expect(page.getByRole('complementary', { name: 'Details of the finding' }).getByRole('link').first()).toHaveText(name ?? '')
    await page.goBack()
    await page.keyboard.press(']')
    await expect(drawer).toBeHidden()
  })

  await test.step('a facet narrows the list and stands in the address; a group leads to its stations', async () => {
    const [first = ''] = await grid.column('Urgency')
    await facets.getByRole('checkbox', { name: first }).check()
    await expect(page).toHaveURL(new RegExp(`class=${first[0] ?? ''}`))
    await expect.poll(async () => new Set(await grid.column('Urgency'))).toEqual(new Set([first]))
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await grid.expectTotal(3)
    await page.getByRole('button', { name: 'By consumer' }).click()
    const groups = new Grid(page.getByRole('grid', { name: 'By consumer' }))
    await groups.expectTotal(3)
    await groups.root.press('Control+Home')
    await groups.root.press('Enter')
    await expect(page).toHaveURL(/consumers=\d+/)
    await grid.expectTotal(1)
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await grid.expectTotal(3)
  })

  await test.step('two chosen by keyboard are printed: the PDF of the form, in the order of the screen', async () => {
    await grid.root.press('Control+Home')
    await grid.root.press('ArrowDown')
    await grid.root.press('Space')
    await grid.root.press('ArrowDown')
    await grid.root.press('Space')
    await expect(page.getByRole('region', { name: 'Chosen visits' })).toContainText('2 stations chosen')
    const lines = (await printed(page, () => page.keyboard.press('p'))).map((line) => line.join(' '))
    const said = lines.join(' ').replaceAll(NBSP, ' ')
    expect(said).toContain('2 of 2 stations need a visit')
    expect(said, 'the name of the book').toContain('Book trip')
    for (const title of [
      'No.',
      'Station',
      'Consumer',
      'Class',
      'Reasons',
      'Since',
      'm³ a day at risk',
      'Battery',
      'RSSI',
      'Last session',
      'Take along',
      'Done',
    ])
      expect(said).toContain(title)
    const names = (await grid.column('Station')).map((cell) => cell.split(' ')[0] ?? '')
    const ranked = lines.flatMap((line) => names.flatMap((name, at) => (line.startsWith(`${at + 1} ${name}`) ? at + 1 : [])))
    expect(ranked).toEqual([2, 3])
  })

  await test.step('without a choice, all that pass the filter are printed', async () => {
    await grid.root.press('Escape')
    const choice = facets.getByRole('region', { name: 'Consumer' }).locator('label').first()
    const consumer = await choice.getAttribute('title')
    await choice.getByRole('checkbox').check()
    await grid.expectTotal(1)
    const lines = await printed(page, () => page.getByRole('button', { name: 'Print' }).click())
    const said = lines.flat().join(' ').replaceAll(NBSP, ' ')
    expect(said).toContain('1 of 1 station needs a visit')
    expect(said).toContain(consumer)
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await grid.expectTotal(3)
    for (const key of ['Control+Home', 'ArrowDown', 'Space', 'ArrowDown', 'Space']) await grid.root.press(key)
  })

  await test.step('the file holds the chosen ones with the words of the screen', async () => {
    const { header, rows } = await csvOf(page)
    expect(rows).toHaveLength(2)
    const said = rows.map((row) => row[header.indexOf('Reasons')] ?? '')
    // On screen each reason has a line of its own; what a day costs stands in a column.
    const [, second = ''] = reasons
    const firstReason = (said[0] ?? '').split(';')[0] ?? ''
    expect(second.startsWith(firstReason)).toBe(true)
  })

  await test.step('ticked off they are visited, and each has a note', async () => {
    await grid.root.press('v')
    const dialog = page.getByRole('dialog', { name: 'Visited' })
    await expect(dialog.getByRole('textbox', { name: 'What was seen and done' })).toBeFocused()
    await page.keyboard.type('Battery replaced')
    await dialog.getByRole('combobox', { name: 'Author' }).or(dialog.getByLabel('Author')).first().fill('Olga')
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(grid.root.getByText(/^visited /)).toHaveCount(2)
    await grid
      .row(/visited/)
      .first()
      .click()
    await grid.root.press('Enter')
    await expect(page).toHaveURL(/\/stations\/\d+\/findings/)
    await page.getByRole('link', { name: 'Notes', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Notes of the station' })).toContainText('Battery replaced')
  })
})

/** Standard volumes of a station's hours between two moments: the hour ends after the first and by the second. */
function consumed(world: World, id: number, fromMs: number, toMs: number): { m3: number; hours: number } {
  const station = [...world.stations()].find((one) => one.id === id)
  const records = [...world.readings(Number(station?.equipment_id), 'hourly', 'unified', SPAN.from, SPAN.to)]
  const numbers = records.flatMap(({ event_time: time, channel_data: data }) => {
    const text = byName(data)['gas_consume']
    const isIn = time * 1000 > fromMs && time * 1000 <= toMs
    return isIn && text != null && Number.isFinite(Number(text)) ? [Number(text)] : []
  })
  return { m3: numbers.reduce((sum, value) => sum + value, 0), hours: numbers.length }
}
const numberIn = (text: string | undefined) => Number((text ?? '').replaceAll(',', ''))
const NBSP = /[\u00A0\u202F]/g

test('consumption is what the hours add up to; what lacks hours says so; by parts, as a file, kept in the address', async ({
  page,
  shared,
  synced: { world },
}) => {
  await shared.open(page, `/stations/${STATIONS.hole}`)
  await page.getByRole('link', { name: 'Consumption of this station' }).click()
  await expect(page).toHaveURL(new RegExp(`stations=${STATIONS.hole}`))
  const of = `${page.url()}&from=2026-08-01&to=2026-11-20`
  await page.goto(of)
  const table = new Grid(page.getByRole('grid', { name: 'Consumption by period' }))
  const summary = page.locator('.consumption-summary')
  const dayAt = (day: string) => Date.parse(`${day}T07:00:00Z`)

  await test.step('a whole month is the sum of its hours; a month with a hole says how much it lacks', async () => {
    await expect(page.locator('[data-drawn]').first()).toBeVisible()
    await expect(table.row('September 2026')).toBeVisible()
    const titles = await table.titles()
    const cells = async (month: string) => (await table.all()).find(([name]) => name === month) ?? []
    const at = (title: RegExp) => titles.findIndex((one) => title.test(one))
    const september = consumed(world, STATIONS.hole, dayAt('2026-09-01'), dayAt('2026-10-01'))
    expect(Math.abs(numberIn((await cells('September 2026'))[at(/^Consumption/)]) - september.m3)).toBeLessThanOrEqual(0.51)
    const november = await cells('November 2026')
    expect(november[at(/^Number$/)]).toBe('incomplete')
    expect(november[at(/^Completeness/)]).toMatch(/^\d\d?(\.\d)?\s?% of [\d,]+ h/)
    await expect(summary).toContainText('incomplete')
    await expect(summary).toContainText('Gas days from 10:00 (not set in the book), Europe/Moscow')
  })

  await test.step('days: the bar of the row is marked, its neighbours by arrow keys are read out', async () => {
    await page.getByRole('button', { name: 'Gas days', exact: true }).click()
    await expect(page).toHaveURL(/by=day/)
    await expect(table.row('01/08/2026')).toBeVisible()
    await table.root.press('Control+End')
    await expect(table.row('20/11/2026')).toBeVisible()
    await table.root.press('Control+Home')
    const chart = page.getByRole('application', { name: /^Consumption: Gas days/ })
    await chart.press('End')
    await chart.press('ArrowLeft')
    await expect(page.locator('[aria-live=polite]').filter({ hasText: /% of [\d,]+ h/ })).toHaveCount(1)
  })

  await test.step('the file says the same as the screen', async () => {
    const [first = []] = await table.visible()
    const { header, rows } = await csvOf(page)
    const [row = []] = rows
    const shown = first[1] ?? ''
    const written = row[header.findIndex((one) => one.startsWith('Consumption'))] ?? ''
    if (shown === 'no number') expect(written).toBe('')
    else expect(Math.abs(Number(written) - numberIn(shown.replaceAll(NBSP, '')))).toBeLessThanOrEqual(0.51)
    expect(header).toContain('Share of hours, %')
  })

  await test.step('of a provider, by stations; Enter leads to a station', async () => {
    await choose(page, 'Consumption of', 'All stations')
    await page.getByRole('button', { name: 'Stations', exact: true }).click()
    const parts = new Grid(page.getByRole('grid', { name: 'Stations' }))
    await expect(parts.rows.first()).toBeVisible()
    await expect(summary).toContainText('Without numbers: 147 stations')
    await parts.root.press('Control+Home')
    await parts.root.press('Enter')
    await expect(page).toHaveURL(/stations=\d+/)
    await expect(table.rows.first()).toBeVisible()
  })

  await test.step('changes across the fleet: who says so, kept in the address', async () => {
    await page.goto(`${page.url().split('#')[0] ?? ''}#/changes?days=all`)
    const changes = new Grid(page.getByRole('grid', { name: 'Changes' }))
    await expect(changes.rows.first()).toBeVisible()
    const total = await changes.total()
    await page.getByRole('button', { name: 'Alone', exact: true }).click()
    await expect(page).toHaveURL(/standing=alone/)
    await expect.poll(async () => new Set(await changes.column('Standing'))).toEqual(new Set(['stands alone']))
    expect(await changes.total()).toBeLessThanOrEqual(total)
    const alone = await changes.total()
    expect(columnOf(await csvOf(page), 'Standing')).toEqual(Array.from({ length: alone }, () => 'stands alone'))
    await changes.root.press('Control+Home')
    await changes.root.press('Enter')
    await expect(page).toHaveURL(/\/readings\?at=\d+/)
  })
})

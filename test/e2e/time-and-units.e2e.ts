import type { Page } from '@playwright/test'
import { test, expect } from './fixtures.ts'
import { choose } from './pages/choose.ts'
import { OverlayPage } from './pages/overlay.ts'
import { Shell } from './pages/shell.ts'
import { ReadingsPage } from './pages/station.ts'
import { columnOf, readCsv } from './support/files.ts'
import { STATIONS } from './support/synced.ts'

const station = `/stations/${STATIONS.main}`
const choice = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('button', { name, exact: true })

/** Looks for a zone as people do: by a city, in either language. */
async function findZone(page: Page, field: string, city: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(city)
  await expect(page.getByRole('option').filter({ visible: true }).first()).toHaveText(option)
  await page.getByRole('option', { name: option }).first().click()
}

test('a book and a station have a zone and a contract hour of their own, which lie in the book', async ({ page, app, book }) => {
  const sums = `${station}/readings?archive=hourly&view=general&show=day`
  await app.start({ book })
  const shell = new Shell(page)
  await app.go(sums)
  await expect(page.getByText('Gas days from 10:00, Europe/Moscow (UTC+3)')).toBeVisible()

  await shell.go('Preferences')
  await findZone(page, 'Time zone of this book', 'Самара', /Samara.*Europe\/Samara.*UTC\+4/)
  await expect(shell.status).toContainText('Europe/Samara (UTC+4)')
  await choose(page, 'Gas day of this book begins at', '08:00')
  await app.go(sums)
  await expect(page.getByText('Gas days from 08:00, Europe/Samara (UTC+4)')).toBeVisible()

  await app.go(station)
  const time = page.getByRole('region', { name: 'Time of the station' })
  await expect(time).toContainText('Europe/Samara (UTC+4), from the book')
  await findZone(page, 'Time zone', 'Omsk', /Omsk.*Asia\/Omsk.*UTC\+6/)
  await expect(time).toContainText('Asia/Omsk (UTC+6), set for the station')
  await expect(time).toContainText('08:00, when a gas day begins, from the book')
  await expect(shell.status).toContainText('Asia/Omsk (UTC+6)')
  await app.go(sums)
  await expect(page.getByText('Gas days from 08:00, Asia/Omsk (UTC+6)')).toBeVisible()
  // Beside the station table too: its times are the station's own, those of the table the book's.
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await app.go(`/?text=${encodeURIComponent(name)}`)
  const details = page.getByRole('complementary', { name: 'Station details' })
  await page.getByRole('grid', { name: 'Stations' }).getByText(name, { exact: true }).first().click()
  await expect(details.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(details.locator('time').first()).toHaveAttribute('title', / Asia\/Omsk \(UTC\+6\)$/)
  await expect(shell.status).toContainText('Europe/Samara (UTC+4)')

  // Another program has other preferences, but the book says the same of itself.
  await app.stop()
  await app.start({ book })
  await app.go(sums)
  await expect(page.getByText('Gas days from 08:00, Asia/Omsk (UTC+6)')).toBeVisible()
  const csv = await shell.exportAs(page.getByRole('button', { name: 'Export' }), /^CSV/)
  expect(readCsv(csv.file).header).toContain('From (Asia/Omsk)')
  const file = `${app.data}/cli.csv`
  const export_ = ['export', 'readings', '--book', book, '--archives', 'hourly', '--out', file]
  await app.stop()
  expect((await app.cli(...export_, '--stations', String(STATIONS.main))).code).toBe(0)
  expect(readCsv(file).header[0]).toBe('Time (Asia/Omsk)')
  expect((await app.cli(...export_)).code).toBe(0)
  expect(readCsv(file).header[0]).toBe('Time (Europe/Samara)')
})

test('values are shown in the units of choice and marked, files hold what was sent unless asked', async ({ page, lent }) => {
  await lent.start()
  const table = `${station}/readings?archive=hourly&view=general&channels=P,T&show=table`
  const [readings, shell] = [new ReadingsPage(page), new Shell(page)]
  const header = page.getByRole('grid', { name: 'Table of readings' }).getByRole('columnheader', { name: /\bk?Pa|кПа|МПа|MPa/ })
  await lent.go(table)
  await expect(readings.table.rows.first()).toBeVisible()
  await readings.onlyRecords()
  await expect(header).toContainText('kPa')
  const button = page.getByRole('button', { name: 'Export' })
  const sent = readCsv((await shell.exportAs(button, /^CSV/)).file)

  await shell.go('Preferences')
  await choice(page, 'Pressure', 'MPa').click()
  await choice(page, 'Temperature', 'K').click()
  await expect(choice(page, 'Pressure', 'MPa')).toHaveAttribute('aria-pressed', 'true')
  await lent.go(table)
  await expect(header).toContainText('MPa (conv.)')
  const cell = readings.table.rows.first().getByRole('gridcell').nth(1)
  const title = /^([\d.,]+) кПа, as sent$/
  await cell.hover()
  await expect(cell).toHaveAttribute('title', title)
  const original = Number(title.exec((await cell.getAttribute('title')) ?? '')?.[1])
  expect(Number(await cell.textContent())).toBeCloseTo(original / 1000, 9)

  // As sent first, then converted: row for row a thousandth.
  const pressure = /^.*\(P\), kPa$/
  const asSent = readCsv((await shell.exportAs(button, /^CSV$/)).file)
  expect(asSent).toEqual(sent)
  const shown = readCsv((await shell.exportAs(button, /^CSV in the units shown/)).file)
  const inMpa = columnOf(shown, /\(P\), MPa \(converted from кПа\)$/).map(Number)
  expect(inMpa.length).toBeGreaterThan(100)
  columnOf(sent, pressure).forEach((value, row) => expect(inMpa[row]).toBeCloseTo(Number(value) / 1000, 9))

  await readings.showAs('Chart')
  await readings.expectDrawn()
  await expect(readings.channel(/MPa \(conv\.\)/)).toBeVisible()

  // Beside the chart the value that was sent is its tooltip: at the crosshair, of what is seen, between the cursors.
  const beside = readings.paneValues('Pressure').locator('dd')
  await expect(beside).toHaveAttribute('title', /^[\d.,]+ – [\d.,]+ kPa, as sent$/)
  await readings.surface.press('End')
  await expect(beside).toContainText('MPa (conv.)')
  await expect(beside).toHaveAttribute('title', title)
  await expect(beside).toHaveAttribute('title', new RegExp(`^${Number(columnOf(sent, pressure).at(0))} кПа`))
  await page.getByRole('button', { name: 'Two cursors' }).click()
  const between = readings.difference.getByRole('row').nth(1).getByRole('cell')
  await expect(between.first()).toHaveAttribute('title', title)
  const warmer = readings.difference.getByRole('row').nth(2).getByRole('cell').nth(2)
  await expect(warmer).toHaveAttribute('title', /^-?[\d.,]+ °С, as sent$/)
  const change = /^(-?[\d.,]+) /.exec((await warmer.getAttribute('title')) ?? '')
  // A change of so many degrees is one of so many kelvins.
  await expect(warmer).toHaveText(new RegExp(`^\\+?${String(change?.[1]).replace(/0+$/, '').replace('-', '−')}`))

  const place = `/overlay?stations=${STATIONS.main}&archive=hourly&view=general&quantity=pressure&periods=2&step=previous`
  await lent.go(place)
  const overlay = new OverlayPage(page)
  await overlay.expectDrawn()
  await expect(overlay.panel.getByRole('columnheader', { name: 'Value, MPa (conv.)' })).toBeVisible()
  await overlay.surface.press('End')
  await expect(overlay.panel.locator('td.figure').first()).toHaveAttribute('title', title)
  await expect(overlay.panel).toContainText('кПа; shown in MPa')
  const lines = readCsv((await shell.exportAs(button, /^CSV$/)).file)
  expect(lines.header.slice(1)).toEqual([
    expect.stringMatching(/, kPa$/),
    expect.stringMatching(/, kPa$/),
    expect.stringMatching(/difference, kPa$/),
  ])
  const inUnits = readCsv((await shell.exportAs(button, /^CSV in the units shown/)).file)
  expect(inUnits.header[1]).toMatch(/, MPa \(converted from кПа\)$/)
  expect(inUnits.rows.length).toBe(lines.rows.length)
  lines.rows.forEach(([, value], row) => {
    if (value !== '') expect(Number(inUnits.rows[row]?.[1])).toBeCloseTo(Number(value) / 1000, 9)
  })
  await lent.go(station)
  await expect(page.getByTitle(/кПа, as sent$/).first()).toContainText(/MPa/)
})

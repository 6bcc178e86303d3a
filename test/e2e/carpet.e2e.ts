import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { test, expect } from './fixtures.ts'
import { CarpetPage } from './pages/carpet.ts'
import { Grid } from './pages/grid.ts'
import { Shell } from './pages/shell.ts'
import { ReadingsPage } from './pages/station.ts'
import { askingBeside } from './support/contract.ts'
import { STATIONS } from './support/synced.ts'

/** Values on carpets beside SQL over the public views; nothing of the program computes what is expected. */
const DEVICE = 300_002
const READINGS = `/stations/${STATIONS.main}/readings`

interface Hour {
  time: number
  value: number
}
const hoursIn = (file: string, from: string, to: string): Hour[] => {
  const book = new Database(file, { readonly: true })
  try {
    return book
      .prepare<[number, string, string], Hour>(
        `SELECT event_time AS time, CAST(value AS REAL) AS value FROM v_reading WHERE equipment_id = ? AND archive_type = 'hourly'
          AND view = 'unified' AND channel = 'gas_consume' AND event_time > unixepoch(?) AND event_time <= unixepoch(?)
        ORDER BY event_time`,
      )
      .all(DEVICE, from, to)
  } finally {
    book.close()
  }
}
const numberIn = (text: string | null) => Number(/-?[\d,]+(?:\.\d+)?/.exec(text ?? '')?.[0].replaceAll(',', ''))

test('a carpet of hours is walked, read and spoken; a cell leads to that hour in the chart, and Back to the cell', async ({
  page,
  shared,
  synced,
}) => {
  await shared.open(page, `${READINGS}?archive=hourly&view=unified`)
  const readings = new ReadingsPage(page)
  await readings.expectDrawn()
  await readings.showAs('Carpet')
  const carpet = new CarpetPage(page)
  await carpet.expectDrawn()
  // All the book has of the last year: its hours are counted before any is pointed at.
  await expect(carpet.readout).toContainText(/\d,\d{3} hours/)
  const legend = page.locator('.carpet-legend')
  await expect(legend).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 760 })
  await expect(legend).toBeInViewport({ ratio: 1 })

  // 10:00 in Moscow is 07:00 UTC: three days and two hours after the beginning of the first gas day.
  await carpet.press('Home')
  const first = (await carpet.readout.textContent()) ?? ''
  expect(first).toMatch(/Aug 2026, 10:00–11:00/)
  const day = Number(/(\d+) Aug/.exec(first)?.[1])
  await carpet.press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown')
  await expect(carpet.readout).toContainText(`${day + 3} Aug 2026, 12:00–13:00`)
  const time = Date.UTC(2026, 7, day + 3, 10) / 1000
  const truth = hoursIn(synced.file, '2026-08-19', '2026-11-21').find((hour) => hour.time === time)
  await expect.poll(async () => numberIn(await carpet.readout.locator('strong').textContent())).toBe(truth?.value)
  await expect(carpet.said).toContainText(`${day + 3} Aug 2026, 12:00–13:00; ${truth?.value}`)
  await expect.poll(async () => (await carpet.colourOfCurrent()) === (await carpet.swatch())).toBe(true)

  // The pointer reads another cell, and takes nothing from the keyboard's.
  const box = await carpet.surface.boundingBox()
  if (!box) throw new Error('the carpet is not there')
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.5)
  await expect(carpet.readout).not.toContainText(`${day + 3} Aug 2026, 12:00–13:00`)
  await page.mouse.move(2, 2)
  await expect(carpet.readout).toContainText(`${day + 3} Aug 2026, 12:00–13:00`)

  await carpet.press('Enter')
  await expect(page).toHaveURL(new RegExp(`at=${time * 1000}`))
  await readings.expectDrawn()
  await expect(readings.span.getByRole('button', { name: /–/ })).toContainText(`${day + 2}/08/2026 – ${day + 4}/08/2026`)
  // The keyboard goes on in the chart, and after the way back in the carpet.
  await expect(readings.surface).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(readings.values).toContainText(`${day + 3}/08/2026, 14:00:00`)
  // What is shown next is in the address too; Back and Forward between the two show what each of them says.
  const month = readings.span.getByRole('button', { name: 'Month', exact: true })
  await month.click()
  await expect(page).not.toHaveURL(/at=/)
  await page.goBack()
  await carpet.expectDrawn()
  await page.goForward()
  await readings.expectDrawn()
  await expect(month).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await carpet.expectDrawn()
  await expect(carpet.readout).toContainText(`${day + 3} Aug 2026, 12:00–13:00`)
  await expect(carpet.surface).toBeFocused()

  const { name, file } = await new Shell(page).exportAs(page.getByRole('button', { name: 'Picture' }), /^SVG/)
  expect(name).toMatch(/^ПРГ-1 hourly .*\.svg$/)
  const picture = readFileSync(file, 'utf8')
  for (const text of ['ПРГ-1', 'Europe/Moscow', 'Gas days from 10:00', 'not downloaded']) expect(picture).toContain(text)
  expect(picture).toMatch(/<svg[\s\S]*<path[\s\S]*<\/svg>/)
})

test('a day of 25 hours is marked and has both its hours; days of hours are what SQL adds up', async ({ page, lent, book }) => {
  await lent.start()
  await expect(page.getByRole('contentinfo')).toContainText('Europe/Moscow')
  await askingBeside(page, (client) => client.program.setPreferences({ timeZone: 'Europe/Berlin', contractHour: 6, numberFormat: 'plain' }))
  await expect(page.getByRole('contentinfo')).toContainText('Europe/Berlin')
  // October in gas days of Berlin, whose clocks go back on the 25th at 01:00 UTC.
  const [from, to] = ['2026-10-01T04:00:00Z', '2026-11-01T05:00:00Z']
  await lent.go(`${READINGS}?archive=hourly&view=unified&show=carpet&channel=gas_consume&from=${from}&to=${to}`)
  const carpet = new CarpetPage(page)
  await carpet.expectDrawn()
  await expect(carpet.readout).toContainText('745 hours')
  const hours = hoursIn(book, from, to)
  const valueAt = (iso: string) => hours.find(({ time }) => time === Date.parse(iso) / 1000)?.value

  // From 06:00 on the 1st to the 24th, then to 02:00: the hour that comes twice.
  await carpet.press('Home', ...Array.from({ length: 23 }, () => 'ArrowRight'))
  await carpet.press(...Array.from({ length: 20 }, () => 'ArrowDown'))
  await expect(carpet.readout).toContainText('Sun, 25 Oct 2026, 02:00–03:00 the first time, UTC+2')
  await expect(carpet.readout).toContainText('a day of 25 hours')
  await expect(carpet.readout).toContainText('gas day 24/10/2026')
  await expect.poll(async () => numberIn(await carpet.readout.textContent())).toBe(valueAt('2026-10-25T01:00Z'))
  await carpet.press('ArrowDown')
  await expect(carpet.readout).toContainText('02:00–03:00 the second time, UTC+1')
  await expect.poll(async () => numberIn(await carpet.readout.textContent())).toBe(valueAt('2026-10-25T02:00Z'))
  await carpet.press('ArrowDown')
  await expect(carpet.readout).toContainText('03:00–04:00')

  await page.getByRole('group', { name: 'What a cell covers' }).getByRole('button', { name: 'Days' }).click()
  // The keyboard stays at its time: the day of that hour.
  await expect(carpet.readout).toContainText('Sat, 24 Oct 2026')
  await expect(carpet.readout).toContainText(/\d+ of 25 records/)
  await page.getByRole('button', { name: 'As a table' }).click()
  const table = new Grid(carpet.table)
  await table.expectTotal(5)
  const sums = new Map<string, number>()
  for (const { time, value } of hours) {
    const offset = time <= Date.parse('2026-10-25T01:00Z') / 1000 ? 7200 : 3600
    const day = new Date((time - 1 + offset - 6 * 3600) * 1000).toISOString().slice(0, 10)
    sums.set(day, (sums.get(day) ?? 0) + value)
  }
  const shown = (await table.all()).flatMap((cells) => cells.slice(1)).filter((cell) => cell !== '')
  const decimals = Math.max(...shown.map((cell) => cell.split('.')[1]?.length ?? 0))
  expect(shown.map((cell) => (cell === '—' ? null : Number(cell)))).toEqual(
    Array.from({ length: 31 }, (_, at) => {
      const sum = sums.get(`2026-10-${String(at + 1).padStart(2, '0')}`)
      return sum === undefined ? null : Number(sum.toFixed(decimals))
    }),
  )
})

test.describe('in Russian', () => {
  test.use({ locale: 'ru-RU' })
  test('a daily archive is a calendar of weeks, read and walked with the keyboard, also as a table', async ({ page, shared }) => {
    await shared.open(page, `${READINGS}?archive=daily&view=unified&show=carpet`)
    const carpet = new CarpetPage(page, 'ru')
    await carpet.expectDrawn()
    await carpet.press('End')
    const day = async () => Number(/, (\d+) /.exec((await carpet.said.textContent()) ?? '')?.[1])
    await expect.poll(day).toBeGreaterThan(7)
    const last = await day()
    await carpet.press('ArrowLeft')
    await expect.poll(day).toBe(last - 7)
    await carpet.press('ArrowUp')
    await expect.poll(day).toBe(last - 8)
    await expect(carpet.readout).toContainText(/нояб\. 2026/)
    await page.getByRole('button', { name: 'Таблицей' }).click()
    await expect(carpet.table.getByRole('columnheader', { name: 'пн' })).toBeVisible()
    await carpet.table.press('Control+Home')
    await carpet.table.press('Enter')
    await expect(page).toHaveURL(/at=\d+/)
    await expect(page.locator('.echart[data-drawn]').first()).toBeVisible()
  })
})

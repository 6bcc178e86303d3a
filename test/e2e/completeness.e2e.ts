import Database from 'better-sqlite3'
import type { Page } from '@playwright/test'
import { openBook } from '../../electron/book/index.ts'
import { test, expect } from './fixtures.ts'
import { Grid } from './pages/grid.ts'
import { ReadingsPage } from './pages/station.ts'
import { askingBeside } from './support/contract.ts'
import { STATIONS } from './support/synced.ts'

/**
 * Completeness in records beside plain SQL over the public views of the shared book: the hours of 90 days, of which the
 * demo service has not all. Nothing of the program computes what is expected.
 */
const DEVICES = { main: 300_002, hole: 300_006 } as const
type Unit = keyof typeof DEVICES
const archiveIn = (unit: Unit) => `equipment_id = ${DEVICES[unit]} AND archive_type = 'hourly' AND view = 'unified'`
/** Every hour of the days that were asked for and are over everywhere; the newest of these may still wait for its session. */
const hoursIn = (unit: Unit) => `
  WITH RECURSIVE hour (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM hour WHERE value < 23),
  had AS (SELECT DISTINCT event_time FROM v_reading WHERE ${archiveIn(unit)}),
  settled AS (
    SELECT day, state, fetched_at, date('now', '-36 hours') AS over FROM v_coverage
    WHERE ${archiveIn(unit)} AND (day < date('now', '-36 hours') OR (day = date('now', '-36 hours') AND state <> 'not_transmitted')))
  SELECT unixepoch(day) + value * 3600 AS due, iif(state = 'fetched', 'empty', state) AS state,
    unixepoch(day) + value * 3600 IN (SELECT event_time FROM had) AS there
  FROM settled, hour
  -- A day that was asked for before it was over says nothing of what came later.
  WHERE state NOT IN ('partial', 'not_transmitted') OR unixepoch(day) + value * 3600 < fetched_at
  ORDER BY due`

interface Hour {
  /** Unix s. */
  due: number
  state: string
  there: 0 | 1
}

/** What SQL says of the archive's due hours. */
function truthOf(file: string, unit: Unit): { present: number; due: number; missing: Hour[] } {
  const db = new Database(file, { readonly: true })
  try {
    const all = db.prepare<[], Hour>(hoursIn(unit)).all()
    // The archive begins with its first record: nothing is due before it.
    const hours = all.slice(all.findIndex(({ there }) => there === 1))
    const missing = hours.filter(({ there }) => there === 0)
    return { present: hours.length - missing.length, due: hours.length, missing }
  } finally {
    db.close()
  }
}

const place = (unit: Unit, tab: string) => `/stations/${STATIONS[unit]}/${tab}`
const HOUR = 3600
const english = new Intl.NumberFormat('en-GB')
/** Missing hours for one reason without one that is there between them. */
function runsOf(missing: readonly Hour[]): { from: number; records: number; state: string }[] {
  const runs: { from: number; records: number; state: string }[] = []
  for (const { due, state } of missing) {
    const last = runs.at(-1)
    if (last && last.from + last.records * 3600 === due && last.state === state) last.records++
    else runs.push({ from: due, records: 1, state })
  }
  return runs
}
const archiveOf = (page: Page) => page.getByRole('region', { name: 'Hourly · Unified', exact: true })

test('the coverage tab counts records as SQL does, lists the missing ones and leads to the chart at their moment', async ({
  page,
  shared,
  synced,
}) => {
  const { present, due, missing } = truthOf(synced.file, 'hole')
  expect(missing.length).toBeGreaterThan(24)
  await shared.open(page, place('hole', 'coverage'))
  const archive = archiveOf(page)
  const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })
  const share = percent.format(Math.floor((present / due) * 1000) / 1000)
  await expect(archive).toContainText(`${english.format(present)} of ${english.format(due)} records, ${share}`)
  // Counts are of the day that was asked for: none of the days beside the hole lacks a record.
  await expect(archive.locator('.day.part')).toHaveCount(0)
  await archive.locator('.day.fetched').nth(1).hover()
  await expect(page.getByText(/: Fetched, 24 of 24 records, asked /)).toBeVisible()

  await archive.getByRole('button', { name: `${english.format(missing.length)} records missing` }).click()
  const list = page.getByRole('region', { name: 'Missing records: Hourly · Unified' })
  const grid = new Grid(list.getByRole('grid', { name: 'Missing records' }))
  const runs = runsOf(missing).reverse()
  await grid.expectTotal(runs.length)
  await expect.poll(async () => (await grid.column('Records')).slice(0, 5)).toEqual(runs.slice(0, 5).map(({ records }) => String(records)))
  await expect(list.getByRole('button', { name: 'Fetch' })).toBeDisabled()
  await grid.rows.first().click()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/readings/)
  await new ReadingsPage(page).expectDrawn()
})

test('missing hours are rows of the table, told apart from records, hidden by a switch; in Russian too', async ({ page, lent, book }) => {
  const { missing } = truthOf(book, 'main')
  // The hours around the last hole of one to three hours, which has a row for each of them.
  const hole = runsOf(missing).findLast(({ records, state }) => records <= 3 && state === 'empty')
  if (!hole) throw new Error('the demo service has no short hole')
  const [from, to] = [hole.from - 6 * HOUR, hole.from + 6 * HOUR]
  const db = new Database(book, { readonly: true })
  const records =
    db
      .prepare<[number, number], number>(
        `SELECT count(DISTINCT event_time) FROM v_reading WHERE ${archiveIn('main')} AND event_time > ? AND event_time <= ?`,
      )
      .pluck()
      .get(from, to) ?? 0
  db.close()
  const lost = missing.filter(({ due }) => due > from && due <= to)
  const rows = records + runsOf(lost).reduce((sum, run) => sum + (run.records > 3 ? 1 : run.records), 0)
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
  const query = `archive=hourly&view=unified&show=table&from=${iso(from)}&to=${iso(to)}`

  // Two days of the long hole failed: these can be fetched, the others are empty at the service.
  const failed = runsOf(truthOf(book, 'hole').missing).find((run) => run.records > 96)
  if (!failed) throw new Error('the demo service has no long hole')
  const firstFailed = Math.ceil(failed.from / (24 * HOUR)) * 24 * HOUR
  const dayOf = (seconds: number) => iso(seconds).slice(0, 10)
  const written = openBook(book, { mode: 'write', now: Date.now })
  written.coverage.mark(
    { equipmentId: DEVICES.hole, archiveType: 'hourly', view: 'unified' },
    { from: dayOf(firstFailed), to: dayOf(firstFailed + 24 * HOUR) },
    { state: 'failed', fetchedAtMs: Date.now() },
  )
  written.close()

  await lent.start()
  const around = `from=${iso(firstFailed - 48 * HOUR)}&to=${iso(firstFailed + 96 * HOUR)}`
  await lent.go(`${place('hole', 'readings')}?archive=hourly&view=unified&show=table&${around}`)
  await expect(page.getByText('48 records missing on 2 days of this span')).toBeVisible()
  await lent.go(`${place('main', 'readings')}?${query}`)
  const { table } = new ReadingsPage(page)
  await table.expectTotal(rows)
  const count = lost.length === 1 ? '1 record missing' : `${lost.length} records missing`
  await expect(page.getByRole('status').filter({ hasText: count })).toContainText(`${records} records · ${count}`)
  const missed = table.rows.filter({ hasText: 'no record · Empty at the service' }).first()
  await expect(missed).toBeVisible()
  await expect(missed).toHaveCSS('background-image', /^repeating-linear-gradient/)
  const shows = page.getByRole('checkbox', { name: 'Show missing records' })
  await shows.focus()
  await page.keyboard.press('Space')
  await table.expectTotal(records)
  await expect(table.rows.filter({ hasText: 'no record' })).toHaveCount(0)
  await page.keyboard.press('Space')
  await table.expectTotal(rows)

  await askingBeside(page, (client) => client.program.setPreferences({ language: 'ru' }))
  await expect(page.getByRole('checkbox', { name: 'Показывать пропуски' })).toBeChecked()
  await expect(page.getByRole('row').filter({ hasText: 'нет записи · Нет данных в сервисе' }).first()).toBeVisible()
  await lent.go(`${place('hole', 'readings')}?archive=hourly&view=unified&show=table&${around}`)
  await expect(page.getByText('не хватает 48 записей за 2 дня этого отрезка')).toBeVisible()
})

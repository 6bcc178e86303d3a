import path from 'node:path'
import type { LimitRow } from '../../electron/contract/limits.ts'
import { expect, test as base } from './fixtures.ts'
import { axeIsContent, tabTo } from './support/axe.ts'
import { askingBeside } from './support/contract.ts'
import { LIMITED, writeLimited } from './support/limited.ts'

/** Limits of a contract: typed in, pasted, on the chart, in the panel and on the command line, by keys alone. */

const test = base.extend({
  book: async ({ app }, use) => {
    const file = path.join(app.data, 'limited.meterbook')
    writeLimited(file)
    await use(file)
  },
})

test('one typed in and three pasted, of which one is refused: the panel says what the command line says', async ({
  page,
  lent,
  app,
  book,
}) => {
  await lent.start()
  await lent.go(`/consumption?stations=${LIMITED.id}&by=day`)
  const panel = page.getByRole('region', { name: 'Contract limits' })
  await expect(panel).toContainText('No limits of the contract were typed in.')
  await expect(page.locator('.peak-day')).toContainText('Peak day')

  await tabTo(page, panel.getByRole('button', { name: 'Limits…' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Contract limits' })
  await expect(dialog.getByLabel('Limit, m³')).toBeFocused()
  await page.keyboard.type('9 000,5')
  const paste = dialog.getByLabel('Lines from a spreadsheet')
  await tabTo(page, paste)
  await page.keyboard.insertText(
    [`${LIMITED.name}\tсутки\t120,5\t01.01.2026\t`, `${LIMITED.consumer}\tyear\t150 000\t2026-01-01\t2026-12-31`, 'Nobody\tday\t5'].join(
      '\n',
    ),
  )
  await expect(dialog.getByRole('region', { name: 'What will be kept' }).getByRole('row')).toHaveCount(4)
  await expect(dialog.getByRole('row').filter({ hasText: 'Nobody' })).toContainText('no station and no consumer is called so')
  await expect(dialog.getByRole('status')).toContainText('1 line is refused')
  expect(await askingBeside(page, (client) => client.limits.list({}))).toEqual([])
  await axeIsContent(page)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await axeIsContent(page)

  const { code, stdout } = await app.cli('limits', '--book', book, '--station', String(LIMITED.id), '--format', 'json')
  const { limits } = JSON.parse(stdout) as { limits: LimitRow[] }
  expect(limits.map(({ owner, period, m3, fromDay, toDay }) => [owner, period, m3, fromDay, toDay])).toEqual([
    ['station', 'day', 120.5, '2026-01-01', null],
    ['station', 'month', 9000.5, null, null],
    ['consumer', 'year', 150_000, '2026-01-01', '2026-12-31'],
  ])
  // Days above it there were: the command says so by its exit.
  const [day, month] = limits
  expect(day?.exceeded).toBeGreaterThan(10)
  expect(code).toBe(limits.some(({ state }) => state === 'exceeded' || state === 'projected') ? 1 : 0)
  const shown = (m3: number) => new Intl.NumberFormat('en-GB', { maximumFractionDigits: m3 >= 1000 ? 0 : 3 }).format(m3)
  const ofMonth = panel.getByRole('listitem').filter({ hasText: '9,001' })
  await expect(ofMonth).toContainText(`Used ${shown(month?.usedM3 ?? Number.NaN)}`)
  await expect(ofMonth).toContainText(`Probably ${shown(month?.projection?.m3 ?? Number.NaN)}`)
  await expect(ofMonth).toContainText(month?.projection?.low == null ? 'how far it may be off' : shown(month.projection.low))
  // The bars have the limit beside them.
  await expect(page.locator('.consumption-chart .legend')).toContainText('limit of the contract')

  const { stdout: amounts } = await app.cli('consumption', '--book', book, '--stations', String(LIMITED.id), '--by', 'day', '--json')
  const { peaks } = JSON.parse(amounts) as { peaks: { hour: { m3: number } } }
  expect(peaks.hour.m3).toBeGreaterThan(10)

  // What is exceeded is a finding of the station.
  await expect
    .poll(async () =>
      askingBeside(page, (client) => client.findings.ofStation({ stationId: LIMITED.id })).then((found) => JSON.stringify(found)),
    )
    .toContain('over_limit')

  // The station's own charts draw them: the day's beside its sums, the hour's in the pane of the hourly volume.
  const ofHour = { owner: 'station', ownerId: LIMITED.id, period: 'hour', fromDay: null } as const
  await lent.go(`/stations/${LIMITED.id}/readings?show=day`)
  await expect(page.locator('.sums-panel .summary')).toContainText('limit of the contract')
  await lent.go(`/stations/${LIMITED.id}/readings`)
  const line = page.locator('.readings-chart .limit-line')
  await expect(page.locator('.readings-chart canvas, .readings-chart svg').first()).toBeVisible()
  await expect(line).toHaveCount(0)
  await askingBeside(page, (client) => client.limits.keep({ limits: [{ ...ofHour, toDay: null, m3: 12 }], author: '' }))
  await expect(line).toHaveText('limit of the contract: 12 m³ an hour')
  const [plot, drawn] = [await page.locator('.readings-chart').boundingBox(), await line.boundingBox()]
  expect(drawn?.width).toBeGreaterThan((plot?.width ?? Infinity) / 2)
  await axeIsContent(page)
  await askingBeside(page, (client) => client.limits.keep({ limits: [{ ...ofHour, toDay: null, m3: 5000 }], author: '' }))
  await expect(page.locator('.limit-line.beyond')).toHaveText('↑ limit of the contract: 5,000 m³ an hour')
  await askingBeside(page, (client) => client.limits.remove(ofHour))
  await expect(line).toHaveCount(0)
  await lent.go(`/consumption?stations=${LIMITED.id}&by=day`)

  await askingBeside(page, (client) => client.program.setPreferences({ language: 'ru' }))
  const inRussian = page.getByRole('region', { name: 'Договорные ограничения' })
  await expect(inRussian.getByRole('listitem').first()).toContainText('Газовые сутки')
  await axeIsContent(page)
  await tabTo(page, inRussian.getByRole('button', { name: /^Убрать/ }).first())
  await page.keyboard.press('Enter')
  await expect(inRussian.getByRole('listitem')).toHaveCount(2)
  expect((await askingBeside(page, (client) => client.limits.list({}))).map(({ period }) => period)).toEqual(['month', 'year'])
})

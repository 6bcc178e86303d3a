import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { BalanceAnswer } from '../../electron/contract/balance.ts'
import { expect, test as base } from './fixtures.ts'
import { axeIsContent } from './support/axe.ts'
import { Grid } from './pages/grid.ts'
import { ReportsPage } from './pages/reports.ts'
import { Shell } from './pages/shell.ts'
import { DAYS, LEAKING, writeBranchBook } from './support/branches.ts'
import { askingBeside } from './support/contract.ts'
import { columnOf, readCsv } from './support/files.ts'

/** A branch is drawn by keyboard; its numbers are the same in the window, in a file, on paper and on the command line. */

const test = base.extend({
  book: async ({ app }, use) => {
    const file = path.join(app.data, 'branches.meterbook')
    writeBranchBook(file)
    await use(file)
  },
})
const NAME = 'Northern ring'

/** Finds a station by its serial number in a field of the dialog, and takes it with Enter. */
async function add(page: Page, field: Locator, id: number): Promise<void> {
  await field.fill(String(10_000 + id))
  await expect(page.getByRole('option', { name: new RegExp(`^ГРП-${id}\\b`) })).toBeVisible()
  await field.press('Enter')
}

test('a branch is drawn by keyboard, told by hour, gas day and month, and is one number everywhere', async ({ page, lent, app, book }) => {
  await lent.start()
  await lent.go('/balance?days=all')
  await expect(page.getByRole('heading', { name: 'No branch is drawn yet' })).toBeVisible()
  await axeIsContent(page)

  const dialog = page.getByRole('dialog', { name: 'Draw a branch' })
  await test.step('drawn by keyboard', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Draw a branch…' }).last().press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type(NAME)
    await expect(dialog.getByText('Add a station that gas goes in by.')).toBeVisible()
    for (const { stationId, side } of LEAKING.members) {
      const field = dialog.getByRole('combobox', { name: side === 'in' ? 'Add a station that goes in…' : 'Add a station that goes out…' })
      await add(page, field, stationId)
      const list = dialog.getByRole('region', { name: side === 'in' ? /^Goes in/ : /^Goes out/ })
      await expect(list.getByRole('listitem').filter({ hasText: `ГРП-${stationId}` })).toBeVisible()
    }
    await axeIsContent(page)
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
  })
  await expect(page.getByRole('heading', { name: NAME }).first()).toBeVisible()
  await expect(page).toHaveURL(/branch=/)

  const cli = async (by: string) => {
    const { code, stdout } = await app.cli('balance', '--book', book, '--branch', NAME, '--by', by, '--format', 'json')
    expect(code).toBe(1)
    return JSON.parse(stdout) as BalanceAnswer
  }
  const told = await cli('day')
  await test.step('the window has the numbers of the command line and of the contract', async () => {
    const { total } = told
    if (total?.differenceM3 == null) throw new Error('Nothing was compared')
    const grid = new Grid(page.getByRole('grid', { name: 'Balance by period' }))
    await grid.expectTotal(DAYS)
    const rows = await grid.all()
    told.rows.forEach(({ hoursCompared, isBeyond }, at) => {
      expect(rows[at]?.at(-1)).toContain(hoursCompared === 24 ? 'all 24 hours' : `${hoursCompared} of 24 hours`)
      expect(rows[at]?.at(-3)).toBe(isBeyond ? 'beyond' : 'within')
    })
    await expect(page.getByRole('status').filter({ hasText: 'the uncertainty of' })).toContainText('beyond')
    await expect(page.getByRole('img', { name: /^Drawing of the branch\. Goes in: ГРП-1 / })).toBeVisible()
    const asked = await askingBeside(page, (client) => client.balance.ofBranch({ branchId: told.branch.id, by: 'day' }))
    expect(asked.rows).toEqual(told.rows)
  })
  await axeIsContent(page)

  await test.step('a file has them too', async () => {
    const shell = new Shell(page)
    const { file } = await shell.exportAs(page.getByRole('button', { name: 'Export' }), /^CSV/)
    const csv = readCsv(file)
    expect(columnOf(csv, 'Difference, m³').map(Number)).toEqual(told.rows.map(({ differenceM3 }) => differenceM3))
  })

  await test.step('hours lead to the readings, and the address keeps the step', async () => {
    const hours = page.getByRole('complementary', { name: 'Stations and hours of greatest share' }).getByRole('list').last()
    await expect(hours.getByRole('listitem')).toHaveCount(24)
    await page.getByRole('button', { name: 'Hours', exact: true }).press('Enter')
    await expect(page).toHaveURL(/by=hour/)
    await page.getByRole('button', { name: 'Gas days', exact: true }).press('Enter')
    await expect(page).toHaveURL(/^((?!by=).)*$/)
  })

  await test.step('on paper', async () => {
    await page.getByRole('link', { name: 'Report…', exact: true }).click()
    const reports = new ReportsPage(page)
    await reports.previewed()
    // Four digits stand without a space.
    const difference = told.total?.differenceM3?.toFixed(2) ?? ''
    expect(difference).toMatch(/^\d{4}\.\d\d$/)
    await expect(reports.textOf(1)).toContainText(difference)
  })
})

test('the imbalance is a finding of the first station that goes in; in Russian too; a removal is taken back', async ({ page, lent }) => {
  await lent.start()
  await lent.go('/balance?days=all')
  const drawn = {
    id: null,
    name: 'Северное кольцо',
    timeZone: null,
    contractHour: null,
    author: 'Ольга',
    members: LEAKING.members.map(({ stationId, side }) => ({ stationId, side })),
  }
  await askingBeside(page, async (client) => {
    await client.program.setPreferences({ language: 'ru' })
    await client.balance.say(drawn)
  })
  await expect(page.getByRole('heading', { name: drawn.name }).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'неопределённости' })).toContainText('вне')
  await axeIsContent(page)

  await page.getByRole('button', { name: 'Убрать', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Ни одной ветки пока нет' })).toBeVisible()
  await page.getByRole('button', { name: 'Отменить' }).press('Enter')
  await expect(page.getByRole('heading', { name: drawn.name }).first()).toBeVisible()

  await lent.go(`/stations/${LEAKING.members[0]?.stationId}/findings`)
  await expect(page.getByText(/Ветка «Северное кольцо»: не вышло/).first()).toBeVisible()
})

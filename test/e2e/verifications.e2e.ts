import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openBook } from '../../electron/book/index.ts'
import { expect, test as base } from './fixtures.ts'
import { Grid } from './pages/grid.ts'
import { axeIsContent } from './support/axe.ts'
import { EXCHANGED, PLAIN, writeExchanged } from './support/exchanged.ts'

/** The calendar of verifications: the same days on the screen, in a calendar program's file and on the command line. */

const test = base.extend({
  book: async ({ app }, use) => {
    const file = path.join(app.data, 'verified.meterbook')
    writeExchanged(file)
    const book = openBook(file, { mode: 'write', now: Date.now })
    book.typed.write(EXCHANGED, [{ fact: 'next_verification', value: '2020-03-01' }], 'Olga', Date.now())
    book.close()
    await use(file)
  },
})
/** A day of the month after this one, as the machine's clock has it. */
const soon = () => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 20)).toISOString().slice(0, 10)
}

test('overdue first, then by month, then those nobody knows; a day is typed in there; as .ics and by the command line', async ({
  page,
  lent,
  book,
  app,
}) => {
  await lent.start()
  await lent.go('/fleet')
  await page.getByRole('link', { name: 'Verification calendar' }).click()
  const grid = new Grid(page.getByRole('grid', { name: 'Verification calendar' }))
  await grid.expectTotal(2)
  await expect.poll(() => grid.column('Month')).toEqual(['Overdue', 'Day not known'])
  expect(await grid.column('The day comes from')).toEqual(['typed in by hand (Olga)', 'no settings in the book'])

  await test.step('a facet leaves those whose day is not known; one is typed in by the menu of its row', async () => {
    await page.getByRole('complementary', { name: 'Filter' }).getByRole('checkbox', { name: 'Day not known' }).check()
    await grid.expectTotal(1)
    await grid.root.press('Control+Home')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Type in the day…' }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Next verification')
    const [year = '', month = '', day = ''] = soon().split('-')
    await field.fill(`${day}/${month}/${year}`)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    // Its day is known: nothing is left that passes the filter.
    await grid.expectTotal(0)
    await page.getByRole('button', { name: 'Clear the filter' }).first().click()
    await grid.expectTotal(2)
    await expect.poll(async () => (await grid.column('Verified until')).at(-1)).toBe(`${day}/${month}/${year}`)
  })

  await test.step('nothing serious for axe, light and dark', async () => {
    await axeIsContent(page)
  })

  await test.step('the file for calendar programs has both days', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'To a calendar…' }).click()])
    expect(download.suggestedFilename()).toBe('Verification calendar.ics')
    const text = readFileSync(await download.path(), 'utf8')
    expect(text.match(/^DTSTART;VALUE=DATE:(\d+)\r$/gmu)?.map((line) => line.trim().slice(-8))).toEqual([
      '20200301',
      soon().replaceAll('-', ''),
    ])
    const out = path.join(app.data, 'by-command.ics')
    const { code } = await app.cli('calendar', '--book', book, '--format', 'ics', '--out', out)
    expect(code).toBe(1)
    const uids = (ics: string) => ics.match(/^UID:.*$/gmu)
    expect(uids(readFileSync(out, 'utf8'))).toEqual(uids(text))
  })

  await test.step('the same days as JSON, as CSV, and as a form', async () => {
    const told = JSON.parse((await app.cli('calendar', '--book', book, '--format', 'json')).stdout) as {
      rows: { stationId: number; day: string }[]
    }
    expect(told.rows.map(({ stationId, day }) => [stationId, day])).toEqual([
      [EXCHANGED, '2020-03-01'],
      [PLAIN, soon()],
    ])
    const { stdout } = await app.cli('calendar', '--book', book, '--format', 'csv', '--language', 'ru')
    expect(stdout).toContain('Просрочены')
    const out = path.join(app.data, 'calendar.xlsx')
    expect((await app.cli('report', 'verifications', '--book', book, '--out', out)).code).toBe(0)
    expect((await app.cli('calendar', '--book', book)).stdout).toMatch(/overdue\s+2020-03-01/)
  })
})

import path from 'node:path'
import { writeFileSync } from 'node:fs'
import { expect, test as base } from './fixtures.ts'
import { ReadingsPage, StationPage } from './pages/station.ts'
import { axeIsContent } from './support/axe.ts'
import { askingBeside } from './support/contract.ts'
import { EXCHANGED, writeExchanged } from './support/exchanged.ts'

/** A file by cable: mapped by keyboard on its own beginning, compared with the book, brought in, seen, and taken away. */

const test = base.extend({
  book: async ({ app }, use) => {
    const file = path.join(app.data, 'read.meterbook')
    writeExchanged(file)
    await use(file)
  },
})

const at = (tab: string) => `/stations/${EXCHANGED}/${tab}`
/** Hours that the book has, one of them otherwise, and three that it lacks; two lines of head, a total. Times of Moscow. */
const FOREIGN = [
  'Archive of the device;;;',
  'Date;Hour;Q;Pabs',
  '20.09.2026;10:00;10,00;3,16',
  '20.09.2026;11:00;12,50;3,17',
  '20.09.2026;12:00;10,25;3,10',
  '20.09.2026;13:00;10,50;3,10',
  '20.09.2026;14:00;10,75;3,10',
  'Total;;54,00;',
].join('\r\n')

test('a foreign file is mapped on its beginning by keyboard alone, compared, brought in, and taken away again', async ({
  page,
  lent,
  app,
  book,
}) => {
  await lent.start()
  await lent.go(at('overview'))
  await expect(new StationPage(page).heading('Boiler house')).toBeVisible()
  await page.keyboard.press('i')
  const dialog = page.getByRole('dialog', { name: 'File by cable: Boiler house' })
  await expect(dialog.locator('button', { hasText: 'Choose a file…' })).toBeFocused()
  const chooser = dialog.getByLabel('Choose a file…').and(page.locator('input'))
  await chooser.setInputFiles([{ name: 'hours.csv', mimeType: 'text/csv', buffer: Buffer.from(FOREIGN) }])
  await expect(dialog.getByRole('region', { name: 'The beginning of the file' })).toContainText('Pabs')

  await test.step('which row has the headings, what each column is, in which unit', async () => {
    const head = dialog.getByRole('button', { name: /^Row 2/ })
    if ((await head.getAttribute('aria-pressed')) !== 'true') await head.press('Enter')
    await expect(head).toHaveAttribute('aria-pressed', 'true')
    for (const [column, role] of [
      ['Date', 'Time'],
      ['Hour', 'Time'],
      ['Q', 'Стандартный объём, м³'],
      ['Pabs', 'Давление, кПа'],
    ] as const)
      await dialog.getByRole('combobox', { name: `What is in ${column}`, exact: true }).selectOption({ label: role })
    await dialog.getByRole('combobox', { name: 'How times are written' }).fill('DD.MM.YYYY HH:mm')
    await page.keyboard.press('Tab')
    await dialog.getByRole('textbox', { name: 'Unit of Pabs' }).fill('bar')
    await page.keyboard.press('Tab')
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Moscow')
    await page.getByRole('option', { name: /Europe\/Moscow/ }).click()
  })

  const row = dialog.getByRole('row', { name: /^Hourly, general/i })
  await expect(row).toContainText(/3\s*0\s*2|2\s*1\s*2|3\s*1\s*1/)
  await axeIsContent(page)
  await dialog.getByRole('textbox', { name: /^Keep the map/ }).fill('Shop')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/readings/)

  await test.step('its records are marked in the table', async () => {
    const readings = new ReadingsPage(page)
    await lent.go(`${at('readings')}?archive=hourly&from=2026-09-20&to=2026-09-20`)
    await readings.showAs('Table')
    await expect(page.getByRole('columnheader', { name: 'Source' })).toBeVisible()
    await expect(page.getByRole('gridcell', { name: /^hours\.csv sha256:[0-9a-f]{64}$/ })).toHaveCount(3)
  })

  await test.step('the same numbers by command line, view and finding', async () => {
    const source = path.join(app.data, 'again.csv')
    writeFileSync(source, FOREIGN)
    const { stdout } = await app.cli('import', source, '--book', book, '--station', String(EXCHANGED), '--dry-run', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ archives: [{ archiveType: 'hourly', added: 0 }] })
    await lent.go(at('findings'))
    await expect(
      page
        .getByRole('grid')
        .getByText(/a file by cable/)
        .first(),
    ).toBeVisible()
  })

  await test.step('it is taken away, in Russian', async () => {
    await askingBeside(page, (client) => client.program.setPreferences({ language: 'ru' }))
    await lent.go(at('overview'))
    const card = page.getByRole('region', { name: 'Файлы с кабеля' })
    await expect(card).toContainText('hours.csv')
    await axeIsContent(page)
    await card.getByRole('button', { name: 'Убрать… hours.csv' }).press('Enter')
    await page.getByRole('dialog', { name: 'Убрать файл' }).getByRole('button', { name: 'Убрать' }).press('Enter')
    await expect(card).toBeHidden()
  })
})

test("what cannot be read says why; the program's own file brings nothing new", async ({ page, lent, app, book }) => {
  const own = path.join(app.data, 'own.csv')
  const asked = ['--book', book, '--stations', String(EXCHANGED), '--view', 'general', '--plain', '--out', own]
  expect(await app.cli('export', 'readings', ...asked)).toMatchObject({ code: 0 })
  await lent.start()
  await lent.go(at('overview'))
  await page.getByRole('button', { name: 'Import…' }).click()
  const dialog = page.getByRole('dialog', { name: 'File by cable: Boiler house' })
  const chooser = dialog.getByLabel(/^(Choose a|Another) file…/).and(page.locator('input'))
  await chooser.setInputFiles([{ name: 'broken.xlsx', mimeType: 'application/zip', buffer: Buffer.from([0x50, 0x4b, 3, 4, 1, 2]) }])
  await expect(dialog.getByRole('alert')).toContainText('broken.xlsx, it is no spreadsheet')
  await chooser.setInputFiles(own)
  await expect(dialog.getByText("It is one of Meterbook's own files.")).toBeVisible()
  await expect(dialog.getByText('The book has all of it already.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Bring in' })).toBeDisabled()
})

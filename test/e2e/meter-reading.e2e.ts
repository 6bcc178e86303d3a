import path from 'node:path'
import { PLAIN_JPEG } from '../support/photograph.ts'
import { expect, test as base } from './fixtures.ts'
import { ReadingsPage, StationPage } from './pages/station.ts'
import { axeIsContent, tabTo } from './support/axe.ts'
import { askingBeside } from './support/contract.ts'
import { EXCHANGED, PRESENT, writeExchanged } from './support/exchanged.ts'

/** A reading at the meter: typed by keyboard beside telemetry, kept with seals and a photograph, raised, shown on the chart and on paper. */

const test = base.extend({
  book: async ({ app }, use) => {
    const file = path.join(app.data, 'read.meterbook')
    writeExchanged(file)
    await use(file)
  },
})

const at = (tab: string) => `/stations/${EXCHANGED}/${tab}`

test('a reading is typed beside telemetry by keyboard alone, and is a finding, a mark on the counter and an act', async ({
  page,
  lent,
  app,
  book,
}) => {
  await lent.start()
  await lent.go(at('overview'))
  await expect(new StationPage(page).heading('Boiler house')).toBeVisible()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reading at the meter' })
  const row = (name: string) => dialog.getByRole('row').filter({ hasText: name })
  const counter = dialog.getByRole('textbox', { name: 'Standard counter, m³' })
  await expect(counter).toBeFocused()
  await expect(row('Standard counter')).toContainText('telemetry has not come to this moment yet')
  await dialog.getByRole('combobox', { name: 'Time', exact: true }).fill('15/09/2026 12:30')
  await page.keyboard.press('Enter')
  // Half an hour between 1,155 and 1,165 m³.
  await expect(row('Standard counter')).toContainText('1,160')

  await counter.focus()
  await page.keyboard.type('abc')
  await expect(dialog.getByRole('alert')).toHaveText('Not a number: Standard counter')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await counter.fill('')
  await page.keyboard.type('1 162,5')
  await expect(row('Standard counter')).toContainText('+2.5')
  await expect(row('Standard counter')).toContainText('within tolerance')
  await counter.fill('1260')
  await expect(row('Standard counter')).toContainText(/\+100.*differs much/)
  await tabTo(page, dialog.getByRole('textbox', { name: 'Serial number' }))
  await page.keyboard.type('1')
  await expect(dialog.getByText(`The book has another number: ${PRESENT.serial}`)).toBeVisible()
  await tabTo(page, dialog.getByRole('button', { name: 'Add a seal' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Number of seal 1' })).toBeFocused()
  await page.keyboard.type('0417')
  await tabTo(page, dialog.getByRole('checkbox', { name: 'whole' }))
  await page.keyboard.press('Space')
  await dialog
    .getByLabel('Add photographs…')
    .and(page.locator('input'))
    .setInputFiles([{ name: 'dial.jpg', mimeType: 'image/jpeg', buffer: PLAIN_JPEG }])
  await expect(dialog.getByRole('button', { name: 'Take dial.jpg away' })).toBeVisible()
  await axeIsContent(page)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()

  await test.step('its card says what the command line says, and it is a finding', async () => {
    await new StationPage(page).tab('Notes')
    const card = page.getByRole('article', { name: /^Reading by eye/ })
    await expect(card.getByRole('row').filter({ hasText: 'Standard counter' })).toContainText(/1,260 m³.*1,160.*\+100.*differs much/)
    await expect(card).toContainText('0417 (broken)')
    await axeIsContent(page)
    const { code, stdout } = await app.cli('reading', '--book', book, '--station', String(EXCHANGED), '--json')
    const [listed] = (JSON.parse(stdout) as { readings: { quantities: unknown[] }[] }).readings
    expect([code, listed?.quantities]).toMatchObject([1, [{ said: 1260, difference: 100, verdict: 'far', telemetry: { value: 1160 } }]])
    await new StationPage(page).tab('Findings')
    await expect(
      page
        .getByRole('grid')
        .getByText(/1,260.*was read at the meter/)
        .first(),
    ).toBeVisible()
  })

  await test.step('it stands on the pane of its counter', async () => {
    await lent.go(`${at('readings')}?from=2026-09-12&to=2026-09-18`)
    await new ReadingsPage(page).expectDrawn()
    await page.getByRole('button', { name: 'Unfold “Standard counter, m³”' }).press('Enter')
    await expect(page.getByRole('img', { name: /^1,260 m³ read at the meter on / })).toBeInViewport()
  })

  await test.step('its act is a report of its day, in Russian too', async () => {
    await askingBeside(page, (client) => client.program.setPreferences({ language: 'ru' }))
    await page.goto(`${page.url().split('#')[0]}#${at('notes')}`)
    const card = page.getByRole('article', { name: /^Снятие показаний/ })
    await expect(card.getByRole('row').filter({ hasText: 'Счётчик стандартного объёма' })).toContainText('сильно расходится')
    await axeIsContent(page)
    await card.getByRole('link', { name: 'Акт…' }).press('Enter')
    await expect(page).toHaveURL(/form=control-reading/)
    const drawn = page.getByRole('img', { name: /^Страница 1 из/ })
    await expect(drawn).toHaveAttribute('data-drawn', 'true', { timeout: 90_000 })
    await expect(drawn.locator('xpath=following-sibling::p')).toContainText('Акт контрольного снятия показаний')
  })
})

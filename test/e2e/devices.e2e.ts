import path from 'node:path'
import { expect, test as base } from './fixtures.ts'
import { CarpetPage } from './pages/carpet.ts'
import { choose } from './pages/choose.ts'
import { Shell } from './pages/shell.ts'
import { ReadingsPage, StationPage } from './pages/station.ts'
import { axeIsContent, tabTo } from './support/axe.ts'
import { askingBeside } from './support/contract.ts'
import { EXCHANGED, FORMER, HOMELESS, LOST_HOURS, PLAIN, PRESENT, writeExchanged } from './support/exchanged.ts'

/** A station whose meter was exchanged, on every tab that tells of it, and the dialog that gives it a third device. */

const test = base.extend({
  book: async ({ app }, use) => {
    const file = path.join(app.data, 'exchanged.meterbook')
    writeExchanged(file)
    await use(file)
  },
})

const at = (tab: string) => `/stations/${EXCHANGED}/${tab}`
const [former, present, homeless] = [FORMER, PRESENT, HOMELESS].map(({ serial }) => `No. ${serial}`)
const SEAM = `${former} → ${present}`

test('the overview lists both devices with what the exchange cost, and leads to the readings of one alone; in Russian too', async ({
  page,
  lent,
}) => {
  await lent.start()
  await lent.go(at('overview'))
  const card = page.getByRole('region', { name: 'Devices', exact: true })
  // The header, two devices, and the exchange between them.
  await expect(card.getByRole('row')).toHaveCount(4)
  await expect(card.getByRole('row').nth(1)).toContainText(new RegExp(`${present}.*1002.*now`))
  await expect(card.getByRole('row').nth(2)).toHaveText(
    `Device exchanged last counter 122,170 m³, first counter 5 m³, ${LOST_HOURS} h without metering`,
  )
  await expect(card.getByRole('row').nth(3)).toContainText(new RegExp(`${former}.*1001.*its first record.*218`))
  await axeIsContent(page)

  await card.getByRole('link', { name: former }).click()
  await expect(page).toHaveURL(new RegExp(`readings\\?.*device=${FORMER.equipmentId}`))
  await new ReadingsPage(page).expectDrawn()
  await expect(page.locator('.device-choice')).toContainText(former ?? '')

  await askingBeside(page, (client) => client.program.setPreferences({ language: 'ru' }))
  await lent.go(at('overview'))
  const russian = page.getByRole('region', { name: 'Приборы', exact: true })
  await expect(russian).toContainText(/Замена прибора\s+показания на момент снятия 122\s170 м³, на момент установки 5 м³, без учёта 4 ч/)
  await expect(russian.getByRole('button', { name: 'Прежний прибор…' })).toBeEnabled()
})

test('the seam is marked in chart, strip, carpet and table; one device is chosen alone, and the address keeps it', async ({
  page,
  lent,
}) => {
  await lent.start()
  await lent.go(at('readings'))
  const readings = new ReadingsPage(page)
  await readings.expectDrawn()
  await expect(page.locator('[data-seam]')).toHaveText(SEAM)
  await expect(readings.strip.locator('.seam')).toHaveCount(1)
  await axeIsContent(page)

  await readings.showAs('Carpet')
  await new CarpetPage(page).expectDrawn()
  await expect(page.locator('.outlines .dash')).toHaveCount(1)

  await lent.go(`${at('readings')}?show=table&from=2026-09-10T03:00:00Z&to=2026-09-10T20:00:00Z`)
  const { table } = readings
  await expect(table.row(new RegExp(`${LOST_HOURS} records missing.*Device exchanged`))).toBeAttached()
  await expect(table.row(SEAM)).toHaveClass(/seam-below/)
  const rows = await table.visible()
  const seam = rows.findIndex((cells) => cells.includes(SEAM))
  expect(rows[seam + 1]?.join(' ')).toMatch(/records missing/)

  await choose(page, 'Device', new RegExp(`^${former}`))
  await expect(page).toHaveURL(new RegExp(`device=${FORMER.equipmentId}`))
  await table.expectTotal(218)
  await page.reload()
  await table.expectTotal(218)
  await choose(page, 'Device', 'All devices')
  await expect(page).not.toHaveURL(/device=/)
  await expect.poll(() => table.total()).toBeGreaterThan(218)
})

test('settings are listed by device and none is called a change of another; coverage counts one device alone', async ({ page, lent }) => {
  await lent.start()
  await lent.go(at('settings'))
  const list = page.getByRole('complementary', { name: 'Snapshots' })
  await expect(list.getByRole('heading', { level: 3 })).toHaveText([present ?? '', former ?? ''])
  for (const name of [present, former]) {
    const own = list.getByRole('list', { name })
    await expect(own.getByRole('listitem')).toHaveCount(2)
    await expect(own.getByRole('listitem').first()).toContainText('1 change')
    await expect(own.getByRole('listitem').last()).toContainText('first snapshot')
  }
  await axeIsContent(page)

  await new StationPage(page).tab('Coverage')
  const hourly = page.getByRole('region', { name: 'Hourly · General', exact: true })
  await choose(page, 'Device', new RegExp(`^${former}`))
  await expect(page).toHaveURL(new RegExp(`device=${FORMER.equipmentId}`))
  await expect(hourly).toContainText('218 of 218 records')
  await choose(page, 'Device', 'All devices')
  await expect(hourly).not.toContainText('218 of 218 records')
})

test('a device of another time is given to the station and taken back by keyboard alone', async ({ page, lent }) => {
  await lent.start()
  await lent.go(at('overview'))
  const card = page.getByRole('region', { name: 'Devices', exact: true })
  const button = card.getByRole('button', { name: 'Device of another time…' })
  await expect(button).toBeVisible()
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'A device of this station' })
  const device = dialog.getByRole('combobox', { name: 'Device', exact: true })
  await tabTo(page, device)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: new RegExp(`^${homeless}`) })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // What is known of it fills the fields.
  await expect(dialog.getByRole('textbox', { name: 'Serial number' })).toHaveValue(HOMELESS.serial)
  await expect(dialog.getByRole('combobox', { name: 'To', exact: true })).not.toHaveValue('')
  await axeIsContent(page)
  await tabTo(page, dialog.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const given = card.getByRole('row').filter({ hasText: homeless ?? '' })
  await expect(given).toContainText('said by hand')
  await expect(card.getByText('Device exchanged', { exact: true })).toHaveCount(2)

  await tabTo(page, given.getByRole('button', { name: `Correct the time of ${homeless}…` }))
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Take back' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(given).toHaveCount(0)
})

test('where a station had one device, its passport and the palette lead to the dialog', async ({ page, lent }) => {
  await lent.start()
  await lent.go(`/stations/${PLAIN}/overview`)
  const dialog = page.getByRole('dialog', { name: 'A device of this station' })
  await page.getByRole('button', { name: 'Device of another time…' }).click()
  await expect(page.getByRole('region', { name: 'Devices', exact: true })).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await new Shell(page).find('another time', 'Device of another time…')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Device', exact: true }).press('Enter')
  await page.getByRole('option', { name: new RegExp(`^${homeless}`) }).click()
  // An end before the beginning is a sentence, and nothing is saved.
  const from = dialog.getByRole('combobox', { name: 'From', exact: true })
  await from.fill('30/09/2026 10:00')
  await from.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('The end must come after the beginning.')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
})

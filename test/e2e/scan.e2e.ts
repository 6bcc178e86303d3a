import path from 'node:path'
import axe from 'axe-core'
import type { Page } from '@playwright/test'
import { openBook } from '../../electron/book/index.ts'
import { expect, test as base } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { EXCHANGED, FORMER, PLAIN, PRESENT, writeExchanged } from './support/exchanged.ts'

/** A scanner types a serial number and Enter: its station is opened from anywhere in the program. */

/** Stations that have one number, which begins with the key of a shortcut of the stations' table. */
const TWINS = [21, 22]
const TWIN_SERIAL = 'F-0417'

const test = base.extend({
  book: async ({ app }, use) => {
    const file = path.join(app.data, 'scanned.meterbook')
    writeExchanged(file)
    const book = openBook(file, { mode: 'write', now: Date.now })
    const plain = book.stations.get(PLAIN)
    if (!plain) throw new Error('the book has no such station')
    book.stations.put(
      TWINS.map((id) => ({ ...plain, id, name: `Twin ${id}`, equipmentId: 2000 + id, uid: `u${id}`, equipmentSerialNumber: TWIN_SERIAL })),
      Date.now(),
    )
    book.close()
    await use(file)
  },
})

/** Presses keys where the focus is at a scanner's pace, by the events' own time, and Enter: a slow machine changes nothing. */
function scan(page: Page, serial: string): Promise<void> {
  return page.evaluate((text) => {
    const startMs = performance.now()
    for (const [at, key] of [...text, 'Enter'].entries()) {
      const code = key === 'Enter' ? key : /\d/.test(key) ? `Digit${key}` : /[a-z]/i.test(key) ? `Key${key.toUpperCase()}` : 'Minus'
      const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: startMs + at * 9 })
      ;(document.activeElement ?? document.body).dispatchEvent(event)
    }
  }, serial)
}
const at = (id: number) => new RegExp(`#/stations/${id}(/|$)`)

test('a scanned number opens its station from the table, a station and the palette; a shortcut in it does nothing', async ({
  page,
  lent,
}) => {
  await lent.start()
  await lent.go('/stations')
  const shell = new Shell(page)
  const table = page.getByRole('grid', { name: 'Stations' })
  await expect(table).toBeFocused()

  await test.step('the focus is in the table: the station whose device it is, or was', async () => {
    await scan(page, PRESENT.serial)
    await expect(page).toHaveURL(at(EXCHANGED))
    await scan(page, '10008')
    await expect(page).toHaveURL(at(PLAIN))
    await scan(page, FORMER.serial)
    await expect(page).toHaveURL(at(EXCHANGED))
  })

  await test.step('nobody has it: a sentence says so, and the screen stays', async () => {
    await scan(page, '0010008')
    await expect(shell.notices.filter({ hasText: 'No station has, or had, a device with the serial number 0010008.' })).toBeVisible()
    await expect(page).toHaveURL(at(EXCHANGED))
  })

  await test.step('several have it: a choice; F, the key of the facets, turned nothing', async () => {
    await page.keyboard.press('Control+1')
    await expect(table).toBeFocused()
    await scan(page, TWIN_SERIAL.toLowerCase())
    const options = shell.palette.getByRole('option')
    await expect(options).toHaveText([/Twin 21.*serial number F-0417/, /Twin 22.*serial number F-0417/])
    await expect(page.getByRole('tree')).toBeVisible()
    await page.evaluate(axe.source)
    const found = await page.evaluate(async () => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      return (await inPage.run(document, { resultTypes: ['violations'] })).violations
    })
    expect(found.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(at(22))
    await expect(shell.palette).toBeHidden()
  })

  await test.step('F that a person presses turns the pane, a moment later', async () => {
    await page.keyboard.press('Control+1')
    await expect(table).toBeFocused()
    await page.keyboard.press('f')
    await expect(page.getByRole('tree')).toBeHidden()
    await page.keyboard.press('f')
    await expect(page.getByRole('tree')).toBeVisible()
  })

  await test.step('in an open dialog nothing is opened over it', async () => {
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys' })
    await expect(help).toBeVisible()
    await expect(help).toContainText('A serial number and Enter, as scanners type it')
    await scan(page, '10008')
    await page.keyboard.press('Escape')
    await expect(shell.notices.filter({ hasText: 'Close it and scan 10008 again.' })).toBeVisible()
    await expect(page).toHaveURL(/#\/stations$/)
  })
})

test('an exact number and Enter opens its station in the palette and in the search of the table, faster than any list', async ({
  page,
  lent,
}) => {
  await lent.start()
  await lent.go('/stations')
  const shell = new Shell(page)
  const search = page.getByRole('searchbox', { name: 'Search stations' })

  await test.step('the palette: the list need not have followed', async () => {
    await page.keyboard.press('Control+K')
    await shell.palette.getByRole('combobox').fill(FORMER.serial)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(at(EXCHANGED))
    await expect(shell.palette).toBeHidden()
  })

  await test.step('the palette: a scanned number that nobody has runs nothing, though a part of it is found', async () => {
    await page.keyboard.press('Control+K')
    await scan(page, '7700')
    await expect(shell.palette.getByRole('status').first()).toHaveText(/No station has, or had, a device with the serial number 7700\./)
    await expect(shell.palette.getByRole('option').first()).toContainText('77001')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(at(EXCHANGED))
  })

  await test.step('the search of the table: by hand and by scanner', async () => {
    await page.keyboard.press('Control+1')
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await search.fill('10008')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(at(PLAIN))
    await page.keyboard.press('Control+1')
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await search.fill('Boiler')
    await scan(page, PRESENT.serial)
    await expect(page).toHaveURL(at(EXCHANGED))
  })

  await test.step('what is no number leads into the list, as ever', async () => {
    await page.keyboard.press('Control+1')
    await page.keyboard.press('/')
    await search.fill('Boiler')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('grid', { name: 'Stations' })).toBeFocused()
  })
})

import { test, expect } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { EventsPage, StationPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { openBook } from '../../electron/book/index.ts'
import { NOW_MS, STATIONS } from './support/synced.ts'

test('Ctrl+K finds stations, consumers, screens and commands from anywhere', async ({ page, app, book }) => {
  await app.start({ book })
  const [shell, workbench] = [new Shell(page), new WorkbenchPage(page)]
  await workbench.expectStations(150)

  await shell.find('прг-14', 'ПРГ-14')
  await expect(new StationPage(page).heading('ПРГ-14')).toBeVisible()

  // The shortcut goes by the key's position: it also works on a Russian layout, where the key types 'л'.
  await page.evaluate(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true })))
  await shell.palette.getByRole('combobox').fill('Стекломаш')
  await shell.palette
    .getByRole('option', { name: /^ООО «Стекломаш» ?\d/ })
    .first()
    .click()
  await expect(workbench.count).toHaveText(/^\d{1,2} stations?$/)

  await shell.find('reference', 'Reference')
  await expect(page).toHaveURL(/#\/reference/)
  await shell.find('dark', /light and dark/)
  await expect(page.locator('html')).toHaveClass(/dark/)

  await shell.find('zzz')
  await expect(shell.palette.getByText(/^Nothing found/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shell.palette).toBeHidden()
})

test('the palette counts event messages as the logs show them, and leads to them', async ({ page, app, book, synced }) => {
  const [main, hole] = [STATIONS.main, STATIONS.hole].map((id) => [...synced.world.stations()].find((station) => station.id === id))
  const file = openBook(book, { mode: 'write', now: () => NOW_MS })
  const add = (equipmentId: number, times: number, description: string) =>
    file.events.add(
      { equipmentId, archiveType: 'alarm' },
      Array.from({ length: times }, (_, at) => ({
        atMs: NOW_MS - at * 1000,
        entries: { Code: 'A-15', CodeDescription: description },
      })),
    )
  add(Number(main?.equipment_id), 3, 'Заклинило клапан')
  add(Number(hole?.equipment_id), 2, 'Заклинило клапан')
  add(Number(main?.equipment_id), 7, 'Заклинило счётчик')
  file.close()

  await app.start({ book })
  await new WorkbenchPage(page).expectStations(150)
  const [shell, events] = [new Shell(page), new EventsPage(page)]
  const options = shell.palette.getByRole('option')
  await shell.find('заклинило клапан')
  await expect(options).toHaveText([/A-15 Заклинило клапан.*5 events/])
  await page.keyboard.press('Enter')
  await expect(shell.palette.getByRole('group', { name: 'Stations with “A-15 Заклинило клапан”' })).toBeVisible()
  await expect(options).toHaveCount(2)
  await expect(options.filter({ hasText: String(main?.name) })).toContainText('3 events')
  await expect(options.filter({ hasText: String(hole?.name) })).toContainText('2 events')
  await page.keyboard.press('Escape')
  await expect(options).toHaveText([/A-15 Заклинило клапан.*5 events/])
  await page.keyboard.press('Enter')
  await expect(options).toHaveCount(2)
  await shell.palette.getByRole('combobox').fill(String(hole?.name))
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(new StationPage(page).heading(String(hole?.name))).toBeVisible()
  await events.log.expectTotal(2)

  // A message that only one station has leads straight to its log.
  await shell.find('заклинило счётчик')
  await expect(options).toHaveText([/A-15 Заклинило счётчик.*7 events/])
  await page.keyboard.press('Enter')
  await expect(new StationPage(page).heading(String(main?.name))).toBeVisible()
  await events.log.expectTotal(7)
})

test('a number that stands alone in a name ranks first', async ({ page, shared, synced }) => {
  await shared.open(page, '/stations')
  await new WorkbenchPage(page).expectStations(150)
  const shell = new Shell(page)
  const names = [...synced.world.stations()].map(({ name }) => name)
  const alone = (number: string) => names.filter((name) => new RegExp(`(^|\\D)${number}(\\D|$)`).test(name))
  const number = ['52', '31', '14', '12', '10'].find((candidate) => alone(candidate).length > 0) ?? ''
  expect(number).not.toBe('')
  await shell.find(number)
  const first = shell.palette.getByRole('option').first().locator('.words')
  await expect(first).toHaveText(new RegExp(`(^|\\D)${number}(\\D|$)`))
})

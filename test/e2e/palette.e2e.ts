import { test, expect } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { EventsPage, StationPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { SPAN, STATIONS } from './support/synced.ts'
import { eventsOf } from './support/truth.ts'

test('Ctrl+K finds stations, consumers, screens and commands from anywhere', async ({ page, app, book }) => {
  await app.start({ book })
  const [shell, workbench] = [new Shell(page), new WorkbenchPage(page)]
  await workbench.expectStations(150)

  await shell.find('прг-14', 'ПРГ-14')
  await expect(new StationPage(page).heading('ПРГ-14')).toBeVisible()

  // The key is read by its place: the same on a Russian layout, where it types 'л'.
  await page.evaluate(() =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true })),
  )
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

test('the palette is worked with the keyboard alone', async ({ page, app, book }) => {
  await app.start({ book })
  await new WorkbenchPage(page).expectStations(150)
  const shell = new Shell(page)
  await shell.find('ПРГ-1')
  const options = shell.palette.getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(new StationPage(page).heading('ПРГ-1')).toBeVisible()
})

test('what events say is counted as the logs show it, and leads to them', async ({ page, shared, synced }) => {
  await shared.open(page, '/stations')
  await new WorkbenchPage(page).expectStations(150)
  const [shell, events] = [new Shell(page), new EventsPage(page)]
  const named = [...synced.world.stations()].filter(({ id }) => Object.values(STATIONS).some((known) => known === id))
  const truth = named.flatMap(({ name, equipment_id: device }) =>
    eventsOf(synced.world, Number(device), SPAN).map(({ entries }) => ({
      name,
      said: `${String(entries['Code'])} ${String(entries['CodeDescription'])}`,
    })),
  )
  // A message that more than one of the stations has, of the most frequent.
  const places = (said: string) => new Set(truth.filter((event) => event.said === said).map(({ name }) => name))
  const message = truth.find(({ said }) => places(said).size > 1)?.said ?? ''
  const count = truth.filter(({ said }) => said === message).length
  expect(count).toBeGreaterThan(2)

  await shell.find(message)
  const hit = shell.palette.getByRole('option').filter({ hasText: message })
  await expect(hit).toContainText(`${count} events`)
  await page.keyboard.press('Enter')
  await expect(shell.palette.getByRole('group', { name: `Stations with “${message}”` })).toBeVisible()
  await expect(shell.palette.getByRole('option')).toHaveCount(places(message).size)
  await page.keyboard.press('Escape')
  await expect(hit).toContainText(`${count} events`)
  await page.keyboard.press('Enter')

  const [station = ''] = places(message)
  await shell.palette.getByRole('combobox').fill(station)
  const place = shell.palette.getByRole('option').filter({ hasText: station })
  const there = truth.filter(({ name, said }) => name === station && said === message).length
  await expect(place).toContainText(`${there} event`)
  await page.keyboard.press('Enter')
  await expect(new StationPage(page).heading(station)).toBeVisible()
  await events.log.expectTotal(there)
  expect(new Set(await events.log.column('Code'))).toEqual(new Set([message.split(' ')[0]]))
})

test('a number that stands alone in a name is the first find', async ({ page, shared, synced }) => {
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

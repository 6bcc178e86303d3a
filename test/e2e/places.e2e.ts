import { test, expect } from './fixtures.ts'
import { TripDialog } from './pages/downloads.ts'
import { Shell } from './pages/shell.ts'
import { SignInPage } from './pages/sign-in.ts'
import { ReadingsPage, StationPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { STATIONS } from './support/synced.ts'

test('a place is an address: a reload keeps it, and back goes back', async ({ page, shared }) => {
  await shared.open(page, '/stations')
  const [station, workbench, readings] = [new StationPage(page), new WorkbenchPage(page), new ReadingsPage(page)]
  await workbench.open('ПРГ-1')
  await station.tab('Readings')
  await readings.expectDrawn()
  await readings.archive(/Daily · General/)
  await readings.showAs('Table')
  await expect(page).toHaveURL(/archive=daily&view=general.*show=table/)
  const address = page.url()

  await page.reload()
  await expect(readings.table.rows.first()).toBeVisible()
  expect(page.url()).toBe(address)
  await expect(page.getByRole('group', { name: 'Show as' }).getByRole('button', { name: 'Table' })).toHaveAttribute('aria-pressed', 'true')

  await station.tab('Events')
  await page.goBack()
  await expect(readings.table.rows.first()).toBeVisible()
  expect(page.url()).toBe(address)
  await page.goBack()
  await expect(page).toHaveURL(/#\/stations\/10002(\/overview)?$/)
  await page.goBack()
  await workbench.grid.root.waitFor()
})

test('every part of a station page keeps its place over a reload and on the way back', async ({ page, shared }) => {
  const station = new StationPage(page)
  const parts = [
    ['Readings', 'readings', page.getByRole('application', { name: /^Readings over time: / })],
    ['Events', 'events', page.getByRole('grid', { name: 'Event log' })],
    ['Settings', 'settings', page.getByRole('searchbox').first()],
    ['Sessions', 'sessions', page.getByRole('grid').first()],
    ['Coverage', 'coverage', page.getByRole('application').first()],
  ] as const
  await shared.open(page, `/stations/${STATIONS.main}`)
  await expect(station.heading('ПРГ-1')).toBeVisible()
  for (const [tab, path, shown] of parts) {
    await station.tab(tab)
    await expect(shown).toBeVisible()
    await page.reload()
    await expect(shown).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`#/stations/${STATIONS.main}/${path}`))
    await expect(station.heading('ПРГ-1')).toBeVisible()
  }
  for (const [, path, shown] of parts.toReversed().slice(1)) {
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`#/stations/${STATIONS.main}/${path}`))
    await expect(shown).toBeVisible()
  }
})

test('an address with times that no meter lived to see shows what there is', async ({ page, shared }) => {
  const grid = page.getByRole('gridcell').first()
  const endless = 'from=-8640000000000000&to=8640000000000000'
  const hourly = `/stations/${STATIONS.main}/readings?archive=hourly&view=unified`
  const places = [
    ['/events?fromMs=-1e300&toMs=1e300', grid],
    [`/stations/${STATIONS.main}/events?at=1e300&fromMs=1&toMs=9e15`, grid],
    [`/overlay?stations=${STATIONS.main}&from=0001-01-01&to=9999-12-31`, page.getByRole('application')],
    [`/overlay?stations=${STATIONS.main}&from=1970-01-01&to=2199-12-31&periods=5`, page.getByRole('application')],
    [`${hourly}&show=carpet&${endless}`, page.locator('canvas[data-drawn]')],
    [`${hourly}&show=carpet&from=0&to=7258118400000`, page.locator('canvas[data-drawn]')],
    [`${hourly}&at=99999999999999999999`, page.getByRole('application', { name: /^Readings over time: / })],
  ] as const
  for (const [place, shown] of places) {
    await page.goto('about:blank')
    await shared.open(page, place)
    await expect(shown, place).toBeVisible()
  }
})

test('an address that leads to nothing says so, and leads on; a dialog does not outlive its screen', async ({ page, shared }) => {
  const go = (where: string) => page.goto(`${page.url().split('#')[0]}#${where}`)
  await test.step('a provider that a saved view or a link names and the book no longer has', async () => {
    await shared.open(page, '/stations?provider=999999')
    const table = new WorkbenchPage(page)
    await expect(page.getByText('The provider that was chosen, by a saved view or a link, is no longer')).toBeVisible()
    await page.getByRole('button', { name: 'Show all stations' }).click()
    await table.expectStations(150)
  })

  await test.step('a station that this book does not have', async () => {
    await go('/stations/99999/readings')
    await expect(page.getByText('There is no such station in this book.')).toBeVisible()
    await page.getByRole('button', { name: 'Back to the stations' }).click()
    await new WorkbenchPage(page).expectStations(150)
  })

  await test.step('a dialog does not outlive the screen it was opened on', async () => {
    await new WorkbenchPage(page).expectStations(150)
    await new Shell(page).go('Downloads')
    const trip = new TripDialog(page)
    await trip.open()
    await page.goBack()
    await expect(trip.root).toBeHidden()
    await new WorkbenchPage(page).expectStations(150)
  })

  await test.step('a comparison of no station', async () => {
    await go('/compare?ids=x')
    await expect(page.getByRole('heading', { name: 'No stations to compare' })).toBeVisible()
  })
})

test('a book that is closed in another window leaves this one at the sign-in screen', async ({ page, app, book }) => {
  await app.start({ book })
  await new WorkbenchPage(page).open('ПРГ-1')
  const other = await page.context().newPage()
  await other.goto(`${page.url().split('#')[0]}#/preferences`)
  await other.getByRole('button', { name: 'Close book' }).click()
  await expect(new SignInPage(other).submit).toBeVisible()
  await expect(new SignInPage(page).submit).toBeVisible()
  await other.close()
})

test('without a book, a link leads to the sign-in screen and from there to its place', async ({ page, app, book }) => {
  await app.start()
  await page.goto(`${page.url().split('#')[0]}#/stations/${STATIONS.main}/sessions`)
  const path = page.getByRole('textbox', { name: /Path of a book/ })
  await path.fill(book)
  await path.press('Enter')
  await expect(new StationPage(page).heading('ПРГ-1')).toBeVisible()
  await expect(page).toHaveURL(/\/sessions/)
})

test('a link that is followed while the first screen is being built is not lost', async ({ page, shared }) => {
  await page.addInitScript((place) => {
    // The router writes the address it starts from; the link follows at once, before there is any screen.
    const replace = history.replaceState.bind(history)
    history.replaceState = (...given) => {
      history.replaceState = replace
      replace(...given)
      queueMicrotask(() => (location.hash = place))
    }
  }, `/stations/${STATIONS.main}/sessions`)
  await shared.open(page, '/stations')
  await expect(new StationPage(page).heading('ПРГ-1')).toBeVisible()
  await expect(page).toHaveURL(/\/sessions/)
})

test.describe('when the program ends', () => {
  // Screens that are loaded ahead find no program either.
  test.use({ allowedErrors: /WebSocket|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/ })

  test('the window says so and keeps what it shows', async ({ page, app, book }) => {
    await app.start({ book })
    const workbench = new WorkbenchPage(page)
    await workbench.expectStations(150)
    await app.stop({ pageStays: true })
    await expect(page.getByText(/The program behind this window does not answer/)).toBeVisible()
    await expect(workbench.grid.rows.first()).toBeVisible()
    await expect(new Shell(page).status).toBeVisible()
  })
})

test('a start whose first question fails says so, and each "Try again" asks once more', async ({ page, shared }) => {
  const SPOILT = 3
  const asked: string[] = []
  await page.routeWebSocket(/\/rpc$/, (window) => {
    const host = window.connectToServer()
    window.onMessage((message) => {
      const isFirst = String(message).includes('/book/summary')
      if (isFirst) asked.push(String(message))
      // A question that nobody has heard of fails.
      host.send(isFirst && asked.length <= SPOILT ? String(message).replace('/book/summary', '/book/nobody') : message)
    })
  })
  await shared.open(page, '/stations')
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  // The question that is asked ahead, and the router's own.
  expect(asked).toHaveLength(2)
  await again.click()
  await expect.poll(() => asked.length).toBe(SPOILT)
  // While an answer is awaited, another click asks nothing.
  await expect(async () => {
    if (asked.length === SPOILT) await again.click({ timeout: 1_000 })
    expect(asked).toHaveLength(SPOILT + 1)
  }).toPass()
  await new WorkbenchPage(page).expectStations(150)
  await expect(again).toBeHidden()
  expect(asked).toHaveLength(SPOILT + 1)
})

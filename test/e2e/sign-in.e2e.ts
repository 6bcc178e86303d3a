import type { Page } from '@playwright/test'
import { test, expect } from './fixtures.ts'
import { DownloadsPage, TripDialog } from './pages/downloads.ts'
import { Shell } from './pages/shell.ts'
import { SignInPage } from './pages/sign-in.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { startDemo } from './support/demo.ts'

/** Records every text of the status bar from now on, however short-lived; resolves to a function that returns them all. */
async function statusTold(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const lines: string[] = []
    Object.assign(window, { statusLines: lines })
    new MutationObserver(() => lines.push(document.querySelector('footer.status-bar')?.textContent ?? '')).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  return () => page.evaluate(() => String(Reflect.get(window, 'statusLines')))
}

test('the demo starts with one click, on a station with data, and the other stations fill in', async ({ page, app }) => {
  const told = await statusTold(page)
  await app.start()
  await new SignInPage(page).demo.click()
  const [shell, workbench, downloads] = [new Shell(page), new WorkbenchPage(page), new DownloadsPage(page)]
  await workbench.expectStations(150)
  await expect.poll(told).toMatch(/Downloading [\d,]+ of [\d,]+/)
  // The active station is one of those that are fetched whole, and first.
  await expect(workbench.details.getByRole('heading', { name: 'Boiler house 1' })).toBeVisible()
  await expect(workbench.details.getByRole('heading', { name: /^Hourly/ })).toBeVisible()
  await expect(workbench.grid.row('Boiler house 1').first()).toContainText('in book')
  await expect(shell.status).toContainText('Online')
  // The open table is updated as data arrives.
  await expect(workbench.grid.row('Boiler house 5').first()).toContainText('in book', { timeout: 60_000 })
  await shell.go('Downloads')
  await expect(downloads.run).toContainText(/\d+ of 150/)
})

test('after the first sign-in the list of stations comes by itself, page by page', async ({ page, app, demo }) => {
  await demo.faults({ perPageIgnored: {}, tooManyRequests: { path: '/stations', skip: 1, next: 1, retryAfterS: 3 } })
  const told = await statusTold(page)
  await app.start()
  await new SignInPage(page).signIn(demo)
  const [shell, workbench] = [new Shell(page), new WorkbenchPage(page)]
  await workbench.expectStations(150)
  await expect.poll(told).toContain('Getting the list of stations… page 2 of 8')
  await expect(workbench.fetchLists).toBeHidden()
  await expect(shell.status).toContainText(`demo@meterbook.example · ${new URL(demo.url).host}`)
  await expect(shell.status).toContainText('Online')
  await expect(shell.status).toContainText(/fetched .*(ago|now)/)
})

test('a station list that cannot be fetched says why in its place; after a cancel, a button fetches it', async ({ page, app, demo }) => {
  await demo.faults({ lostBefore: { path: '/stations' } })
  await app.start()
  await new SignInPage(page).signIn(demo)
  const [shell, workbench, trip] = [new Shell(page), new WorkbenchPage(page), new TripDialog(page)]
  const downloads = new DownloadsPage(page)
  const table = page.getByRole('region', { name: 'Stations', exact: true })
  await expect(table.getByRole('heading', { name: 'Waiting for the network; goes on by itself' })).toBeVisible()
  await expect(workbench.fetchLists).toBeHidden()
  // Without a list of stations there is no estimate, rather than one of 0; the note uses the whole width.
  await trip.open()
  const note = trip.root.getByText('The list of stations is not in the book yet')
  await expect(note).toBeVisible()
  const textWidth = await note.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().width / element.clientWidth
  })
  expect(textWidth).toBeGreaterThan(0.6)
  await page.keyboard.press('Escape')
  await expect(trip.root).toBeHidden()

  await shell.go('Downloads')
  await downloads.cancel.click()
  await downloads.expectState(/^Cancelled/)
  await demo.noFaults()
  await shell.go('Workbench')
  await workbench.fetchLists.click()
  await workbench.expectStations(demo.world.stationCount)
})

test('signing out keeps the book and signs in again with the password alone', async ({ page, app, demo }) => {
  await app.start()
  const [signIn, shell, workbench] = [new SignInPage(page), new Shell(page), new WorkbenchPage(page)]
  await signIn.signIn(demo)
  await workbench.expectStations(150)
  await shell.go('Preferences')
  await page.getByRole('button', { name: 'Sign out (the book stays)' }).click()
  await expect(shell.status).toContainText('Signed out')
  await expect.poll(() => demo.lanes()).toEqual([])
  await shell.go('Workbench')
  await workbench.expectStations(150)

  await shell.status.getByRole('link', { name: /Signed out/ }).click()
  await expect(signIn.address).toHaveValue(demo.url)
  await expect(signIn.email).toHaveValue(demo.email)
  await signIn.password.fill(demo.password)
  await signIn.submit.click()
  await workbench.expectStations(150)
  await expect(shell.status).toContainText('Online')
})

test('a session survives a restart: no password is asked for', async ({ page, app, demo }) => {
  await app.start()
  await new SignInPage(page).signIn(demo)
  const [workbench, shell, downloads] = [new WorkbenchPage(page), new Shell(page), new DownloadsPage(page)]
  await workbench.expectStations(150)
  await shell.go('Downloads')
  await downloads.expectState('Done')
  await app.stop()
  await demo.forget()

  await app.start()
  await workbench.expectStations(150)
  // A start sends no request by itself.
  expect(await demo.log()).toEqual([])
  await shell.go('Downloads')
  const trip = new TripDialog(page)
  await trip.open()
  await trip.choose('Reference and passports')
  await trip.go()
  await downloads.expectState('Done')
  const log = await demo.log()
  const signIns = log.filter((entry) => entry.path.endsWith('/auth/sign_in'))
  const lanes = new Set(log.filter((entry) => entry.method === 'GET').map((entry) => entry.lane))
  // The first request goes out on the saved lane; further ones sign in for themselves, the last may have no work yet.
  expect(log[0]).toMatchObject({ method: 'GET', token: 'current' })
  expect(lanes.size - 1 <= signIns.length && signIns.length <= lanes.size, `${signIns.length}, ${lanes.size}`).toBe(true)
  await expect(shell.status).toContainText('Online')
})

test('a restart while the service is off signs nobody out', async ({ page, app }) => {
  const demo = await startDemo()
  const port = Number(new URL(demo.url).port)
  await app.start()
  const [shell, workbench] = [new Shell(page), new WorkbenchPage(page)]
  await new SignInPage(page).signIn(demo)
  await workbench.expectStations(150)
  await shell.go('Downloads')
  await new DownloadsPage(page).expectState('Done')
  await app.stop()
  await demo.stop()

  await app.start()
  await workbench.expectStations(150)
  await expect(shell.status).not.toContainText('Signed out')
  await shell.go('Preferences')
  await expect(page.getByRole('button', { name: 'Sign out (the book stays)' })).toBeVisible()

  // The same service again: its tokens are new, the remembered password signs in by itself.
  const again = await startDemo({ port })
  await shell.go('Downloads')
  await page.getByRole('button', { name: 'Prepare a trip…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Prepare a trip' })
  await dialog.getByRole('checkbox', { name: 'Readings', exact: true }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Event archives' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Sessions', exact: true }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Settings (snapshot)' }).uncheck()
  await dialog.getByRole('checkbox', { name: /^Read the whole span again/ }).check()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByRole('region', { name: 'Download' }).getByRole('status')).toHaveText('Done')
  await expect(shell.status).toContainText('Online')
  await again.stop()
})

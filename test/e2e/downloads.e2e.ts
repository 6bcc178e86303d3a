import { test, expect } from './fixtures.ts'
import type { Page } from '@playwright/test'
import { DownloadsPage, TripDialog } from './pages/downloads.ts'
import { Shell } from './pages/shell.ts'
import { SignInPage } from './pages/sign-in.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import type { Demo } from './support/demo.ts'
import { pagesAnswered, prepare } from './support/prepare.ts'

/** The first months of last year: complete in every zone, so that nothing of it is requested twice without a reason. */
const year = new Date().getUTCFullYear() - 1
const MONTHS = { from: `${year}-01-01`, to: `${year}-04-30` }

const STATIONS = ['ПРГ-1', 'ГРП-14']

test.use({ demoWishes: { stations: 12 } })

/** The first answers come at once, later ones slowly: the download is under way for as long as a test looks at it. */
const SOON_SLOW = { latency: { ms: 2_000, skip: 8 } }

/** Starts a download of two stations, four archives in both views, the days of a span. */
async function startTrip(page: Page, span = MONTHS): Promise<void> {
  const trip = new TripDialog(page)
  await trip.open()
  await trip.paste(STATIONS.join('\n'))
  await chooseArchives(trip, span)
}

async function chooseArchives(trip: TripDialog, span: typeof MONTHS): Promise<void> {
  await expect(trip.chosen).toHaveText('2 stations chosen')
  await trip.choose('Hourly', 'Daily', 'Alarms', 'Events')
  await trip.span(span.from, span.to)
  await trip.go()
}

/** Every page of data that the service answered, each as the text of its query. */
const answered = async (demo: Demo) => (await pagesAnswered(demo)).map((query) => JSON.stringify(query))

test('a download shows how far it is, is cancelled, and the next fetches only what is missing', async ({ page, app, demo }) => {
  await prepare(page, app, demo)
  await demo.faults(SOON_SLOW)
  await startTrip(page)
  const downloads = new DownloadsPage(page)
  await downloads.expectState('Downloading')
  await expect(downloads.progress).toBeVisible()
  await expect(new Shell(page).status).toContainText(/Downloading \d+ of \d+/)
  await expect.poll(() => downloads.figure('Records')).not.toBe('0')
  await downloads.cancel.click()
  await downloads.expectState(/^Cancelled/)
  const before = await answered(demo)
  const kept = await downloads.figure('Records')
  expect(before.length).toBeGreaterThan(0)
  // Cancelled tasks do not count as done.
  expect(await downloads.figure('Tasks')).not.toMatch(/^(\d+) of \1$/)

  await demo.noFaults()
  await demo.forget()
  await startTrip(page)
  await downloads.expectState('Done')
  const after = await answered(demo)
  expect(after.length).toBeGreaterThan(0)
  // Only the requests in flight at the cancel, one per connection, may be repeated.
  const twice = after.filter((query) => before.includes(query))
  expect(twice.length).toBeLessThanOrEqual(4)
  expect(new Set(after).size).toBe(after.length)
  expect(kept).not.toBe('0')

  await demo.forget()
  await startTrip(page)
  await downloads.expectState('Done')
  expect(await answered(demo)).toEqual([])
  await downloads.part('History')
  await downloads.history.expectTotal(4)

  // Who is at work is not taken away from it: a notice leads to what is new.
  await page.getByRole('status').getByRole('button', { name: 'What is new' }).last().press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'What is new' })).toBeVisible()
})

test('a paused download sends no request until it is resumed', async ({ page, app, demo }) => {
  await prepare(page, app, demo)
  await demo.faults(SOON_SLOW)
  await startTrip(page)
  const downloads = new DownloadsPage(page)
  await expect.poll(() => downloads.figure('Records')).not.toBe('0')
  await downloads.pause.click()
  await downloads.expectState('Paused')
  const atPause = (await answered(demo)).length
  const kept = await downloads.figure('Records')
  // It stays paused over a restart, and requests nothing.
  await app.stop()
  await app.start()
  await new Shell(page).go('Downloads')
  await downloads.expectState('Paused')
  await expect.poll(() => downloads.figure('Records')).toBe(kept)
  expect((await answered(demo)).length).toBe(atPause)
  await demo.noFaults()
  await downloads.resume.click()
  await downloads.expectState('Done')
  expect((await answered(demo)).length).toBeGreaterThan(atPause)
})

test('when the session ends during a download, the sign-in is asked for once, and the download carries on', async ({ page, app, demo }) => {
  await prepare(page, app, demo)
  await demo.faults(SOON_SLOW)
  await startTrip(page)
  const [downloads, signIn] = [new DownloadsPage(page), new SignInPage(page)]
  await expect.poll(() => downloads.figure('Records')).not.toBe('0')
  await demo.faults({ signInRefused: {}, revokedLane: {} })
  await downloads.expectState('Waiting for you to sign in')
  await expect(downloads.run.getByRole('alert')).toHaveText(/Sign in again to go on\.$/)
  await expect(downloads.resume).toBeHidden()
  await downloads.run.getByRole('link', { name: 'Sign in' }).click()
  await signIn.password.fill(demo.password)
  await signIn.submit.click()
  await expect(signIn.complaint).toContainText('The service refused this e-mail and password')
  await demo.noFaults()
  await signIn.submit.click()
  await downloads.expectState('Done')
  await expect.poll(() => downloads.figure('Tasks')).toMatch(/^(\d+) of \1$/)
})

test('failed tasks are named, and a retry fetches them once the service is well', async ({ page, app, demo }) => {
  await prepare(page, app, demo)
  await demo.faults({ serverErrors: { path: 'archive_type=alarm', statuses: [500] } })
  await startTrip(page, { from: MONTHS.to, to: MONTHS.to })
  const downloads = new DownloadsPage(page)
  await downloads.expectState('Done')
  await expect(downloads.run).toContainText(/tasks? failed/)
  await downloads.part('Tasks')
  await page
    .getByRole('group', { name: 'State' })
    .getByRole('button', { name: /^Failed/ })
    .click()
  await expect(downloads.tasks.row('Alarms').first()).toContainText('The service answered with an error')
  // Each of the two stations has one failed day. Days of which the service has nothing do not count as missing.
  await downloads.part('Holes')
  await downloads.holes.expectTotal(2)
  await expect(downloads.holes.row('Alarms').first()).toContainText('Failed')
  const why = page.getByRole('group', { name: 'Why it is not here' })
  await expect(why.getByRole('button', { name: /^Missing/ })).toContainText('2')
  await why.getByRole('button', { name: /^Never asked/ }).click()
  await expect(page.getByText('No such days')).toBeVisible()
  await demo.noFaults()
  await downloads.retryAll.click()
  await expect(downloads.run).not.toContainText(/tasks? failed/)
  await downloads.expectState('Done')
  await why.getByRole('button', { name: /^Missing/ }).click()
  await expect(why.getByRole('button', { name: /^Missing/ })).toContainText('0')
})

test('the workbench fetches the gaps of the chosen stations, and nothing that is there', async ({ page, app, demo }) => {
  await prepare(page, app, demo)
  await demo.faults({ longSpans: { days: 0, status: 422, path: 'archive_type=alarm' } })
  const [workbench, downloads] = [new WorkbenchPage(page), new DownloadsPage(page)]
  await new Shell(page).go('Workbench')
  const stations = [...demo.world.stations()].filter(({ name }) => STATIONS.includes(name))
  for (const station of stations) await workbench.choose(station)
  await expect(workbench.selection).toContainText('2 stations chosen')
  await workbench.selection.getByRole('button', { name: 'Download…' }).click()
  await chooseArchives(new TripDialog(page), { from: MONTHS.to, to: MONTHS.to })
  await downloads.expectState('Done')
  await demo.noFaults()
  await demo.forget()
  await new Shell(page).go('Workbench')
  await workbench.selection.getByRole('button', { name: 'Fetch the gaps' }).click()
  await new Shell(page).go('Downloads')
  // Tasks of the previous run have failed: this is the new run once that note is gone.
  await expect(downloads.run).not.toContainText(/tasks? failed/)
  await downloads.expectState('Done')
  const asked = (await answered(demo)).filter((query) => query.includes(`"fp_start":"${MONTHS.to}"`))
  expect(asked.filter((query) => query.includes('alarm'))).toHaveLength(2)
  expect(asked.every((query) => query.includes('alarm'))).toBe(true)
})

import { test, expect } from './fixtures.ts'
import { DownloadsPage, TripDialog } from './pages/downloads.ts'
import { Shell } from './pages/shell.ts'
import { StationPage } from './pages/station.ts'
import english from '../../electron/words/en/names.ts'
import { askingBeside } from './support/contract.ts'
import { pagesAnswered, prepare } from './support/prepare.ts'

const year = new Date().getUTCFullYear() - 1
const DAY = `${year}-06-05`

test.use({ demoWishes: { stations: 12 } })

test('waiting tasks are moved to the front and to the end, and are fetched in that order', async ({ page, app, demo }) => {
  await prepare(page, app, demo)
  const [shell, downloads, trip] = [new Shell(page), new DownloadsPage(page), new TripDialog(page)]
  // One connection sends one request after another.
  await shell.go('Preferences')
  const lanes = page.getByRole('region', { name: 'Downloads' }).getByRole('button', { name: '1', exact: true })
  await lanes.click()
  await expect(lanes).toHaveAttribute('aria-pressed', 'true')
  await shell.go('Downloads')
  await trip.open()
  await trip.paste('ПРГ-1\nГРП-14')
  await expect(trip.chosen).toHaveText('2 stations chosen')
  await trip.choose('Event archives')
  await trip.span(DAY, DAY)
  await demo.faults({ latency: { ms: 1_000, path: 'channel_data' } })
  await trip.go()
  await downloads.pause.click()
  await downloads.expectState('Paused')

  await downloads.part('Tasks')
  const waiting = page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Waiting' })
  await expect(waiting).toHaveText(/\d/)
  const left = Number(((await waiting.textContent()) ?? '').replace(/\D/g, ''))
  await waiting.click()
  await downloads.tasks.expectTotal(left)
  // Station and archive of each task.
  const queue = async () => (await downloads.tasks.all()).map(([, station, what]) => `${station} ${what}`)
  const before = await queue()
  expect(before.length).toBeGreaterThan(4)
  const [first = '', last = ''] = [before[0], before.at(-1)]
  await downloads.tasks.root.press('Control+End')
  await downloads.tasks.root.press('Space')
  await expect(page.getByText('1 task chosen')).toBeVisible()
  await page.getByRole('button', { name: 'To the front' }).click()
  await expect.poll(queue).toEqual([last, ...before.slice(0, -1)])
  await downloads.tasks.root.press('Control+Home')
  await downloads.tasks.root.press('ArrowDown')
  await downloads.tasks.root.press('Space')
  await expect(page.getByText('1 task chosen')).toBeVisible()
  await page.getByRole('button', { name: 'To the end' }).click()
  const wanted = [last, ...before.slice(1, -1), first]
  await expect.poll(queue).toEqual(wanted)

  await demo.noFaults()
  await demo.forget()
  await downloads.resume.click()
  await downloads.expectState('Done')
  const names = new Map([...demo.world.stations()].map((station) => [String(station.equipment_id), station.name]))
  const titles = new Map(Object.entries<string>(english.archive))
  const asked = (await pagesAnswered(demo)).map(
    (query) => `${names.get(query['equipment_id'] ?? '')} ${titles.get(query['archive_type'] ?? '')}`,
  )
  expect(asked).toEqual(wanted)
})

test.describe('on a day of last March', () => {
  const NOON = Date.UTC(year, 2, 25, 12)
  const of = (day: number) => `${year}-03-${String(day).padStart(2, '0')}`
  test.use({ demoWishes: { stations: 12, nowMs: NOON } })

  test('each hole is named with its reason, leads to the calendar, and is fetched from there', async ({ page, app, demo }) => {
    await prepare(page, app, demo)
    const downloads = new DownloadsPage(page)
    const fetched = (plan: { archives: string[]; span: { from: string; to: string }; refresh?: boolean }) =>
      askingBeside(page, async (client) => {
        await client.downloads.start({ stations: [10_002], ...plan })
        // Progress is told ten times a second at most: its first word may be of the run before.
        while ((await client.downloads.progress()).state !== 'done') await new Promise((resolve) => setTimeout(resolve, 20))
      })
    const fetchDays = (from: number, to: number) => fetched({ archives: ['alarm'], span: { from: of(from), to: of(to) } })
    /** The lists bring the service's time and the last session of each station. */
    const fetchLists = (day: number) => fetched({ archives: ['lists'], span: { from: of(day), to: of(day) }, refresh: true })
    await fetchDays(1, 10)
    await demo.faults({ longSpans: { days: 0, status: 422 } })
    await fetchDays(21, 23)
    await demo.noFaults()
    await fetchDays(25, 25)

    await downloads.part('Holes')
    const shown = (day: number) => of(day).split('-').reverse().join('/')
    const hole = (state: string, from: number, to: number) => [
      state,
      'ПРГ-1',
      'Alarms',
      from === to ? shown(from) : `${shown(from)} – ${shown(to)}`,
      String(to - from + 1),
    ]
    const missing = [
      hole('Never asked', 11, 20),
      hole('Failed', 21, 23),
      // The 25th is not over by the service's clock: what it lacks is no hole yet.
      hole('Never asked', 24, 24),
    ]
    await downloads.holes.expectTotal(missing.length)
    expect(await downloads.holes.all()).toEqual(missing)
    // Days without an alarm are empty at the service, not missing.
    const hasAlarm = new Set(
      [...demo.world.events(300_002, 'alarm', of(1), of(10))].map((event) => new Date(event.event_time * 1000).getUTCDate()),
    )
    const empty = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((day) => !hasAlarm.has(day))
    expect(empty.length).toBeLessThan(10)
    await downloads.only('Why it is not here', 'Empty at the service')
    await expect
      .poll(async () => (await downloads.holes.column('Days in all')).reduce((sum, days) => sum + Number(days), 0))
      .toBe(empty.length)
    // The menu of a cell leaves a reason out, or asks for it alone.
    await downloads.only('Why it is not here', 'Missing')
    await downloads.holes.expectTotal(missing.length)
    await downloads.holes.row('Failed').getByRole('gridcell').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Without “Failed”' }).click()
    await downloads.holes.expectTotal(missing.length - 1)
    await expect(downloads.holes.row('Failed')).toHaveCount(0)
    await downloads.only('Why it is not here', 'Failed')
    await downloads.holes.expectTotal(1)
    expect(await downloads.holes.visible()).toEqual([missing[1]])
    await downloads.holes.row('Failed').dblclick()
    await expect(new StationPage(page).heading('ПРГ-1')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Alarms' })).toContainText(/Failed: 3 days/)
    await page.goBack()

    // Three days later the last day is over, and its device has reported. Only what is missing is fetched.
    await demo.clock(NOON + 3 * 86_400_000)
    await fetchLists(28)
    await demo.forget()
    await downloads.only('Why it is not here', 'Missing')
    const whole = [...missing, hole('Partial (more is to come)', 25, 25)]
    await downloads.holes.expectTotal(whole.length)
    expect(await downloads.holes.all()).toEqual(whole)
    await page.getByRole('button', { name: 'Fetch the gaps' }).click()
    // Left are days that no session has followed yet.
    const isYoung = (days: string) => /^(26|27|28)\//.test(days)
    await expect.poll(async () => (await downloads.holes.column('Days')).every(isYoung)).toBe(true)
    await downloads.expectState('Done')
    const asked = await pagesAnswered(demo)
    expect(asked.map((query) => [query['archive_type'], query['fp_start'], query['fp_end']])).toEqual([['alarm', of(11), of(28)]])
  })
})

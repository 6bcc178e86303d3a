import type { Page } from '@playwright/test'
import { FRESH_HOURS } from '../../electron/contract/named-trip-words.ts'
import enDownloads from '../../electron/words/en/window/downloads.ts'
import enPalette from '../../electron/words/en/window/palette.ts'
import enTrip from '../../electron/words/en/window/trip.ts'
import enTrips from '../../electron/words/en/window/trips.ts'
import ruDownloads from '../../electron/words/ru/window/downloads.ts'
import ruPalette from '../../electron/words/ru/window/palette.ts'
import ruTrip from '../../electron/words/ru/window/trip.ts'
import ruTrips from '../../electron/words/ru/window/trips.ts'
import { expect, test, type App } from './fixtures.ts'
import { Grid } from './pages/grid.ts'
import { axeIsContent, tabTo } from './support/axe.ts'
import { askingBeside } from './support/contract.ts'
import type { Demo } from './support/demo.ts'
import { prepare } from './support/prepare.ts'

/** Trips that are kept under a name, kept fresh, run again; and what each download brought. By keyboard, in both languages. */

const WORDS = {
  en: {
    downloads: enDownloads,
    trip: enTrip,
    trips: enTrips,
    palette: 'Find anything',
    gaps: enPalette.gaps,
    archives: { daily: 'Daily' },
    undo: 'Undo',
    all: 'Download',
  },
  ru: {
    downloads: ruDownloads,
    trip: ruTrip,
    trips: ruTrips,
    palette: 'Найти что угодно',
    gaps: ruPalette.gaps,
    archives: { daily: 'Суточный' },
    undo: 'Отменить',
    all: 'Загрузить',
  },
} as const
const HOUR_MS = 3_600_000

const look = (page: Page, name: string) =>
  process.env['METERBOOK_LOOK'] ? page.screenshot({ path: `${process.env['METERBOOK_LOOK']}/${name}.png` }) : null
async function lookInBoth(page: Page, name: string) {
  if (!process.env['METERBOOK_LOOK']) return
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await look(page, `${name}-${colorScheme}`)
  }
}

/** A column of a table once it is there. */
async function columnOf(grid: Grid, title: string): Promise<string[]> {
  await expect(grid.root).toBeVisible()
  await grid.settled()
  return grid.column(title)
}

test.use({ demoWishes: { stations: 6 } })

for (const language of ['en', 'ru'] as const) {
  const w = WORDS[language]
  /** Signed in, with the lists in the book, in the language. */
  async function begin(page: Page, app: App, demo: Demo) {
    await prepare(page, app, demo)
    if (language !== 'en') {
      await askingBeside(page, (client) => client.program.setPreferences({ language }))
      await expect(page.locator('html')).toHaveAttribute('lang', /^ru/)
    }
  }
  const grids = (page: Page) => ({
    trips: new Grid(page.getByRole('grid', { name: w.downloads.tab.trips })),
    history: new Grid(page.getByRole('grid', { name: w.downloads.tab.history })),
    status: page.getByRole('contentinfo'),
    dialog: page.getByRole('dialog'),
  })
  async function byPalette(page: Page, text: string) {
    await page.keyboard.press('Control+K')
    const palette = page.getByRole('dialog', { name: w.palette })
    await palette.getByRole('combobox').fill(text)
    await expect(palette.getByRole('option').first()).toContainText(text)
    await page.keyboard.press('Enter')
    await expect(palette).toBeHidden()
  }
  const part = (page: Page, name: keyof typeof w.downloads.tab) =>
    page.getByRole('navigation', { name: w.downloads.parts }).getByRole('link', { name: w.downloads.tab[name] }).press('Enter')
  const isDone = (page: Page) =>
    askingBeside(page, async (client) => {
      await expect.poll(async () => (await client.downloads.progress()).state).toBe('done')
    })
  const counted = (words: string, n: number) =>
    words.split(' | ')[n === 1 ? 0 : words.split(' | ').length - 1]?.replace('{n}', String(n)) ?? ''

  /** Keeps daily readings of the last three days of all stations under a name. */
  async function keep(page: Page, name: string, { hours = 0, andRun = false } = {}) {
    const { dialog } = grids(page)
    await byPalette(page, w.trip.title.replace('…', ''))
    await expect(dialog.getByRole('heading', { name: w.trip.heading })).toBeVisible()
    for (const group of [w.trip.events, w.trip.settings, w.trip.sessions, w.trip.reference])
      await dialog.getByRole('checkbox', { name: group, exact: true }).press('Space')
    await dialog.getByRole('checkbox', { name: w.trip.readings, exact: true }).press('Space')
    await dialog.getByRole('checkbox', { name: w.archives.daily, exact: true }).press('Space')
    await dialog.getByRole('button', { name: w.trips.days.rolling }).press('Enter')
    await dialog.getByRole('spinbutton', { name: w.trips.daysBack }).fill('3')
    await dialog.getByRole('spinbutton', { name: w.trips.daysBack }).press('Tab')
    await dialog.getByRole('checkbox', { name: w.trips.keep }).press('Space')
    await tabTo(page, dialog.getByRole('textbox', { name: w.trips.name }))
    await page.keyboard.type(name)
    if (hours > 0) {
      const choice = dialog.getByRole('combobox', { name: w.trips.fresh })
      await tabTo(page, choice)
      for (const each of FRESH_HOURS.filter((one) => one <= hours)) {
        await page.keyboard.press('ArrowDown')
        await expect(choice.locator('option:checked')).toHaveText(w.trips.everyHours.replace('{n}', String(each)))
      }
    }
    if (andRun) await page.keyboard.press('Control+Enter')
    else await dialog.getByRole('button', { name: w.trips.keepOnly }).press('Enter')
    await expect(dialog).toBeHidden()
  }

  test.describe(language === 'en' ? 'in English' : 'in Russian', () => {
    test('a trip is kept under a name, run by Enter and by the palette, renamed, removed, brought back', async ({ page, app, demo }) => {
      await begin(page, app, demo)
      const { trips, history, dialog } = grids(page)
      await part(page, 'trips')
      await expect(page.getByRole('heading', { name: w.trips.none })).toBeVisible()
      await lookInBoth(page, `trips-none-${language}`)
      await keep(page, 'North 1')
      await expect.poll(() => columnOf(trips, w.trips.name)).toEqual(['North 1'])
      expect(await demo.log('data')).toEqual([])

      await test.step('Enter runs it', async () => {
        await trips.root.focus()
        await page.keyboard.press('Home')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('status').getByText(w.trips.started.replace('{name}', 'North 1'))).toBeVisible()
        await isDone(page)
        await expect.poll(async () => (await columnOf(trips, w.trips.lastRun))[0]).toContain(w.downloads.state.done)
        await axeIsContent(page)
        await lookInBoth(page, `trips-${language}`)
      })

      await test.step('the palette runs it too', async () => {
        await byPalette(page, w.trips.runOf.replace('{name}', 'North 1'))
        await isDone(page)
        await part(page, 'history')
        await expect.poll(() => columnOf(history, w.trips.asked)).toEqual(['North 1', 'North 1', w.trips.byItself])
        await part(page, 'trips')
      })

      await test.step('changed: another name, and days that move with today; undone', async () => {
        await page.getByRole('button', { name: w.trips.change, exact: true }).press('Enter')
        await expect(dialog.getByRole('heading', { name: w.trips.changing.replace('{name}', 'North 1') })).toBeVisible()
        await axeIsContent(page)
        await lookInBoth(page, `trip-dialog-${language}`)
        await dialog.getByRole('textbox', { name: w.trips.name }).fill('Север')
        await dialog.getByRole('spinbutton', { name: w.trips.daysBack }).fill('35')
        await page.keyboard.press('Control+Enter')
        await expect(dialog).toBeHidden()
        await expect.poll(() => columnOf(trips, w.trips.name)).toEqual(['Север'])
        await expect.poll(async () => (await columnOf(trips, w.trips.lastRun))[0]).toContain(w.downloads.state.done)
        await page.getByRole('status').getByRole('button', { name: w.undo }).press('Enter')
        await expect.poll(() => columnOf(trips, w.trips.name)).toEqual(['North 1'])
      })

      await test.step('removed, and brought back', async () => {
        await page.getByRole('button', { name: w.trips.remove, exact: true }).press('Enter')
        await expect(page.getByRole('heading', { name: w.trips.none })).toBeVisible()
        await page.getByRole('status').getByRole('button', { name: w.undo }).first().press('Enter')
        await expect(trips.root).toBeVisible()
        await expect.poll(() => columnOf(trips, w.trips.name)).toEqual(['North 1'])
      })
    })

    test('a trip is kept fresh: when it is kept, after its hours, never beside another download, paused, and not over a metered line', async ({
      page,
      app,
      demo,
    }) => {
      const startMs = Date.now() - 4 * 24 * HOUR_MS
      await demo.clock(startMs)
      await begin(page, app, demo)
      const { history, status } = grids(page)
      const ofTrip = () =>
        askingBeside(page, async (client) => (await client.downloads.history()).filter(({ plan }) => plan.trip !== undefined))
      const fresh = () => askingBeside(page, (client) => client.namedTrips.fresh())
      await keep(page, 'Fresh', { hours: 6 })
      // It never ran: it is due at once.
      await expect
        .poll(async () => (await ofTrip()).map(({ state, unasked }) => ({ state, unasked })))
        .toEqual([{ state: 'done', unasked: true }])
      await expect(status.getByRole('link', { name: counted(w.trips.keptFresh, 1) })).toBeVisible()
      await expect.poll(async () => (await fresh()).next?.atMs).toBe(((await ofTrip())[0]?.finishedMs ?? 0) + 6 * HOUR_MS)
      await axeIsContent(page)
      await lookInBoth(page, `fresh-${language}`)

      await test.step('after its hours it runs by itself, once the download that showed the time is over', async () => {
        await demo.clock(startMs + 7 * HOUR_MS)
        await part(page, 'history')
        await byPalette(page, w.gaps)
        await expect.poll(async () => (await ofTrip()).length).toBe(2)
        await isDone(page)
        await expect
          .poll(() => columnOf(history, w.trips.asked))
          .toEqual([`Fresh, ${w.trips.byItself}`, '', `Fresh, ${w.trips.byItself}`, w.trips.byItself])
      })

      await test.step('over a line that is said to be metered it waits, and says so', async () => {
        await part(page, 'trips')
        await tabTo(page, page.getByRole('switch', { name: w.trips.metered }))
        await page.keyboard.press('Space')
        await demo.clock(startMs + 14 * HOUR_MS)
        await byPalette(page, w.gaps)
        await isDone(page)
        await expect(status.getByRole('link', { name: w.trips.heldBack.metered })).toBeVisible()
        await lookInBoth(page, `fresh-metered-${language}`)
        expect(await ofTrip()).toHaveLength(2)
      })

      await test.step('paused on this computer it waits too; gone on with, it runs', async () => {
        await byPalette(page, w.trips.pause)
        await expect(status.getByRole('link', { name: w.trips.heldBack.off })).toBeVisible()
        await page.getByRole('switch', { name: w.trips.metered }).press('Space')
        await expect(page.getByRole('switch', { name: w.trips.metered })).not.toBeChecked()
        expect(await ofTrip()).toHaveLength(2)
        await byPalette(page, w.trips.resume)
        await expect.poll(async () => (await ofTrip()).length).toBe(3)
        await isDone(page)
      })
    })

    test('a cancelled download is run again, from its end and from the history; signed out it says why not', async ({
      page,
      app,
      demo,
    }) => {
      await begin(page, app, demo)
      const { history } = grids(page)
      const runs = () => askingBeside(page, (client) => client.downloads.history())
      await demo.faults({ latency: { ms: 300 } })
      await keep(page, 'Long', { andRun: true })
      const run = page.getByRole('region', { name: w.downloads.run, exact: true })
      await run.getByRole('button', { name: w.downloads.cancel }).press('Enter')
      await expect(run.getByRole('status')).toHaveText(w.downloads.state.cancelled)
      await demo.noFaults()
      await axeIsContent(page)
      await lookInBoth(page, `cancelled-${language}`)

      await run.getByRole('button', { name: w.trips.again }).press('Enter')
      await isDone(page)
      await expect.poll(async () => (await runs()).map(({ state }) => state)).toEqual(['done', 'cancelled', 'done'])
      const [second, first] = await runs()
      expect(second?.plan).toEqual(first?.plan)

      await part(page, 'history')
      await history.expectTotal(3)
      await history.root.focus()
      await page.keyboard.press('Home')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menuitem', { name: w.trips.again }).press('Enter')
      await expect.poll(async () => (await runs()).map(({ state }) => state)).toEqual(['done', 'done', 'cancelled', 'done'])
      expect((await runs())[0]?.plan).toEqual(first?.plan)

      await askingBeside(page, (client) => client.account.signOut())
      await expect(page.getByText(w.trips.whyNot['signed-out']).first()).toBeVisible()
      for (const button of await page.getByRole('button', { name: w.trips.again }).all()) await expect(button).toBeDisabled()
      await axeIsContent(page)
      await lookInBoth(page, `signed-out-${language}`)
    })

    test('what a download brought is one click away: the same numbers in the notice, the history, the list and status', async ({
      page,
      app,
      demo,
    }) => {
      const nowMs = Date.now()
      await demo.clock(nowMs)
      await begin(page, app, demo)
      const { history } = grids(page)
      await keep(page, 'Daily', { andRun: true })
      await isDone(page)
      // A refresh finds what the service has changed since.
      await demo.clock(nowMs + 60_000)
      await demo.faults({ otherTypes: { path: 'channel_consolidation=1' } })
      await askingBeside(page, async (client) => {
        const [run] = await client.downloads.history()
        if (run) await client.downloads.start({ ...run.plan, refresh: true })
      })
      await isDone(page)
      const brought = await askingBeside(page, async (client) => {
        await expect.poll(async () => (await client.findings.analysis()).stale).toBe(0)
        const [{ runId } = { runId: 0 }] = await client.downloads.history()
        const [all] = await client.downloads.brought({ runIds: [runId] })
        if (!all) throw new Error('the run is not there')
        return all
      })
      expect(brought.corrected).toBeGreaterThan(0)
      const said = (await page.getByRole('group', { name: w.trips.brought }).first().innerText()).replace(/\s+/gu, ' ')
      expect(said.replace(/\D+/gu, ' ').trim().split(' ').map(Number)).toContain(brought.corrected)
      // The notice, the run and the history say the same.
      await part(page, 'history')
      await expect.poll(async () => (await columnOf(history, w.trips.column.corrected))[0]).toBe(String(brought.corrected))
      await history.root.focus()
      const figures = page.getByRole('group', { name: w.trips.brought })
      await expect
        .poll(async () => new Set((await figures.allInnerTexts()).map((text) => text.replace(/\s+/gu, ' '))))
        .toEqual(new Set([said]))
      await axeIsContent(page)
      await lookInBoth(page, `history-${language}`)

      await figures
        .first()
        .getByRole('link', { name: counted(w.trips.figure.corrected, brought.corrected) })
        .press('Enter')
      await expect(page).toHaveURL(/#\/digest\?.*run=/u)
      const list = new Grid(page.getByRole('grid'))
      await expect(list.root).toBeVisible()
      await list.settled()
      const lines = await askingBeside(page, async (client) =>
        (await client.digest.ofRun({ runId: brought.runId })).kinds
          .filter(({ kind }) => kind === 'corrected')
          .flatMap((kind) => kind.lines),
      )
      expect(await list.total()).toBe(lines.length)
      expect(lines.reduce((sum, line) => sum + (line.count ?? 0), 0)).toBe(brought.corrected)
      await axeIsContent(page)
      await lookInBoth(page, `brought-${language}`)
      const { stdout } = await app.cli(
        'status',
        '--book',
        (await askingBeside(page, (client) => client.book.summary()))?.file ?? '',
        '--json',
      )
      expect((JSON.parse(stdout) as { lastRun: { brought: unknown } }).lastRun.brought).toEqual(brought)
    })
  })
}

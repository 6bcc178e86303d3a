import { expect, type Locator, type Page } from '@playwright/test'
import names from '../../../electron/words/en/names.ts'
import { choose } from './choose.ts'
import { Grid } from './grid.ts'

export type Tab = 'Overview' | 'Readings' | 'Events' | 'Settings' | 'Sessions' | 'Coverage' | 'Findings' | 'Notes'

/** A station's page and its tabs. */
export class StationPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name, exact: true })
  }

  async tab(name: Tab): Promise<void> {
    const link = this.page.getByRole('navigation', { name: 'Parts of the station page' }).getByRole('link', { name })
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
}

/** The readings tab. */
export class ReadingsPage {
  readonly page: Page
  readonly chart: Locator
  readonly surface: Locator
  readonly table: Grid
  readonly channels: Locator
  readonly span: Locator
  readonly strip: Locator
  readonly difference: Locator
  /** The column beside the panes. */
  readonly values: Locator

  constructor(page: Page) {
    this.page = page
    this.chart = page.getByRole('img', { name: /^Readings over time: / })
    this.surface = page.getByRole('application', { name: /^Readings over time: / })
    this.table = new Grid(page.getByRole('grid', { name: 'Table of readings' }))
    this.channels = page.getByRole('group', { name: 'Channels' })
    this.span = page.getByRole('group', { name: 'Span of days' })
    this.strip = page.getByRole('slider', { name: /Whole archive/ })
    this.values = page.getByRole('group', { name: 'Values', exact: true })
    this.difference = page.getByRole('region', { name: 'Between the cursors' })
  }

  async showAs(mode: 'Chart' | 'Carpet' | 'Daily sums' | 'Monthly sums' | 'Table'): Promise<void> {
    await this.page.getByRole('group', { name: 'Show as' }).getByRole('button', { name: mode }).click()
  }

  /** The table without the rows of hours that have no record. */
  async onlyRecords(): Promise<void> {
    await this.page.getByRole('checkbox', { name: 'Show missing records' }).uncheck()
  }
  async archive(name: string | RegExp): Promise<void> {
    await choose(this.page, 'Archive and view', name)
  }

  /** Types a span of days, `dd/mm/yyyy`, into the calendar. */
  async chooseDays(first: string, last: string): Promise<void> {
    await this.span.getByRole('button', { name: /–/ }).click()
    await this.span.getByPlaceholder('From').fill(first)
    await this.span.getByPlaceholder('To').fill(last)
    await this.span.getByPlaceholder('To').press('Enter')
    await expect(this.span.getByRole('button', { name: `${first} – ${last}` })).toBeVisible()
  }

  channel(name: string | RegExp): Locator {
    return this.channels.getByRole('button', { name })
  }

  /** The name of a pane, a button that opens its menu: 'Pressure, кПа'. */
  paneName(name: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^“${name}.*”: axis`) })
  }
  /** The names of the panes, from top to bottom. */
  async panes(): Promise<string[]> {
    const texts = await this.page.getByRole('button', { name: /^“.*”: axis, order/ }).allInnerTexts()
    return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
  }
  /** The values of a pane: 'Pressure, кПа'. */
  paneValues(name: string): Locator {
    return this.values.getByRole('group', { name: new RegExp(`^${name}`) })
  }
  /** Where the lane of an event archive lies, px from the top of the page. */
  async lane(archive: string): Promise<number> {
    const title = Object.entries(names.archive).find(([code]) => code === archive)?.[1] ?? ''
    const box = await this.page.getByRole('group', { name: 'Event archives' }).getByTitle(title, { exact: true }).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0) / 2
  }

  /** How many different colours the chart's canvas shows: one is a blank chart. */
  colours(): Promise<number> {
    return this.chart.locator('canvas').evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0
      const context = canvas.getContext('2d')
      const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() }
      const seen = new Set<number>()
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3]) seen.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0))
      }
      return seen.size
    })
  }
  /** The chart has lines on it. */
  async expectDrawn(): Promise<void> {
    await expect(this.chart.locator('canvas')).toBeVisible()
    await expect.poll(() => this.colours()).toBeGreaterThan(4)
  }
  /** Pixels of the one channel's line or band in its pane, between two shares of the plot's width. */
  async lineBetween(from: number, to: number): Promise<number> {
    const swatch = this.channels.getByRole('button', { pressed: true }).first().locator('i')
    const colour = await swatch.evaluate((element) => getComputedStyle(element).backgroundColor)
    const pane = this.page.getByRole('button', { name: /^“.*”: axis, order/ }).first()
    const [plot, canvas] = [await this.surface.boundingBox(), await this.chart.locator('canvas').boundingBox()]
    const top = (await pane.boundingBox())?.y
    if (!plot || !canvas || top === undefined) throw new Error('the chart is not there')
    const area = {
      x: plot.x - canvas.x + plot.width * from,
      y: top - canvas.y,
      width: plot.width * (to - from),
      colour,
    }
    return this.chart.locator('canvas').evaluate((element, { x, y, width, colour }) => {
      const own = (/\d+, \d+, \d+/.exec(colour)?.[0] ?? '').split(', ').map(Number)
      const context = element instanceof HTMLCanvasElement ? element.getContext('2d') : null
      if (!context) return -1
      const ratio = window.devicePixelRatio
      const data = context.getImageData(x * ratio, y * ratio, width * ratio, context.canvas.height).data
      let found = 0
      for (let at = 0; at < data.length; at += 4) {
        // A canvas keeps colours beside their opacity: a band has the colour of its line.
        const near = [0, 1, 2].every((part) => Math.abs((data[at + part] ?? 0) - (own[part] ?? 0)) <= 12)
        if (near && (data[at + 3] ?? 0) > 40) found++
      }
      return found
    }, area)
  }
  /** Pixels as transparent as the fill of a band; few pixels at the edge of a line happen to be. */
  filled(): Promise<number> {
    return this.chart.locator('canvas').evaluate((canvas) => {
      const context = canvas instanceof HTMLCanvasElement ? canvas.getContext('2d') : null
      if (!context) return -1
      const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
      const fill = 0.36 * 255
      let found = 0
      for (let at = 3; at < data.length; at += 4) if (Math.abs((data[at] ?? 0) - fill) <= 3) found++
      return found
    })
  }
  /** A digest of the picture, to tell whether it changed. */
  picture(): Promise<string> {
    return this.chart.locator('canvas').evaluate(async (canvas) => {
      const drawn = canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(drawn))
      return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    })
  }
}

/** The event log of a station. */
export class EventsPage {
  readonly page: Page
  readonly log: Grid
  readonly archives: Locator
  readonly search: Locator
  readonly count: Locator
  readonly drawer: Locator
  readonly density: Locator
  readonly exportButton: Locator

  constructor(page: Page) {
    this.page = page
    this.log = new Grid(page.getByRole('grid', { name: 'Event log' }))
    this.archives = page.getByRole('group', { name: 'Event archives' })
    this.search = page.getByRole('searchbox', { name: 'Search events' })
    this.count = page.getByRole('status').filter({ hasText: / events? · / })
    this.drawer = page.getByRole('complementary', { name: 'Event', exact: true })
    this.density = page.getByRole('slider', { name: /Events over time/ })
    this.exportButton = page.getByRole('button', { name: 'Export' })
  }

  archive(name: string): Locator {
    return this.archives.getByRole('button', { name })
  }
}

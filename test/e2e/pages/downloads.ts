import { expect, type Locator, type Page } from '@playwright/test'
import { Grid } from './grid.ts'

/** The downloads screen. */
export class DownloadsPage {
  readonly page: Page
  readonly run: Locator
  readonly state: Locator
  readonly progress: Locator
  readonly pause: Locator
  readonly resume: Locator
  readonly cancel: Locator
  readonly retryAll: Locator
  readonly again: Locator
  /** What the run at hand brought. */
  readonly brought: Locator
  readonly tasks: Grid
  readonly holes: Grid
  readonly history: Grid

  constructor(page: Page) {
    this.page = page
    this.run = page.getByRole('region', { name: 'Download', exact: true })
    this.state = this.run.getByRole('status')
    this.progress = this.run.getByRole('progressbar', { name: 'Download' })
    this.pause = this.run.getByRole('button', { name: 'Pause' })
    this.resume = this.run.getByRole('button', { name: 'Resume' })
    this.cancel = this.run.getByRole('button', { name: 'Cancel' })
    this.retryAll = this.run.getByRole('button', { name: 'Retry what failed' })
    this.again = this.run.getByRole('button', { name: 'Run again' })
    this.brought = this.run.getByRole('group', { name: 'What it brought' })
    this.tasks = new Grid(page.getByRole('grid', { name: 'Tasks' }))
    this.holes = new Grid(page.getByRole('grid', { name: 'Holes' }))
    this.history = new Grid(page.getByRole('grid', { name: 'History' }))
  }

  async part(name: 'By station' | 'Tasks' | 'Holes' | 'Named trips' | 'History'): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Parts of the downloads screen' }).getByRole('link', { name }).click()
  }

  /** Filters the tasks by state, or the holes by reason. */
  async only(filter: 'State' | 'Why it is not here', name: string): Promise<void> {
    const button = this.page.getByRole('group', { name: filter }).getByRole('button', { name })
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
  }

  /** A figure of the run, as text. */
  async figure(name: string): Promise<string> {
    const term = this.run.getByRole('term').filter({ hasText: name }).locator('..')
    return (await term.getByRole('definition').textContent()) ?? ''
  }

  async expectState(state: string | RegExp): Promise<void> {
    await expect(this.state).toHaveText(state, { timeout: 60_000 })
  }
}

/** The dialog in which a download is put together. */
export class TripDialog {
  readonly page: Page
  readonly root: Locator
  readonly start: Locator

  constructor(page: Page) {
    this.page = page
    this.root = page.getByRole('dialog', { name: 'Prepare a trip' })
    this.start = this.root.getByRole('button', { name: 'Download', exact: true })
  }

  /** Says how many stations are chosen. */
  get chosen(): Locator {
    return this.root.getByRole('status')
  }
  get refresh(): Locator {
    return this.root.getByRole('checkbox', { name: /^Read the whole span again/ })
  }

  /** Adds stations to those chosen by pasted lines. */
  async paste(lines: string): Promise<void> {
    await this.root.getByRole('button', { name: 'Chosen ones' }).click()
    await this.root.getByRole('group', { name: 'Add stations by' }).getByRole('button', { name: 'Paste' }).click()
    await this.pasted.fill(lines)
    await this.root.getByRole('button', { name: 'Add', exact: true }).click()
  }
  get pasted(): Locator {
    return this.root.getByRole('textbox', { name: /^Serial numbers/ })
  }

  /** A figure of the estimate. */
  estimate(name: 'Requests' | 'Records' | 'Time' | 'On disk' | 'Days to fetch' | 'Days in the book'): Locator {
    const terms = this.root.getByRole('term').filter({ hasText: name })
    return terms.locator('..').getByRole('definition')
  }

  /** Starts the download, and waits until the dialog has closed. */
  async go(): Promise<void> {
    await this.start.click()
    await expect(this.root).toBeHidden()
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Prepare a trip…' }).first().click()
    await expect(this.root).toBeVisible()
  }

  /** Checks exactly the archives of these names. */
  async choose(...names: string[]): Promise<void> {
    for (const group of ['Readings', 'Event archives']) {
      const all = this.root.getByRole('checkbox', { name: group, exact: true })
      await all.check()
      await all.uncheck()
    }
    for (const other of ['Settings (snapshot)', 'Sessions', 'Reference and passports']) {
      await this.root.getByRole('checkbox', { name: other, exact: true }).uncheck()
    }
    for (const name of names) await this.root.getByRole('checkbox', { name, exact: true }).check()
  }

  /** Types a span of days, `yyyy-mm-dd`. */
  async span(from: string, to: string): Promise<void> {
    const typed = (day: string) => day.split('-').reverse().join('/')
    await this.root.getByPlaceholder('From').fill(typed(from))
    await this.root.getByPlaceholder('To').fill(typed(to))
    await this.root.getByPlaceholder('To').press('Enter')
  }
}

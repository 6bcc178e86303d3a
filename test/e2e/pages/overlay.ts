import { expect, type Locator, type Page } from '@playwright/test'

/** The screen that lays stations or periods over each other. */
export class OverlayPage {
  readonly page: Page
  readonly surface: Locator
  readonly panel: Locator
  readonly heading: Locator

  constructor(page: Page) {
    this.page = page
    this.surface = page.getByRole('application', { name: /^Overlay: / })
    this.panel = page.getByRole('region', { name: 'Lines of the overlay' })
    this.heading = page.getByRole('heading', { level: 1 })
  }

  /** The row of a line in the panel. */
  line(name: string): Locator {
    return this.panel.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name }) })
  }

  /** The numbers that the panel shows of a line: its value and its difference from the baseline; NaN where there is none. */
  async numbers(name: string): Promise<[value: number, difference: number]> {
    const cells = await this.line(name).getByRole('cell').allInnerTexts()
    const [value = '', difference = ''] = cells.map((text) => text.replaceAll('−', '-').replaceAll(/[^\d.-]/g, ''))
    return [value === '' ? NaN : Number(value), difference === '' ? NaN : Number(difference)]
  }

  async expectDrawn(): Promise<void> {
    await expect(this.page.locator('.overlay .echart[data-drawn]')).toBeVisible()
  }

  async press(group: string, button: string): Promise<void> {
    const found = this.page.getByRole('group', { name: group }).getByRole('button', { name: button, exact: true })
    await found.click()
    await expect(found).toHaveAttribute('aria-pressed', 'true')
  }
}

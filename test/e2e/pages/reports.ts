import { expect, type Locator, type Page } from '@playwright/test'

/** The screen of reports: choices on the left, the pages beside them. */
export class ReportsPage {
  readonly page: Page
  readonly choices: Locator
  readonly whose: Locator
  readonly preview: Locator

  constructor(page: Page) {
    this.page = page
    this.choices = page.getByRole('form', { name: 'What the report is made of' })
    this.whose = page.getByRole('combobox', { name: 'Report of' })
    this.preview = page.getByRole('region', { name: 'Pages of the report' })
  }

  async chooseForm(title: string): Promise<void> {
    await this.choices.getByText(title, { exact: true }).click()
    await expect(this.choices.getByRole('radio', { name: title })).toBeChecked()
  }

  /** Finds a consumer or a provider by its name. */
  async chooseWhose(name: string): Promise<void> {
    await this.whose.click()
    await this.whose.fill(name)
    await this.page.getByRole('option', { name, exact: true }).click()
    await expect(this.page.getByRole('option', { name, exact: true })).toBeHidden()
  }

  /** Waits until a page is drawn, nothing is being made any more, and tells how many pages there are. */
  async previewed(): Promise<number> {
    await expect(this.page.getByRole('img', { name: /^Page 1 of/ })).toHaveAttribute('data-drawn', 'true', { timeout: 90_000 })
    await expect(this.page.getByRole('progressbar', { name: 'Making the report…' })).toHaveCount(0)
    const [, count] = /of ([\d,]+)$/.exec((await this.page.getByText(/^of [\d,]+$/).textContent()) ?? '') ?? []
    return Number(count?.replaceAll(',', ''))
  }

  /** The text of a page, as those hear it who do not see the page. */
  textOf(number: number): Locator {
    return this.page.getByRole('img', { name: new RegExp(`^Page ${number} of`) }).locator('xpath=following-sibling::p')
  }

  /** The file that the browser gets when `save` is done. */
  async downloaded(save: () => Promise<void>): Promise<{ name: string; file: string }> {
    const [download] = await Promise.all([this.page.waitForEvent('download', { timeout: 90_000 }), save()])
    return { name: download.suggestedFilename(), file: await download.path() }
  }

  /** Saves what is previewed as signed evidence. `meanwhile`: what has to be seen before the file is there. */
  saveSigned(meanwhile: () => Promise<void> = async () => {}): Promise<{ name: string; file: string }> {
    return this.downloaded(async () => {
      await this.page.getByRole('button', { name: 'Evidence' }).click()
      await this.page.getByRole('menuitem', { name: 'Save as signed evidence…' }).click()
      await meanwhile()
    })
  }

  async tab(name: 'Make' | 'Saved' | 'Log' | 'Head and contracts'): Promise<void> {
    const link = this.page.getByRole('navigation', { name: 'Parts of the screen' }).getByRole('link', { name })
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
}

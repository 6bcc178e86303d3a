import { expect, type Locator, type Page } from '@playwright/test'

type Screen = 'Workbench' | 'Events' | 'Findings' | 'Visits' | 'Reports' | 'Downloads' | 'Reference' | 'Preferences'

/** What surrounds every screen: the rail, the status bar, the palette, notices. */
export class Shell {
  readonly page: Page
  readonly status: Locator
  readonly palette: Locator
  readonly notices: Locator

  constructor(page: Page) {
    this.page = page
    this.status = page.getByRole('contentinfo')
    this.palette = page.getByRole('dialog', { name: 'Find anything' })
    this.notices = page.getByRole('button', { name: 'Dismiss' }).locator('..')
  }

  async go(screen: Screen): Promise<void> {
    const link = this.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen })
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
  }

  /** Opens the palette by its shortcut, types, and runs the named option, if one is given. */
  async find(text: string, option?: string | RegExp): Promise<void> {
    await this.page.keyboard.press('Control+K')
    await this.palette.getByRole('combobox').fill(text)
    if (option === undefined) return
    await this.palette.getByRole('option', { name: option }).first().click()
    await expect(this.palette).toBeHidden()
  }

  /** Chooses a format of an 'Export' menu and gives the file that the browser downloaded: its name and where it lies. */
  async exportAs(button: Locator, format: RegExp): Promise<{ name: string; file: string }> {
    await button.click()
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.page.getByRole('menuitem', { name: format }).click()])
    return { name: download.suggestedFilename(), file: await download.path() }
  }
}

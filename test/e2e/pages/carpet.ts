import { expect, type Locator, type Page } from '@playwright/test'

const NAMES = {
  en: { carpet: /^Carpet of / },
  ru: { carpet: /^Тепловая карта: / },
} as const

/** A channel's carpet on the readings tab. */
export class CarpetPage {
  readonly page: Page
  readonly surface: Locator
  readonly readout: Locator
  /** What a screen reader is told. */
  readonly said: Locator
  readonly table: Locator

  constructor(page: Page, language: keyof typeof NAMES = 'en') {
    this.page = page
    const { carpet } = NAMES[language]
    this.surface = page.getByRole('application', { name: carpet })
    this.readout = page.locator('.carpet-readout')
    this.said = page.locator('.carpet-panel [aria-live=polite]')
    this.table = page.getByRole('grid', { name: carpet })
  }

  async expectDrawn(): Promise<void> {
    await expect(this.surface.locator('canvas')).toHaveAttribute('data-drawn', /\d/)
  }
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.surface.press(key)
  }
  /** The colour of the picture in the middle of the keyboard's cell, as CSS writes it. */
  async colourOfCurrent(): Promise<string> {
    const [cell, area] = [await this.surface.locator('.current').boundingBox(), await this.surface.boundingBox()]
    if (!cell || !area) throw new Error('no cell is current')
    const at = { x: cell.x - area.x + cell.width / 2, y: cell.y - area.y + cell.height / 2 }
    return this.surface.locator('canvas').evaluate((canvas, { x, y }) => {
      const context = canvas instanceof HTMLCanvasElement ? canvas.getContext('2d') : null
      const ratio = window.devicePixelRatio
      const [red, green, blue] = context?.getImageData(Math.floor(x * ratio), Math.floor(y * ratio), 1, 1).data ?? []
      return `rgb(${red}, ${green}, ${blue})`
    }, at)
  }
  /** The colour beside the value that is read out. */
  swatch(): Promise<string> {
    return this.readout.locator('i').evaluate((element) => getComputedStyle(element).backgroundColor)
  }
}

import axe from 'axe-core'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

/** Axe's serious findings in both themes; ends in the light one. */
export async function axeIsContent(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await expect(page.locator('html')).toHaveClass(theme === 'dark' ? /dark/ : /^((?!dark).)*$/)
    const found = await page.evaluate(async () => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      return (await inPage.run(document, { resultTypes: ['violations'] })).violations
    })
    const serious = found.filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'heading-order')
    expect(serious.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`))).toEqual([])
  }
}

/** Presses Tab until a control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(control).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [0] })
}

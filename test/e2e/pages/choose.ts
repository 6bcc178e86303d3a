import type { Locator, Page } from '@playwright/test'

/** Opens a list of choices by keyboard and takes one. */
export async function choose(page: Page, list: string, option: string | RegExp): Promise<void> {
  const box: Locator = page.getByRole('combobox', { name: list })
  await box.press('Enter')
  await page.getByRole('option', { name: option }).click()
}

import { test, expect } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { StationPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'

test('Ctrl+K finds stations, consumers, screens and commands from anywhere', async ({ page, app, book }) => {
  await app.start({ book })
  const [shell, workbench] = [new Shell(page), new WorkbenchPage(page)]
  await workbench.expectStations(150)

  await shell.find('прг-14', 'ПРГ-14')
  await expect(new StationPage(page).heading('ПРГ-14')).toBeVisible()

  // The key is read by its place: the same on a Russian layout, where it types 'л'.
  await page.evaluate(() =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true })),
  )
  await shell.palette.getByRole('combobox').fill('Стекломаш')
  await shell.palette
    .getByRole('option', { name: /^ООО «Стекломаш» ?\d/ })
    .first()
    .click()
  await expect(workbench.count).toHaveText(/^\d{1,2} stations?$/)

  await shell.find('reference', 'Reference')
  await expect(page).toHaveURL(/#\/reference/)
  await shell.find('dark', /light and dark/)
  await expect(page.locator('html')).toHaveClass(/dark/)

  await shell.find('zzz')
  await expect(shell.palette.getByText(/^Nothing found/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shell.palette).toBeHidden()
})

test('the palette is worked with the keyboard alone', async ({ page, app, book }) => {
  await app.start({ book })
  await new WorkbenchPage(page).expectStations(150)
  const shell = new Shell(page)
  await shell.find('ПРГ-1')
  const options = shell.palette.getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(new StationPage(page).heading('ПРГ-1')).toBeVisible()
})

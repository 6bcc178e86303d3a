import { test, expect } from './fixtures.ts'
import { askingBeside } from './support/contract.ts'
test('shots', async ({ page, app, book }) => {
  await app.start({ book })
  await app.go('/preferences')
  const section = page.getByRole('region', { name: 'Backups' })
  await section.getByRole('button', { name: 'Back up now' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await askingBeside(page, async (client) => {
    const [station] = (await client.stations.list({ limit: 1 })).rows
    await client.notes.write({ stationId: station?.id ?? 0, fromMs: null, toMs: null, kind: 'other', author: 'Olga', text: 'valve replaced', photos: [] })
  })
  await section.scrollIntoViewIfNeeded()
  await section.screenshot({ path: '/tmp/shot-section.png' })
  await section.getByRole('button', { name: /^Look inside/ }).click()
  await expect(page.getByRole('table', { name: 'The backup and the book' })).toBeVisible()
  await page.screenshot({ path: '/tmp/shot-dialog.png' })
  await page.keyboard.press('Escape')
  await askingBeside(page, (client) => client.program.setPreferences({ language: 'ru', theme: 'dark' }))
  await page.setViewportSize({ width: 640, height: 800 })
  const ru = page.getByRole('region', { name: 'Резервные копии' })
  await expect(ru).toBeVisible()
  await ru.screenshot({ path: '/tmp/shot-ru.png' })
  await ru.getByRole('button', { name: /^Заглянуть/ }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await page.screenshot({ path: '/tmp/shot-ru-dialog.png' })
})

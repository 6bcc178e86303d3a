import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { StationPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'

test('a shared part of a book opens with no account as a full review, and comes back by merging', async ({
  page,
  app,
  book,
}) => {
  await app.start({ book })
  await app.go('/stations')
  const workbench = new WorkbenchPage(page)
  await workbench.open('ПРГ-1')
  await page.getByRole('button', { name: 'Share…' }).click()
  const share = page.getByRole('dialog', { name: 'Share a part of the book' })
  await expect(share.getByText('1 station chosen')).toBeVisible()
  await expect(share.getByRole('checkbox', { name: 'Leave out personal data' })).toBeChecked()
  const saved = page.waitForEvent('download')
  await share.getByRole('button', { name: 'Save the book' }).click()
  const file = path.join(app.data, 'given.meterbook')
  copyFileSync(await (await saved).path(), file)
  await expect(share).toBeHidden()
  await app.stop()

  // Another laptop: no account, no network; nobody asks for a sign-in.
  await app.start({ book: file })
  await app.go('/stations')
  await expect(new Shell(page).status).toContainText('given')
  await workbench.open('ПРГ-1')
  const station = new StationPage(page)
  for (const tab of ['Readings', 'Events', 'Findings', 'Coverage'] as const) {
    await station.tab(tab)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await app.stop()

  // Back home it brings nothing new.
  await app.start({ book })
  await app.go('/preferences')
  await page.getByRole('button', { name: 'Merge…' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge another book' })
  await merge.getByRole('textbox', { name: 'The other book' }).fill(file)
  await merge.getByRole('button', { name: 'Count what it brings' }).click()
  await expect(merge.getByText('This book has all of it already.')).toBeVisible()
  await expect(merge.getByRole('row', { name: /^Readings 0 0 [1-9]/ })).toBeVisible()
  await expect(merge.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled()
})

import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { openBook } from '../../electron/book/index.ts'
import { plant, PLANTS, soundBook } from '../support/hostile-books.ts'
import { expect, test } from './fixtures.ts'
import { Shell } from './pages/shell.ts'
import { StationPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'

test('a shared part of a book opens with no account as a full review, and comes back by merging', async ({ page, app, book }) => {
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

test('a merge says in words what it refuses, before and after, and leads to what was kept of it', async ({ page, app }) => {
  const [mine, theirs] = [path.join(app.data, 'mine.meterbook'), path.join(app.data, 'theirs.meterbook')]
  openBook(mine, { mode: 'write', now: Date.now }).close()
  soundBook(theirs)
  const planted = ['a reading that is no JSON', 'an event with a code of 1 MB', 'a photograph that is none', 'an unknown time zone']
  for (const [name, sql] of PLANTS) if (planted.includes(name)) plant(theirs, sql)
  await app.start({ book: mine })
  await app.go('/preferences')
  await page.getByRole('button', { name: 'Merge…' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge another book' })
  await merge.getByRole('textbox', { name: 'The other book' }).fill(theirs)
  await merge.getByRole('button', { name: 'Count what it brings' }).click()
  const refused = merge.getByRole('note')
  await expect(refused).toContainText('5 rows of the other book will not be taken')
  const rows = [
    'Clocks of stations: 1 (a word that this program does not know)',
    'Contents of events: 1 (too long, or too many)',
    'Events: 1 (of something that is not there, or was not taken)',
    'Photographs of notes: 1 (no photograph, or one that is too large)',
    'Readings: 1 (cannot be read)',
  ]
  const said = async () => (await refused.getByRole('listitem').allInnerTexts()).toSorted()
  expect(await said()).toEqual(rows)
  await expect(merge.getByRole('button', { name: 'Show the records not understood' })).toHaveCount(0)

  await merge.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(refused).toContainText('5 rows of the other book were not taken')
  expect(await said()).toEqual(rows)
  await merge.getByRole('button', { name: 'Show the records not understood' }).click()
  await expect(merge).toBeHidden()
  const kept = page.getByRole('grid', { name: 'Not understood' })
  for (const table of ['reading', 'event', 'event_content', 'note_photo', 'station_clock'])
    await expect(kept.getByText(`merge/${table}`, { exact: true })).toBeVisible()

  // What is left of the other book is what cannot be taken.
  await app.go('/preferences')
  await expect(page.getByText('5 rows were not taken')).toBeVisible()
  await page.getByRole('button', { name: 'Merge…' }).click()
  await merge.getByRole('textbox', { name: 'The other book' }).fill(theirs)
  await merge.getByRole('button', { name: 'Count what it brings' }).click()
  await expect(merge.getByText('Of what can be taken, this book has all already.')).toBeVisible()
  await expect(merge.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled()
})

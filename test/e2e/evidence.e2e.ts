import path from 'node:path'
import { readZip, writeZip } from '../support/evidence-tampering.ts'
import { expect, test } from './fixtures.ts'
import { cutTexts, settled } from './support/screens.ts'
import { ReportsPage } from './pages/reports.ts'
import { STATIONS } from './support/synced.ts'

/** A bundle is opened: what holds, its numbers computed anew, what has come since, and what was changed. */

test('a bundle is verified, compared with the open book, and a changed record is named', async ({
  app,
  book,
  page,
}) => {
  test.slow()
  const bundle = path.join(app.data, 'october.zip')
  const made = await app.cli('evidence', '--book', book, '--stations', String(STATIONS.main), '--out', bundle)
  expect(made).toMatchObject({ code: 0 })
  await app.start({ book })
  await app.go('/evidence')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await expect(page.getByRole('button', { name: 'Copy public key' })).toBeVisible()
  const chooser = page.locator('input[type=file]')
  await chooser.setInputFiles(bundle)
  await expect(page.getByRole('heading', { name: 'Nothing was changed' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('row', { name: /ПРГ-1/ })).toBeVisible()
  await page.getByRole('button', { name: 'Compare with the open book' }).click()
  await expect(page.getByText('The open book has the same records.')).toBeVisible()
  await settled(page)
  expect(await cutTexts(page)).toEqual([])
  await page.getByRole('button', { name: 'Show the report' }).click()
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible()
  // The keys that the buttons promise.
  const fit = page.getByRole('dialog').getByRole('button', { name: 'Fit width' })
  await page.getByRole('region', { name: 'Pages of the report' }).focus()
  await page.keyboard.press('-')
  await expect(fit).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('0')
  await expect(fit).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')

  const files = await readZip(bundle)
  const name = 'evidence/data/records.jsonl'
  const text = (files.get(name) as Buffer).toString()
  files.set(name, Buffer.from(text.replace(/("gas_consume":)"?[\d.]+"?/, '$1"0.5"')))
  await writeZip(bundle, files)
  await page.getByLabel('Path of a bundle on this computer').fill(bundle)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('heading', { name: 'Something was changed' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('row', { name: /Record changed.*records\.jsonl, line.*gas_consume/ })).toBeVisible()
  expect(await cutTexts(page)).toEqual([])
})

test('a key that the first signature makes is known on the screen that was looked at before', async ({
  app,
  book,
  page,
}) => {
  await app.start({ book })
  await app.go('/evidence')
  await expect(page.getByText('No key was made yet.')).toBeVisible()
  await app.go(`/reports?stations=${STATIONS.main}&form=passport`)
  const reports = new ReportsPage(page)
  await reports.previewed()
  await reports.downloaded(async () => {
    await page.getByRole('button', { name: 'Evidence' }).click()
    await page.getByRole('menuitem', { name: 'Save as signed evidence…' }).click()
  })
  await app.go('/evidence')
  await expect(page.getByRole('button', { name: 'Copy public key' })).toBeVisible()
})

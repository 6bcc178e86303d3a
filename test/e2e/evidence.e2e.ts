import path from 'node:path'
import { readZip, resign, resum, writeZip } from '../support/evidence-tampering.ts'
import { HOSTILE, withRoom } from '../support/hostile-bundles.ts'
import { makeKey } from '../../electron/exports/evidence/sshsig.ts'
import { expect, test } from './fixtures.ts'
import { askingBeside } from './support/contract.ts'
import { cutTexts, settled } from './support/screens.ts'
import { ReportsPage } from './pages/reports.ts'
import { STATIONS } from './support/synced.ts'

/** The command that makes a bundle of one station's October: a month has all that a bundle has. */
const evidence = (book: string, out: string) => [
  ...['evidence', '--book', book, '--stations', String(STATIONS.main)],
  ...['--from', '2026-10-01', '--to', '2026-10-31', '--out', out],
]

/** A bundle is opened: what holds, its numbers computed anew, what has come since, and what was changed. */

test('a bundle is verified, compared with the open book, and a changed record is named', async ({ app, book, page }) => {
  test.slow()
  const bundle = path.join(app.data, 'october.zip')
  const made = await app.cli(...evidence(book, bundle))
  expect(made).toMatchObject({ code: 0 })
  await app.start({ book })
  await app.go('/evidence')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await expect(page.getByRole('button', { name: 'Copy public key' })).toBeVisible()
  await expect(page.getByText('The private key is kept in the vault of this computer')).toBeVisible()
  const chooser = page.locator('input[type=file]')
  await chooser.setInputFiles(bundle)
  await expect(page.getByRole('heading', { name: 'Agrees with itself, but is not signed' })).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByText('The pages of the report were not read: compare')).toBeVisible()
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
  await expect(page.getByText('which is not the hash that the bundle states of them')).toBeVisible()
  expect(await cutTexts(page)).toEqual([])
})

test('what was not compared is said; green is only what a known key has signed; a signature taken out is missed', async ({
  app,
  book,
  page,
}) => {
  test.slow()
  const [plain, signed, stripped] = ['plain', 'signed', 'stripped'].map((name) => path.join(app.data, `${name}.zip`)) as [
    string,
    string,
    string,
  ]
  const make = (out: string, ...more: string[]) => app.cli(...evidence(book, out), ...more)
  expect(await make(plain)).toMatchObject({ code: 0 })
  expect(await make(signed, '--sign')).toMatchObject({ code: 0 })
  await app.start({ book })
  await app.go('/evidence')
  const verify = async (file: string, verdict: string) => {
    await page.getByLabel('Path of a bundle on this computer').fill(file)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('heading', { name: verdict })).toBeVisible({ timeout: 60_000 })
    await settled(page)
    expect(await cutTexts(page)).toEqual([])
  }
  const check = (name: RegExp) => page.getByRole('table', { name: 'What was checked' }).getByRole('row', { name })

  // Other pages, other sums: nothing here says anything of the pages.
  const files = await readZip(plain)
  files.set('evidence/data/report.pdf', Buffer.from('%PDF-1.7 forged'))
  resum(files)
  await writeZip(plain, files)
  await verify(plain, 'Agrees with itself, but is not signed')
  await expect(check(/pages of report\.pdf Not checked they were not read: compare the hash/)).toBeVisible()
  await expect(check(/days that were asked for.* Holds/)).toBeVisible()
  await expect(page.getByText('same as on each page')).toBeHidden()

  await verify(signed, 'Unchanged since you signed it')
  const theirs = await readZip(signed)
  resign(theirs, makeKey())
  await writeZip(signed, theirs)
  await verify(signed, 'Signature holds, key unknown')
  await expect(check(/The signature Holds by a key that you do not know/)).toBeVisible()
  await page.getByRole('button', { name: 'This key is known…' }).click()
  await page.getByRole('textbox', { name: 'Whose key it is' }).fill('Петров')
  await page.getByRole('button', { name: 'Remember' }).click()
  await expect(page.getByRole('heading', { name: 'Unchanged since Петров signed it' })).toBeVisible()
  await expect(check(/The signature Holds by a key that you know/)).toBeVisible()
  await expect(check(/pages of report\.pdf Not checked they were not read; the file is the one that was signed/)).toBeVisible()

  const left = await readZip(signed)
  left.delete('evidence/tagmanifest-sha256.txt.sig')
  left.set('evidence/bag-info.txt', Buffer.from(String(left.get('evidence/bag-info.txt')).replace(/^Meterbook-Signed-By: .*\n/m, '')))
  resum(left)
  await writeZip(stripped, left)
  await verify(stripped, 'Something was changed')
  await expect(page.getByRole('row', { name: /Signature missing.*allowed_signers/ })).toBeVisible()
  await expect(check(/The signature Does not hold the bundle says that it was signed/)).toBeVisible()

  // One file of the signed bundle changed: the signature is of the sums, and not of that file.
  const other = await readZip(signed)
  const report = 'evidence/data/report.json'
  other.set(report, Buffer.from(String(other.get(report)).replace(/"received": \d+/, '"received": 1')))
  await writeZip(stripped, other)
  await verify(stripped, 'Something was changed')
  // Beside the signature, and among what was checked.
  await expect(page.getByText('Holds for the list of sums, not for what is named as changed')).toHaveCount(2)

  await askingBeside(page, (client) => client.program.setPreferences({ language: 'ru' }))
  await expect(page.getByRole('heading', { name: 'Пакет изменён' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Страницы report\.pdf Не проверено/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Число, которое не следует из записей.*часы по своим записям в отчёте: 1/ })).toBeVisible()
  expect(await cutTexts(page)).toEqual([])
})

test('where no vault keeps the key, nothing says that one does; the first signature makes one, which the screen knows then', async ({
  app,
  book,
  page,
}) => {
  await app.start({ book, vault: false })
  await app.go('/evidence')
  await expect(page.getByText('No key was made yet.')).toBeVisible()
  await expect(page.getByText('This computer keeps no secrets for the program')).toBeVisible()
  await expect(page.getByText('vault')).toBeHidden()
  await app.go(`/reports?stations=${STATIONS.main}&form=passport`)
  const reports = new ReportsPage(page)
  await reports.previewed()
  await reports.saveSigned(async () => {
    // It goes away by itself, maybe before the file is there.
    await expect(page.getByText('A key to sign with was made. It lives until the program ends')).toBeVisible()
  })
  await app.go('/evidence')
  await expect(page.getByRole('button', { name: 'Copy public key' })).toBeVisible()
  await expect(page.getByText('vault')).toBeHidden()
})

test('bundles that were made to end the program are answered, and the host answers others meanwhile', async ({ app, book, page }) => {
  test.slow()
  const original = path.join(app.data, 'original.zip')
  expect(await app.cli(...evidence(book, original))).toMatchObject({ code: 0 })
  await app.start({ book })
  await app.go('/evidence')
  for (const [what, says] of [
    ['a choice of three million stations', /Cannot be read.*choice\.json/i],
    ['an open quote before 200,000 short rows', /readings\.csv, line 2/],
  ] as const) {
    const files = await readZip(original)
    withRoom(files)
    HOSTILE.find((one) => one.what === what)?.make(files, app.data)
    resum(files)
    const file = path.join(app.data, 'hostile.zip')
    await writeZip(file, files)
    await page.getByLabel('Path of a bundle on this computer').fill(file)
    await page.getByRole('button', { name: 'Verify' }).click()
    await askingBeside(page, (client) => client.program.setPreferences({ language: 'en' }))
    await expect(page.getByText(says).first()).toBeVisible({ timeout: 120_000 })
  }
  await app.go(`/stations/${STATIONS.main}`)
  await expect(page.getByText('ПРГ-1').first()).toBeVisible()
})

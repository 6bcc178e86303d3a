import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { dayAt, firstOfMonth } from '../../electron/contract/time/day.ts'
import { allText, pdfText } from '../support/pdf-text.ts'
import { openedBook } from '../support/xlsx.ts'
import { test, expect } from './fixtures.ts'
import { ReportsPage } from './pages/reports.ts'
import { Shell } from './pages/shell.ts'
import { runCli, steadyEnv } from './support/process.ts'
import { STATIONS } from './support/synced.ts'

const STATIONS_OF_CONSUMER = 12

test.describe('a monthly report', () => {
  // So many that some consumers have twelve of them.
  test.use({ demoWishes: { stations: 680 } })
  test.setTimeout(420_000)

  test('of 12 stations of one consumer is previewed, saved as PDF, XLSX and evidence, and verified elsewhere', async ({
    page,
    app,
    demo,
  }) => {
    const owner = [...demo.world.consumers()].find(({ id }) => [...demo.world.stations(id)].length === STATIONS_OF_CONSUMER)
    if (!owner) throw new Error('no consumer has 12 stations')
    const stations = [...demo.world.stations(owner.id)]
    const book = path.join(app.data, 'month.meterbook')
    const month = firstOfMonth(dayAt(Date.now()), -1)
    const sync = await app.cli(
      'sync',
      '--url',
      demo.url,
      '--email',
      demo.email,
      '--book',
      book,
      '--archives',
      'hourly,daily',
      '--views',
      'general',
      '--stations',
      stations.map(({ id }) => id).join(','),
      '--from',
      month,
    )
    expect(sync.code, sync.stderr).toBe(0)
    await app.start({ book })

    const [shell, reports] = [new Shell(page), new ReportsPage(page)]
    await shell.go('Reports')
    await reports.tab('Head and contracts')
    await page.getByRole('textbox', { name: 'Organisation that makes the report' }).fill('Горгаз-сервис')
    const contract = page.getByRole('textbox', { name: `Number of the contract with ${owner.name}`, exact: true })
    await contract.fill('17-К/2026')
    await contract.press('Tab')
    await expect(page.getByText(/^Typed in: 1 of/)).toBeVisible()

    await reports.tab('Make')
    await reports.chooseWhose(owner.name)
    await expect(reports.choices.getByText('12 stations', { exact: true })).toBeVisible()
    await expect.poll(() => reports.previewed(), { timeout: 150_000 }).toBeGreaterThanOrEqual(STATIONS_OF_CONSUMER)
    const pages = await reports.previewed()
    await expect(reports.textOf(1)).toContainText('Report of gas consumption parameters')
    await expect(reports.textOf(1)).toContainText('17-К/2026')
    await expect(reports.textOf(1)).toContainText('Горгаз-сервис')
    // By keyboard to the next page.
    await reports.preview.focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('2')

    const pdf = await reports.downloaded(() => page.getByRole('button', { name: 'Save PDF' }).click())
    expect(pdf.name).toMatch(/\.pdf$/)
    const texts = (await pdfText(readFileSync(pdf.file))).map((one) => allText([one]))
    expect(texts).toHaveLength(pages)
    // Kerning cuts a word in pieces, which the reader joins with spaces.
    const squeezed = (text: string) => text.replaceAll(/\s/g, '')
    for (const { name } of stations) expect(squeezed(texts.join(''))).toContain(squeezed(name))
    const [, hash] = /([0-9a-f]{64})/.exec(texts[0] ?? '') ?? []
    expect(texts.filter((text) => text.includes(hash ?? '-'))).toHaveLength(pages)

    const xlsx = await reports.downloaded(() => page.getByRole('button', { name: 'Save XLSX' }).click())
    expect(xlsx.name).toMatch(/\.xlsx$/)
    expect((await openedBook(xlsx.file)).sheets.length).toBeGreaterThan(0)

    const zip = await reports.downloaded(async () => {
      await page.getByRole('button', { name: 'Evidence' }).click()
      await page.getByRole('menuitem', { name: 'Save as evidence…', exact: true }).click()
    })
    await reports.tab('Log')
    const log = page.getByRole('grid', { name: 'Log' })
    for (const { name } of [pdf, xlsx, zip]) await expect(log.getByRole('gridcell', { name, exact: true }).first()).toBeVisible()

    // On another computer, which has neither the book nor its data folder.
    const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'meterbook-e2e-elsewhere-'))
    try {
      const bundle = path.join(elsewhere, 'evidence.zip')
      copyFileSync(zip.file, bundle)
      const env = { ...steadyEnv, METERBOOK_DATA: path.join(elsewhere, 'data') }
      const sound = await runCli(['verify', bundle, '--json'], env)
      expect(sound.code, sound.stderr).toBe(0)
      expect(JSON.parse(sound.stdout)).toMatchObject({ holds: true, recordsHash: hash, about: { stations: STATIONS_OF_CONSUMER } })
      const bytes = readFileSync(bundle)
      const at = Math.floor(bytes.length / 2)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      writeFileSync(bundle, bytes)
      expect((await runCli(['verify', bundle], env)).code).toBe(1)
    } finally {
      rmSync(elsewhere, { recursive: true, force: true })
    }
  })
})

test('choices are saved, run with one click into a folder, removed and brought back; a folder that is gone is said', async ({
  page,
  app,
  book,
}) => {
  await app.start({ book })
  await app.go(`/stations/${STATIONS.main}`)
  await page.getByRole('link', { name: 'Report of this station…' }).click()
  const reports = new ReportsPage(page)
  await reports.chooseForm('Event log')
  await reports.previewed()
  await expect(reports.textOf(1)).toContainText('Event log')

  const folder = path.join(app.data, 'reports')
  mkdirSync(folder)
  await page.getByRole('button', { name: 'Save these choices…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save the choices as a report' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Журнал ПРГ')
  await dialog.getByRole('combobox', { name: 'Period' }).selectOption('Last month')
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await dialog.getByRole('textbox', { name: 'Names of files' }).fill('{name} ')
  await dialog.getByRole('button', { name: '{serial}' }).click()
  await expect(dialog.getByText(/^Журнал ПРГ \d+\.pdf$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()

  await reports.tab('Saved')
  await expect(page.getByRole('gridcell', { name: 'Журнал ПРГ' })).toBeVisible()
  const run = page.getByRole('button', { name: 'Run for last month' })
  await run.click()
  await expect(page.getByText('“Журнал ПРГ”: files made: 1.')).toBeVisible()
  await expect.poll(() => readdirSync(folder)).toEqual([expect.stringMatching(/^Журнал ПРГ \d+\.pdf$/)])

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No saved report yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('gridcell', { name: 'Журнал ПРГ' })).toBeVisible()

  rmSync(folder, { recursive: true })
  await expect(run).toBeEnabled()
  await run.click()
  await expect(page.getByText('The folder is not there.').first()).toBeVisible()
  await reports.tab('Log')
  const said = page.getByRole('gridcell', { name: /^The folder is not there/ })
  // Which one, also for who reads the log a month later.
  await expect(said).toContainText(folder)
})

test('a form of one’s own is a copy whose mistake is said with its line', async ({ page, app, book }) => {
  await app.start({ book })
  await app.go(`/reports?stations=${STATIONS.main}&form=events`)
  const reports = new ReportsPage(page)
  await reports.previewed()
  await reports.choices.getByRole('button', { name: 'Copy “Event log”…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy this form…' })
  await dialog.getByRole('textbox').fill('Short log')
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(dialog).toBeHidden()
  const file = path.join(app.data, 'forms', 'Short log.yaml')
  await expect(reports.choices.getByText(file)).toBeVisible()

  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith('data:'))
  writeFileSync(file, lines.with(at, 'data: nonsense').join('\n'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This form has a mistake' })).toBeVisible()
  await expect(page.getByText(new RegExp(`^Line ${at + 1}: `)).first()).toBeVisible()
  writeFileSync(file, text.replace('title: Short log', 'title: My short log'))
  await page.getByRole('button', { name: 'Read the file again' }).click()
  await reports.previewed()
  await expect(reports.textOf(1)).toContainText('My short log')
})

test('a preview is shown while the one before it is still being let go; pages that cannot be read are said to be so', async ({
  page,
  shared,
}) => {
  // The reader of PDFs answers late that a document is closed, as it does where the machine is busy.
  await page.addInitScript(() => {
    const send = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (this: Worker, ...sent: unknown[]) {
      const at = (sent[0] as { action?: string } | null)?.action === 'Terminate' ? 5000 : 0
      const now = () => Reflect.apply(send, this, sent)
      if (at > 0) setTimeout(now, at)
      else now()
    }
  })
  await shared.open(page, `/reports?stations=${STATIONS.main}&form=events`)
  const reports = new ReportsPage(page)
  await reports.previewed()
  for (const title of ['Metering station passport', 'Changes log', 'Visit list']) {
    await reports.chooseForm(title)
    await expect(reports.textOf(1)).toContainText(title)
  }
  await test.step('no older pages are shown for those that cannot be read', async () => {
    await page.evaluate(() => (Blob.prototype.arrayBuffer = () => Promise.resolve(new ArrayBuffer(100))))
    await reports.chooseForm('Event log')
    await expect(reports.preview.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('img', { name: /^Page 1 of/ })).toBeHidden()
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openBook } from '../../electron/book/index.ts'
import { expect, test as base } from './fixtures.ts'
import { Grid } from './pages/grid.ts'
import { axeIsContent, tabTo } from './support/axe.ts'
import { askingBeside } from './support/contract.ts'
import { EXCHANGED, PLAIN, PRESENT, writeExchanged } from './support/exchanged.ts'
import { pdfText } from '../support/pdf-text.ts'

/** What is new since the last look: the first screen after a download, by keyboard alone, and the same by command line, HTML and PDF. */

const HOUR_MS = 3_600_000
const inDays = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS).toISOString().slice(0, 10)

const test = base.extend({
  book: async ({ app }, use) => {
    const file = path.join(app.data, 'morning.meterbook')
    writeExchanged(file)
    const book = openBook(file, { mode: 'write', now: Date.now })
    book.typed.write(PLAIN, [{ fact: 'next_verification', value: inDays(30) }], 'Olga', Date.now())
    book.digest.looked(Date.now() - HOUR_MS)
    const setting = (value: string) => [{ channelName: 'Контрактный час', channelDataValue: value, unitName: 'ч' }]
    book.settings.putSnapshot(PRESENT.equipmentId, Date.now() - 1000, setting('10'))
    book.settings.putSnapshot(PRESENT.equipmentId, Date.now(), setting('8'))
    const run = book.tasks.createRun({}, Date.now())
    book.tasks.insert(run, [{ kind: 'readings', target: {}, stationId: EXCHANGED, position: 1 }], Date.now())
    book.tasks.settle(book.tasks.next(run, 1)[0]?.id ?? 0, 'failed', Date.now())
    book.tasks.setRunState(run, 'done', Date.now())
    book.close()
    await use(file)
  },
})
const judged = (page: Page) =>
  askingBeside(page, async (client) => {
    await expect.poll(async () => (await client.findings.analysis()).stale).toBe(0)
  })
interface Told {
  kinds: { lines: { sentence: string }[] }[]
}
const sentences = ({ kinds }: Told) => kinds.flatMap(({ lines }) => lines.map(({ sentence }) => sentence))

test('the first screen after a download; by keyboard; the same everywhere; looked at, and taken back', async ({
  page,
  lent,
  app,
  book,
}) => {
  await lent.start()
  await expect(page.getByRole('heading', { level: 1, name: 'What is new' })).toBeVisible()
  const grid = new Grid(page.getByRole('grid', { name: 'What is new' }))
  await judged(page)
  await page.reload()
  await expect(grid.root).toBeVisible()
  await expect.poll(() => grid.column('Kind')).toContain('Settings changed')
  await grid.settled()
  const shown = await grid.column('What is new')

  await test.step('the failed download first; the setting with before and after; the verification by its day', async () => {
    expect(shown[0]).toMatch(/^The download that ended .*: 1 task failed$/u)
    expect(shown.join('\n')).toMatch(/Contract hour: from 10 to 8 ч \(settings: stands alone\)/u)
    expect(await grid.column('Kind')).toContain('Verification due')
    await axeIsContent(page)
  })

  await test.step('the command line says the same, as text, JSON, HTML and PDF', async () => {
    const { stdout, code } = await app.cli('digest', '--book', book, '--format', 'json')
    expect(code).toBe(0)
    expect(sentences(JSON.parse(stdout) as Told)).toEqual(shown)
    const text = (await app.cli('digest', '--book', book)).stdout
    for (const one of shown) expect(text).toContain(one)
    const out = path.join(app.data, 'morning')
    expect((await app.cli('digest', '--book', book, '--format', 'pdf', '--out', `${out}.pdf`)).code).toBe(0)
    const paper = (await pdfText(readFileSync(`${out}.pdf`))).flat(2).join(' ')
    for (const word of shown.join(' ').split(' ')) expect(paper).toContain(word)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'For mail…' }).press('Enter')])
    expect(download.suggestedFilename()).toBe('What is new.html')
    const html = readFileSync(await download.path(), 'utf8')
    const mail = await page.context().newPage()
    await mail.setContent(html)
    expect(await mail.locator('td:nth-child(2)').allTextContents()).toEqual(shown)
    await mail.close()
  })

  await test.step('Enter leads to the place, and back; a kind is chosen', async () => {
    await grid.root.focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#\/downloads\/history/u)
    await page.goBack()
    await expect(grid.root).toBeVisible()
    const box = page.getByRole('checkbox', { name: 'Settings changed' })
    await tabTo(page, box)
    await page.keyboard.press('Space')
    await expect.poll(() => grid.column('Kind')).toEqual(expect.not.arrayContaining(['Downloads that failed']))
    await expect(page).toHaveURL(/kinds=setting/u)
    await grid.root.press('Control+Home')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`#/stations/${EXCHANGED}/settings`, 'u'))
    await page.goBack()
    await expect(grid.root).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filter' }).first().press('Enter')
    await expect.poll(() => grid.column('What is new')).toEqual(shown)
  })

  await test.step('L: only what lies ahead is left; undo; and the next start is no longer with it', async () => {
    await grid.root.focus()
    await page.keyboard.press('l')
    await expect(page.getByRole('status').getByText('Looked at.')).toBeVisible()
    await expect.poll(() => grid.column('Kind')).toEqual(['Verification due'])
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(() => grid.column('What is new')).toEqual(shown)
    await page.getByRole('button', { name: 'Looked at' }).press('Enter')
    await expect.poll(() => grid.column('Kind')).toEqual(['Verification due'])
    await page.goto(new URL('/', page.url()).href)
    await expect(
      page
        .getByRole('treegrid')
        .or(page.getByRole('grid', { name: 'Stations' }))
        .first(),
    ).toBeVisible()
    await expect(page).toHaveURL(/#\/stations/u)
  })
})

test('in Russian; by the palette; nothing new says so', async ({ page, lent, book }) => {
  const own = openBook(book, { mode: 'write', now: Date.now })
  own.typed.write(PLAIN, [{ fact: 'next_verification', value: inDays(300) }], 'Olga', Date.now())
  own.digest.looked(Date.now())
  own.close()
  await lent.start()
  await expect(page.getByRole('link', { name: 'Downloads' })).toBeVisible()
  await askingBeside(page, (client) => client.program.setPreferences({ language: 'ru' }))
  await page.reload()
  await expect(page.getByRole('link', { name: 'Загрузки' })).toBeVisible()
  await judged(page)
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Найти что угодно' })
  await palette.getByRole('combobox').fill('что нового')
  await expect(palette.getByRole('option').first()).toContainText('Что нового')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Что нового' })).toBeVisible()
  const grid = new Grid(page.getByRole('grid', { name: 'Что нового' }))
  await expect(grid.root).toBeVisible()
  await expect.poll(() => grid.column('Вид')).toEqual(['Проверено заново'])
  await page.keyboard.press('l')
  await expect(page.getByRole('heading', { name: /^Ничего нового\./u })).toBeVisible()
  await axeIsContent(page)
})

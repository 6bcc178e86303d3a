import { readFileSync } from 'node:fs'
import { openBook } from '../../electron/book/index.ts'
import { allText, pdfText } from '../support/pdf-text.ts'
import { openedBook } from '../support/xlsx.ts'
import { test, expect } from './fixtures.ts'
import { ReadingsPage } from './pages/station.ts'
import { Shell } from './pages/shell.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { askingBeside } from './support/contract.ts'
import { columnOf, readCsv, readXlsx, type FileTable } from './support/files.ts'
import { SPAN, STATIONS } from './support/synced.ts'
import { byName, eventsOf } from './support/truth.ts'
import englishNames from '../../electron/words/en/names.ts'

/** A value as a file holds it. */
const held = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** A channel's heading for people: its name with the code, the unit behind. */
const titleOf = (code: string) => new RegExp(`\\(${code}\\)|^${code}(,|$)`)

test('events of chosen stations: CSV and Excel files have every event, row for row', async ({ page, shared, synced }) => {
  await shared.open(page, '/stations')
  const [workbench, shell] = [new WorkbenchPage(page), new Shell(page)]
  const stations = [...synced.world.stations()].filter(({ id }) => id === STATIONS.main || id === STATIONS.valve)
  for (const station of stations) await workbench.choose(station)
  await expect(workbench.selection).toContainText('2 stations chosen')
  const button = workbench.selection.getByRole('button', { name: 'Export' })
  const csv = await shell.exportAs(button, /^Export events as CSV/)
  const xlsx = await shell.exportAs(button, /^Export events as Excel/)

  // A value may be a code: both files keep it as it came.
  const names: Readonly<Record<string, string>> = englishNames.archive
  const truth = stations
    .flatMap(({ id, name, equipment_id: device }) =>
      eventsOf(synced.world, Number(device), SPAN).map(({ time, archive, entries }) =>
        [time, id, name, names[archive], entries['Code'], held(entries['ValCode']), held(entries['Izm'])].join('|'),
      ),
    )
    .sort()
  const rowsOf = (table: FileTable) => {
    const columns = [/^Unix time/, 'Station number', 'Station', 'Archive', 'Code', 'ValCode', 'Izm'].map((title) => columnOf(table, title))
    return table.rows.map((_, row) => columns.map((cells) => cells[row]).join('|')).sort()
  }
  const [fromCsv, fromExcel] = [readCsv(csv.file), await readXlsx(xlsx.file)]
  expect(fromCsv.rows.length).toBeGreaterThan(100)
  expect(rowsOf(fromCsv)).toEqual(truth)
  expect(rowsOf(fromExcel)).toEqual(truth)
  for (const table of [fromCsv, fromExcel]) {
    const times = columnOf(table, /^Unix time/).map(Number)
    expect(times).toEqual([...times].sort((a, b) => b - a))
  }
})

test('readings: each file has the channels that are shown, row for row as the table has them', async ({ page, shared, synced }) => {
  await shared.open(page, `/stations/${STATIONS.main}/readings?archive=daily&view=general&show=table`)
  const [readings, shell] = [new ReadingsPage(page), new Shell(page)]
  await expect(readings.table.rows.first()).toBeVisible()
  await page.getByRole('group', { name: 'Span of days' }).getByRole('button', { name: 'All' }).click()
  const truth = [...synced.world.readings(300_002, 'daily', 'general', SPAN.from, SPAN.to)]
  await readings.onlyRecords()
  await readings.table.expectTotal(truth.length)
  const codes = Object.keys(byName(truth[0]?.channel_data ?? []))
  expect(codes.length).toBeGreaterThan(3)
  const button = page.getByRole('button', { name: 'Export' })
  const csv = await shell.exportAs(button, /^CSV/)
  const xlsx = await shell.exportAs(button, /^Excel/)
  const plain = await shell.exportAs(button, /^Plain CSV/)
  expect(csv.name).toMatch(/^ПРГ-1 Daily general \d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/)
  const newestFirst = truth.toReversed()
  const valuesOf = (code: string) => newestFirst.map((record) => held(byName(record.channel_data)[code]))
  const shown = await readings.channels.getByRole('button', { pressed: true }).count()
  expect(shown).toBeGreaterThan(1)
  for (const table of [readCsv(csv.file), await readXlsx(xlsx.file)]) {
    expect(columnOf(table, /^Unix time/).map(Number)).toEqual(newestFirst.map((record) => record.event_time))
    const inFile = codes.filter((code) => table.header.some((title) => titleOf(code).test(title)))
    expect(inFile).toHaveLength(shown)
    for (const code of inFile) expect(columnOf(table, titleOf(code))).toEqual(valuesOf(code))
  }
  const every = readCsv(plain.file, ',', '')
  expect(columnOf(every, 'unix_time').map(Number)).toEqual(newestFirst.map((record) => record.event_time))
  const inEvery = codes.filter((code) => every.header.includes(code))
  expect(inEvery).toHaveLength(shown)
  for (const code of inEvery) expect(columnOf(every, code)).toEqual(valuesOf(code))
})

test('with sums open, the export has the sums that are shown', async ({ page, shared }) => {
  await shared.open(page, `/stations/${STATIONS.main}/readings?archive=hourly&view=unified&show=day`)
  const sums = page.getByRole('application', { name: /^Sums of / })
  await expect(sums).toBeVisible()
  const shell = new Shell(page)
  const { name, file } = await shell.exportAs(page.getByRole('button', { name: 'Export' }), /^CSV/)
  expect(name).toMatch(/^ПРГ-1 daily sums Hourly unified .*\.csv$/)
  const { header, rows } = readCsv(file)
  expect(header[0]).toBe('Gas day')
  // The readout of the last bar is the last row.
  await sums.press('End')
  const last = rows.at(-1) ?? []
  const [year, month, day] = (last[0] ?? '').split('-')
  await expect(page.locator('[aria-live=polite]', { hasText: `${day}/${month}/${year}` })).toHaveCount(1)
})

test('letters that the fonts of a PDF lack are said before it is saved', async ({ page, lent }) => {
  await lent.start()
  const about = { stationId: STATIONS.main, fromMs: null, toMs: null, kind: 'other' as const, author: 'Olga', photos: [] }
  await askingBeside(page, (client) => client.notes.write({ ...about, text: 'Seal 漢 at the door' }))
  await lent.go(`/stations/${STATIONS.main}/notes`)
  await expect(page.getByText('Seal 漢 at the door')).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /^PDF/ }).click()
  const said = page.getByText('The fonts of a PDF lack these characters, so their codes would be printed: 漢 Nothing was saved yet.')
  await expect(said).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save with codes' }).click()])
  expect(allText(await pdfText(readFileSync(await download.path())))).toContain('Seal [U+6F22] at the door')
  await expect(said).toBeHidden()
})

test('the sums are saved as a picture', async ({ page, shared }) => {
  await shared.open(page, `/stations/${STATIONS.main}/readings?archive=hourly&view=general&show=day`)
  await expect(page.getByRole('application', { name: /^Sums of / })).toBeVisible()
  const button = page.getByRole('button', { name: 'Picture' })
  const { name, file } = await new Shell(page).exportAs(button, /^SVG/)
  expect(name).toMatch(/^ПРГ-1 hourly .*\.svg$/)
  const picture = readFileSync(file, 'utf8')
  expect(picture).toMatch(/<svg[\s\S]*<path[\s\S]*<\/svg>/)
  for (const text of ['ПРГ-1', 'Europe/Moscow']) expect(picture).toContain(text)
})

test('every choice in one dialog: for whom, format, separator, characters, sheets; the last ones are remembered', async ({
  page,
  shared,
}) => {
  await shared.open(page, '/events')
  const shell = new Shell(page)
  const button = page.getByRole('button', { name: 'Export' })
  const dialog = page.getByRole('dialog', { name: 'Export' })
  const choices = async () => {
    await expect(button).toBeEnabled()
    await button.click()
    await page.getByRole('menuitem', { name: 'Format, encoding, sheets…' }).click()
    await expect(dialog).toBeVisible()
  }
  const made = async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export' }).click()])
    await expect(dialog).toBeHidden()
    return { name: download.suggestedFilename(), file: await download.path() }
  }

  await choices()
  await dialog.getByRole('radio', { name: 'Everything, without the filter' }).check()
  await dialog.getByRole('button', { name: 'Excel (XLSX)' }).click()
  await dialog.getByRole('button', { name: 'One per station' }).click()
  const workbook = await openedBook((await made()).file)
  const names = workbook.sheets.map(({ name }) => name)
  expect(names[0]).toBe('About')
  expect(names).toContain('ПРГ-1')
  expect(names.length).toBeGreaterThan(2)
  await expect(shell.notices.first()).toContainText('rows')

  await choices()
  await expect(dialog.getByRole('button', { name: 'One per station' })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: 'CSV' }).click()
  await dialog.getByRole('combobox', { name: 'Separator' }).selectOption('tab')
  await dialog.getByRole('combobox', { name: 'Characters' }).selectOption('windows-1251')
  const csv = await made()
  expect(csv.name).toMatch(/\.csv$/)
  const text = new TextDecoder('windows-1251').decode(readFileSync(csv.file))
  const [header = '', first = ''] = text.split('\r\n')
  expect(header.split('\t').length).toBeGreaterThan(8)
  expect(header).toContain('Station\t')
  expect(first).toMatch(/[А-Яа-я]/)

  await page.reload()
  await choices()
  await expect(dialog.getByRole('combobox', { name: 'Separator' })).toHaveValue('tab')
  await dialog.getByRole('button', { name: 'Programs' }).click()
  await expect(dialog.getByRole('button', { name: 'CSV' })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: 'JSON' }).click()
  const json = JSON.parse(readFileSync((await made()).file, 'utf8')) as { rows: unknown[] }
  expect(json.rows.length).toBeGreaterThan(100)
})

test('a long export is seen in the status bar, and its end leaves nothing but a sentence', async ({ lent, book, page }) => {
  fillHours(book)
  await lent.start()
  await lent.go('/stations')
  const [workbench, shell] = [new WorkbenchPage(page), new Shell(page)]
  await workbench.expectStations(150)
  await page.keyboard.press('Control+a')
  await expect(workbench.selection).toContainText('150 stations chosen')
  await workbench.selection.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Readings, days, archives…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export from the chosen stations' })
  await dialog.getByRole('button', { name: 'All', exact: true }).click()
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect(dialog).toBeHidden()

  const work = shell.status.getByRole('button', { name: /^Export: .*\.xlsx/ })
  await expect(work).toBeVisible()
  await work.press('Enter')
  const list = page.getByRole('dialog', { name: 'What is being made' })
  const cancel = list.getByRole('button', { name: /^Cancel “.*\.xlsx”$/ })
  await expect(cancel).toBeFocused()
  await expect(list).toContainText(/ of \d/)
  await cancel.press('Enter')
  await expect(shell.notices).toContainText('Cancelled: nothing was left behind.')
  await expect(work).toBeHidden()
  await expect(workbench.selection.getByRole('button', { name: 'Export' })).toBeEnabled()
})

/** So many hours that writing them takes seconds on any machine. */
function fillHours(file: string): void {
  const open = openBook(file, { mode: 'write', now: () => 0 })
  const hours = Array.from({ length: 8760 }, (_, hour) => ({
    atMs: Date.UTC(2024, 0, 1, hour),
    values: { P: hour / 7, T: hour / 3, V: hour * 1.5 },
  }))
  open.db.pragma('synchronous = OFF')
  for (const equipmentId of [...open.devices.all().keys()].slice(0, 40))
    open.page(() => {
      open.readings.put({ equipmentId, archiveType: 'hourly', view: 'general' }, hours)
    })
  open.close()
}

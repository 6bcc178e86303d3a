import { openBook } from '../../electron/book/index.ts'
import { test, expect } from './fixtures.ts'
import { Grid } from './pages/grid.ts'
import { Shell } from './pages/shell.ts'
import { columnOf, readCsv } from './support/files.ts'
import { askingBeside, judgedBeside } from './support/contract.ts'
import { STATIONS } from './support/synced.ts'

/** What the rules found in a book, as the book itself tells it. */
function foundIn(file: string) {
  const book = openBook(file, { mode: 'read', now: Date.now })
  try {
    return book.findings.page({}, { sort: 'from', desc: true, limit: -1 }).rows
  } finally {
    book.close()
  }
}

test('findings of all stations are narrowed, lead to their readings, and are marked by keyboard', async ({ page, lent, book }) => {
  await lent.start()
  await new Shell(page).go('Findings')
  // The book was judged elsewhere. All of it is judged anew, and what is found rests before it is read.
  await askingBeside(page, (client) => client.findings.judge({ all: true }))
  await judgedBeside(page)
  await expect(page.getByRole('status').filter({ hasText: /^Judged / })).toBeVisible()
  const truth = foundIn(book)
  expect(truth.length).toBeGreaterThan(3)
  const grid = new Grid(page.getByRole('grid', { name: 'Table of findings' }))
  const facets = page.getByRole('complementary', { name: 'Filters' })
  const counted = (facet: string, name: string) =>
    facets
      .getByRole('region', { name: facet, exact: true })
      .locator('label')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('.count')
  const numbered = (n: number) => n.toLocaleString('en-GB')
  await grid.expectTotal(truth.length)

  await test.step('facets count what they would show, and the address keeps the choice', async () => {
    const failing = truth.filter(({ flag }) => flag === 4)
    await expect(counted('Flag', 'Fail')).toHaveText(numbered(failing.length))
    await expect(counted('State', 'New')).toHaveText(numbered(truth.length))
    await facets.getByRole('region', { name: 'Flag' }).getByRole('checkbox', { name: /^Fail/ }).check()
    await grid.expectTotal(failing.length)
    await expect(counted('Flag', 'Suspect')).toHaveText(numbered(truth.filter(({ flag }) => flag === 3).length))
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV', exact: true }).click()])
    const file = readCsv(await download.path())
    expect(columnOf(file, 'Flag')).toEqual(failing.map(() => 'Fail'))
    expect(columnOf(file, 'Code of the rule')).toEqual(failing.map(({ rule }) => rule))
    await page.reload()
    await grid.expectTotal(failing.length)
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await grid.expectTotal(truth.length)
  })

  const [first] = truth
  if (!first) throw new Error('nothing was found')
  await test.step('a change that comes meanwhile takes neither the row nor an open menu', async () => {
    const mark = (as: 'seen' | null) => askingBeside(page, (client) => client.findings.mark({ ids: [first.id], mark: as }))
    await facets.getByRole('region', { name: 'State' }).getByRole('checkbox', { name: /^Seen/ }).uncheck()
    await expect(page).toHaveURL(/states=new/)
    await grid.expectTotal(truth.length)
    await grid.root.press('Control+Home')
    await grid.root.press('ArrowDown')
    await grid.root.press('ArrowDown')
    const current = grid.root.locator('.row.active')
    await expect(current).toHaveAttribute('aria-rowindex', '4')
    const said = await current.innerText()
    await page.keyboard.press('Shift+F10')
    const entry = page.getByRole('menuitem').first()
    await expect(entry).toBeFocused()
    await mark('seen')
    await grid.expectTotal(truth.length - 1)
    await expect(current).toHaveAttribute('aria-rowindex', '3')
    expect(await current.innerText()).toBe(said)
    await expect(entry).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(grid.root).toBeFocused()
    await mark(null)
    await expect(current).toHaveAttribute('aria-rowindex', '4')
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await grid.expectTotal(truth.length)
  })

  await test.step('Enter leads to the readings, the time of the finding marked; a link leads back to it', async () => {
    await grid.root.press('Control+Home')
    const said = (await grid.column('What was found'))[0] ?? ''
    await grid.root.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/stations/${first.stationId}/readings\\?finding=${first.id}`))
    await expect(page.getByRole('note').filter({ hasText: said })).toBeVisible()
    await expect(page.locator('[data-marked]')).toBeVisible()
    await page.getByRole('link', { name: 'The finding' }).click()
    const details = page.getByRole('complementary', { name: 'Details of the finding' })
    await expect(details.getByRole('heading', { level: 2, name: said })).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/#\/findings$/)
    await grid.expectTotal(truth.length)
  })

  const state = () => grid.column('State').then(([one]) => one)
  await test.step('S, X and U mark the current finding, Ctrl+Z takes the mark back', async () => {
    await grid.root.press('Control+Home')
    await page.keyboard.press('s')
    await expect.poll(state).toBe('Seen')
    // What is settled leaves the list of open findings, and comes back with its mark.
    await page.keyboard.press('x')
    await grid.expectTotal(truth.length - 1)
    await expect(counted('State', 'Wrong')).toHaveText('1')
    await page.keyboard.press('Control+z')
    await grid.expectTotal(truth.length)
    await expect(counted('State', 'Seen')).toHaveText('1')
    await grid.root.press('Control+Home')
    await expect.poll(state).toBe('Seen')
    await page.keyboard.press('u')
    await expect.poll(state).toBe('New')
  })

  await test.step('many are marked by the menu; the facet follows', async () => {
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByRole('toolbar', { name: 'Chosen: 3' })).toBeVisible()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Mark 3 as seen' }).click()
    await expect(counted('State', 'Seen')).toHaveText('3')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(counted('State', 'Seen')).toHaveText('0')
    await page.getByRole('button', { name: 'Clear the choice' }).click()
  })

  await test.step('an explanation becomes a note of the station', async () => {
    await grid.root.press('Control+Home')
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: 'Explain' })
    await dialog.getByRole('textbox', { name: 'What explains it' }).fill('Works on the line, valve 3 was shut.')
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await grid.expectTotal(truth.length - 1)
    await expect(counted('State', 'Explained')).toHaveText('1')
    await page.keyboard.press('Control+z')
    await grid.expectTotal(truth.length)
    expect(await askingBeside(page, (client) => client.notes.page({ stationIds: [first.stationId] }))).toMatchObject({ total: 0 })

    await grid.root.press('Control+Home')
    await page.keyboard.press('e')
    await dialog.getByRole('textbox', { name: 'What explains it' }).fill('Works on the line, valve 3 was shut.')
    await page.keyboard.press('Control+Enter')
    await grid.expectTotal(truth.length - 1)
    await lent.go('/findings?states=explained')
    await grid.expectTotal(1)
    await grid.root.press('Control+Home')
    await expect.poll(state).toBe('Explained')
    const details = page.getByRole('complementary', { name: 'Details of the finding' })
    await details.getByRole('link', { name: 'The note that explains it' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'valve 3 was shut' })).toBeVisible()
  })
})

test('a station shows what was found and what was not evaluated, its holes with their price, three sums; the chart has a lane', async ({
  page,
  lent,
  book,
}) => {
  await lent.start()

  await test.step('the line below the stations says what was found', async () => {
    await lent.go('/stations')
    const line = page.getByRole('region', { name: 'Stations', exact: true }).getByText(/findings at/)
    await expect(line).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Findings' })).toBeVisible()
  })

  await lent.go(`/stations/${STATIONS.hole}/findings`)
  const grid = new Grid(page.getByRole('grid', { name: 'Findings of the station' }))
  await test.step('the tab lists all, with the tests that passed and those that could not be made', async () => {
    await expect(page.getByText(/\d+ of \d+ tests passed/)).toBeVisible()
    const truth = foundIn(book).filter(({ stationId }) => stationId === STATIONS.hole)
    expect(truth.length).toBeGreaterThan(0)
    await grid.expectTotal(truth.length)
    await page.locator('summary').click()
    await expect(page.getByRole('cell', { name: /^Not evaluated: / }).first()).toBeVisible()
  })

  await test.step('holes have causes; the design capacity prices them', async () => {
    await page.getByRole('button', { name: 'Holes' }).click()
    const holes = new Grid(page.getByRole('grid', { name: 'Holes' }))
    await expect.poll(() => holes.total()).toBeGreaterThan(0)
    const title = 'By capacity × time, m³'
    await expect.poll(async () => new Set(await holes.column(title))).toEqual(new Set(['—']))
    await page.getByLabel('Design capacity, m³/h').fill('250')
    await page.getByRole('button', { name: 'Set' }).click()
    await expect(page.getByText('Design capacity: 250 m³/h.')).toBeVisible()
    await expect
      .poll(async () => {
        const [[billed], [records]] = await Promise.all([holes.column(title), holes.column('Records')])
        return Number(billed?.replaceAll(',', '')) / Number(records?.replaceAll(',', ''))
      })
      .toBe(250)
    await expect(page.getByRole('region', { name: 'Missing records by cause' })).toContainText('(')
  })

  await test.step('three sums stand side by side', async () => {
    await page.getByRole('button', { name: 'Three sums' }).click()
    const sums = new Grid(page.getByRole('grid', { name: 'Three sums by gas day' }))
    await expect.poll(() => sums.total()).toBeGreaterThan(60)
    await expect(page.getByText(/With the contract hour in use, \d\d:00, \d+ of \d+ gas days? fit\./)).toBeVisible()
    await page.getByRole('checkbox', { name: 'Only days that do not fit' }).check()
    await expect.poll(async () => (await sums.visible()).every((cells) => cells.includes('does not fit'))).toBe(true)
  })

  await test.step('the chart has a lane of findings, and a finding under the pointer is named', async () => {
    await lent.go(`/stations/${STATIONS.hole}/readings`)
    const lanes = page.getByRole('group', { name: 'Event archives' })
    await expect(lanes.getByText('Findings')).toBeVisible()
  })
})

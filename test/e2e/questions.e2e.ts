import { copyFileSync } from 'node:fs'
import en from '../../electron/words/en/example-questions.ts'
import ru from '../../electron/words/ru/example-questions.ts'
import { expect, test } from './fixtures.ts'
import { Grid } from './pages/grid.ts'
import { QuestionsPage } from './pages/questions.ts'
import { Shell } from './pages/shell.ts'
import { axeIsContent } from './support/axe.ts'
import { askingBeside, judgedBeside } from './support/contract.ts'
import { readCsv } from './support/files.ts'
import { BOOK_VARIABLE } from './support/global-setup.ts'
import { STATIONS } from './support/synced.ts'

/** Questions in SQL: asked, stopped, drawn, saved, linked; and the question that a table stands for. */

const ENDLESS = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS c FROM n'
const EXAMPLES = { en, ru }

for (const language of ['en', 'ru'] as const) {
  test(`an example, its chart, its carpet and its file (${language})`, async ({ page, lent }) => {
    await lent.start()
    await lent.go(`/questions?with=station=${STATIONS.main}&with=from=2026-09-01&with=to=2026-11-20`)
    // A window that is still being drawn may have read its preferences already and not yet hear of their changes.
    await expect(new QuestionsPage(page, 'en').editor).toBeFocused()
    await askingBeside(page, (client) => client.program.setPreferences({ language }))
    const questions = new QuestionsPage(page, language)
    const { words } = questions
    await expect(page.getByRole('heading', { name: words.empty })).toBeVisible()
    await axeIsContent(page)

    await questions.example(EXAMPLES[language].hours.title).click()
    await expect(questions.editor).toContainText('SELECT r.event_time')
    await expect(questions.answer.root).toBeVisible()
    const total = await questions.answer.total()
    expect(total).toBeGreaterThan(1000)
    await axeIsContent(page)

    await questions.button(words.shapes.chart).click()
    await expect(page.getByRole('img', { name: words.chart })).toHaveAttribute('data-drawn', /\d/)
    await page.getByRole('application', { name: words.chart }).press('ArrowRight')
    await expect(page.locator('.readout-card')).toContainText('m3')
    await axeIsContent(page)

    await questions.button(words.shapes.carpet).click()
    await expect(page.locator('.answer-carpet canvas')).toHaveAttribute('data-drawn', /\d/)
    await axeIsContent(page)

    const { file, name } = await new Shell(page).exportAs(questions.button(words.file), /^CSV/)
    expect(name).toMatch(/\.csv$/)
    expect(readCsv(file).rows.length).toBeGreaterThan(1000)
  })
}

test('a question is written, asked, stopped and left by keyboard alone', async ({ page, lent }) => {
  await lent.start()
  await lent.go('/questions')
  const questions = new QuestionsPage(page)
  await expect(questions.editor).toBeFocused()
  await page.keyboard.insertText('SELECT id, na')
  await page.keyboard.press('Control+Space')
  await page.keyboard.press('Escape')
  await questions.ask('SELECT id, name FROM v_station ORDER BY id LIMIT 3')
  await questions.answer.expectTotal(3)
  await expect(questions.foot).toContainText('3 rows')

  await questions.ask(ENDLESS)
  await expect(questions.button('Cancel')).toBeVisible()
  await expect(questions.foot).toContainText('Asking…')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: /^Cancelled/ })).toBeVisible()
  await expect(questions.button('Ask')).toBeVisible()

  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(questions.editor).not.toBeFocused()
  await questions.ask('SELECT 5 AS five')
  await questions.answer.expectTotal(1)
  // Signs that fold panes elsewhere are text in the editor.
  await questions.editor.click()
  await page.keyboard.type('[]?')
  await expect(questions.editor).toContainText('[]')
  await expect(page.getByRole('complementary', { name: 'Saved questions and examples' })).toBeVisible()
})

test('a key asks a question once, from the editor and from a field', async ({ page, lent }) => {
  let asked = 0
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => (asked += String(payload).includes('questions/ask') ? 1 : 0)))
  await lent.start()
  await lent.go('/questions')
  const questions = new QuestionsPage(page)
  await questions.ask('SELECT 1 AS one')
  await questions.answer.expectTotal(1)
  expect(asked).toBe(1)
  await questions.ask('SELECT value FROM json_each(:list)')
  const field = page.getByRole('textbox', { name: ':list' })
  await field.fill('[1, 2]')
  asked = 0
  await field.press('Enter')
  await questions.answer.expectTotal(2)
  expect(asked).toBe(1)
  await field.fill('[1, 2, 3]')
  await field.press('Control+Enter')
  await questions.answer.expectTotal(3)
  expect(asked).toBe(2)
})

test('the button that asks cancels, keeps the focus, and Escape cancels from it and from a field', async ({ page, lent }) => {
  await lent.start()
  await lent.go('/questions')
  const questions = new QuestionsPage(page)
  await questions.write(`${ENDLESS} WHERE i <> :but`)
  const field = page.getByRole('textbox', { name: ':but' })
  await field.fill('-1')
  await questions.button('Ask').focus()
  await page.keyboard.press('Enter')
  await expect(questions.button('Cancel')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Cancelled/ })).toBeVisible()
  await expect(questions.button('Ask')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(questions.button('Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(questions.button('Ask')).toBeFocused()
  await field.press('Enter')
  await expect(questions.button('Cancel')).toBeVisible()
  await field.press('Escape')
  await expect(questions.button('Ask')).toBeVisible()
})

test('what is wrong and what is refused is said and marked in the text', async ({ page, lent }) => {
  await lent.start()
  await lent.go('/questions')
  const questions = new QuestionsPage(page)
  await questions.ask('SELECT nam FROM v_station')
  await expect(page.getByRole('alert')).toContainText('no such column: nam')
  await expect(page.locator('.cm-refused')).toHaveText('nam')
  await questions.ask('SELECT * FROM station_text')
  await expect(page.getByRole('alert')).toContainText('questions may read the public views')
  await axeIsContent(page)
  await questions.ask('SELECT id FROM v_station LIMIT 1')
  await questions.answer.expectTotal(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('parameters have fields, a question is saved, changed, opened by its link, renamed, deleted and brought back', async ({
  page,
  lent,
}) => {
  await lent.start()
  await lent.go('/questions')
  const questions = new QuestionsPage(page)
  const sql = 'SELECT id, name FROM v_station WHERE id = :station OR name = :called'
  await questions.ask(sql)
  await expect(page.getByText('Say which :station is meant.')).toBeVisible()
  const fields = page.getByRole('group', { name: 'Values of the question' })
  await fields.getByRole('combobox').fill('ПРГ-1')
  await page.getByRole('option').first().click()
  await fields.getByRole('textbox', { name: ':called' }).fill('nobody')
  await fields.getByRole('textbox', { name: ':called' }).press('Enter')
  await questions.answer.expectTotal(1)
  await axeIsContent(page)

  await page.keyboard.press('Control+S')
  const dialog = page.getByRole('dialog', { name: 'Save the question' })
  await dialog.getByRole('textbox', { name: 'Name of the question' }).fill('By number')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(questions.saved('By number')).toHaveAttribute('aria-current', 'true')
  await expect(page).toHaveURL(/question=\d+/)
  await expect(page).not.toHaveURL(/sql=/)
  const link = page.url().split('#')[1] ?? ''
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'More: save as' }).click()
  await page.getByRole('menuitem', { name: 'Copy the link' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^meterbook:\/\/open\?book=[^&]+&question=\d+$/)

  await questions.write(`${sql} LIMIT 1`)
  await expect(page).toHaveURL(/sql=/)
  await page.reload()
  await expect(questions.editor).toContainText('LIMIT 1')
  await expect(page.getByRole('region', { name: 'Saved' })).toContainText('(changed)')

  await lent.go('/stations')
  await lent.go(link)
  await expect(questions.editor).toContainText(sql)
  await expect(questions.editor).not.toContainText('LIMIT 1')
  await questions.button('Ask').click()
  await questions.answer.expectTotal(1)

  await page.getByRole('button', { name: 'Rename “By number”…' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name of the question' }).fill('By key')
  await page.keyboard.press('Enter')
  await expect(questions.saved('By key')).toBeVisible()
  await page.getByRole('button', { name: 'Delete “By key”' }).click()
  await expect(questions.saved('By key')).toHaveCount(0)
  await expect(questions.editor).toContainText(sql)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(questions.saved('By key')).toBeVisible()
})

test('the table of stations and the findings open the question that made them', async ({ page, lent }) => {
  await lent.start()
  const questions = new QuestionsPage(page)
  const stations = new Grid(page.getByRole('grid', { name: 'Stations' }))
  await lent.go('/stations?text=%D0%BA%D0%BE%D1%82%D0%B5%D0%BB%D1%8C%D0%BD%D0%B0%D1%8F')
  const total = await stations.total()
  await page.getByRole('button', { name: 'Export' }).first().click()
  await page.getByRole('menuitem', { name: 'Ask in SQL' }).click()
  await expect(page).toHaveURL(/#\/questions/)
  await questions.answer.expectTotal(total)
  await expect(questions.editor).toContainText('as it was shown')
  // A row leads to its station.
  await questions.answer.root.press('Enter')
  await expect(page).toHaveURL(/#\/stations\/\d+/)

  await lent.go('/findings')
  const findings = new Grid(page.getByRole('grid', { name: 'Findings' }))
  // What is found rests before it is counted.
  await judgedBeside(page)
  await expect(page.getByRole('status').filter({ hasText: /^Judged / })).toBeVisible()
  const { total: found } = await askingBeside(page, (client) => client.findings.page({ states: ['new', 'seen'], limit: 1 }))
  expect(found).toBeGreaterThan(0)
  // The page hears of what was found a moment later.
  await findings.expectTotal(found)
  await page.getByRole('button', { name: 'Export' }).first().click()
  await page.getByRole('menuitem', { name: 'Ask in SQL' }).click()
  await questions.answer.expectTotal(found)
})

test('another book lets the answer of the first go, and brings back none of its questions', async ({ page, lent }) => {
  const other = test.info().outputPath('other.meterbook')
  copyFileSync(String(process.env[BOOK_VARIABLE]), other)
  await lent.start()
  await lent.go('/questions')
  const questions = new QuestionsPage(page)
  await askingBeside(page, (client) => client.questions.keep({ id: null, name: 'Of the first', sql: 'SELECT 1 AS one', author: '' }))
  await questions.ask('SELECT id FROM v_station LIMIT 2')
  await questions.answer.expectTotal(2)
  await page.getByRole('button', { name: 'Delete “Of the first”' }).click()
  await expect(questions.saved('Of the first')).toHaveCount(0)
  await askingBeside(page, (client) => client.book.open({ file: other, mode: 'write' }))
  await expect(questions.answer.root).toHaveCount(0)
  await expect(questions.foot).toContainText('No answer yet')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('was deleted in another book')).toBeVisible()
  expect(await askingBeside(page, (client) => client.questions.named())).toEqual([])
})

test('a question has its own history of typing, and Back lets the answer of the later one go', async ({ page, lent }) => {
  await lent.start()
  await lent.go('/questions')
  const questions = new QuestionsPage(page)
  await askingBeside(page, (client) => client.questions.keep({ id: null, name: 'First', sql: 'SELECT 1 AS first', author: '' }))
  await askingBeside(page, (client) => client.questions.keep({ id: null, name: 'Second', sql: 'SELECT 2 AS second', author: '' }))
  await questions.saved('First').click()
  await expect(questions.editor).toContainText('AS first')
  await questions.saved('Second').click()
  await expect(questions.editor).toContainText('AS second')
  await questions.editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' LIMIT 5')
  await expect(questions.editor).toContainText('LIMIT 5')
  for (let step = 0; step < 4; step++) await page.keyboard.press('Control+Z')
  await expect(questions.editor).toHaveText('SELECT 2 AS second')
  await page.keyboard.press('Control+Enter')
  await questions.answer.expectTotal(1)
  await page.goBack()
  await expect(questions.editor).toContainText('AS first')
  await expect(questions.answer.root).toHaveCount(0)
})

test('the documentation is searched, and writes its names into the question', async ({ page, lent }) => {
  await lent.start()
  await lent.go('/questions')
  const questions = new QuestionsPage(page)
  const docs = page.getByRole('complementary', { name: 'Views and columns' })
  await questions.write('SELECT ')
  await docs.getByRole('searchbox').fill('balance of each')
  await docs.getByRole('button', { name: 'Write v_balance_day into the question' }).click()
  await expect(questions.editor).toContainText('v_balance_day')
  await docs.getByRole('searchbox').fill('uncertainty_m3')
  await docs.getByRole('button', { name: 'uncertainty_m3' }).click()
  await expect(questions.editor).toContainText('uncertainty_m3')
})

test('a window that asks an endless question answers keys and clicks', async ({ page, lent }) => {
  await lent.start()
  await lent.go('/questions')
  const questions = new QuestionsPage(page)
  await questions.ask(ENDLESS)
  await expect(questions.foot).toContainText('Asking…')
  await page.keyboard.type(' -- typed meanwhile')
  await expect(questions.editor).toContainText('typed meanwhile')
  const edge = page.getByRole('separator', { name: 'Height of “Question in SQL”' })
  const height = Number(await edge.getAttribute('aria-valuenow'))
  await edge.press('ArrowDown')
  await expect(edge).toHaveAttribute('aria-valuenow', String(height + 16))
  await expect(questions.foot).toContainText('Asking…')
  await questions.button('Cancel').click()
  await expect(page.getByRole('heading', { name: /^Cancelled/ })).toBeVisible()
})

test('nothing and an empty text are told apart, and a name of any script is marked where it is refused', async ({ page, lent }) => {
  await lent.start()
  await lent.go('/questions')
  const questions = new QuestionsPage(page)
  await questions.ask("SELECT NULL AS a, '' AS b, 'x' AS c")
  await questions.answer.expectTotal(1)
  await expect(questions.answer.root.getByRole('gridcell')).toHaveText(['—', '', 'x'])
  await questions.ask('SELECT имя FROM v_station')
  await expect(page.locator('.cm-refused')).toHaveText('имя')
})

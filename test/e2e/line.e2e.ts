import type { Page, WebSocketRoute } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { askingBeside } from './support/contract.ts'
import { STATIONS } from './support/synced.ts'
import { QuestionsPage } from './pages/questions.ts'
import { StationPage } from './pages/station.ts'
import { WorkbenchPage } from './pages/workbench.ts'

/** The page's connections to the program, the newest last, with what was asked over each. */
async function lines(page: Page, onAsked: (line: WebSocketRoute, asked: string) => boolean = () => true) {
  const all: { line: WebSocketRoute; host: WebSocketRoute; asked: string[] }[] = []
  await page.routeWebSocket(/\/rpc$/, (line) => {
    const host = line.connectToServer()
    const asked: string[] = []
    all.push({ line, host, asked })
    line.onMessage((message) => {
      asked.push(String(message))
      if (onAsked(line, String(message))) host.send(message)
    })
  })
  return all
}

for (const { what, asks, place, shown } of [
  {
    what: 'rows',
    asks: '/stations/list',
    place: '/stations',
    shown: (page: Page) => new WorkbenchPage(page).expectStations(150),
  },
  {
    what: 'an answer',
    asks: '/stations/get',
    place: `/stations/${STATIONS.main}`,
    shown: (page: Page) => expect(new StationPage(page).heading('ПРГ-1')).toBeVisible(),
  },
])
  test(`${what}, asked over a connection that breaks, come over the next one`, async ({ page, shared }) => {
    let broken = false
    const all = await lines(page, (line, asked) => {
      if (broken || !asked.includes(asks)) return true
      broken = true
      void line.close()
      return false
    })
    await shared.open(page, '/preferences')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto(`${page.url().split('#')[0]}#${place}`)
    await expect.poll(() => all.length).toBe(2)
    await shown(page)
    await expect(page.getByRole('alert')).toBeHidden()
  })

test('a connection that is back tells of changes, as the one before did', async ({ page, lent }) => {
  const all = await lines(page)
  await lent.start()
  await new WorkbenchPage(page).expectStations(150)
  await all[0]?.line.close()
  await expect.poll(() => all.length).toBe(2)
  await expect.poll(() => all[1]?.asked.some((asked) => asked.includes('/program/changes'))).toBe(true)
  await askingBeside(page, (client) => client.program.setPreferences({ theme: 'dark' }))
  await expect(page.locator('html')).toHaveClass(/dark/)
})

test('what changed before the page listens for changes is on it all the same', async ({ page, lent }) => {
  let held = ''
  const all = await lines(page, (_, asked) => {
    if (held !== '' || !asked.includes('/program/changes')) return true
    held = asked
    return false
  })
  await lent.start()
  await new WorkbenchPage(page).expectStations(150)
  await expect.poll(() => held).not.toBe('')
  await askingBeside(page, (client) => client.program.setPreferences({ theme: 'dark' }))
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  all[0]?.host.send(held)
  await expect(page.locator('html')).toHaveClass(/dark/)
})

test('what changed while the connection was broken is on the page when it is back', async ({ page, lent }) => {
  // The second connection answers everything and tells of no change.
  const all = await lines(page, (line, asked) => line !== all[1]?.line || !asked.includes('/program/changes'))
  await lent.start()
  await lent.go('/questions')
  const questions = new QuestionsPage(page)
  await expect(questions.editor).toBeVisible()
  await all[0]?.line.close()
  await expect.poll(() => all[1]?.asked.some((asked) => asked.includes('/program/changes'))).toBe(true)
  await askingBeside(page, (client) => client.questions.keep({ id: null, name: 'Kept beside', sql: 'SELECT 1', author: 'Somebody' }))
  await expect(questions.saved('Kept beside')).toBeHidden()
  await all[1]?.line.close()
  await expect(questions.saved('Kept beside')).toBeVisible()
})

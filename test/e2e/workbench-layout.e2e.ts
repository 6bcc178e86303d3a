import type { Locator } from '@playwright/test'
import { test, expect } from './fixtures.ts'
import { WorkbenchPage } from './pages/workbench.ts'
import { settled } from './support/screens.ts'

/** Where the workbench's parts stand: nothing moves under the pointer, and parts fold in a narrow window. */

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error(`${String(element)} is not on screen`)
  return box
}

test('neighbouring rows are ticked one after the other at any width: nothing moves under the pointer', async ({ page, shared }) => {
  await shared.open(page, '/stations')
  const workbench = new WorkbenchPage(page)
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1024, height: 700 },
    { width: 640, height: 480 },
  ])
    await test.step(`${size.width} px wide`, async () => {
      await page.setViewportSize(size)
      await workbench.expectStations(150)
      await settled(page)
      const marks = workbench.grid.rows.locator('.check')
      const places = await Promise.all([1, 2, 3].map((at) => boxOf(marks.nth(at))))
      const table = await boxOf(workbench.grid.root)
      for (const [at, { x, y, width, height }] of places.entries()) {
        await page.mouse.click(x + width / 2, y + height / 2)
        await expect(workbench.selection).toContainText(`${at + 1} station`)
        expect(await boxOf(workbench.grid.root)).toEqual(table)
      }
      await expect(page.getByRole('row', { selected: true })).toHaveCount(3)
      for (const at of [1, 2, 3]) await expect(workbench.grid.rows.nth(at)).toHaveAttribute('aria-selected', 'true')
      await workbench.selection.getByRole('button', { name: 'Clear the choice' }).click()
      await expect(workbench.selection).toBeHidden()
      expect(await boxOf(workbench.grid.root)).toEqual(table)
    })
})

test('the search box stays where it is while one types', async ({ page, shared }) => {
  await shared.open(page, '/stations')
  const workbench = new WorkbenchPage(page)
  await workbench.expectStations(150)
  const [box, table] = [await boxOf(workbench.search), await boxOf(workbench.grid.root)]
  for (const [text, count] of [
    ['ПРГ-1', /^\d stations$/],
    ['no such station', /^0 stations$/],
    ['ПРГ-14', /^1 station$/],
    ['', /^150 stations$/],
  ] as const) {
    await workbench.search.fill(text)
    await expect(workbench.count).toHaveText(count)
    expect(await boxOf(workbench.search)).toEqual(box)
    expect(await boxOf(workbench.grid.root)).toEqual(table)
  }
})

test('at 1024 px the details fold, below 900 the tree too; keys open them over the table, and the choice is kept', async ({
  page,
  shared,
}) => {
  const main = ['Station', 'Status', 'Last session', 'Serial number']
  const wholeColumns = async (workbench: WorkbenchPage) => {
    const { x, width } = await boxOf(workbench.grid.root)
    const seen = []
    for (const title of main) {
      const head = await workbench.grid.header(title).boundingBox()
      if (head && head.x >= x && head.x + head.width <= x + width) seen.push(title)
    }
    return seen
  }
  await page.setViewportSize({ width: 1024, height: 700 })
  await shared.open(page, '/stations')
  const workbench = new WorkbenchPage(page)
  await workbench.expectStations(150)
  await expect(workbench.details).toBeHidden()
  await expect(workbench.tree).toBeVisible()
  await expect.poll(() => wholeColumns(workbench)).toEqual(main)
  await page.keyboard.press(']')
  await expect(workbench.details).toBeVisible()
  await expect(workbench.grid.root).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(workbench.details.getByRole('heading', { level: 2 })).toHaveText((await workbench.grid.column('Station'))[1] ?? '')
  await page.keyboard.press('Escape')
  await expect(workbench.details).toBeHidden()

  await page.setViewportSize({ width: 820, height: 700 })
  await expect(workbench.tree).toBeHidden()
  await expect.poll(() => wholeColumns(workbench)).toEqual(main)
  await page.keyboard.press('[')
  await expect(workbench.tree.getByRole('tree')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(workbench.tree).toBeHidden()
  await expect(workbench.grid.root).toBeFocused()
  await page.getByRole('button', { name: 'Providers and consumers' }).click()
  await expect(workbench.tree).toBeVisible()
  await workbench.grid.rows.last().click()
  await expect(workbench.tree).toBeHidden()

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(workbench.tree).toBeVisible()
  await expect(workbench.details).toBeVisible()
  await page.getByRole('button', { name: 'Station details' }).click()
  await expect(workbench.details).toBeHidden()
  await page.reload()
  await workbench.expectStations(150)
  await expect(workbench.tree).toBeVisible()
  await expect(workbench.details).toBeHidden()
})

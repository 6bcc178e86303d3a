import type { Locator } from '@playwright/test'
import { test, expect } from './fixtures.ts'
import { ReadingsPage } from './pages/station.ts'
import { SPAN, STATIONS } from './support/synced.ts'
import { eventsOf } from './support/truth.ts'

const DEVICE = 300_002
const READINGS = `/stations/${STATIONS.main}/readings?archive=hourly&view=unified`
/** The service writes degrees with a Cyrillic letter. */
const TEMPERATURE = 'Temperature °C'
const heightOf = async (values: Locator) => (await values.boundingBox())?.height ?? 0

/** Runs in the page: rows of a picture that have no pixel of the colour of focus. */
async function brokenRows(base64: string): Promise<number> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: new Uint8ClampedArray() }
  const probe = document.createElement('i')
  probe.style.color = 'var(--mb-focus)'
  document.body.append(probe)
  const focus = (/\d+, \d+, \d+/.exec(getComputedStyle(probe).color)?.[0] ?? '').split(', ').map(Number)
  probe.remove()
  let broken = 0
  for (let row = 0; row < bitmap.height; row++) {
    let found = false
    for (let column = 0; column < bitmap.width; column++) {
      const at = (row * bitmap.width + column) * 4
      found ||= [0, 1, 2].every((part) => Math.abs((data[at + part] ?? 0) - (focus[part] ?? -99)) < 8)
    }
    if (!found) broken++
  }
  return broken
}

test('a pane for each quantity; panes are folded, moved, resized, merged and taken apart by keyboard, kept for the device type and reset', async ({
  page,
  shared,
}) => {
  await shared.open(page, READINGS)
  const readings = new ReadingsPage(page)
  await readings.expectDrawn()
  const usual = ['Working volume m³', 'Standard volume m³', 'Pressure kPa', TEMPERATURE, 'Working counter m³', 'Standard counter m³']
  await expect.poll(() => readings.panes()).toEqual(usual)

  await test.step('counters are folded until somebody unfolds them', async () => {
    const fold = page.getByRole('button', { name: 'Unfold “Working counter, m³”' })
    const folded = await heightOf(readings.paneValues('Working counter'))
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await fold.press('Enter')
    await expect.poll(() => heightOf(readings.paneValues('Working counter'))).toBeGreaterThan(2 * folded)
    await page.getByRole('button', { name: 'Fold “Working counter, m³”' }).press('Enter')
    await expect.poll(() => heightOf(readings.paneValues('Working counter'))).toBe(folded)
  })

  await test.step('Alt and an arrow move a pane', async () => {
    await readings.paneName('Pressure').press('Alt+ArrowUp')
    await readings.paneName('Pressure').press('Alt+ArrowUp')
    await expect.poll(async () => (await readings.panes())[0]).toBe('Pressure kPa')
  })

  await test.step('arrows on the edge give height from one pane to the next', async () => {
    await page.setViewportSize({ width: 1440, height: 1300 })
    const [upper, lower] = [readings.paneValues('Pressure'), readings.paneValues('Working volume')]
    await expect.poll(async () => Math.abs((await heightOf(upper)) - (await heightOf(lower)))).toBeLessThan(2)
    const before = await heightOf(upper)
    const edge = page.getByRole('separator', { name: /Height of “Pressure, kPa” and “Working volume/ })
    for (let at = 0; at < 3; at++) await edge.press('ArrowDown')
    await expect.poll(async () => Math.round((await heightOf(upper)) - before)).toBeGreaterThanOrEqual(34)
    await expect.poll(async () => Math.round(before - (await heightOf(lower)))).toBeGreaterThanOrEqual(34)
  })

  await test.step('the edge is dragged; a double click makes both panes equal; the wheel over it zooms as over the plot', async () => {
    const [upper, lower] = [readings.paneValues('Pressure'), readings.paneValues('Working volume')]
    const edge = page.getByRole('separator', { name: /Height of “Pressure, kPa” and “Working volume/ })
    const before = { upper: await heightOf(upper), lower: await heightOf(lower) }
    const box = await edge.boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 30, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => Math.abs((await heightOf(upper)) - before.upper - 30)).toBeLessThan(2)
    await expect.poll(async () => Math.abs(before.lower - (await heightOf(lower)) - 30)).toBeLessThan(2)
    await edge.dblclick()
    await expect.poll(async () => Math.abs((await heightOf(upper)) - (await heightOf(lower)))).toBeLessThan(2)

    const days = readings.span.getByRole('button', { name: /–/ })
    const shown = (await days.textContent()) ?? ''
    await edge.hover()
    await page.mouse.wheel(0, -600)
    await expect(days).not.toHaveText(shown)
    await readings.surface.press('Backspace')
    await expect(days).toHaveText(shown)
  })

  await test.step('the frame of the focused plot goes around it unbroken, over the edges of the panes', async () => {
    await readings.surface.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(readings.surface).toBeFocused()
    const box = await readings.surface.boundingBox()
    if (!box) throw new Error('the plot is not there')
    const side = { x: Math.round(box.x) - 3, y: Math.round(box.y) + 4, width: 3, height: Math.round(box.height) - 8 }
    const broken = async () => {
      const png = await page.screenshot({ clip: side })
      return page.evaluate(brokenRows, png.toString('base64'))
    }
    await expect.poll(broken).toBe(0)
  })

  await test.step('the lanes of events fold into one row, and the plot grows by the others', async () => {
    const lanes = page.getByRole('group', { name: 'Event archives' })
    const names = lanes.locator('p')
    const rows = await names.count()
    expect(rows).toBeGreaterThan(1)
    const before = await heightOf(readings.paneValues('Pressure'))
    await lanes.getByRole('button', { name: 'All events in one row' }).press('Enter')
    await expect(names).toHaveCount(1)
    await expect.poll(() => heightOf(readings.paneValues('Pressure'))).toBeGreaterThan(before)
    await lanes.getByRole('button', { name: 'Events by archive' }).press('Enter')
    await expect(names).toHaveCount(rows)
  })

  await test.step('merged panes have an axis for each unit', async () => {
    await readings.paneName('Temperature').press('Enter')
    const menu = page.locator('.pane-menu').filter({ visible: true })
    await menu.getByRole('button', { name: 'Pressure, kPa' }).click()
    await expect.poll(async () => (await readings.panes())[0]).toBe(`Pressure kPa ${TEMPERATURE}`)
    await page.keyboard.press('Escape')
  })

  await test.step('another visit finds the panes as they were left; “Reset panes” has them as usual', async () => {
    await page.reload()
    await readings.expectDrawn()
    await expect.poll(async () => (await readings.panes())[0]).toBe(`Pressure kPa ${TEMPERATURE}`)
    await readings.paneName('Pressure').click()
    const menu = page.locator('.pane-menu').filter({ visible: true })
    await expect(menu.getByRole('group', { name: /^Axis of/ })).toHaveCount(2)
    await menu.getByRole('button', { name: 'Take apart' }).click()
    await expect.poll(async () => (await readings.panes()).slice(0, 2)).toEqual(['Pressure kPa', TEMPERATURE])
    await page.getByRole('button', { name: 'Reset panes' }).click()
    await expect.poll(() => readings.panes()).toEqual(usual)
    await expect(page.getByRole('button', { name: 'Reset panes' })).toBeHidden()
  })
})

test('a pane is dragged over another one; an axis is set by hand', async ({ page, shared }) => {
  await shared.open(page, READINGS)
  const readings = new ReadingsPage(page)
  await readings.expectDrawn()
  await expect.poll(() => readings.panes()).toHaveLength(6)
  // Lanes and units that come late move the panes, even between the look and the press: then no landing shows, and the
  // attempt is given up and begins anew.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await readings.paneName('Standard volume').hover()
    await page.mouse.down()
    const [name, row] = [await readings.paneName('Working volume').boundingBox(), await readings.paneValues('Working volume').boundingBox()]
    if (!name || !row) throw new Error('no pane')
    await page.mouse.move(name.x + 20, row.y + row.height / 2, { steps: 3 })
    const landing = await page.locator('.landing').boundingBox({ timeout: 1_000 })
    expect(landing?.height).toBeGreaterThan(row.height / 2)
    expect(Math.abs((landing?.y ?? 0) - row.y)).toBeLessThan(row.height / 2)
  }).toPass()
  await page.mouse.up()
  await expect.poll(async () => (await readings.panes())[0]).toBe('Working volume m³ Standard volume m³')

  const before = await readings.picture()
  await readings.paneName('Pressure').click()
  const menu = page.locator('.pane-menu').filter({ visible: true })
  await menu.getByRole('radio', { name: 'By hand' }).check()
  await menu.getByRole('textbox', { name: 'From' }).fill('0')
  await menu.getByRole('textbox', { name: 'From' }).press('Enter')
  await expect.poll(() => readings.picture()).not.toBe(before)
  await menu.getByRole('textbox', { name: 'To' }).fill('-1')
  await menu.getByRole('textbox', { name: 'To' }).press('Enter')
  await expect(menu.getByRole('alert')).toHaveText('The axis must end above its beginning.')
  await menu.getByRole('textbox', { name: 'To' }).fill('500')
  await menu.getByRole('textbox', { name: 'To' }).press('Enter')
  await expect(menu.getByRole('alert')).toBeHidden()
  const byHand = await readings.picture()
  await menu.getByRole('radio', { name: 'What is seen' }).check()
  await expect.poll(() => readings.picture()).not.toBe(byHand)
})

test.describe('in Russian', () => {
  test.use({ locale: 'ru-RU' })

  test('a day’s bar names the events of that day', async ({ page, shared, synced }) => {
    await shared.open(page, READINGS)
    await expect(page.locator('.echart[data-drawn]')).toBeVisible()
    await page.getByRole('group', { name: 'Промежуток дней' }).getByRole('button', { name: 'Всё' }).click()
    const lanes = page.getByRole('group', { name: 'Архивы событий' })
    await expect(lanes).toContainText('Аварии')
    const surface = page.getByRole('application', { name: /^Показания во времени: / })
    const query = () => new URLSearchParams(new URL(page.url()).hash.split('?')[1])
    await expect.poll(() => query().get('from')).not.toBeNull()
    const [fromMs, toMs] = ['from', 'to'].map((end) => Date.parse(query().get(end) ?? '')) as [number, number]

    // A day of Moscow with several events of one archive, and none of them near midnight.
    const day = (time: number) => new Date((time + 3 * 3600) * 1000).toISOString().slice(0, 10)
    const days = Map.groupBy(
      eventsOf(synced.world, DEVICE, SPAN).filter(({ archive }) => archive === 'event'),
      ({ time }) => day(time),
    )
    const [chosen, events] = [...days].find(([, own]) => own.length >= 2) ?? []
    if (!chosen || !events) throw new Error('no day has several events')
    const noonMs = Date.parse(`${chosen}T12:00:00+03:00`)
    const row = await lanes.getByText('События', { exact: true }).boundingBox()
    const card = page.getByText('Щёлкните, чтобы увидеть в журнале событий')
    await expect(async () => {
      const box = await surface.boundingBox()
      const x = (box?.x ?? 0) + ((noonMs - fromMs) / (toMs - fromMs)) * (box?.width ?? 0)
      await page.mouse.move(x, (box?.y ?? 0) + 300)
      await page.mouse.move(x, (row?.y ?? 0) + 5)
      await expect(card).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 15_000 })
    for (const { entries } of events) await expect(surface).toContainText(String(entries['CodeDescription']))
    await expect(surface).toContainText(`${chosen.split('-').reverse().join('.')}, 00:00`)
  })
})

test('many records are a band, and zooming in turns it into the line', async ({ page, shared }) => {
  await shared.open(page, `${READINGS}&channels=P`)
  const readings = new ReadingsPage(page)
  await page.setViewportSize({ width: 1000, height: 800 })
  await readings.expectDrawn()
  await readings.span.getByRole('button', { name: 'All' }).click()
  await expect.poll(() => readings.filled()).toBeGreaterThan(1200)
  await readings.span.getByRole('button', { name: 'Week' }).click()
  await expect.poll(() => readings.filled()).toBeLessThan(600)
  await readings.surface.press('Home')
  await expect(readings.paneValues('Pressure')).toContainText('kPa')
})

test('in a low window the panes scroll, and the time axis and what two cursors tell stay in view', async ({ page, lent }) => {
  await page.setViewportSize({ width: 1280, height: 520 })
  await lent.start()
  await lent.go(`/stations/${STATIONS.main}/readings?archive=hourly&view=general`)
  const scale = page.locator('.time-scale')
  await expect(scale).toBeInViewport()
  await page.getByRole('button', { name: 'Two cursors' }).click()
  await expect(page.getByRole('region', { name: 'Between the cursors' })).toBeInViewport({ ratio: 0.9 })
  await expect(scale).toBeInViewport()
  // The chart's own labels are there where it ends.
  await page.setViewportSize({ width: 1280, height: 1400 })
  await expect(scale).toBeHidden()
})

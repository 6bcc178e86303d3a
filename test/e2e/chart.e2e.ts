import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { test, expect } from './fixtures.ts'
import { choose } from './pages/choose.ts'
import { EventsPage, ReadingsPage, StationPage } from './pages/station.ts'
import { SPAN, STATIONS } from './support/synced.ts'
import { byName, eventsOf } from './support/truth.ts'

const DEVICE = 300_002
const READINGS = `/stations/${STATIONS.main}/readings`
const number = (text: string) => Number(text.replaceAll(/[^\d.-]/g, ''))

test('an event is marked on the readings’ time axis: hover decodes it, a click leads to the log and back', async ({
  page,
  shared,
  synced,
}) => {
  // An event with no other close to it.
  const events = eventsOf(synced.world, DEVICE, SPAN)
  const alone = events.find(({ time }, at) => at > 20 && events.every((other, i) => i === at || Math.abs(other.time - time) > 8 * 3600))
  if (!alone) throw new Error('no event stands alone')
  await shared.open(page, `${READINGS}?at=${Math.round(alone.time * 1000)}`)
  const readings = new ReadingsPage(page)
  await readings.expectDrawn()
  const box = await readings.surface.boundingBox()
  if (!box) throw new Error('the chart has no surface')
  // Its archive has a lane above the panes; the moment is in the middle.
  const lane = () => readings.lane(alone.archive)
  const card = page.getByText('Click to see it in the event log')
  await expect(async () => {
    await page.mouse.move(box.x + box.width / 2 + 3, box.y + box.height / 2)
    await page.mouse.move(box.x + box.width / 2, await lane())
    await expect(card).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  const description = String(alone.entries['CodeDescription'])
  await expect(readings.surface).toContainText(description.split('.')[0] ?? '')
  await expect(readings.surface).toContainText(String(alone.entries['Code']))
  await page.mouse.click(box.x + box.width / 2, await lane())

  const log = new EventsPage(page)
  await expect(page).toHaveURL(/\/events\?at=/)
  await expect(log.drawer.getByRole('heading', { level: 2 })).toContainText(description.split('.')[0] ?? '')
  await log.drawer.getByRole('link', { name: 'Show readings at this moment' }).click()
  await readings.expectDrawn()
  await expect(page).toHaveURL(/\/readings\?at=/)
})

test('two cursors say what was consumed between two moments', async ({ page, shared, synced }) => {
  await shared.open(page, `${READINGS}?archive=hourly&view=unified&channels=gas_consume,reading_value,P`)
  const readings = new ReadingsPage(page)
  await readings.expectDrawn()
  await page.getByRole('button', { name: 'Two cursors' }).click()
  await expect(readings.difference).toBeVisible()
  const cursor = (name: string) => page.getByRole('slider', { name: `Cursor ${name}` })
  await cursor('A').press('ArrowRight')
  await cursor('B').press('Shift+ArrowLeft')
  const at = async (slider: Locator) => Number(await slider.getAttribute('aria-valuenow')) / 1000
  const [a, b] = [await at(cursor('A')), await at(cursor('B'))]
  expect(a).toBeLessThan(b)

  const records = [...synced.world.readings(DEVICE, 'hourly', 'unified', SPAN.from, SPAN.to)]
  const value = (time: number, code: string) =>
    Number(byName(records.find((record) => record.event_time === time)?.channel_data ?? [])[code])
  const consumed = records
    .filter((record) => record.event_time > a && record.event_time <= b)
    .map((record) => byName(record.channel_data)['gas_consume'])
    .filter((text) => text !== null && Number.isFinite(Number(text)))
    .reduce<number>((sum, text) => sum + Number(text), 0)
  const rows = readings.difference.getByRole('row')
  const cells = async (name: RegExp) => {
    const row = rows.filter({ hasText: name })
    await expect(row).toHaveCount(1)
    return (await row.getByRole('cell').allInnerTexts()).map(number)
  }

  const [atA, atB, change, sum] = await cells(/Standard volume of the period/)
  expect(atA).toBeCloseTo(value(a, 'gas_consume'), 1)
  expect(atB).toBeCloseTo(value(b, 'gas_consume'), 1)
  expect(change).toBeCloseTo(value(b, 'gas_consume') - value(a, 'gas_consume'), 1)
  expect(sum).toBeCloseTo(consumed, 0)
  const counter = await cells(/Accumulated standard volume/)
  expect(counter[3]).toBeCloseTo(value(b, 'reading_value') - value(a, 'reading_value'), 0)

  await readings.difference.getByRole('button', { name: 'Close' }).click()
  await expect(readings.difference).toBeHidden()
})

test('sums are taken from contract hour to contract hour', async ({ page, lent, synced }) => {
  await lent.start()
  await lent.go(`${READINGS}?archive=hourly&view=unified&show=day`)
  const readings = new ReadingsPage(page)
  await expect(page.getByText('Gas days from 10:00, Europe/Moscow')).toBeVisible()
  await choose(page, 'Channel', /Standard volume of the period/)
  const bars = page.getByRole('application', { name: 'Sums of Standard volume of the period' })
  await bars.press('End')
  await bars.press('ArrowLeft')
  await bars.press('ArrowLeft')

  const records = [...synced.world.readings(DEVICE, 'hourly', 'unified', SPAN.from, SPAN.to)]
  const sumOf = (fromMs: number, toMs: number) =>
    records
      .filter(({ event_time: time }) => time * 1000 > fromMs && time * 1000 <= toMs)
      .reduce((sum, record) => sum + (Number(byName(record.channel_data)['gas_consume']) || 0), 0)
  const DAY_MS = 86_400_000
  const expected = (hour: number) => {
    // 10:00 in Moscow is 07:00 UTC.
    const fromMs = Date.parse(`2026-11-18T00:00:00+03:00`) + hour * 3_600_000
    return sumOf(fromMs, fromMs + DAY_MS)
  }
  await expect(bars).toContainText('18/11/2026')
  await expect(bars).toContainText('24 of 24 records')
  const shown = async () => number((await bars.getByRole('definition').textContent()) ?? '')
  await expect.poll(shown).toBeCloseTo(expected(10), 0)

  await page.keyboard.press('Control+4')
  await choose(page, 'Contract hour', '06:00')
  await page.goBack()
  await expect(page.getByText('Gas days from 06:00')).toBeVisible()
  await choose(page, 'Channel', /Standard volume of the period/)
  await bars.press('End')
  await bars.press('ArrowLeft')
  await bars.press('ArrowLeft')
  await expect(bars).toContainText('18/11/2026')
  await expect.poll(shown).toBeCloseTo(expected(6), 0)
  await readings.showAs('Monthly sums')
  await expect(bars).toBeVisible()
})

test('the chart is saved as PNG and as SVG, and printed alone on a sheet', async ({ page, shared }) => {
  await shared.open(page, READINGS)
  const readings = new ReadingsPage(page)
  await readings.expectDrawn()
  const save = async (kind: RegExp) => {
    await page.getByRole('button', { name: 'Picture' }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: kind }).click()])
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
  }
  const png = await save(/^PNG/)
  expect(png.name).toMatch(/\.png$/)
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(png.bytes.length).toBeGreaterThan(20_000)
  const svg = await save(/^SVG/)
  expect(svg.name).toMatch(/\.svg$/)
  expect(svg.bytes.toString()).toMatch(/<svg[\s\S]*<path[\s\S]*<\/svg>/)
  await test.step('the sheet has its station, span, clock, legend and units', async () => {
    await page.evaluate(() => {
      // No dialog of the host opens in a test: what would be printed stays until it is told that it was.
      window.print = () => undefined
      const address = URL.createObjectURL.bind(URL)
      URL.createObjectURL = (blob) => {
        if (blob instanceof Blob) void blob.text().then((text) => (document.body.dataset['printed'] = text))
        return address(blob)
      }
    })
    const station = await page.getByRole('heading', { level: 1 }).innerText()
    await page.getByRole('button', { name: 'Picture' }).click()
    await page.getByRole('menuitem', { name: /^Print/ }).click()
    const picture = page.locator('body > .printed-picture img')
    await expect(picture).toBeAttached()
    await expect(page.locator('body[data-printed]')).toBeAttached()
    const svg = (await page.locator('body').getAttribute('data-printed')) ?? ''
    expect(svg).toContain(await picture.getAttribute('alt'))
    expect(station).toContain(await picture.getAttribute('alt'))
    expect(svg).toMatch(/\d\d:\d\d/)
    expect(svg).toMatch(/UTC[+−-]|GMT/)
    expect(svg).toMatch(/kPa|кПа|m³|м³/)
    await page.emulateMedia({ media: 'print' })
    await expect(picture).toBeVisible()
    await expect(page.locator('#app')).toBeHidden()
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(picture).toHaveCount(0)
  })
})

test('the crosshair works from the keyboard and announces every channel', async ({ page, shared, synced }) => {
  await shared.open(page, `${READINGS}?archive=daily&view=unified&channels=P,T`)
  const readings = new ReadingsPage(page)
  await readings.expectDrawn()
  await readings.surface.press('End')
  const last = [...synced.world.readings(DEVICE, 'daily', 'unified', SPAN.from, SPAN.to)].at(-1)
  const values = byName(last?.channel_data ?? [])
  await expect(readings.values).toContainText(String(Number(values['P'])))
  await expect(readings.values).toContainText(String(Number(values['T'])))
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'kPa' }).first()).toContainText(String(Number(values['T'])))
  await expect(new StationPage(page).heading('ПРГ-1')).toBeVisible()
})

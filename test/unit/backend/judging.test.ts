import { afterEach, expect, test, vi } from 'vitest'
import { createJudging, type Judging } from '../../../electron/backend/judging.ts'
import type { Book } from '../../../electron/book/index.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { station, tempBook } from '../book/fixtures.ts'

/** When stations are judged in the background: a download comes first, but never for ever. */

const NOW = Date.UTC(2026, 0, 20)
const usual = { zone: 'UTC', contractHour: 10 }
const key = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
let judging: Judging | null = null
afterEach(async () => {
  await judging?.close()
  judging = null
})

function start(book: Book, isBusy: () => boolean, patienceMs: number): Judging {
  judging = createJudging({ book, usual: () => usual, nowMs: () => NOW, isBusy, patienceMs, tell: () => undefined })
  judging.nudge()
  return judging
}
function bookOfStation(): Book {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], NOW)
  page(book, 0)
  return book
}
const page = (book: Book, at: number) =>
  book.readings.put(
    key,
    Array.from({ length: 24 }, (_, hour) => ({ atMs: NOW - (48 - at * 24 - hour) * HOUR_MS, values: { P: hour } })),
  )
const judged = (book: Book) =>
  vi.waitFor(() => expect(book.findings.judgedTotals()).toMatchObject({ stations: 1, judged: 1, stale: 0 }), 20_000)

test('while a download runs, a station is judged once its data rest, the others when the download is over', async () => {
  const book = tempBook()
  book.stations.put([station({ id: 1 }), station({ id: 2 }), station({ id: 3 })], NOW)
  const judgedOnes = () => [1, 2, 3].filter((id) => book.findings.run(id) !== undefined)
  let isBusy = true
  const told: (number | null)[] = []
  const background = (judging = createJudging({
    book,
    usual: () => usual,
    nowMs: () => NOW,
    isBusy: () => isBusy,
    tell: (stationId) => void told.push(stationId),
  }))
  background.nudge({ stationId: 1 })
  // Data of the second go on to come.
  const coming = setInterval(() => background.nudge({ stationId: 2 }), 100)
  await vi.waitFor(() => expect(judgedOnes()).toEqual([1]), { timeout: 20_000, interval: 20 })
  await vi.waitFor(() => expect(background.state()).toMatchObject({ running: false, done: 1, total: 3 }), 20_000)
  expect(judgedOnes()).toEqual([1])
  clearInterval(coming)
  isBusy = false
  await vi.waitFor(() => expect(judgedOnes()).toEqual([1, 2, 3]), { timeout: 20_000, interval: 20 })
  expect(told).toContain(1)
})

test('no round begins while a download runs; at its end one does, and health and consumption are kept', async () => {
  const book = bookOfStation()
  let isBusy = true
  const asked = vi.fn(() => isBusy)
  start(book, asked, HOUR_MS)
  await expect.poll(() => asked.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(2)
  expect(book.findings.judgedTotals()).toMatchObject({ judged: 0 })
  isBusy = false
  await judged(book)
  await expect.poll(() => book.health.stamps().length, { timeout: 20_000 }).toBe(1)
})

test('beside downloads that follow one another without an end stations are judged all the same', async () => {
  const book = bookOfStation()
  let isBusy = true
  const background = start(book, () => isBusy, 20)
  await judged(book)
  page(book, 1)
  background.nudge()
  await judged(book)
  // What only quiet times allow follows as soon as there is one, though nothing more is committed.
  expect(book.health.stamps()).toEqual([])
  isBusy = false
  await expect.poll(() => book.health.stamps().length, { timeout: 20_000 }).toBe(1)
})

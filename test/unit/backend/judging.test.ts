import { expect, test, vi } from 'vitest'
import { createJudging } from '../../../electron/backend/judging.ts'
import { station, tempBook } from '../book/fixtures.ts'

/** When stations are judged in the background. */

const usual = { zone: 'UTC', contractHour: 10 }
const NOW = Date.UTC(2026, 10, 20)

test('while a download runs, a station is judged once its data rest, the others when the download is over', async () => {
  const book = tempBook()
  book.stations.put([station({ id: 1 }), station({ id: 2 }), station({ id: 3 })], NOW)
  const judged = () => [1, 2, 3].filter((id) => book.findings.run(id) !== undefined)
  let isBusy = true
  const told: (number | null)[] = []
  const judging = createJudging({
    book,
    usual: () => usual,
    nowMs: () => NOW,
    isBusy: () => isBusy,
    tell: (stationId) => void told.push(stationId),
  })
  judging.nudge({ stationId: 1 })
  // Data of the second go on to come.
  const coming = setInterval(() => judging.nudge({ stationId: 2 }), 100)
  await vi.waitFor(() => expect(judged()).toEqual([1]), { timeout: 20_000, interval: 20 })
  await vi.waitFor(() => expect(judging.state()).toMatchObject({ running: false, done: 1, total: 3 }), 20_000)
  expect(judged()).toEqual([1])
  clearInterval(coming)
  isBusy = false
  await vi.waitFor(() => expect(judged()).toEqual([1, 2, 3]), { timeout: 20_000, interval: 20 })
  await judging.close()
  expect(told).toContain(1)
})

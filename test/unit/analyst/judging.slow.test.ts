import { afterEach, expect, test, vi } from 'vitest'
import { createJudging, type Judging } from '../../../electron/analyst/judging.ts'
import type { Book } from '../../../electron/book/index.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { station, tempBook } from '../book/fixtures.ts'

/** When stations are judged in the background: each as soon as its data rest, whatever goes on elsewhere. */

const NOW = Date.UTC(2026, 0, 20)
const usual = { zone: 'UTC', contractHour: 10 }
const key = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
let judging: Judging | null = null
let coming: NodeJS.Timeout | undefined
afterEach(async () => {
  clearInterval(coming)
  await judging?.close()
  judging = null
})

function start(book: Book, told: (number | null)[] = []): Judging {
  judging = createJudging({
    book,
    usual: () => usual,
    nowMs: () => NOW,
    tell: (stationId) => void told.push(stationId),
  })
  return judging
}
function bookOf(...ids: number[]): Book {
  const book = tempBook()
  book.stations.put(
    ids.map((id) => station({ id })),
    NOW,
  )
  return book
}
const page = (book: Book, at: number) =>
  book.readings.put(
    key,
    Array.from({ length: 24 }, (_, hour) => ({ atMs: NOW - (48 - at * 24 - hour) * HOUR_MS, values: { P: hour } })),
  )
/** An active download that lacks data of a station. */
function waitFor(book: Book, stationId: number): number {
  const runId = book.tasks.createRun({}, NOW)
  book.tasks.insert(runId, [{ kind: 'readings', target: {}, stationId, position: 1 }], NOW)
  return runId
}
const judgedOnes = (book: Book) => [1, 2, 3].filter((id) => book.findings.run(id) !== undefined)

test('a station is judged once its data rest, the others while its data go on to come', async () => {
  const book = bookOf(1, 2, 3)
  waitFor(book, 2)
  const told: (number | null)[] = []
  const background = start(book, told)
  coming = setInterval(() => background.nudge({ stationIds: [2] }), 100)
  background.nudge({ stationIds: [1] })
  await expect.poll(() => judgedOnes(book)).toEqual([1, 3])
  await expect.poll(() => background.state()).toMatchObject({ running: false, done: 2, total: 3 })
  expect(judgedOnes(book)).toEqual([1, 3])
  expect(book.health.stamps()).toEqual([])
  clearInterval(coming)
  await expect.poll(() => judgedOnes(book)).toEqual([1, 2, 3])
  expect(told.length).toBeGreaterThan(0)
})

test('when all rest, health and consumption are kept, too; what changes later is judged again', async () => {
  const book = bookOf(1)
  page(book, 0)
  const background = start(book)
  background.nudge()
  await expect.poll(() => book.findings.judgedTotals()).toMatchObject({ stations: 1, judged: 1, behind: 0 })
  await expect.poll(() => book.health.stamps()).toHaveLength(1)
  page(book, 1)
  expect(book.findings.judgedTotals()).toMatchObject({ behind: 1 })
  background.nudge({ stationIds: [1] })
  await expect.poll(() => book.findings.judgedTotals()).toMatchObject({ behind: 0 })
})

test('a station that no download waits for is judged at once, whenever its last record came', async () => {
  const book = bookOf(2)
  const runId = waitFor(book, 2)
  const background = start(book)
  coming = setInterval(() => background.nudge({ stationIds: [2] }), 100)
  await expect.poll(() => background.state()).toMatchObject({ running: false, stale: 1 })
  book.tasks.setRunState(runId, 'cancelled', NOW)
  await expect.poll(() => judgedOnes(book)).toEqual([2])
})

test('what is asked to be finished is judged before the answer, whatever a download waits for', async () => {
  const book = bookOf(1, 2, 3)
  waitFor(book, 2)
  const background = start(book)
  background.nudge({ stationIds: [2] })
  const told: number[] = []
  const asked = { signal: new AbortController().signal, tell: (done: number) => void told.push(done) }
  expect(await background.finish(asked)).toEqual([])
  expect(judgedOnes(book)).toEqual([1, 2, 3])
  expect(told.at(-1)).toBe(3)
  await expect(background.finish({ ...asked, signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'CANCELLED',
  })
})

test('nothing is judged while the book is held, and all of it afterwards', async () => {
  const book = bookOf(1)
  const background = start(book)
  await background.hold()
  background.nudge()
  await background.ensure(1)
  expect(judgedOnes(book)).toEqual([])
  background.release()
  await expect.poll(() => judgedOnes(book)).toEqual([1])
})

test('where nothing can be written that is said once, whatever comes; afterwards all are judged', async () => {
  const book = bookOf(1, 2, 3)
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // A folder that has become read-only makes SQLite refuse as this does.
  book.db.pragma('query_only = 1')
  const background = start(book)
  for (let again = 0; again < 3; again++) {
    background.nudge({ stationIds: [1, 2, 3] })
    await expect.poll(() => background.state().running).toBe(false)
    await expect.poll(() => said).toHaveBeenCalled()
  }
  expect(said.mock.calls).toEqual([['meterbook: stations are not judged, because the book cannot be written (READ_ONLY_FOLDER).']])
  said.mockRestore()
  expect(judgedOnes(book)).toEqual([])
  book.db.pragma('query_only = 0')
  background.nudge()
  await expect.poll(() => judgedOnes(book)).toEqual([1, 2, 3])
})

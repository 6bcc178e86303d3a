import { expect, onTestFinished, test } from 'vitest'
import type { Book } from '../../../electron/book/index.ts'
import { openLog } from '../../../electron/log/log.ts'
import { alarm, NOW, station, tempBook } from '../book/fixtures.ts'

const LOG = { equipmentId: 1001, archiveType: 'alarm' } as const
const FIRST = { filter: {}, wishes: { offset: 0, limit: 2 } }

function logWith(events: number) {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], NOW)
  add(book, events, 0)
  const log = openLog(book)
  onTestFinished(() => log.close())
  return { book, log }
}

const add = (book: Book, events: number, fromMs: number) =>
  void book.page(() =>
    book.events.add(
      LOG,
      Array.from({ length: events }, (_, at) => alarm(fromMs + at, '17')),
    ),
  )

test('a short log is answered beside the desk', async () => {
  const { log } = logWith(3)
  expect(await log.page(FIRST)).toMatchObject({ total: 3, settled: true, rows: [{ atMs: 2 }, { atMs: 1 }] })
})

test('a long log: the first rows come from the file, then all from its thread, which sees what is written', async () => {
  const { book, log } = logWith(20_001)
  expect(await log.page(FIRST)).toMatchObject({ total: 20_001, settled: false, rows: [{ atMs: 20_000 }, { atMs: 19_999 }] })
  expect(await log.ask('facets', { filter: {}, wishes: { find: {}, limits: {} } })).toMatchObject({ events: 20_001 })
  expect(await log.page(FIRST)).toMatchObject({ total: 20_001, settled: true, rows: [{ atMs: 20_000 }, { atMs: 19_999 }] })
  add(book, 1, 30_000)
  expect(await log.page(FIRST)).toMatchObject({ total: 20_002, settled: true, rows: [{ atMs: 30_000 }, { atMs: 20_000 }] })
})

test('a question that is taken back is not answered', async () => {
  const { log } = logWith(3)
  const signal = AbortSignal.abort()
  await expect(log.ask('position', { filter: {}, wishes: { atMs: 1, desc: true } }, { signal })).rejects.toMatchObject({
    code: 'CANCELLED',
  })
})

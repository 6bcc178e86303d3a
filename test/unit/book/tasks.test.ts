import { expect, test } from 'vitest'
import type { TaskState } from '../../../electron/contract/downloads.ts'
import { NOW, tempBook } from './fixtures.ts'

const tasks = (...positions: number[]) =>
  positions.map((position) => ({ kind: 'readings', target: { position }, stationId: position % 2, position }))
const page = { records: 10, bytes: 100, added: 9, changed: 1, nowMs: NOW }

test('tasks come in the order of their positions and keep their cursors between pages', () => {
  const book = tempBook()
  const run = book.tasks.createRun({ stations: 'all' }, NOW)
  book.tasks.insert(run, tasks(3, 1, 2), NOW)
  expect(book.tasks.next(run, 2).map(({ position }) => position)).toEqual([1, 2])
  const [first] = book.tasks.next(run, 1)
  expect(first).toMatchObject({ target: { position: 1 }, state: 'waiting', cursors: [], pages: 0 })
  book.tasks.advance(first?.id ?? 0, { ...page, cursors: [{ page: 2 }] })
  book.tasks.advance(first?.id ?? 0, { ...page, cursors: [{ page: 3 }] })
  expect(book.tasks.next(run, 1)).toMatchObject([{ cursors: [{ page: 3 }], pages: 2, records: 20, bytes: 200 }])
  expect(book.tasks.history()).toMatchObject([{ id: run, records: 20, added: 18, changed: 2 }])
})

test('a task ends once; a failed task keeps its reason and waits again when retried', () => {
  const book = tempBook()
  const run = book.tasks.createRun({}, NOW)
  book.tasks.insert(run, tasks(1, 2, 3), NOW)
  const ids = book.tasks.next(run, 3).map(({ id }) => id)
  book.tasks.settle(ids[0] ?? 0, 'done', NOW)
  book.tasks.settle(ids[1] ?? 0, 'failed', NOW, { code: 'TIMEOUT', data: { ms: 5 } })
  book.tasks.settle(ids[0] ?? 0, 'failed', NOW, { code: 'LATE', data: {} })
  expect(book.tasks.counts(run)).toEqual({ waiting: 1, running: 0, done: 1, failed: 1, cancelled: 0 })
  expect(book.tasks.list(run, { states: ['failed'] })).toMatchObject({
    total: 1,
    rows: [{ failure: { code: 'TIMEOUT', data: { ms: 5 } }, attempts: 1 }],
  })
  expect(book.tasks.byStation(run)).toMatchObject([
    { stationId: 0, total: 1, failed: 1 },
    { stationId: 1, total: 2, left: 1 },
  ])
  expect(book.tasks.shift(run, 'failed', 'waiting', NOW)).toBe(1)
  expect(book.tasks.next(run, 5).map(({ position, failure }) => [position, failure])).toEqual([
    [2, null],
    [3, null],
  ])
})

test('tasks are listed by any of their states; those at work are told from those that wait', () => {
  const book = tempBook()
  const run = book.tasks.createRun({}, NOW)
  book.tasks.insert(run, tasks(1, 2, 3, 4, 5), NOW)
  const [done = 0, failed = 0, open = 0, ...waiting] = book.tasks.next(run, 5).map(({ id }) => id)
  book.tasks.settle(done, 'done', NOW)
  book.tasks.settle(failed, 'failed', NOW, { code: 'TIMEOUT', data: {} })
  const listed = (...states: TaskState[]) => book.tasks.list(run, { states, open: [open, done] }).rows.map(({ id }) => id)
  expect(listed('running')).toEqual([open])
  expect(listed('waiting')).toEqual(waiting)
  expect(listed('waiting', 'running')).toEqual([open, ...waiting])
  expect(listed('done', 'running', 'cancelled')).toEqual([done, open])
  expect(listed('failed')).toEqual([failed])
  expect(book.tasks.list(run, { states: ['done', 'failed'], limit: 1 })).toMatchObject({
    total: 2,
    rows: [{ id: done }],
  })
})

test('reordering puts tasks before or after the others that wait', () => {
  const book = tempBook()
  const run = book.tasks.createRun({}, NOW)
  book.tasks.insert(run, tasks(1, 2, 3, 4), NOW)
  const byPlace = book.tasks.next(run, 4).map(({ id }) => id)
  const places = () => book.tasks.next(run, 4).map(({ id }) => byPlace.indexOf(id) + 1)
  book.tasks.reorder(run, [byPlace[3] ?? 0, byPlace[1] ?? 0], 'front')
  expect(places()).toEqual([4, 2, 1, 3])
  book.tasks.reorder(run, [byPlace[3] ?? 0], 'back')
  expect(places()).toEqual([2, 1, 3, 4])
})

test('a long queue is stored in one transaction, and cleared once its run and a later one are over', () => {
  const book = tempBook()
  const run = book.tasks.createRun({}, NOW)
  book.tasks.insert(run, tasks(...Array.from({ length: 20_000 }, (_, at) => at)), NOW)
  expect(book.tasks.counts(run).waiting).toBe(20_000)
  expect(book.tasks.shift(run, 'waiting', 'cancelled', NOW)).toBe(20_000)
  book.tasks.setRunState(run, 'cancelled', NOW)
  book.tasks.createRun({}, NOW)
  expect(book.tasks.clearFinished()).toBe(20_000)
  expect(book.tasks.runs().map(({ state }) => state)).toEqual(['active', 'cancelled'])
})

test('a finished run keeps its state until it is reopened', () => {
  const book = tempBook()
  const run = book.tasks.createRun({}, NOW)
  book.tasks.setRunState(run, 'cancelled', NOW + 1)
  book.tasks.setRunState(run, 'paused')
  book.tasks.setRunState(run, 'done', NOW + 2)
  expect(book.tasks.run(run)).toMatchObject({ state: 'cancelled', finishedMs: NOW + 1 })
  book.tasks.reopenRun(run)
  expect(book.tasks.run(run)).toMatchObject({ state: 'active', finishedMs: null })
})

test('invalid JSON in a task does not stop the queue', () => {
  const book = tempBook()
  const run = book.tasks.createRun({}, NOW)
  book.tasks.insert(run, tasks(1, 2), NOW)
  book.db.exec("UPDATE task SET target = '{oops', cursors = '7' WHERE position = 1")
  expect(book.tasks.next(run, 2).map(({ target, cursors }) => [typeof target, cursors])).toEqual([
    ['undefined', []],
    ['object', []],
  ])
})

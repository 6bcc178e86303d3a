import { describe, expect, test } from 'vitest'
import type { Book } from '../../../electron/book/index.ts'
import { alarm, event, NOW, session, station, tempBook } from './fixtures.ts'

const KEY = { equipmentId: 1, archiveType: 'hourly', view: 'general' } as const

function filled(): Book {
  const book = tempBook()
  book.stations.put([station({ id: 1, phone: { nested: true } })], NOW)
  book.readings.put(KEY, [
    { atMs: 10, values: { P: 1, T: null } },
    { atMs: 20, values: { T: '---' } },
  ])
  book.events.add({ equipmentId: 1, archiveType: 'alarm' }, [alarm(20, '17'), event(30, { Code: 2 })])
  book.sessions.put([session({ id: 1, atMs: 1 })])
  book.settings.putSnapshot(1, NOW, [])
  return book
}

/** Changes a book as some other program would. */
function spoiled(sql: string): Book {
  const book = filled()
  book.db.pragma('foreign_keys = OFF')
  book.db.exec(sql)
  return book
}

test('all records of a sound book are read, with progress', () => {
  const told: [number, number][] = []
  expect(filled().checkRecords((done, all) => told.push([done, all]))).toEqual({ checked: 4, problems: [] })
  expect(told).toEqual([[4, 4]])
})

describe('malformed records are counted and named', () => {
  test.each([
    ["UPDATE reading SET record = '{' WHERE at_ms = 10", 'reading', 'cannot be read', 'series 1, 10'],
    ["UPDATE reading SET record = 'null' WHERE at_ms = 20", 'reading', 'cannot be read', 'series 1, 20'],
    ["UPDATE reading SET record = '[1,2,3]' WHERE at_ms = 20", 'reading', 'cannot be read', 'series 1, 20'],
    [`UPDATE reading SET record = '{"x":1}' WHERE at_ms = 20`, 'reading', 'cannot be read', 'series 1, 20'],
    ["INSERT INTO reading VALUES (77, 1, '[]')", 'reading', 'of an archive that is not there', 'series 77'],
    ['UPDATE reading SET at_ms = 9e15 WHERE at_ms = 20', 'reading', 'at_ms: times that are none', 'column at_ms'],
    ["UPDATE event_content SET entries = '[]' WHERE id = 2", 'event_content', 'cannot be read', '2'],
    ['UPDATE event SET content_id = 99 WHERE at_ms = 30', 'event', 'without contents', 'series 2, 30'],
    ["UPDATE station SET phone = x'00ff'", 'station', 'phone: no JSON', 'column phone'],
    ["INSERT INTO meta VALUES ('x', 'no')", 'meta', 'value: no JSON', 'column value'],
    ['DELETE FROM series_channel WHERE position = 0', 'series_channel', 'a gap in the list of channels', 'series 1'],
  ])('%s', (sql, table, what, first) => {
    const { problems } = spoiled(sql).checkRecords()
    expect(problems).toContainEqual({ table, what, count: 1, first })
  })
})

test('reading a malformed record fails with its code', () => {
  const damaged = expect.objectContaining({ code: 'BOOK_DAMAGED' })
  for (const json of ['{', 'null', '7']) {
    const book = spoiled(`UPDATE reading SET record = '${json}', at_ms = at_ms + ${NOW}; UPDATE event_content SET entries = '${json}'`)
    expect(() => book.readings.rows(KEY)).toThrow(damaged)
    expect(() => book.readings.columns(KEY)).toThrow(damaged)
    expect(() => book.events.query({})).toThrow(damaged)
  }
  expect(() => spoiled("UPDATE station SET phone = x'00'").stations.get(1)).toThrow(damaged)
})

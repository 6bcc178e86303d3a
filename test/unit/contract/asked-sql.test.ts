import { expect, test } from 'vitest'
import { eventsSql, notesSql, readingsSql } from '../../../electron/contract/asked-sql/records.ts'
import { among, named, quoted, where } from '../../../electron/contract/asked-sql/sql.ts'
import { needsIds, stationsSql } from '../../../electron/contract/asked-sql/stations.ts'
import { placesOf } from '../../../renderer/parts/questions/editor/places-of.ts'

/** The questions that tables stand for: what is typed stays a value, and what cannot be said is told. */

test('texts and names cannot end what they stand in', () => {
  expect(quoted("x' OR 1=1 --")).toBe("'x'' OR 1=1 --'")
  expect(quoted('a\0b')).toBe("'a' || char(0) || 'b'")
  expect(named('a"b')).toBe('"a""b"')
  expect(among('c', [1, "o'"])).toBe("c IN (1, 'o''')")
  expect(where([null, false, undefined, ''])).toBe('')
})

test('what the views cannot say is named', () => {
  expect(needsIds({ text: 'x' })).toBe(true)
  expect(needsIds({ conditions: [{ by: 'silence', values: ['lost'] }] })).toBe(true)
  expect(needsIds({ conditions: [{ by: 'status', values: ['ok'] }] })).toBe(false)
  expect(stationsSql({ text: 'x', sort: { by: 'findings' }, ids: [1, 2] })).toMatchObject({ unsaid: ['chosen', 'order'] })
  expect(stationsSql({ text: 'x', sort: { by: 'id' }, ids: [] }).sql).toContain('s.id IN ()')
  expect(eventsSql({ text: 'x', situation: 'open', desc: true }).unsaid).toEqual(['search', 'situation'])
  expect(notesSql({}).unsaid).toEqual([])
  expect(
    readingsSql({ stationId: 1, equipmentId: 2, archiveType: 'hourly', view: 'unified', fromMs: 0, toMs: 1, channels: [] }).sql,
  ).toMatch(/^SELECT r\.event_time\n/)
})

test('a name that was refused is found as a whole word, in any case', () => {
  expect(placesOf('SELECT nam, name FROM t WHERE NAM = 1', 'nam')).toEqual([
    { from: 7, to: 10 },
    { from: 30, to: 33 },
  ])
  expect(placesOf('a.b(c)', '(')).toEqual([])
  expect(placesOf('x', '')).toEqual([])
})

import { expect, test } from 'vitest'
import { consumptionSql } from '../../../electron/contract/asked-sql/conclusions.ts'
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
  for (const by of ['equipmentSerialNumber', 'consumerName', 'volume', 'name', 'lastSeanceEventMs'] as const)
    expect([by, stationsSql({ sort: { by } }).unsaid]).toEqual([by, ['order']])
  expect(stationsSql({ sort: { by: 'id' } }).unsaid).toEqual([])
  expect(eventsSql({ text: 'x', situation: 'open', desc: true }).unsaid).toEqual(['search', 'situation'])
  expect(eventsSql({ byLasting: true, desc: true }).unsaid).toEqual(['lasting'])
  expect(eventsSql({ byLasting: true, grouping: 'message', desc: true }).unsaid).toEqual(['groups'])
  expect(consumptionSql({ by: 'hour', isByParts: true }).unsaid).toEqual(['hours', 'shares', 'parts'])
  expect(notesSql({}).unsaid).toEqual([])
  expect(
    readingsSql({ stationId: 1, equipmentId: 2, archiveType: 'hourly', view: 'unified', fromMs: 0, toMs: 1, channels: [] }).sql,
  ).toMatch(/^SELECT r\.event_time\n/)
  const hourly = { stationId: 1, equipmentId: 2, archiveType: 'hourly', view: 'unified' as const, fromMs: 0, toMs: 1, channels: [] }
  expect(readingsSql({ ...hourly, isSummed: true }).unsaid).toEqual(['missing', 'sums'])
  expect(readingsSql({ ...hourly, desc: false }).sql).toMatch(/ORDER BY r\.event_time$/)
})

test('a name that was refused is found as a whole word, in any case', () => {
  expect(placesOf('SELECT nam, name FROM t WHERE NAM = 1', 'nam')).toEqual([
    { from: 7, to: 10 },
    { from: 30, to: 33 },
  ])
  expect(placesOf('a.b(c)', '(')).toEqual([])
  expect(placesOf('x', '')).toEqual([])
})

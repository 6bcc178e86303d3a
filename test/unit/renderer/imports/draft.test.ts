import { expect, test } from 'vitest'
import type { ImportMap, SourceTable } from '../../../../electron/contract/import-map.ts'
import { emptyMap, headingsOf, isReadable, roleOf, rowKind, widthOf, withRole, withRow } from '../../../../renderer/parts/imports/draft.ts'

const table: SourceTable = {
  format: 'csv',
  sheet: null,
  encoding: 'utf-8',
  separator: ';',
  isCut: false,
  rows: [['Archive of the device'], ['Date', 'Time', 'Q', 'Q', ''], ['01.10.2026', '10:00', '1', '2', '3']].map((cells, at) => ({
    row: at + 1,
    cells: cells.map((text) => ({ text, kind: 'text' as const })),
  })),
}
const made = (map: ImportMap, ...roles: [number, Parameters<typeof withRole>[3]][]) =>
  roles.reduce((now, [at, role]) => withRole(now, at, headingsOf(table, now), role), map)

test('a click on a row says that it has the headings, a second one that records begin with it; columns stay what they are', () => {
  const empty = emptyMap(table)
  expect([isReadable(empty), widthOf(table), headingsOf(table, empty)]).toEqual([false, 5, ['Archive of the device']])
  const head = withRow(empty, 2, table)
  expect(table.rows.map(({ row }) => rowKind(head, row, table))).toEqual(['skipped', 'head', 'record'])
  const map = made(head, [1, { kind: 'time' }], [0, { kind: 'time' }], [2, { kind: 'channel', channel: 'V', unit: ' bar ' }])
  // By the heading where it is the only one of its name, else by the place; the time in the order of the file.
  expect([map.time.columns, map.columns]).toEqual([['Date', 'Time'], [{ column: 2, channel: 'V', unit: 'bar' }]])
  expect(isReadable(map)).toBe(true)
  const bare = withRow(map, 2, table)
  expect([bare.headings, bare.skipRows, bare.time.columns]).toEqual([false, 1, [0, 1]])
  expect(withRow(bare, 2, table)).toEqual(map)
})

test('a channel has one column, a column one role, and nothing takes a role away', () => {
  const head = withRow(emptyMap(table), 2, table)
  const once = made(head, [2, { kind: 'channel', channel: 'V', unit: '' }], [3, { kind: 'channel', channel: 'V', unit: '' }])
  expect(once.columns).toEqual([{ column: 3, channel: 'V' }])
  const time = made(once, [3, { kind: 'time' }])
  const headings = headingsOf(table, time)
  expect([time.columns, roleOf(time, 3, headings), roleOf(time, 2, headings)]).toEqual([[], { kind: 'time' }, { kind: 'none' }])
  expect(made(time, [3, { kind: 'none' }])).toEqual(head)
})

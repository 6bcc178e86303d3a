import { expect, test } from 'vitest'
import { addressOf } from '../../../renderer/address/fields.ts'
import { READINGS } from '../../../renderer/places/readings.ts'

const { read: readPlace, write: writePlace } = addressOf(READINGS)

test('a place survives its address', () => {
  const place = {
    archive: 'hourly',
    view: 'unified',
    device: 1001,
    channels: ['P', 'T'],
    span: { fromMs: Date.parse('2026-01-01T10:00:00Z'), toMs: Date.parse('2026-02-01T10:00:00Z') },
    atMs: Date.parse('2026-01-20T10:00:00Z'),
    mode: 'table' as const,
    channel: 'P',
    cells: 'day' as const,
    finding: '019f-a',
    mark: { fromMs: Date.parse('2026-01-03T10:00:00Z'), toMs: Date.parse('2026-01-04T10:00:00Z') },
  }
  expect(readPlace(writePlace(place))).toEqual(place)
})

test('values that do not fit are left out', () => {
  expect(readPlace({ from: 'soon', to: '5', show: 'sideways', cells: 'weeks', archive: ['a', 'b'] })).toEqual({
    archive: null,
    view: null,
    device: null,
    channels: null,
    span: null,
    atMs: null,
    mode: 'chart',
    channel: null,
    cells: null,
    finding: null,
    mark: null,
  })
  for (const mark of ['5', '7-5', '5-5', 'a-b', '5-99999999999999999999']) expect(readPlace({ mark }).mark, mark).toBeNull()
  expect(readPlace({ from: '2026-02-01', to: '2026-01-01' }).span).toBeNull()
  // No date of JavaScript, and dates that no meter lived to see.
  for (const at of ['99999999999999999999', '-8640000000000000', '+275760-09-13', '9999-12-31'])
    expect(readPlace({ at, from: '-1', to: at }), at).toMatchObject({ atMs: null, span: null })
})

test('a moment comes as milliseconds or in ISO', () => {
  expect(readPlace({ at: '1700000000123' }).atMs).toBe(1_700_000_000_123)
  expect(readPlace({ at: '2026-01-01T00:00:00Z' }).atMs).toBe(Date.parse('2026-01-01T00:00:00Z'))
})

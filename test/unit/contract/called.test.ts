import { expect, test } from 'vitest'
import { calledBy, stationCalled } from '../../../electron/contract/called.ts'

test('what has a name is called by it, what has none by its key', () => {
  expect(calledBy('ГРП-1', 5)).toBe('ГРП-1')
  expect([null, '', ' '].map((name) => calledBy(name, 5))).toEqual(['№ 5', '№ 5', '№ 5'])
})

test('a station without a name is called by its serial number, where it has one', () => {
  const called = (name: string | null, equipmentSerialNumber: unknown) => stationCalled({ id: 5, name, equipmentSerialNumber })
  expect(called('ГРП-1', '0047')).toBe('ГРП-1')
  expect([called(null, '0047'), called('', 47)]).toEqual(['0047', '47'])
  expect([null, '', ' ', {}].map((serial) => called(null, serial))).toEqual(['№ 5', '№ 5', '№ 5', '№ 5'])
})

import { expect, test } from 'vitest'
import { exactNumber, inUnit, measuredIn } from '../../../electron/exports/safety.ts'

test('a text becomes a number only where nothing is lost', () => {
  expect(['0', '-12.50', '123456789012345', '671.18'].map(exactNumber)).toEqual([0, -12.5, 123_456_789_012_345, 671.18])
})

test.each(['', '007', '1234567890123456', '1,5', '0x10', ' 1', 'NaN', '1e999', '1e5', '1E5', '=1', '+7', 'TRUE', '1.', 'нет'])(
  '%j stays a text',
  (text) => expect(exactNumber(text)).toBeNull(),
)

test('texts count as numbers in columns of values, and where a unit is named, in the rows that have one', () => {
  const columns = [
    { key: 'value', header: '', kind: 'value', unitKey: 'unit' },
    { key: 'unit', header: '', kind: 'text' },
    { key: 'code', header: '', kind: 'code' },
    { key: 'P', header: '', kind: 'value' },
  ] as const
  const rows = [['5', 'кПа'], ['79161234567', ''], ['79161234567', null], ['5']] as const
  expect(rows.map(measuredIn(columns, columns[0]))).toEqual([true, false, false, false])
  expect(columns.slice(1).map((column) => measuredIn(columns, column)(rows[0]))).toEqual([false, false, true])
})

test('in a column of converted values every number is converted, however many digits it was sent with', () => {
  const kelvin = { factor: 1, offset: 273.15, unitText: 'K', converted: true, sentUnit: '°C' }
  const cells = [24.909999999999997, '24.909999999999997', '0020.5', '-3,5', null, '---', undefined]
  expect(cells.map((cell) => inUnit(cell, kelvin))).toEqual([298.06, 298.06, 293.65, 269.65, null, '---', undefined])
})

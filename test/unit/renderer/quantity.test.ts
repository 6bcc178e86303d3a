import { expect, test } from 'vitest'
import { measuredOf, quantityOf } from '../../../renderer/i18n/quantity.ts'

test.each([
  ['12.5', 12.5, 1],
  ['-3.250', -3.25, 3],
  ['12,5', 12.5, 1],
  [' 7 ', 7, 0],
  ['0.0', 0, 1],
  ['.5', 0.5, 1],
  ['+40', 40, 0],
  ['1.5e-7', 1.5e-7, null],
])('%j is the number %d of %j decimals', (text, value, decimals) => {
  expect(quantityOf(text)).toMatchObject({ value, decimals })
})

test.each(['', '-', '---', '.', '007', '1e', 'нет', '0x1F', '1.2.3', '10:00', '+7 912 345', '12 м³', 'Infinity', '1e999'])(
  '%j stays a text',
  (text) => expect(quantityOf(text)).toBeNull(),
)

test('a number that a double cannot hold stays as it came', () => {
  expect(quantityOf('12345678901234567890')).toBeNull()
  expect(quantityOf('0.12345678901234567')).toBeNull()
  expect(quantityOf('123456789.012345')).toMatchObject({ plain: '123456789.012345', decimals: 6 })
})

test.each([
  [24.909999999999997, 24.909999999999997, null],
  [25.5, 25.5, 1],
  [1e-7, 1e-7, null],
  ['0.12345678901234567', 0.12345678901234566, null],
  ['007,50', 7.5, null],
  [' +7.5 ', 7.5, 1],
])('%j is converted as %d with %j decimals', (value, number, decimals) => {
  expect(measuredOf(value)).toMatchObject({ value: number, decimals })
})

test.each(['', '---', 'нет', '12 м³', '1e999', null, true, Number.NaN, {}])('%j is not converted', (value) =>
  expect(measuredOf(value)).toBeNull(),
)

import { expect, test } from 'vitest'
import { quantityOf } from '../../../renderer/i18n/quantity.ts'

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

test.each([
  '',
  '-',
  '---',
  '.',
  '007',
  '1e',
  'нет',
  '0x1F',
  '1.2.3',
  '10:00',
  '+7 912 345',
  '12 м³',
  'Infinity',
  '1e999',
])('%j stays a text', (text) => expect(quantityOf(text)).toBeNull())

test('a number that a double cannot hold stays as it came', () => {
  expect(quantityOf('12345678901234567890')).toBeNull()
  expect(quantityOf('0.12345678901234567')).toBeNull()
  expect(quantityOf('123456789.012345')).toMatchObject({ plain: '123456789.012345', decimals: 6 })
})

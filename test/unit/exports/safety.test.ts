import { expect, test } from 'vitest'
import { exactNumber, formulaSafe } from '../../../electron/exports/safety.ts'

test.each([
  '=1+1',
  '+7 (916) 123',
  '-cmd',
  '@SUM(A1)',
  '  =1',
  '\t=1',
  '\r=1',
  '=HYPERLINK("http://x")',
  '-1+1',
  '\u00a0=1',
  '＝1',
])('a spreadsheet cannot take %j for a formula', (text) => expect(formulaSafe(text)).toBe(`'${text}`))

test.each(['-5', '+5', '-0.25', '1e-7', '-1.5E+10', '12,5', 'ГРП-2', 'a=b', '', 'user@host'])('%j stays', (text) =>
  expect(formulaSafe(text)).toBe(text),
)

test('a text becomes a number only where nothing is lost', () => {
  expect(['0', '-12.50', '1e3', '123456789012345'].map(exactNumber)).toEqual([0, -12.5, 1000, 123_456_789_012_345])
  expect(['', '007', '1234567890123456', '1,5', '0x10', ' 1', 'NaN', '1e999', 'нет'].map(exactNumber)).toEqual(
    Array.from({ length: 9 }, () => null),
  )
})

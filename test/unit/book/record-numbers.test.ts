import fc from 'fast-check'
import { expect, test } from 'vitest'
import { registerOf } from '../../../electron/book/archives/reading-record.ts'
import { NOT_PLAIN, putNumbers } from '../../../electron/book/archives/record-numbers.ts'
import type { Verbatim } from '../../../electron/contract/records.ts'
import { numRuns } from './fixtures.ts'

const decimal = fc
  .tuple(fc.boolean(), fc.stringMatching(/^\d{1,9}$/), fc.constantFrom('', '.', ','), fc.stringMatching(/^\d{0,8}$/))
  .map(([minus, whole, point, part]) => `${minus ? '-' : ''}${whole}${point}${point === '' ? '' : part}`)
const value: fc.Arbitrary<Verbatim> = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((number) => Number(number.toFixed(3))),
  decimal,
  fc.string({ maxLength: 6 }),
  fc.constantFrom('', ' 1 ', '1e5', '-', '.5', '5.', '1,2,3', '---', '0x10', '-0', 'Infinity', true, [1], { a: 1 }),
)

test('gives the same doubles as parsing each value, or refuses the record', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 8 }), (values) => {
      const columns = values.map(() => new Float64Array(2).fill(Number.NaN))
      const json = JSON.stringify(values)
      if (putNumbers(json, 0, 1, columns) !== json.length) return
      const read = JSON.parse(json) as Verbatim[]
      expect(columns.map((column) => column[1])).toEqual(read.map((one) => registerOf(one)))
      expect(columns.every((column) => Number.isNaN(column[0]))).toBe(true)
    }),
    { numRuns: numRuns(1000, 10_000) },
  )
})

test('what no register can hold is no number, so that sums and ratios stay in the range of doubles', () => {
  for (const huge of [1e308, -1e308, 2 ** 63, '1e21', '-9999999999999999999'] as Verbatim[])
    expect([huge, registerOf(huge)]).toEqual([huge, Number.NaN])
  for (const tiny of [5e-324, '1e-300'] as Verbatim[]) expect([tiny, registerOf(tiny)]).toEqual([tiny, 0])
  expect([999_999_999_999_999, '-0.000000000001', 553_121_814_571_588].map(registerOf)).toEqual([
    999_999_999_999_999, -1e-12, 553_121_814_571_588,
  ])
})

test.each([
  ['[]', []],
  ['[null]', [Number.NaN]],
  ['["250466.39","-5.01",7,"8,25"]', [250466.39, -5.01, 7, 8.25]],
  ['["123456789012345","0.000000000000001"]', [123456789012345, Number.NaN], false],
])('%s', (json, expected, understood = true) => {
  const columns = expected.map(() => new Float64Array(1).fill(Number.NaN))
  expect(putNumbers(json, 0, 0, columns)).toBe(understood ? json.length : NOT_PLAIN)
  expect(columns.map((column) => column[0])).toEqual(expected)
})

test.each(['{"1":2}', '["a"]', '[[1]]', '[true]', '["1\\u0030"]', '[1e3]', '["1 "]', '[1,', ''])('%j is left to the caller', (json) => {
  expect(putNumbers(json, 0, 0, [new Float64Array(1)])).toBe(NOT_PLAIN)
})

test('records stand one behind the other, and a channel without a column is skipped', () => {
  const text = '["1,5","a, ]b",-3][null,"",4.25][]'
  const columns = [new Float64Array(3).fill(Number.NaN), undefined, new Float64Array(3).fill(Number.NaN)]
  const ends = [0, 1, 2].reduce<number[]>((at, row) => [...at, putNumbers(text, at.at(-1) ?? 0, row, columns)], [])
  expect(ends).toEqual(['["1,5","a, ]b",-3]'.length, '["1,5","a, ]b",-3][null,"",4.25]'.length, text.length])
  expect(columns).toEqual([Float64Array.of(1.5, Number.NaN, Number.NaN), undefined, Float64Array.of(-3, 4.25, Number.NaN)])
})

test.each(['["\\u0031"]', '[true]', '[{}]', '["a'])('%j is left to the caller though nobody asks for its channel', (json) => {
  expect(putNumbers(json, 0, 0, [undefined])).toBe(NOT_PLAIN)
})

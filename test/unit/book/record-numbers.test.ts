import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOf } from '../../../electron/book/archives/reading-record.ts'
import { putNumbers } from '../../../electron/book/archives/record-numbers.ts'
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
      if (!putNumbers(json, 1, columns)) return
      const read = JSON.parse(json) as Verbatim[]
      expect(columns.map((column) => column[1])).toEqual(read.map((one) => numberOf(one)))
      expect(columns.every((column) => Number.isNaN(column[0]))).toBe(true)
    }),
    { numRuns: numRuns(1000, 10_000) },
  )
})

test.each([
  ['[]', []],
  ['[null]', [Number.NaN]],
  ['["250466.39","-5.01",7,"8,25"]', [250466.39, -5.01, 7, 8.25]],
  ['["123456789012345","0.000000000000001"]', [123456789012345, Number.NaN], false],
])('%s', (json, expected, understood = true) => {
  const columns = expected.map(() => new Float64Array(1).fill(Number.NaN))
  expect(putNumbers(json, 0, columns)).toBe(understood)
  expect(columns.map((column) => column[0])).toEqual(expected)
})

test.each(['{"1":2}', '["a"]', '[[1]]', '[true]', '["1\\u0030"]', '[1e3]', '["1 "]', '[1,', '[1]2', ''])(
  '%j is left to the caller',
  (json) => {
    expect(putNumbers(json, 0, [new Float64Array(1)])).toBe(false)
  },
)

import { expect, test } from 'vitest'
import { entriesFault, nestedFault, readingFault } from '../../../electron/book/soundness/records.ts'
import { isKeepable } from '../../../electron/contract/record-bounds.ts'

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
/** The deepest value that a record of the service is taken with. */
const deepest = Array.from({ length: 100 }, (_, at) => at + 1).findLast((depth) => isKeepable(nested(depth))) ?? 0

test('what is taken from the service can be read in the book', () => {
  const [taken, refused] = [nested(deepest), nested(deepest + 1)]
  const faults = (value: unknown) => [
    readingFault(JSON.stringify([1, value]), 2),
    readingFault(JSON.stringify({ 1: value }), 2),
    entriesFault(JSON.stringify({ Izm: value })),
    nestedFault(JSON.stringify(value)),
  ]
  expect(faults(taken)).toEqual([null, null, null, null])
  expect(faults(refused)).toEqual(['unreadable', 'unreadable', 'unreadable', 'unreadable'])
})

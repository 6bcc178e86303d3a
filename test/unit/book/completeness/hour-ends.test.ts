import { expect, test } from 'vitest'
import { hourEnds, minutesBeside } from '../../../../electron/book/completeness/hour-ends.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const hours = Array.from({ length: 72 }, (_, at) => (at + 1) * HOUR)
/** A reader comes a minute after nine each day. */
const extra = [9, 33, 57].map((hour) => hour * HOUR + MINUTE)
const ends = (stamps: readonly number[]) => {
  const inOrder = Float64Array.from(stamps.toSorted((a, b) => a - b))
  return [...hourEnds(inOrder, 0, 1, minutesBeside(inOrder, 0))]
}

test('a record that a device writes beside its hours each day closes no hour where the hour itself is missing', () => {
  const withoutOne = [...hours.filter((end) => end !== 33 * HOUR), ...extra]
  expect(ends(withoutOne)).toEqual(withoutOne.toSorted((a, b) => a - b))
  // The first record of an archive is such a one.
  const later = [...hours.slice(9), ...extra]
  expect(ends(later)).toEqual(later.toSorted((a, b) => a - b))
})

test('a clock that is a minute off closes its hours', () => {
  const late = hours.map((end, at) => (at % 3 === 0 ? end + MINUTE : end))
  expect(ends(late)).toEqual(hours)
  expect(ends([...late, 9 * HOUR + MINUTE])).toHaveLength(73)
})

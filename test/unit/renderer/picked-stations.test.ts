import { expect, test } from 'vitest'
import { ofPicked, pickedOf } from '../../../renderer/views/reports/make/picked.ts'

const nobody = { stations: [], consumer: null, provider: null }

test('the picker of a report begins with the stations that it is of', () => {
  expect(pickedOf(nobody, [1, 2, 3])).toBe('all')
  expect(pickedOf({ ...nobody, stations: [2] }, [2])).toEqual([2])
  // One of a consumer's stations may be taken out.
  expect(pickedOf({ ...nobody, consumer: 5 }, [1, 3])).toEqual([1, 3])
  expect(pickedOf({ ...nobody, provider: 7 }, [1])).toEqual([1])
})

test('a report is of what was picked, and of nobody else; of no station there is none', () => {
  expect(ofPicked('all')).toEqual(nobody)
  expect(ofPicked([3, 1])).toEqual({ ...nobody, stations: [3, 1] })
  expect(ofPicked([])).toBeNull()
})

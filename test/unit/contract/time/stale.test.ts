import { expect, test } from 'vitest'
import { earlierNow } from '../../../../electron/contract/time/now.ts'
import { isFresh, silenceOf } from '../../../../electron/contract/time/stale.ts'
import { DAY_MS } from '../../../../electron/contract/time/units.ts'

test('a look at days that are not over holds for a day, and not when the clock was set back over it', () => {
  expect([DAY_MS - 1, DAY_MS, 1 - DAY_MS, -DAY_MS].map((age) => isFresh(0, age))).toEqual([true, false, true, false])
})

test('a station is late after three days of silence and lost after thirty', () => {
  expect([3, 3.1, 30, 30.1].map((days) => silenceOf(0, days * DAY_MS))).toEqual(['none', 'late', 'late', 'lost'])
})

test('now is the earlier of two clocks, and the laptop’s alone while nobody is signed in', () => {
  expect([earlierNow(5, 3), earlierNow(5, 9), earlierNow(5, undefined)]).toEqual([3, 5, 5])
})

import { expect, test } from 'vitest'
import { archiveIn, refutedOfLife } from '../../../../../electron/analysis/answers/readings/readings.ts'
import { HOUR_MS } from '../../../../../electron/contract/time/units.ts'
import {
  BEGIN_MS,
  but,
  CLOCK,
  END_MS,
  four,
  m3Of,
  NOW,
  SENTINEL,
  TROUBLES,
  unified,
  whole,
  writeTrouble,
  type Trouble,
} from '../../../../support/troubles.ts'
import { tempBook } from '../../../book/fixtures.ts'

/** What the window strikes through, by the channel and the hour of the month (0 ends its first hour), and what counts instead. */
function struck(trouble: Trouble, view: 'general' | 'unified' = 'general', archiveType = 'hourly') {
  const book = tempBook(() => NOW)
  writeTrouble(book, 1, trouble)
  const archive = archiveIn(book, { stationId: 1, archiveType, view })
  const all = refutedOfLife(book, archive, { fromMs: BEGIN_MS + 1, toMs: END_MS }, CLOCK)
  return all.map(({ atMs, channelVarname, why, instead }) => [channelVarname, (atMs - BEGIN_MS) / HOUR_MS - 1, why, instead])
}
const named = (name: string): Trouble => TROUBLES.find((one) => one.name.includes(name)) as Trouble

test('a volume that the counter refutes, with what the counter tells of its hour where it tells it alone', () => {
  expect(struck(named('and a counter (case 14)'))).toEqual([
    ['Vpriv', 100, 'against_counter', expect.closeTo(m3Of(100), 3)],
    ['Vpriv', 101, 'against_counter', expect.closeTo(m3Of(101), 3)],
    ['Vpriv', 300, 'against_counter', expect.closeTo(m3Of(300), 3)],
  ])
})

test('a volume that is the counter, a number that stands for no value, a counter that goes away', () => {
  const isCounter = struck(named('case 03'))
  expect(isCounter).toHaveLength(744 - 240)
  expect(isCounter[0]).toEqual(['Vpriv', 240, 'is_counter', expect.closeTo(m3Of(240), 3)])
  expect(struck(named('and nothing beside it'))).toEqual([100, 101, 150].map((hour) => ['Vpriv', hour, 'no_value', null]))
  expect(struck(named('case 24'))).toEqual([['VNakpriv', 222, 'away_and_back', null]])
  expect(struck(named('case 25'))).toEqual([['VNakpriv', 222, 'away_and_back', null]])
})

test('a record of a day that brings the gas of the days before it', () => {
  expect(struck(named('three days of gas'), 'general', 'daily')).toEqual([['Vpriv', 24 * 13 - 1, 'catch_up', null]])
})

test('of two views each its own values: that of the speaking view, and of the other where it is the same', () => {
  const glitch = (of: typeof four, code: string) => but([222], of, (hour) => ({ ...of(hour), [code]: SENTINEL }))
  const both = { name: '', hourly: glitch(four, 'Vpriv'), unified: glitch(unified, 'gas_consume'), ...whole }
  expect(struck(both)).toEqual([['Vpriv', 222, 'against_counter', expect.closeTo(m3Of(222), 3)]])
  expect(struck(both, 'unified')).toEqual([['gas_consume', 222, 'against_counter', expect.closeTo(m3Of(222), 3)]])
  expect(struck({ ...both, unified }, 'unified')).toEqual([])
  const working = { ...both, hourly: glitch(four, 'Vwork'), unified }
  expect(struck(working)).toEqual([['Vwork', 222, 'against_counter', expect.closeTo(m3Of(222) / 3.9, 2)]])
})

test('nothing where nothing is wrong, nor of an archive that nobody counts from', () => {
  expect(struck(named('nothing is wrong'))).toEqual([])
  expect(struck(named('case 10'))).toEqual([])
})

import { expect, test } from 'vitest'
import type { Book } from '../../../../electron/book/index.ts'
import { MINUTE_MS, SECOND_MS } from '../../../../electron/contract/time/units.ts'
import { at, HOUR_M3, STATION } from '../../../support/form-book.ts'
import { station, tempBook } from '../../book/fixtures.ts'
import { columnOf, made, type Made } from './made.ts'

/** Counters of the consumption forms: their unit, and which record is that of the beginning and of the end. */

const ASKED = { from: '2026-10-02', to: '2026-10-04' }
const DAY_M3 = 24 * HOUR_M3
/** m³ that the counter of standard volume has at the contract hour of a day after 1 October. */
const counterAt = (day: number): number => 1_000_000 + day * DAY_M3

interface Meter {
  archiveType?: 'hourly' | 'daily'
  /** The counter's unit, and how many m³ it is. */
  unitName?: string | null
  m3?: number
  /** By how much a stamp is off the hour. */
  offMs?: (hour: number) => number
  /** The hour whose record the book lacks. */
  missing?: number
}

/** Five days of a meter that counts HOUR_M3 an hour; volumes are in m³. */
function meterBook({ archiveType = 'hourly', unitName = 'м3', m3 = 1, offMs = () => 0, missing }: Meter): Book {
  const book = tempBook()
  book.stations.put([station({ id: STATION })], at(0))
  const units = { Vpriv: 'м3', VNakpriv: unitName }
  book.channels.put(
    Object.entries(units).map(([channelVarname, unit]) => ({
      equipmentTypeId: 1,
      archiveTypeName: null,
      archiveTypeVarname: archiveType,
      telemetryTypeName: null,
      channelName: null,
      channelVarname,
      unitName: unit,
    })),
  )
  const hours = archiveType === 'hourly' ? 1 : 24
  const records = Array.from({ length: 5 * (24 / hours) + 1 }, (_, record) => record * hours)
    .filter((hour) => hour !== missing)
    .map((hour) => ({
      atMs: at(hour) + offMs(hour),
      values: { Vpriv: hours * HOUR_M3, VNakpriv: (1_000_000 + hour * HOUR_M3) / m3 },
    }))
  book.page(() => book.readings.put({ equipmentId: 1001, archiveType, view: 'general' }, records))
  return book
}

const edgesOf = (form: Made) => {
  const [from, to] = [columnOf(form, 'counter_from'), columnOf(form, 'counter_to')]
  return from.map((first, row) => [first, to[row]])
}
const EDGES = [1, 2, 3].map((day) => [counterAt(day), counterAt(day + 1)])
const headOf = (form: Made) => form.columns.find(({ key }) => key === 'counter_from')?.over
const against = (form: Made) => form.statements.find((text) => /[Cc]ounter/.test(text))

test('a counter in thousands of m³ is shown in m³, as its heading says, and set against the total', async () => {
  const form = await made(meterBook({ unitName: 'тыс.м3', m3: 1000 }), 'consumption-daily', 'en', ASKED)
  expect(headOf(form)).toBe('Counter, m³')
  expect(edgesOf(form)).toEqual(EDGES)
  expect(against(form)).toMatch(/start: 864\.00 m³; total: 864\.00 m³; difference: 0\.00 m³/)
})

test.each([null, 'имп'])('a counter of an unknown unit (%s) is headed as it came, and not set against the total', async (unitName) => {
  const form = await made(meterBook({ unitName, m3: 1000 }), 'consumption-daily', 'en', ASKED)
  expect(headOf(form)).toBe(unitName === null ? 'Counter' : `Counter, ${unitName}`)
  expect(edgesOf(form)).toEqual(EDGES.map((edge) => edge.map((value) => value / 1000)))
  expect(against(form)).toMatch(/^The unit of the counter is not known/)
})

test.each([
  ['on the hour', 0],
  ['three seconds later', 3 * SECOND_MS],
  ['a second before', -SECOND_MS],
])('hours stamped %s: the counters at the edges are those of the hours that the sum has', async (_, off) => {
  const form = await made(meterBook({ offMs: () => off }), 'consumption-daily', 'en', ASKED)
  expect(edgesOf(form)).toEqual(EDGES)
  expect(against(form)).toMatch(/difference: 0\.00 m³/)
})

test('hours that are written at five past are those that ended at the full hour, in the sum and at the counter', async () => {
  const form = await made(meterBook({ offMs: () => 5 * MINUTE_MS }), 'consumption-daily', 'en', ASKED)
  expect(edgesOf(form)).toEqual(EDGES)
  expect(against(form)).toMatch(/start: 864\.00 m³; total: 864\.00 m³; difference: 0\.00 m³/)
})

test.each([
  ['a second before', -SECOND_MS],
  ['three seconds after', 3 * SECOND_MS],
])('days stamped %s they end: the first has its counter too', async (_, off) => {
  const meter = { archiveType: 'daily', offMs: () => off } as const
  const form = await made(meterBook(meter), 'consumption-daily', 'en', ASKED)
  expect(edgesOf(form)).toEqual(EDGES)
})

test('stamps now before and now after the hour, and none of another hour where one is missing', async () => {
  const offMs = (hour: number) => (hour % 3 === 0 ? -SECOND_MS : SECOND_MS)
  const form = await made(meterBook({ offMs, missing: 48 }), 'consumption-daily', 'en', ASKED)
  expect(edgesOf(form)).toEqual([
    [counterAt(1), null],
    [null, counterAt(3)],
    [counterAt(3), counterAt(4)],
  ])
})

test.each([2, 3])(
  'stamps now before and now after the hour, every %ith of them before: the total is what the counter says',
  async (every) => {
    const offMs = (hour: number) => (hour % every === 0 ? -2 : 3) * SECOND_MS
    const form = await made(meterBook({ offMs }), 'consumption-daily', 'en', ASKED)
    expect(edgesOf(form)).toEqual(EDGES)
    expect(against(form)).toMatch(/start: 864\.00 m³; total: 864\.00 m³; difference: 0\.00 m³/)
  },
)

import { z } from 'zod'
import { amountsOf } from '../../analysis/answers/consumption/amounts.ts'
import { stationIn } from '../../analysis/answers/directory.ts'
import { stationSums } from '../../analysis/answers/station-seen.ts'
import { clockOf } from '../../analysis/station/clock.ts'
import { dayNumber } from '../../contract/time/day.ts'
import { fromDay, inOrder, stationId, toDay, toolOf, windowOf } from '../tool.ts'

/** Days of one question: each is looked at by three ways. */
const MOST_DAYS = 400

const input = inOrder(z.strictObject({ stationId, from: fromDay, to: toDay, ...windowOf(100) })).refine(
  ({ from, to }) => dayNumber(to) - dayNumber(from) < MOST_DAYS,
  { message: `a question has at most ${MOST_DAYS} days`, path: ['to'] },
)

const number = z.number().nullable()
const row = z.object({
  day: z.string().describe('gas day'),
  m3: number.describe('standard m³ that are known to have passed; null: nothing is known'),
  part: z.boolean().describe('the day is not over'),
  received: z.number().describe('hours told by their own record'),
  byCounter: z.number().describe('hours told by the counter over a hole'),
  byDaily: z.number().describe('hours told by the record of their day'),
  unknown: z.number().describe('hours told by nothing'),
  hours: number.describe('m³ by the hourly records'),
  daily: number.describe('m³ by the record of the day'),
  counter: number.describe('m³ by the counter'),
  records: z.int().describe('hours with a number'),
  expected: z.int().nullable().describe('hours that the day has'),
  fits: z.boolean().nullable().describe('whether these ways agree; null: fewer than two have the whole day'),
})

export const dailySums = toolOf({
  name: 'daily_sums',
  title: 'Sums of gas days',
  description:
    'Consumption of one station by gas day in m³, how many hours of each day are known and by what, and the same day by its hourly records, its daily record and its counter.',
  input,
  row,
  facts: {
    totalM3: number.describe('of the whole span, with what is known over holes that reach over the end of a day'),
    totalUnknownHours: z.number(),
    workingM3: z.boolean().describe('the device counts no standard m³: these are working ones'),
    noNumber: z.string().nullable().describe('why there is no number at all'),
    otherContractHour: z
      .object({ hour: z.int(), fits: z.int(), days: z.int() })
      .nullable()
      .describe('the hour at which the sums of more days would agree; null: no other does better'),
  },
  async answer(asked, { stationId: id, from, to, offset, limit }) {
    const { book, usual, nowMs } = asked
    stationIn(book, id)
    const clock = clockOf(book, [id], usual)
    const gas = { zone: clock.zone, contractHour: clock.contractHour }
    // The rules tell when a substitute was in use.
    await asked.judge([id])
    const amounts = await amountsOf(book, { stationIds: [id], by: 'day', from, to, earlierYears: 0, gas, usual, nowMs })
    await asked.goOn()
    const sums = stationSums(book, { stationId: id, from, to, gas }, { usual, nowMs })
    const byDay = new Map(amounts.amounts.map((amount) => [amount.day, amount]))
    const rows = sums.days.map(({ day, hours, daily, counter, records, expected, fits }) => {
      const { m3 = null, part = false, received = 0, byCounter = 0, byDaily = 0, unknown = 0 } = byDay.get(day) ?? {}
      return { day, m3, part, received, byCounter, byDaily, unknown, hours, daily, counter, records, expected, fits }
    })
    return {
      clock,
      offset,
      limit,
      total: rows.length,
      rows: rows.slice(offset, offset + limit),
      facts: {
        totalM3: amounts.total?.m3 ?? null,
        totalUnknownHours: amounts.total?.unknown ?? 0,
        workingM3: amounts.working.length > 0,
        noNumber: amounts.without[0]?.why ?? null,
        otherContractHour: sums.boundary,
      },
      leftOut: [],
    }
  },
})

import { expect, test } from 'vitest'
import { amountsOf } from '../../../../electron/analysis/answers/consumption/amounts.ts'
import { overlayOf } from '../../../../electron/analysis/answers/overlay/overlay.ts'
import { sparklinesOf } from '../../../../electron/analysis/answers/overlay/sparklines.ts'
import { stationSums } from '../../../../electron/analysis/answers/station-seen.ts'
import type { Book } from '../../../../electron/book/index.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { CLOCK, NOW, OCTOBER, TROUBLES, writeTrouble } from '../../../support/troubles.ts'
import { tempBook } from '../../book/fixtures.ts'

/** The overlay, the small charts and the reconciliation tell a day's volume as consumption does, whatever the records say. */

const AT = { gas: CLOCK, usual: CLOCK, nowMs: NOW }
const DAYS = 60
const RECORDS = TROUBLES.map((trouble) => [trouble.name, trouble] as const)

async function daysOf(book: Book): Promise<(number | null)[]> {
  const { amounts } = await amountsOf(book, { stationIds: [1], by: 'day', ...OCTOBER, ...AT, earlierYears: 0 })
  return amounts.map(({ m3 }) => m3)
}
const overlaid = (book: Book, points: 'day' | 'record') => {
  const { lines } = overlayOf(book, { stationIds: [1], ...OCTOBER, periods: 1, step: 'year', points, baseline: 0, ...AT })
  return lines[0]?.line
}

test.for(RECORDS)('a day’s line is the day’s consumption: %s', async ([, trouble]) => {
  const book = tempBook(() => NOW)
  writeTrouble(book, 1, trouble)
  const days = (await daysOf(book)).filter((m3) => m3 !== null)
  const { values = [] } = overlaid(book, 'day') ?? {}
  expect(values).toHaveLength(days.length)
  values.forEach((m3, at) => expect(m3).toBeCloseTo(days[at] as number, 6))
})

test.for(RECORDS)('no record of a line is beyond an hour or a day of the station: %s', ([, trouble]) => {
  const book = tempBook(() => NOW)
  writeTrouble(book, 1, trouble)
  const line = overlaid(book, 'record')
  const isCounter = trouble.hourly(0) !== null && !Object.keys(trouble.hourly(0) ?? {}).includes('Vpriv')
  if (!isCounter) expect(Math.max(...(line?.values ?? []))).toBeLessThan(trouble.hourly(0) ? 60 : 1500)
})

test.for(RECORDS)('the small chart of each channel that consumption is counted from: %s', async ([, trouble]) => {
  const book = tempBook(() => NOW)
  writeTrouble(book, 1, trouble)
  const { entries, columns } = sparklinesOf(book, { stationIds: [1], days: DAYS, ...AT })
  const numbers = new Float64Array(await columns.arrayBuffer())
  const days = await daysOf(book)
  const told = entries.flatMap(({ channel, lastDay }, at) => {
    if (!['Vpriv', 'VNakpriv', 'gas_consume', 'reading_value'].includes(channel.channelVarname)) return []
    const first = at * DAYS + DAYS - 1 - Math.round((Date.parse(lastDay) - Date.parse(OCTOBER.from)) / (24 * HOUR_MS))
    return [numbers.slice(first, first + days.length)]
  })
  expect(told.length).toBeGreaterThan(0)
  for (const own of told) days.forEach((m3, at) => (m3 === null ? expect(own[at]).toBeNaN() : expect(own[at]).toBeCloseTo(m3, 6)))
})

test.for(RECORDS)('the three sums have no value that is refuted: %s', async ([, trouble]) => {
  const book = tempBook(() => NOW)
  writeTrouble(book, 1, trouble)
  const { days } = stationSums(book, { stationId: 1, ...OCTOBER, gas: CLOCK }, { usual: CLOCK, nowMs: NOW })
  const amounts = await daysOf(book)
  days.forEach(({ hours, records, expected, daily, counter }, at) => {
    const m3 = amounts[at]
    if (m3 === null || m3 === undefined) return
    if (records === expected) expect(hours).toBeCloseTo(m3, 2)
    else if (hours !== null) expect(hours).toBeLessThan(m3 + 0.01)
    if (daily !== null) expect(daily).toBeCloseTo(m3, 2)
    if (counter !== null) expect(counter).toBeCloseTo(m3, 2)
  })
  expect(days.reduce((sum, { counter }) => sum + (counter ?? 0), 0)).toBeLessThanOrEqual(trouble.m3 + 0.01)
})

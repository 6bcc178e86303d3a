import { firstWhere } from '../../../contract/bisect.ts'
import type { Day, Span } from '../../../contract/records.ts'
import { addDays, firstOfMonth, utcMidnight } from '../../../contract/time/day.ts'
import { gasDayAt, gasDaySpan, gasPeriods, type GasClock } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { zoneClock } from '../../../contract/time/zone.ts'

/**
 * Positions on the axis of an overlay: wall time in ms as if it were UTC, on the axis' own days. Every gas day of the axis
 * has 24 hours. Of a day with a clock change, the hour that comes twice is drawn in the place of one, and the hour that is
 * skipped stays empty: no other hour and no day is shifted.
 */

export interface Axis {
  /** The hour at which the axis' days begin. */
  hour: number
  axisDay: (day: Day) => Day
}

/** The position at which a day of the axis begins. */
const dayPosition = (axisDay: Day, hour: number): number => utcMidnight(axisDay) + hour * HOUR_MS

/** First and last position of an axis of whole gas days. */
export const axisEnds = ({ from, to }: Span, hour: number) => ({
  fromMs: dayPosition(from, hour),
  toMs: dayPosition(addDays(to, 1), hour),
})

/** A gas day of a period: when it ends, where it begins on the axis, and how far into it a moment lies. */
export interface PlacedDay {
  toMs: number
  position: number
  place: (atMs: number) => number
}

/** The gas days of a span on the axis, worked out once for all lines of the period. */
export function placedDays(span: Span, gas: GasClock, { hour, axisDay }: Axis): PlacedDay[] {
  return gasPeriods(gasDaySpan(span.from, span.to, gas), 'day', gas).map(({ day, fromMs, toMs }) => ({
    toMs,
    position: dayPosition(axisDay(day), hour),
    place: placeWithin(fromMs, toMs, gas.zone),
  }))
}

/** Positions of moments in the gas days of a span, ascending. A record is stamped with the end of what it covers. */
export function momentPositions(times: Float64Array, days: readonly PlacedDay[]): Float64Array {
  const positions = new Float64Array(times.length)
  let row = 0
  for (const { toMs, position, place } of days)
    for (; row < times.length && (times[row] as number) <= toMs; row += 1) positions[row] = position + place(times[row] as number)
  return positions
}

/** How far into a gas day a moment lies, by the wall clock, ms. */
function placeWithin(fromMs: number, toMs: number, zone: string): (atMs: number) => number {
  if (toMs - fromMs === DAY_MS) return (atMs) => atMs - fromMs
  const { offsetMs } = zoneClock(zone)
  const before = offsetMs(fromMs)
  const changeMs = firstWhere(fromMs, toMs, (atMs) => offsetMs(atMs) !== before)
  const jumpMs = offsetMs(toMs) - before
  if (jumpMs >= 0) return (atMs) => atMs - fromMs + (atMs > changeMs ? jumpMs : 0)
  const twiceFromMs = changeMs + jumpMs
  const twiceToMs = changeMs - jumpMs
  return (atMs) => {
    if (atMs <= twiceFromMs) return atMs - fromMs
    return atMs > twiceToMs ? atMs - fromMs + jumpMs : twiceFromMs - fromMs + (atMs - twiceFromMs) / 2
  }
}

/** The middle of a gas day of the axis: where a value of the whole day is drawn. */
export const middleOfDay = (day: Day, { hour, axisDay }: Axis): number => dayPosition(axisDay(day), hour) + DAY_MS / 2

/** Positions of records that each close a day: their days' middles. */
export const dayPositions = (times: Float64Array, gas: GasClock, axis: Axis): Float64Array =>
  times.map((atMs) => middleOfDay(gasDayAt(atMs - 1, gas), axis))

/** Positions of records that each close a month: their months' middles. */
export const monthPositions = (times: Float64Array, gas: GasClock, { hour, axisDay }: Axis): Float64Array =>
  times.map((atMs) => {
    const first = axisDay(firstOfMonth(gasDayAt(atMs - 1, gas)))
    return (dayPosition(first, hour) + dayPosition(firstOfMonth(first, 1), hour)) / 2
  })

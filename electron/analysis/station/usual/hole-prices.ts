import type { Day } from '../../../contract/records.ts'
import { gasDayAt, gasDaySpan, type TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { withoutNoise } from '../../../contract/units.ts'
import { daysOf } from '../../kernel/amounts/days.ts'
import { placeAfter, sumOfHours, TOLD, type HourFill, type Hours } from '../../kernel/amounts/hours.ts'
import type { ConsumptionSource } from '../../kernel/amounts/source.ts'
import type { StationData } from '../../kernel/data.ts'
import { onceFor } from '../../kernel/once.ts'
import type { Usual } from './usual.ts'
import { dependsOn } from '../../kernel/part.ts'

/** The price of a time of which records are missing: one price, whoever asks for it. */

export interface HolePrice {
  /** m³; null where there is nothing to go by. */
  m3: number | null
  /** Told by the counter, or by the record of the day; otherwise an hour of it is estimated. */
  measured: boolean
}

/** Hours in a row of which a telling has the sum, and no one alone. */
interface Together extends TimeSpan {
  m3: number
}

/** The ground of prices: the hours, what consumption is counted from, and what an hour usually is. */
interface Grounds {
  hours: Hours | null
  source: ConsumptionSource | undefined
  usual: Usual['hourAt']
}

interface Priced extends Pick<Grounds, 'hours' | 'usual'> {
  fills: readonly Together[]
  /** The rest that the record of an hour's gas day tells beside the hours of the day that are known. */
  restOfDay: (endMs: number) => Together | null
}

/**
 * What passed between two moments in the hours that have no record. The counter tells them where it stands on both sides,
 * that of the hours or that of the days, whichever has all its hours in the time; of holes that reach out of it, and of days
 * that their record tells, it is the share that these hours usually have. The rest is estimated.
 */
function priceOf(data: StationData, { hours, fills, restOfDay, usual }: Priced, span: TimeSpan): HolePrice {
  const place = hours ? placeAfter(hours.timesMs, span.fromMs) : 0
  if (hours) dependsOnBrackets(data, hours, span)
  const minuteMs = hours ? endsOf(hours, span.fromMs) : span.fromMs + HOUR_MS
  let [m3, measured] = [0, true]
  const shared = new Map<Together, number[]>()
  const endsWithout = onceFor((together: Together) => hoursWithout(hours, together))
  const liesWithin = onceFor((together: Together) => {
    const ends = endsWithout(together)
    return (ends[0] ?? Infinity) > span.fromMs && (ends.at(-1) ?? -Infinity) <= span.toMs
  })
  for (let endMs = minuteMs, at = place; endMs <= span.toMs; endMs += HOUR_MS) {
    while (hours && at < hours.timesMs.length && (hours.timesMs[at] as number) < endMs) at++
    const isHere = hours !== null && hours.timesMs[at] === endMs
    // Nothing is at risk of an hour that has a record, whatever the archive of days lacks.
    if (isHere && hours.told[at] === TOLD.record) continue
    const alone = isHere ? (hours.amounts[at] as number) : Number.NaN
    if (!Number.isNaN(alone)) {
      m3 += alone
      continue
    }
    const tellings = fills.filter((fill) => fill.fromMs < endMs && fill.toMs >= endMs)
    const together = tellings.find(liesWithin) ?? tellings[0] ?? restOfDay(endMs)
    if (together) {
      const ends = shared.get(together)
      if (ends) ends.push(endMs)
      else shared.set(together, [endMs])
      continue
    }
    const one = usual(endMs)
    if (one === null) return { m3: null, measured: false }
    m3 += one
    measured = false
  }
  for (const [together, ends] of shared) {
    const all = endsWithout(together)
    m3 += together.m3 * shareOf(usual, ends, all)
    if (ends.length < all.length) measured = false
  }
  return { m3: withoutNoise(m3), measured }
}

/** Prices what is missing at a station. */
export function pricing(data: StationData, { hours, source, usual }: Grounds): (hole: TimeSpan) => HolePrice {
  const days = source?.daily ? daysOf(source.daily, source.breaksMs, data.gas) : null
  // The counters of days tell the hours that have records too: those are not of the hole.
  const restOf = (fill: HourFill) => ({ ...fill, m3: Math.max(0, fill.m3 - (hours ? sumOfHours(hours, fill).m3 : 0)) })
  const restOfGasDay = onceFor((day: Day): Together | null => {
    // Beside hours a day of another clock tells no rest.
    const told = !hours || days?.exact.has(day) ? days?.byDay.get(day) : undefined
    const span = gasDaySpan(day, day, data.gas)
    return told === undefined ? null : { ...span, m3: Math.max(0, told - (hours ? sumOfHours(hours, span).m3 : 0)) }
  })
  const priced: Priced = {
    hours,
    fills: [...(hours?.fills ?? []), ...(days?.told ?? []).map(restOf)],
    restOfDay: (endMs) => restOfGasDay(gasDayAt(endMs - 1, data.gas)),
    usual,
  }
  return (hole) => priceOf(data, priced, hole)
}

/** The end of the first hour after a moment. */
const endsOf = ({ timesMs }: Hours, fromMs: number): number => {
  const first = timesMs[0]
  return first === undefined ? fromMs + HOUR_MS : first + (Math.floor((fromMs - first) / HOUR_MS) + 1) * HOUR_MS
}

/** The counter before and after a hole may lie outside of the part of the readings that is here. */
function dependsOnBrackets(data: StationData, { timesMs, amounts }: Hours, { fromMs, toMs }: TimeSpan): void {
  let [first, last] = [placeAfter(timesMs, fromMs), placeAfter(timesMs, toMs)]
  while (first > 0 && Number.isNaN(amounts[first - 1])) first--
  while (last < timesMs.length && Number.isNaN(amounts[last])) last++
  dependsOn(data, first === 0 ? -Infinity : (timesMs[first - 1] as number), last >= timesMs.length ? Infinity : timesMs[last])
}

/** Ends of the hours of a time that no record tells alone. */
function hoursWithout(hours: Hours | null, { fromMs, toMs }: TimeSpan): number[] {
  const ends: number[] = []
  for (let endMs = hours ? endsOf(hours, fromMs) : fromMs + HOUR_MS; endMs <= toMs; endMs += HOUR_MS) {
    const at = hours ? placeAfter(hours.timesMs, endMs - 1) : 0
    const isAlone = hours !== null && hours.timesMs[at] === endMs && !Number.isNaN(hours.amounts[at])
    if (!isAlone) ends.push(endMs)
  }
  return ends
}

/** The part of all hours that some of them usually use; of hours without anything usual all count the same. */
function shareOf(usual: (endMs: number) => number | null, some: readonly number[], all: readonly number[]): number {
  const sum = (ends: readonly number[]) =>
    ends.reduce<number | null>((total, endMs) => {
      const one = usual(endMs)
      return total === null || one === null ? null : total + one
    }, 0)
  const [part, whole] = [sum(some), sum(all)]
  return part === null || whole === null || whole <= 0 ? some.length / all.length : part / whole
}

import { isHourEnd } from '../../../book/completeness/hour-ends.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import { fillsOf } from './fills.ts'
import type { ConsumptionSource, HourlyAmounts } from './source.ts'

/** How an hour's amount is known. */
export const TOLD = { nothing: 0, record: 1, counter: 2 } as const

/** The gas that passed over hours in a row of which no one alone is told, by the counter before and after them. */
export interface HourFill extends TimeSpan {
  m3: number
  hours: number
  /** How many of these hours have a record: the one whose counter ends the hole. */
  received: number
}

/** The hours of an archive on their grid, without gaps. */
export interface Hours {
  minute: number
  /** The end of each. */
  timesMs: Float64Array
  /** m³ of each; NaN where it alone is not told. */
  amounts: Float64Array
  /** By place one of `TOLD`: what tells it, alone or together with its neighbours. */
  told: Uint8Array
  fills: HourFill[]
}

/** The hours of a station one by one, m³ by the end of each; none where it has no hourly archive. */
export const hourAmounts = ({ hourly, breaksMs }: ConsumptionSource): Pick<Hours, 'timesMs' | 'amounts'> =>
  hourly ? hoursOf(hourly, breaksMs) : { timesMs: new Float64Array(0), amounts: new Float64Array(0) }

/**
 * The hours of an archive, put together once. An hour without a number of its own is told by the counter where it stands on
 * both sides, alone or together with its neighbours; never over a fall of the counter or an exchange.
 */
export function hoursOf(archive: HourlyAmounts, breaksMs: readonly number[]): Hours {
  const known = found.get(archive)
  if (known?.breaksMs === breaksMs) return known.hours
  const hours = hoursTogether(archive, breaksMs)
  found.set(archive, { breaksMs, hours })
  return hours
}
const found = new WeakMap<HourlyAmounts, { breaksMs: readonly number[]; hours: Hours }>()

function hoursTogether(archive: HourlyAmounts, breaksMs: readonly number[]): Hours {
  const { minute, countsAlone } = archive
  const { timesMs, amounts, counts } = recordsOnGrid(archive)
  const told = Uint8Array.from(amounts, (amount) => (Number.isNaN(amount) ? TOLD.nothing : TOLD.record))
  const fills: HourFill[] = []
  for (const { first, last, m3 } of fillsOf(amounts, counts, brokenAt(timesMs, breaksMs))) {
    let received = 0
    for (let place = first; place <= last; place++) {
      const hasRecord = countsAlone && !Number.isNaN(counts[place])
      told[place] = hasRecord ? TOLD.record : TOLD.counter
      if (hasRecord) received++
    }
    if (first === last) amounts[first] = m3
    else fills.push({ fromMs: timesMs[first - 1] as number, toMs: timesMs[last] as number, m3, hours: last - first + 1, received })
  }
  return { minute, timesMs, amounts, told, fills }
}

/** The records on the grid; those between the hours are added to their hour where they are parts of it. */
export function recordsOnGrid({
  minute,
  between,
  ...archive
}: HourlyAmounts): Pick<Hours, 'timesMs' | 'amounts'> & { counts: Float64Array } {
  const isOnGrid = (row: number) => isHourEnd(archive.timesMs[row] as number, minute)
  let first = 0
  let last = archive.timesMs.length - 1
  while (first <= last && !isOnGrid(first)) first++
  while (last > first && !isOnGrid(last)) last--
  const start = first > last ? 0 : hourOf(archive.timesMs[first] as number, minute)
  const length = first > last ? 0 : hourOf(archive.timesMs[last] as number, minute) - start + 1
  const amounts = new Float64Array(length).fill(Number.NaN)
  const counts = new Float64Array(length).fill(Number.NaN)
  const parts = between?.are === 'part' ? new Float64Array(length) : null
  for (let row = first; row <= last; row++) {
    const place = hourOf(archive.timesMs[row] as number, minute) - start
    if (isOnGrid(row)) {
      amounts[place] = archive.amounts[row] as number
      counts[place] = archive.counts[row] as number
    } else if (parts) parts[place] = (parts[place] as number) + (archive.amounts[row] || 0)
  }
  parts?.forEach((part, place) => (amounts[place] = (amounts[place] as number) + part))
  const timesMs = Float64Array.from({ length }, (_, place) => (start + place) * HOUR_MS + minute * MINUTE_MS)
  return { timesMs, amounts, counts }
}

/** The hour that a moment lies in, its end included, counted from 1970. */
const hourOf = (atMs: number, minute: number): number => Math.ceil((atMs - minute * MINUTE_MS) / HOUR_MS)

/** Whether a meter was exchanged, or a counter set, between the ends of two places. */
export const brokenAt = (timesMs: Float64Array, breaksMs: readonly number[]) => (after: number, upTo: number) =>
  breaksMs.some((atMs) => atMs > (timesMs[after] ?? Infinity) && atMs <= (timesMs[upTo] ?? -Infinity))

/** The sum of the hours that end after one moment, up to and with another. */
export interface HourSum {
  m3: number
  received: number
  byCounter: number
}

/** The sum of the hours that are told alone. */
export function sumOfHours({ timesMs, amounts, told }: Hours, { fromMs, toMs }: TimeSpan): HourSum {
  const sum: HourSum = { m3: 0, received: 0, byCounter: 0 }
  for (let at = placeAfter(timesMs, fromMs); at < timesMs.length && (timesMs[at] as number) <= toMs; at++) {
    const amount = amounts[at] as number
    if (Number.isNaN(amount)) continue
    sum.m3 += amount
    if (told[at] === TOLD.record) sum.received++
    else sum.byCounter++
  }
  return sum
}

/** The first place that ends after a moment. */
export const placeAfter = (timesMs: Float64Array, atMs: number): number =>
  firstWhere(0, timesMs.length, (place) => (timesMs[place] as number) > atMs)

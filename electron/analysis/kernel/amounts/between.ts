import { isHourEnd } from '../../../book/completeness/hour-ends.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import { brokenAt, placeAfter, recordsOnGrid } from './hours.ts'
import type { Between, HourlyAmounts, PeriodAmounts } from './source.ts'

type Undecided = Omit<HourlyAmounts, 'between'>

/** Tells, by all records of a device, how those between the hours are counted; null where there are none. */
export function betweenOf(hourly: Undecided, daily: PeriodAmounts | null, breaksMs: readonly number[]): Between | null {
  const rows: number[] = []
  hourly.timesMs.forEach((endMs, row) => {
    if (!isHourEnd(endMs, hourly.minute)) rows.push(row)
  })
  if (rows.length === 0) return null
  const { timesMs, amounts, counts } = recordsOnGrid({ ...hourly, between: null })
  const extra = extraByPlace(hourly, rows, timesMs)
  const byCounter = decided(counterVotes({ timesMs, amounts, counts, extra }, breaksMs))
  if (byCounter) return { are: byCounter, by: 'counter', records: rows.length }
  const byDaily = daily && decided(dailyVotes({ timesMs, amounts, extra }, daily))
  return { are: byDaily ?? 'unknown', by: byDaily ? 'daily' : null, records: rows.length }
}

/** By place of the grid: what the records between its ends add up to. */
function extraByPlace({ timesMs, amounts, minute }: Undecided, rows: readonly number[], ends: Float64Array) {
  const extra = new Map<number, number>()
  const start = ends[0]
  if (start === undefined) return extra
  for (const row of rows) {
    const place = Math.ceil(((timesMs[row] as number) - minute * MINUTE_MS) / HOUR_MS) - Math.round((start - minute * MINUTE_MS) / HOUR_MS)
    const amount = amounts[row] as number
    if (place >= 0 && place < ends.length && amount > 0) extra.set(place, (extra.get(place) ?? 0) + amount)
  }
  return extra
}

interface Grid {
  timesMs: Float64Array
  amounts: Float64Array
  extra: ReadonlyMap<number, number>
}

interface Votes {
  part: number
  again: number
}

/** The one that more have; null where as many speak for either, or none for any. */
const decided = ({ part, again }: Votes): 'part' | 'again' | null => (part > again ? 'part' : again > part ? 'again' : null)

/** One vote of what was counted over a time, by the sum of its own records and that of the records between them. */
function vote(votes: Votes, { counted, own, extra }: { counted: number; own: number; extra: number }): void {
  const [asPart, asAgain] = [Math.abs(counted - own - extra), Math.abs(counted - own)]
  // A sum that lies about as far from either has no vote.
  if (Math.abs(asPart - asAgain) < extra / 2) return
  if (asPart < asAgain) votes.part++
  else votes.again++
}

function counterVotes({ timesMs, amounts, counts, extra }: Grid & { counts: Float64Array }, breaksMs: readonly number[]) {
  const votes: Votes = { part: 0, again: 0 }
  const isBroken = brokenAt(timesMs, breaksMs)
  for (const [place, more] of extra) {
    const counted = (counts[place] ?? Number.NaN) - (counts[place - 1] ?? Number.NaN)
    const own = amounts[place] as number
    if (counted >= 0 && !Number.isNaN(own) && !isBroken(place - 1, place)) vote(votes, { counted, own, extra: more })
  }
  return votes
}

/** Days that have all their hours. */
function dailyVotes({ timesMs, amounts, extra }: Grid, daily: PeriodAmounts): Votes {
  const votes: Votes = { part: 0, again: 0 }
  const places = [...extra.keys()].sort((a, b) => a - b)
  let next = 0
  daily.timesMs.forEach((toMs, row) => {
    const span = { fromMs: beginOf(daily.timesMs, row), toMs }
    let more = 0
    for (; next < places.length && (timesMs[places[next] as number] as number) <= toMs; next++)
      if ((timesMs[places[next] as number] as number) > span.fromMs) more += extra.get(places[next] as number) as number
    if (more === 0) return
    const own = wholeDay({ timesMs, amounts }, span)
    const counted = daily.amounts[row] as number
    if (!Number.isNaN(own) && !Number.isNaN(counted)) vote(votes, { counted, own, extra: more })
  })
  return votes
}

/** The record before ends where this one begins; without it a day has 24 hours. */
function beginOf(timesMs: Float64Array, row: number): number {
  const [toMs, beforeMs] = [timesMs[row] as number, timesMs[row - 1] ?? -Infinity]
  return Math.abs(toMs - beforeMs - DAY_MS) <= HOUR_MS ? beforeMs : toMs - DAY_MS
}

/** NaN where an hour lacks a number. */
function wholeDay({ timesMs, amounts }: Omit<Grid, 'extra'>, { fromMs, toMs }: TimeSpan) {
  const first = placeAfter(timesMs, fromMs)
  if (first === timesMs.length || (timesMs[first] as number) - HOUR_MS > fromMs || (timesMs.at(-1) as number) < toMs) return Number.NaN
  let sum = 0
  for (let place = first; (timesMs[place] as number) <= toMs; place++) sum += amounts[place] as number
  return sum
}

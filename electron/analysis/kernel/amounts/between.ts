import { isHourEnd } from '../../../book/completeness/hour-ends.ts'
import { gasDayAt, gasDaySpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time/units.ts'
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
function dailyVotes({ timesMs, amounts, extra }: Grid, { timesMs: endsMs, amounts: days, clock }: PeriodAmounts): Votes {
  const votes: Votes = { part: 0, again: 0 }
  const sums = new Map<string, { own: number; extra: number }>()
  for (const [place, more] of extra) {
    const day = gasDayAt((timesMs[place] as number) - 1, clock)
    const sum = sums.get(day)
    if (sum) sum.extra += more
    else sums.set(day, { own: wholeDay({ timesMs, amounts }, gasDaySpan(day, day, clock)), extra: more })
  }
  endsMs.forEach((endMs, row) => {
    const sum = sums.get(gasDayAt(endMs - 1, clock))
    const counted = days[row] as number
    if (sum && !Number.isNaN(sum.own) && !Number.isNaN(counted)) vote(votes, { counted, ...sum })
  })
  return votes
}

/** NaN where an hour lacks a number. */
function wholeDay({ timesMs, amounts }: Omit<Grid, 'extra'>, { fromMs, toMs }: { fromMs: number; toMs: number }) {
  const first = placeAfter(timesMs, fromMs)
  if (first === timesMs.length || (timesMs[first] as number) - HOUR_MS > fromMs || (timesMs.at(-1) as number) < toMs) return Number.NaN
  let sum = 0
  for (let place = first; (timesMs[place] as number) <= toMs; place++) sum += amounts[place] as number
  return sum
}

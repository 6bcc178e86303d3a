import { isHourEnd } from '../../../book/completeness/hour-ends.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { believedCounts } from './counts.ts'
import { brokenAt, placeAfter } from './hours.ts'
import type { Amounts, ConsumptionSource, Refuted } from './source.ts'
import { catchUps, refuteByCounter, refuteByDays, refuteNoValues, type Refute, type Series } from './volumes.ts'

/**
 * Which of a station's values are believed, where the volume of a record, the counter and the record of the day tell otherwise:
 * decided here, once, before anything is summed. A value is refuted where two of them, or one and all that lies around,
 * agree without it, and it is an order beyond what they say; never for being large alone. What is refuted is as if it had
 * not been sent, and the others tell it.
 */
export function believed(source: ConsumptionSource): ConsumptionSource {
  const { hourly, daily, breaksMs } = source
  const refuted: Refuted[] = []
  const minute = hourly?.minute ?? 0
  const hours = hourly && opened('hourly', hourly, { breaksMs, everyMs: HOUR_MS, isOnGrid: (atMs) => isHourEnd(atMs, minute) }, refuted)
  const days = daily && opened('daily', daily, { breaksMs, everyMs: DAY_MS, isOnGrid: () => true }, refuted)
  const volumes = [hours, days].flatMap((one) => (one && !one.sent.countsAlone ? [one] : []))
  const refute: Refute = (series, at, why) => {
    const of = series === hours?.series ? 'hourly' : 'daily'
    refuted.push({ archive: of, what: 'volume', atMs: series.atMs[at] as number, why })
    series.amounts[at] = Number.NaN
  }
  for (const one of volumes) refuteByCounter(one.series, refute)
  for (const one of volumes) refuteNoValues(one.series, refute)
  if (hours && days && volumes.length === 2) refuteByDays(hours.series, days.series, refute)
  for (const one of volumes) bringTogether(one, hours === one ? null : (hours?.series ?? null), refute)
  const isAsSent = refuted.length === 0 && !hours?.isWrapped && !days?.isWrapped
  return isAsSent ? source : { ...source, hourly: hourly && closed(hourly, hours), daily: daily && closed(daily, days), refuted }
}

interface Opened {
  sent: Amounts
  series: Series
  counts: Float64Array
  isWrapped: boolean
}

interface Opening {
  breaksMs: readonly number[]
  everyMs: number
  isOnGrid: (atMs: number) => boolean
}

/** An archive as a series, with the counter that is believed. */
function opened(of: Refuted['archive'], sent: Amounts, { breaksMs, everyMs, isOnGrid }: Opening, refuted: Refuted[]): Opened {
  const { timesMs } = sent
  const isBrokenBetween = brokenAt(timesMs, breaksMs)
  const {
    counts,
    refuted: away,
    wraps,
  } = believedCounts(timesMs, sent.counts, { everyMs, isBroken: isBrokenBetween, amounts: sent.amounts })
  for (const row of away) refuted.push({ archive: of, what: 'counter', atMs: timesMs[row] as number, why: 'away_and_back' })
  // Plain loops: `from` walks an iterator, and this is done for every station.
  const rows = new Int32Array(timesMs.length)
  let length = 0
  for (let row = 0; row < timesMs.length; row++) if (isOnGrid(timesMs[row] as number)) rows[length++] = row
  const at = (values: Float64Array) => {
    const some = new Float64Array(length)
    for (let place = 0; place < length; place++) some[place] = values[rows[place] as number] as number
    return some
  }
  const series: Series = {
    everyMs,
    rows: rows.subarray(0, length),
    atMs: at(timesMs),
    amounts: at(sent.amounts),
    sent: at(sent.counts),
    counts: at(counts),
    rises: new Float64Array(length).fill(Number.NaN),
    isBroken: (after, upTo) => isBrokenBetween(rows[after] as number, rows[upTo] as number),
  }
  for (let place = 1; place < length; place++) {
    const lastedMs = (series.atMs[place] as number) - (series.atMs[place - 1] as number)
    if (lastedMs > 1.5 * everyMs || (breaksMs.length > 0 && series.isBroken(place - 1, place))) continue
    series.rises[place] = (series.counts[place] as number) - (series.counts[place - 1] as number)
  }
  return { sent, series, counts, isWrapped: wraps.size > 0 }
}

/** The archive with what is believed of it. */
function closed<A extends Amounts>(archive: A, opening: Opened | null): A {
  if (!opening) return archive
  const { series } = opening
  const amounts = archive.amounts.slice()
  const counts = opening.counts.slice()
  series.rows.forEach((row, at) => {
    amounts[row] = series.amounts[at] as number
    counts[row] = series.counts[at] as number
  })
  return { ...archive, amounts, counts }
}

/** Records that bring what others before them lack: one amount over all of their time, as a counter tells it. */
function bringTogether({ series }: Opened, hours: Series | null, refute: Refute): void {
  const { amounts, counts, atMs, everyMs } = series
  const isTold = (at: number) => {
    if (!hours) return false
    const toMs = atMs[at] as number
    const own = hours.amounts.subarray(placeAfter(hours.atMs, toMs - everyMs), placeAfter(hours.atMs, toMs))
    return own.length >= HOURS_ENOUGH && !own.some(Number.isNaN)
  }
  // Without a counter the two ends are given one, each pair below the one before, so that they tell nothing of any other time.
  let base = 0
  for (const { before, at } of catchUps(series, isTold)) {
    const amount = amounts[at] as number
    if (Number.isNaN((counts[at] as number) - (counts[before] as number))) {
      base -= amount + 1
      const from = Number.isNaN(counts[before]) ? base : (counts[before] as number)
      counts[before] = from
      counts[at] = from + amount
    }
    for (let place = before + 1; place <= at; place++) {
      if (!Number.isNaN(amounts[place])) refute(series, place, 'catch_up')
      if (place < at) counts[place] = Number.NaN
    }
  }
}
/** A day with so many hours is told by them. */
const HOURS_ENOUGH = 18

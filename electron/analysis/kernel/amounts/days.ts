import type { Day } from '../../../contract/records.ts'
import { gasDayAt, gasPeriods, type GasClock, type GasPeriod } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { fillsOf } from './fills.ts'
import { brokenAt, type HourFill } from './hours.ts'
import type { PeriodAmounts } from './source.ts'

/** The amounts that the records of days tell. */
export interface Days {
  /** m³ by gas day. */
  byDay: ReadonlyMap<Day, number>
  /** The days of these whose own record is missing or says nothing: the counters before and after tell them. */
  byCounter: ReadonlySet<Day>
  fills: HourFill[]
  /** Its days are those of the reader. */
  fits: boolean
}

/** The days of an archive by the names of its own clock. */
export function daysOf(archive: PeriodAmounts, breaksMs: readonly number[], gas: GasClock): Days {
  const { timesMs, countsAlone, clock } = archive
  const named = Array.from(timesMs, (atMs) => gasDayAt(atMs - 1, clock))
  const fits = clock.contractHour === gas.contractHour && clock.zone === gas.zone
  if (named.length === 0) return { byDay: new Map(), byCounter: new Set(), fills: [], fits }
  const whole = gasPeriods({ fromMs: (timesMs[0] as number) - 1, toMs: timesMs.at(-1) as number }, 'day', clock)
  const places = new Map(whole.map(({ day }, place) => [day, place]))
  const amounts = new Float64Array(whole.length).fill(Number.NaN)
  const counts = new Float64Array(whole.length).fill(Number.NaN)
  named.forEach((day, row) => {
    const place = places.get(day)
    if (place === undefined) return
    amounts[place] = archive.amounts[row] as number
    counts[place] = archive.counts[row] as number
  })
  const endsMs = Float64Array.from(whole, ({ toMs }) => toMs)
  const hoursOfDay = (place: number) => {
    const { fromMs, toMs } = whole[place] as GasPeriod
    return Math.round((toMs - fromMs) / HOUR_MS)
  }
  const byCounter = new Set<Day>()
  const fills: HourFill[] = []
  for (const { first, last, m3 } of fillsOf(amounts, counts, brokenAt(endsMs, breaksMs))) {
    if (first === last) {
      amounts[first] = m3
      if (!countsAlone) byCounter.add((whole[first] as GasPeriod).day)
      continue
    }
    let [hours, received] = [0, 0]
    for (let place = first; place <= last; place++) {
      hours += hoursOfDay(place)
      if (countsAlone && !Number.isNaN(counts[place])) received += hoursOfDay(place)
    }
    fills.push({ fromMs: endsMs[first - 1] as number, toMs: endsMs[last] as number, m3, hours, received })
  }
  const byDay = new Map(whole.flatMap(({ day }, place) => (Number.isNaN(amounts[place]) ? [] : [[day, amounts[place] as number]])))
  return { byDay, byCounter, fits, fills }
}

import { closedDay, type ClosedDay } from '../../../book/completeness/hour-ends.ts'
import type { Day } from '../../../contract/records.ts'
import { dayOf } from '../../../contract/time/day.ts'
import { gasDayAt, gasDayOfNumber, gasDaySpan, type GasClock, type TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { fillsOf } from './fills.ts'
import { brokenAt, type HourFill } from './hours.ts'
import type { DeviceDays, PeriodAmounts } from './source.ts'

/** The amounts that the records of days tell. */
export interface Days {
  /** m³ by gas day. */
  byDay: ReadonlyMap<Day, number>
  /** The days of these whose number begins and ends with the gas day; the others are days of another clock. */
  exact: ReadonlySet<Day>
  /** The days of these whose own record is missing or says nothing: the counters before and after tell them. */
  byCounter: ReadonlySet<Day>
  /** What the counters tell of several days in a row: from the end of one gas day to that of another. */
  fills: HourFill[]
  /** Those of them whose records close gas days. */
  exactFills: HourFill[]
  /** All of them, from record to record. */
  told: HourFill[]
}

/** A gas day of an archive, by place. */
interface Place extends ClosedDay {
  fromMs: number
  /** When its record closes, else when the day ends. */
  closesMs: number
  /** The row of its record; null: there is none. */
  row: number | null
  amount: number
}

/** The days of an archive as gas days of the reader, each by the moments of its own records. */
export function daysOf(archive: PeriodAmounts, breaksMs: readonly number[], gas: GasClock): Days {
  const { countsAlone } = archive
  const places = placesOf(archive, breaksMs, gas)
  const amounts = Float64Array.from(places, ({ amount }) => amount)
  const counts = Float64Array.from(places, ({ row }) => (row === null ? Number.NaN : (archive.counts[row] as number)))
  const closesMs = Float64Array.from(places, ({ closesMs }) => closesMs)
  const at = (place: number) => places[place] as Place
  const hoursOfDay = (place: number) => Math.round((at(place).endMs - at(place).fromMs) / HOUR_MS)
  const [byCounter, inexact] = [new Set<Day>(), new Set(places.flatMap(({ row, isExact, day }) => (row === null || isExact ? [] : [day])))]
  const [fills, told]: [HourFill[], HourFill[]] = [[], []]
  for (const { first, last, m3 } of fillsOf(amounts, counts, brokenAt(closesMs, breaksMs))) {
    const ends = [at(first - 1), at(last), ...(Number.isNaN(counts[last]) ? [at(last + 1)] : [])]
    if (first === last) {
      amounts[first] = m3
      if (!countsAlone) byCounter.add(at(first).day)
      if (ends.some(({ row, isExact }) => row !== null && !isExact)) inexact.add(at(first).day)
      continue
    }
    let [hours, received] = [0, 0]
    for (let place = first; place <= last; place++) {
      hours += hoursOfDay(place)
      if (countsAlone && !Number.isNaN(counts[place])) received += hoursOfDay(place)
    }
    fills.push({ fromMs: at(first - 1).endMs, toMs: at(last).endMs, m3, hours, received })
    told.push({ fromMs: at(first - 1).closesMs, toMs: at(last).closesMs, m3, hours, received })
  }
  const known = places.flatMap(({ day }, place) => (Number.isNaN(amounts[place]) ? [] : [[day, amounts[place] as number] as const]))
  const exact = new Set(known.flatMap(([day]) => (inexact.has(day) ? [] : [day])))
  const exactFills = fills.filter(({ fromMs, toMs }, nth) => told[nth]?.fromMs === fromMs && told[nth]?.toMs === toMs)
  return { byDay: new Map(known), exact, byCounter, fills, exactFills, told }
}

/** The records that close gas days of the reader: those that can be set against hours and days of others. */
export function exactDays({ timesMs, amounts, counts, countsAlone }: PeriodAmounts, gas: GasClock): PeriodAmounts {
  const isExact = (_: number, row: number) => closedDay(timesMs[row] as number, gas).isExact
  return { timesMs: timesMs.filter(isExact), amounts: amounts.filter(isExact), counts: counts.filter(isExact), countsAlone }
}

/** From the first to the last day that a record is of, without a gap. */
function placesOf(archive: PeriodAmounts, breaksMs: readonly number[], gas: GasClock): Place[] {
  const byNumber = new Map<number, Place>()
  archive.timesMs.forEach((atMs, row) => {
    const amount = archive.amounts[row] as number
    const made = (closed: ClosedDay): Place => {
      const { fromMs } = gasDayOfNumber(closed.number, gas)
      return { ...closed, fromMs, closesMs: closed.isExact ? closed.endMs : atMs, row, amount }
    }
    const own = made(closedDay(atMs, gas))
    const other = byNumber.get(own.number)
    if (!other) byNumber.set(own.number, own)
    // Two devices share the day of an exchange: what each of them tells of it adds up.
    else if (isBetween(breaksMs, other.closesMs, atMs)) byNumber.set(own.number, { ...own, amount: plus(other.amount, amount) })
    else if (Math.abs(atMs - own.endMs) <= Math.abs(other.closesMs - own.endMs)) byNumber.set(own.number, own)
    else {
      const rest = gasDayOfNumber(own.number + 1, gas)
      // The last record of a device that is taken out closes the day that it does not end.
      if (isBetween(breaksMs, atMs, rest.toMs))
        byNumber.set(own.number + 1, made({ number: own.number + 1, day: dayOf(own.number + 1), endMs: rest.toMs, isExact: false }))
    }
  })
  const numbers = [...byNumber.keys()]
  const [first, last] = [numbers.reduce((a, b) => Math.min(a, b), Infinity), numbers.reduce((a, b) => Math.max(a, b), -Infinity)]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at): Place => {
    const number = first + at
    const known = byNumber.get(number)
    if (known) return known
    const { fromMs, toMs } = gasDayOfNumber(number, gas)
    return { number, day: dayOf(number), fromMs, endMs: toMs, closesMs: toMs, isExact: true, row: null, amount: Number.NaN }
  })
}

const isBetween = (breaksMs: readonly number[], afterMs: number, upToMs: number): boolean =>
  breaksMs.some((atMs) => atMs > afterMs && atMs <= upToMs)
const plus = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : a + b)

/** A part of a gas day, and what a daily record tells of it, m³; null: nothing. */
export type DayPart = TimeSpan & { m3: number | null }

/**
 * The gas days in which a device took the place of another, in parts: what each device's own daily record tells are its own
 * hours, from its first to its last. Between them nobody measured.
 */
export function sharedDays(devices: readonly DeviceDays[], gas: GasClock): ReadonlyMap<Day, readonly DayPart[]> {
  const shared = new Map<Day, DayPart[]>()
  const told = ({ daily }: DeviceDays, day: Day): number | null => {
    const row = daily?.timesMs.findIndex((atMs) => isOfDay(closedDay(atMs, gas), day)) ?? -1
    const m3 = daily?.amounts[row] ?? Number.NaN
    return Number.isNaN(m3) ? null : m3
  }
  const nothing = (fromMs: number, toMs: number): DayPart[] => (toMs > fromMs ? [{ fromMs, toMs, m3: null }] : [])
  for (const [at, next] of devices.entries()) {
    const old = devices[at - 1]
    if (!old?.hours || !next.hours) continue
    const [endMs, beginMs] = [old.hours.toMs, next.hours.fromMs]
    // Of one day, or of two where nobody measured over its end.
    const [dayBefore, day] = [gasDayAt(endMs - 1, gas), gasDayAt(beginMs, gas)]
    const [before, after] = [gasDaySpan(dayBefore, dayBefore, gas), gasDaySpan(day, day, gas)]
    const own = shared.get(dayBefore)
    const last: DayPart = { fromMs: own?.at(-1)?.fromMs ?? before.fromMs, toMs: endMs, m3: told(old, dayBefore) }
    const first: DayPart = { fromMs: beginMs, toMs: after.toMs, m3: told(next, day) }
    const head = [...(own?.slice(0, -1) ?? []), last]
    if (day === dayBefore) shared.set(day, [...head, ...nothing(endMs, beginMs), first])
    else {
      shared.set(dayBefore, [...head, ...nothing(endMs, before.toMs)])
      shared.set(day, [...nothing(after.fromMs, beginMs), first])
    }
  }
  return shared
}
const isOfDay = (closed: ClosedDay, day: Day): boolean => closed.isExact && closed.day === day

import type { DaysOff } from '../../../contract/time/days-off.ts'
import { DAY_KINDS, dayKind } from '../grids/day-kind.ts'
import { medianOf } from '../statistics/select.ts'

/**
 * What a period will have used at its end: docs/field-rules.md, section H. Pure: days in a row come in, and a number with its
 * band goes out.
 */

/** Gas days in a row, all of one owner: a station, or the stations of a consumer together. */
export interface DayLine {
  /** Days since 1970-01-01 of place 0. */
  first: number
  /** What is known of each day, m³; 0 where nothing is. */
  m3: Float64Array
  /** The share of each day that is known, 0 to 1. */
  told: Float64Array
}

export interface Projection {
  /** m³ at the end of the period, by the median of the same kind of day. */
  m3: number
  /** Four of five such projections of the past, made at the same distance, were as near. Null: too few were made. */
  band: { low: number; high: number } | null
}

/** Days that tell what is usual, how many of them must be whole, and those that correct it. */
const USUAL_DAYS = 28
const LEAST_WHOLE = 20
const LEVEL_DAYS = 7
const LEAST_LEVEL = 4

/** Projections of the past that make a band, and how far back they lie at most. */
const LEAST_PAST = 14
const PAST_DAYS = 366
/** The quantiles between which four of five of them lie. */
const TAIL = 0.09
/**
 * Projections that begin a day apart share nearly all of their days: only those that share none tell something of their own.
 * Where these are few the band is wider by this part of itself, divided by their number.
 */
const FEW = 1
/** Of the days of a projection of the past so many must be known. */
const KNOWN = 0.9
/** A day of which no more than an hour is missing is whole. */
const WHOLE = 23 / 24 - 1e-6

/**
 * Projections over a line of days. What is usual at a place is computed once.
 * @returns a function of the first place of a period and the place after its last one (which may lie beyond the line), and of
 * the place up to which the line is known; the whole of it where absent
 */
export function projecting(line: DayLine, country: DaysOff) {
  const whole = Float64Array.from(line.m3, (m3, at) => ((line.told[at] as number) >= WHOLE ? m3 : Number.NaN))
  const kind = (place: number) => dayKind(line.first + place, country)
  const known = new Map<number, Usual | null>()
  const usualAt = (place: number): Usual | null => {
    let usual = known.get(place)
    if (usual === undefined) known.set(place, (usual = usualBefore(whole, place, kind)))
    return usual
  }

  /** How far such projections were off, in shares of a usual day for each of their days; ascending. */
  function errorsOf(anchor: number, offset: number, days: number): number[] {
    const errors: number[] = []
    for (let past = anchor - offset - days; past >= Math.max(USUAL_DAYS, anchor - PAST_DAYS); past--) {
      const usual = usualAt(past)
      if (!usual || usual.scale <= 0) continue
      let [off, count] = [0, 0]
      for (let place = past + offset; place < past + offset + days; place++) {
        const m3 = whole[place] as number
        if (Number.isNaN(m3)) continue
        off += m3 - usual.day(kind(place))
        count++
      }
      if (count >= KNOWN * days) errors.push(off / (usual.scale * count))
    }
    return errors.sort((a, b) => a - b)
  }

  return (from: number, until: number, end: number = endOf(line)): Projection | 'short_history' => {
    // The running day may be known in part: what is usual is of the days before it.
    const anchor = end > 0 && Number.isNaN(whole[end - 1]) ? end - 1 : end
    let [used, rest] = [0, 0]
    const usual = usualAt(anchor)
    if (!usual) return 'short_history'
    for (let place = from; place < until; place++) {
      const told = place < end ? (line.told[place] ?? 0) : 0
      if (told > 0) used += line.m3[place] as number
      rest += (1 - told) * usual.day(kind(place))
    }
    const m3 = used + rest
    const ahead = Math.max(anchor, from)
    const days = until - ahead
    if (days <= 0) return { m3, band: rest > 0 ? null : { low: m3, high: m3 } }
    const errors = errorsOf(anchor, ahead - anchor, days)
    if (errors.length < LEAST_PAST) return { m3, band: null }
    const [low, middle, high] = [TAIL, 0.5, 1 - TAIL].map((share) => quantile(errors, share)) as [number, number, number]
    const wider = 1 + (FEW * days) / errors.length
    const at = (off: number) => Math.max(used, m3 + (middle + (off - middle) * wider) * usual.scale * days)
    return { m3, band: { low: Math.min(m3, at(low)), high: Math.max(m3, at(high)) } }
  }
}

/** The place after the last day of which anything is known. */
export function endOf({ told }: Pick<DayLine, 'told'>): number {
  let end = told.length
  while (end > 0 && told[end - 1] === 0) end--
  return end
}

interface Usual {
  /** m³ of a whole day of a kind, at the level of the last week. */
  day: (kind: number) => number
  /** m³ of a mean day: what errors are measured by. */
  scale: number
}

/** What is usual by the days before a place; null where they are too few. */
function usualBefore(whole: Float64Array, end: number, kind: (place: number) => number): Usual | null {
  const begin = end - USUAL_DAYS
  if (begin < 0) return null
  const byKind: number[][] = Array.from({ length: DAY_KINDS }, () => [])
  const all: number[] = []
  for (let place = begin; place < end; place++) {
    const m3 = whole[place] as number
    if (Number.isNaN(m3)) continue
    byKind[kind(place)]?.push(m3)
    all.push(m3)
  }
  if (all.length < LEAST_WHOLE) return null
  const any = medianOf(all)
  const medians = byKind.map((days) => (days.length > 0 ? medianOf(days) : any))
  let [used, usual, days] = [0, 0, 0]
  for (let place = end - LEVEL_DAYS; place < end; place++) {
    const m3 = whole[place] as number
    if (Number.isNaN(m3)) continue
    used += m3
    usual += medians[kind(place)] as number
    days++
  }
  const level = days >= LEAST_LEVEL && usual > 0 ? used / usual : 1
  const mean = all.reduce((sum, m3) => sum + m3, 0) / all.length
  return { day: (of) => (medians[of] as number) * level, scale: Math.max(mean, days > 0 ? used / days : 0) }
}

/** Between the two nearest of sorted numbers. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const low = Math.floor(at)
  const [a, b] = [sorted[low] as number, sorted[Math.min(low + 1, sorted.length - 1)] as number]
  return a + (b - a) * (at - low)
}

import type { DaysOff } from '../../../contract/time/days-off.ts'
import { DAY_KINDS, dayKind } from '../grids/day-kind.ts'
import { medianOf } from '../statistics/select.ts'

/** Gas days in a row, all of one owner: a station, or the stations of a consumer together. */
export interface DayLine {
  /** Days since 1970-01-01 of place 0. */
  first: number
  /** What is known of each day, m³; 0 where nothing is. */
  m3: Float64Array
  /** The share of each day that is known, 0 to 1. */
  told: Float64Array
}

interface Usual {
  /** m³ of a whole day of a kind, at the level of the last week. */
  day: (kind: number) => number
  /** m³ of a mean day: what errors are measured by. */
  scale: number
}

/** A line of days, and what is usual at each place of it, by the days before. */
export interface UsualDays {
  line: DayLine
  /** m³ of the days that are whole, NaN else. */
  whole: Float64Array
  kind: (place: number) => number
  /** Null: too few days before it are whole. */
  usualAt: (place: number) => Usual | null
}

/** Days that tell what is usual, how many of them must be whole, and those that correct it. */
export const USUAL_DAYS = 28
const LEAST_WHOLE = 20
const LEVEL_DAYS = 7
const LEAST_LEVEL = 4
/** A day of which no more than an hour is missing is whole. */
const WHOLE = 23 / 24 - 1e-6

/** What is usual at a place is computed once. */
export function usualDays(line: DayLine, country: DaysOff): UsualDays {
  const whole = Float64Array.from(line.m3, (m3, at) => ((line.told[at] as number) >= WHOLE ? m3 : Number.NaN))
  const kinds = new Map<number, number>()
  const kind = (place: number): number => {
    const known = kinds.get(place) ?? dayKind(line.first + place, country)
    kinds.set(place, known)
    return known
  }
  const known = new Map<number, Usual | null>()
  const usualAt = (place: number): Usual | null => {
    let usual = known.get(place)
    if (usual === undefined) known.set(place, (usual = usualBefore(whole, place, kind)))
    return usual
  }
  return { line, whole, kind, usualAt }
}

/** The place after the last day of which anything is known. */
export function endOf({ told }: Pick<DayLine, 'told'>): number {
  let end = told.length
  while (end > 0 && told[end - 1] === 0) end--
  return end
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

import { DAY_KINDS } from '../grids/day-kind.ts'
import type { UsualDays } from './usual-days.ts'

/**
 * What days ahead will use by what is usual and by the season of the year before: the nearer a day, the more it is what is usual
 * now; the farther, the more it is what such a day was in that season.
 */

/** Days ahead of a place: the first of them, so many days behind it, and how many. */
export interface Ahead {
  anchor: number
  offset: number
  days: number
}

/** 52 weeks: the same day of the week. */
const YEAR = 364
/** A season is told by so many days on each side of a day; at least half of these must be there. */
const SIDE = 10
/** It may come so many days earlier or later than a year before: so much of it must be there, too. */
export const SHIFT_DAYS = 21
/** After so many days a third is left of what is unlike the season. */
const FADES_DAYS = 9
/** So many days of both years tell half of how one is above the other; and it is above by no more than this. */
const HALF_TOLD = 60
const MOST_GROWTH = Math.E

/**
 * @returns a function of the days ahead: m³ of all of them; null where the year before, or what is usual, is not known. `late`:
 * the season comes so many days later than it did.
 */
export function seasonal({ whole, kind, usualAt }: UsualDays) {
  const told = new Map<number, Float64Array | null>()
  const seasonAt = (place: number): Float64Array | null => {
    let season = told.get(place)
    if (season === undefined) told.set(place, (season = seasonRound(whole, place, kind)))
    return season
  }
  const growth = growing(whole)
  const fades: number[] = []
  const nearness = (distance: number) => (fades[distance] ??= Math.exp(-(distance + 0.5) / FADES_DAYS))

  return ({ anchor, offset, days }: Ahead, late = 0): number | null => {
    const usual = usualAt(anchor)
    // Nobody looks at days that were not known then.
    const last = anchor - 1 - SIDE
    if (!usual || anchor - YEAR < SIDE + SHIFT_DAYS) return null
    const factor = growth(anchor)
    let sum = 0
    for (let distance = offset; distance < offset + days; distance++) {
      const place = anchor + distance
      const season = seasonAt(Math.min(place - YEAR - late, last))
      if (!season) return null
      const near = nearness(distance)
      const own = kind(place)
      sum += near * usual.day(own) + (1 - near) * factor * (season[own] as number)
    }
    return sum
  }
}

/** m³ of a mean day of each kind round a place; null where too few days are known. */
function seasonRound(whole: Float64Array, place: number, kind: (place: number) => number): Float64Array | null {
  const [sums, counts] = [new Float64Array(DAY_KINDS), new Float64Array(DAY_KINDS)]
  let [all, days] = [0, 0]
  for (let at = Math.max(0, place - SIDE); at <= place + SIDE && at < whole.length; at++) {
    const m3 = whole[at] as number
    if (Number.isNaN(m3)) continue
    const own = kind(at)
    sums[own] = (sums[own] as number) + m3
    counts[own] = (counts[own] as number) + 1
    all += m3
    days++
  }
  if (days < SIDE) return null
  return sums.map((sum, own) => ((counts[own] as number) > 1 ? sum / (counts[own] as number) : all / days))
}

/** How far the last year is above the one before it, by the days that both know. */
function growing(whole: Float64Array): (anchor: number) => number {
  const [now, before, both] = Array.from({ length: 3 }, () => new Float64Array(whole.length + 1)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  whole.forEach((m3, at) => {
    const earlier = whole[at - YEAR] ?? Number.NaN
    const isKnown = !Number.isNaN(m3 + earlier)
    now[at + 1] = (now[at] as number) + (isKnown ? m3 : 0)
    before[at + 1] = (before[at] as number) + (isKnown ? earlier : 0)
    both[at + 1] = (both[at] as number) + (isKnown ? 1 : 0)
  })
  return (anchor) => {
    const from = Math.max(0, anchor - YEAR)
    const [used, earlier, days] = [now, before, both].map((sums) => (sums[anchor] as number) - (sums[from] as number)) as [
      number,
      number,
      number,
    ]
    if (used <= 0 || earlier <= 0) return 1
    const told = (used / earlier) ** (days / (days + HALF_TOLD))
    return Math.min(MOST_GROWTH, Math.max(1 / MOST_GROWTH, told))
  }
}

import type { DaysOff } from '../../../contract/time/days-off.ts'
import { dayOf } from '../../../contract/time/day.ts'
import { seasonal, SHIFT_DAYS, YEAR, type Ahead } from './season.ts'
import { endOf, usualDays, USUAL_DAYS, type DayLine } from './usual-days.ts'

/**
 * What a period will have used at its end: docs/field-rules.md, section H. Pure: days in a row come in, and a number with its
 * band goes out. Nothing is made up of the time before the first day that is known.
 */

export interface Projection {
  /** m³ at the end of the period: what is known of it, and what the days that remain are expected to use. */
  m3: number
  /** Four of five such projections of the past, made at the same distance, were as near. Null: too few were made. */
  band: { low: number; high: number } | null
  /** There is no band because heating begins or ends in the days that remain, and the year before is not known. */
  lacksSeason?: true
}

/** Projections of the past that make a band, and from how far back the last of them may begin. */
const LEAST_PAST = 14
const PAST_DAYS = 366
/**
 * Projections that begin a day apart share nearly all of their days: only those that share none tell something of their own. So many
 * spans must fit into their time; where these are few the band is wider by this part of itself, divided by their number.
 */
const LEAST_SPANS = 1.5
const ENOUGH_SPANS = 2
const FEW = 1.5
/** What fell by more than all but this share may rise by no more than its inverse. */
const LEAST_LEFT = 0.2
/** The quantiles between which four of five of them lie: by what is usual, and by the season too, which may come late or early. */
const TAIL = 0.14
const SEASON_TAIL = 0.17
/** Projections that did not know their season are off by more than one that does. */
const SEASONLESS_TAIL = 0.24
/** What it makes if the season comes earlier or later than a year before. */
const SHIFT_STEP = 3
const SHIFT_TAIL = 0.15
/** Projections that were made so many days round this day a year before. */
const NEAR_DAYS = 14
/** Of the days of a projection of the past so many must be known. */
const KNOWN = 0.9

/**
 * Weeks in which heating begins and ends, as month × 100 + day: whoever does not know what the year before was like in them knows
 * nothing of them, and all stations of a place are off together.
 */
const HEATING_CHANGES = [
  [401, 605],
  [910, 1031],
] as const

/**
 * Projections over a line of days.
 * @returns a function of the first place of a period and the place after its last one (which may lie beyond the line), and of
 * the place up to which the line is known; the whole of it where absent
 */
export function projecting(line: DayLine, country: DaysOff) {
  const days = usualDays(line, country)
  const { whole, kind, usualAt } = days
  const bySeason = seasonal(days)
  const begin = line.told.findIndex((told) => told > 0)

  /** By what is usual alone. */
  function byUsual({ anchor, offset, days: count }: Ahead): number | null {
    const usual = usualAt(anchor)
    if (!usual) return null
    let sum = 0
    for (let distance = offset; distance < offset + count; distance++) sum += usual.day(kind(anchor + distance))
    return sum
  }

  /** What days that are past used; null where too few of them are known. */
  function usedIn({ anchor, offset, days: count }: Ahead): number | null {
    let [m3, known] = [0, 0]
    for (let place = anchor + offset; place < anchor + offset + count; place++) {
      const one = whole[place] as number
      if (Number.isNaN(one)) continue
      m3 += one
      known++
    }
    return known >= KNOWN * count ? (m3 / known) * count : null
  }

  /** How far a projection of the past was off, as a share of what was to be expected; null where nobody can tell. */
  function errorOf(past: Ahead, projected: number | null): number | null {
    const used = usedIn(past)
    const scale = Math.max((usualAt(past.anchor)?.scale ?? 0) * past.days, projected ?? 0)
    return used === null || projected === null || scale <= 0 ? null : (used - projected) / scale
  }

  /** Anchors of projections at the same distance that are over by now. */
  function* pastOf({ anchor, offset, days: count }: Ahead): Generator<Ahead> {
    const last = anchor - offset - count
    for (let at = last; at >= Math.max(USUAL_DAYS, last - PAST_DAYS); at--) yield { anchor: at, offset, days: count }
  }

  /** How far the days ahead may be below and above what is expected by what is usual, m³; null: too few projections were made. */
  function spreadOfUsual(ahead: Ahead): Spread | null {
    const own = ascending([...pastOf(ahead)].map((past) => errorOf(past, byUsual(past))))
    if (own.length < Math.max(LEAST_PAST, LEAST_SPANS * ahead.days)) return null
    // Who has seen a season come has not seen it go: what rose may fall by as much.
    const errors = ascending(own.flatMap((error) => [error, -error / Math.max(LEAST_LEFT, 1 + error)]))
    const wide = (1 + (FEW * ahead.days) / own.length) * (usualAt(ahead.anchor)?.scale ?? 0) * ahead.days
    return { below: -quantile(errors, TAIL) * wide, above: quantile(errors, 1 - TAIL) * wide }
  }

  /**
   * The same by the season: what such projections were off by lately and at this time a year before, together with what it makes
   * if the season comes earlier or later.
   */
  function spreadOfSeason(ahead: Ahead, expected: number): Spread | null {
    const past = [...pastOf(ahead)]
    const own = past.map((one) => errorOf(one, bySeason(one)))
    const isEnough = own.filter((error) => error !== null).length >= ENOUGH_SPANS * ahead.days
    const errors = ascending(isEnough ? own : past.map((one, at) => own[at] ?? errorOf(one, byUsual(one))))
    if (errors.length < LEAST_PAST) return null
    const tail = isEnough ? SEASON_TAIL : SEASONLESS_TAIL
    const near = yearBefore(ahead)
    const scale = Math.max((usualAt(ahead.anchor)?.scale ?? 0) * ahead.days, expected)
    const wide = (1 + (FEW * ahead.days) / errors.length) * scale
    const shifts: number[] = []
    for (let late = -SHIFT_DAYS; late <= SHIFT_DAYS; late += SHIFT_STEP) {
      const shifted = bySeason(ahead, { late })
      if (shifted !== null) shifts.push(shifted - expected)
    }
    shifts.sort((a, b) => a - b)
    const low = Math.min(0, quantile(errors, tail), near.low)
    const high = Math.max(0, quantile(errors, 1 - tail), near.high)
    return { below: Math.hypot(low * wide, quantile(shifts, SHIFT_TAIL)), above: Math.hypot(high * wide, quantile(shifts, 1 - SHIFT_TAIL)) }
  }

  /** How far projections were off that were made at this time a year before and knew their season. */
  function yearBefore({ anchor, offset, days: count }: Ahead): { low: number; high: number } {
    const errors: (number | null)[] = []
    for (let at = anchor - YEAR - NEAR_DAYS; at <= anchor - YEAR + NEAR_DAYS; at++) {
      const past = { anchor: at, offset, days: count }
      if (at >= USUAL_DAYS && at + offset + count <= anchor) errors.push(errorOf(past, bySeason(past, { sameYear: { knownTo: anchor } })))
    }
    const known = ascending(errors)
    return known.length < LEAST_PAST ? { low: 0, high: 0 } : { low: quantile(known, SEASON_TAIL), high: quantile(known, 1 - SEASON_TAIL) }
  }

  /** What days of a period that are over, and of which not all is known, are filled up with. */
  function holesIn(from: number, until: number): number {
    let m3 = 0
    for (let place = from; place < until; place++) {
      const told = line.told[place] as number
      if (told >= 1) continue
      let near = place
      while (near < until && !usualAt(near)) near++
      m3 += (1 - told) * (usualAt(near)?.day(kind(place)) ?? 0)
    }
    return m3
  }

  return (from: number, until: number, end: number = endOf(line)): Projection | 'short_history' => {
    // The running day may be known in part: what is usual is of the days before it.
    const anchor = end > 0 && Number.isNaN(whole[end - 1]) ? end - 1 : end
    if (!usualAt(anchor)) return 'short_history'
    const known = Math.max(from, begin)
    let used = 0
    for (let place = known; place < Math.min(end, until); place++) used += line.m3[place] as number
    const first = Math.max(anchor, from)
    const holes = holesIn(known, Math.min(anchor, until))
    const ahead = { anchor, offset: first - anchor, days: until - first }
    if (ahead.days <= 0) return { m3: used + holes, band: holes > 0 ? null : { low: used, high: used } }
    const season = bySeason(ahead)
    // What is told of the running day is no longer expected.
    const told = first < end ? (line.told[first] as number) : 0
    const today = { ...ahead, days: 1 }
    const running = told > 0 ? told * ((season === null ? byUsual(today) : bySeason(today)) ?? 0) : 0
    const expected = season ?? byUsual(ahead) ?? 0
    const m3 = used + holes + Math.max(0, expected - running)
    if (season === null && touchesChange(line.first + first, line.first + until)) return { m3, band: null, lacksSeason: true }
    const spread = season === null ? spreadOfUsual(ahead) : spreadOfSeason(ahead, season)
    const band = spread && { low: Math.min(m3, Math.max(used, m3 - spread.below)), high: Math.max(m3, m3 + spread.above) }
    return { m3, band }
  }
}

/** How far below and above what is expected, m³. */
interface Spread {
  below: number
  above: number
}

/** Whether any day from `first` up to `until` (days since 1970-01-01) is one in which heating begins or ends. */
function touchesChange(first: number, until: number): boolean {
  for (let day = first; day < until; day++) {
    const date = Number(dayOf(day).slice(5).replace('-', ''))
    if (HEATING_CHANGES.some(([from, to]) => date >= from && date <= to)) return true
  }
  return false
}

const ascending = (errors: readonly (number | null)[]): number[] => errors.filter((error) => error !== null).sort((a, b) => a - b)

/** Between the two nearest of sorted numbers. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const low = Math.floor(at)
  const [a, b] = [sorted[low] as number, sorted[Math.min(low + 1, sorted.length - 1)] as number]
  return a + (b - a) * (at - low)
}

import type { DaysOff } from '../../../contract/time/days-off.ts'
import { dayOf } from '../../../contract/time/day.ts'
import { seasonal, SHIFT_DAYS, type Ahead } from './season.ts'
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
const WEEK = 7
const PAST_DAYS = 366
/** Four of five come true. */
const HELD = 0.8
/** Of a longer one those of a quarter tell: by its length the share that it is off by hardly grows, and no more days are without a change of heating. */
const LONGEST_PAST = 92
/** What it makes if the season comes earlier or later than a year before, by days. */
const SHIFT_STEP = 3
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
  const isQuiet = quietDays(line)

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

  /** By what share of what was to be expected a projection of the past was off; null where nobody can tell. */
  function errorOf(past: Ahead, isSeasonKnown: boolean): number | null {
    const [used, projected] = [usedIn(past), (isSeasonKnown ? bySeason(past) : null) ?? byUsual(past)]
    const scale = scaleOf(past, projected ?? 0)
    return used === null || projected === null || scale <= 0 ? null : Math.abs(used - projected) / scale
  }
  const scaleOf = ({ anchor, days: count }: Ahead, expected: number): number => Math.max((usualAt(anchor)?.scale ?? 0) * count, expected)

  /** Anchors of projections at the same distance that are over by now. */
  function* pastOf({ anchor, offset, days: count }: Ahead): Generator<Ahead> {
    const last = anchor - offset - count
    for (let at = last; at >= Math.max(USUAL_DAYS, last - PAST_DAYS); at--) yield { anchor: at, offset, days: count }
  }

  /** Sorted, of projections of so many days; of shorter ones, down to a week, where too few quiet spans are as long. */
  function pastErrors(ahead: Ahead, days: number, isSeasonKnown: boolean): number[] {
    const errors = [...pastOf({ ...ahead, days })]
      .filter(({ anchor, offset }) => isQuiet(anchor + offset, anchor + offset + days))
      .flatMap((past) => errorOf(past, isSeasonKnown) ?? [])
      .sort((a, b) => a - b)
    const fewer = Math.ceil(days / 2)
    return errors.length >= LEAST_PAST || fewer < WEEK ? errors : pastErrors(ahead, fewer, isSeasonKnown)
  }

  /**
   * How far below and above what is expected the days ahead may be, m³: by what projections of as many days were off by in weeks in
   * which heating neither begins nor ends, and by what it makes if the season comes earlier or later. Both are common to all stations
   * of a place. Null: too few projections were made.
   */
  function spreadOf(ahead: Ahead, expected: number, isSeasonKnown: boolean): Spread | null {
    const errors = pastErrors(ahead, Math.min(ahead.days, LONGEST_PAST), isSeasonKnown)
    if (errors.length < LEAST_PAST) return null
    // Projections that begin a day apart share nearly all of their days: so many of them are as one, and one more is as far off as these
    // and their mean together.
    const few = Math.sqrt(1 + ahead.days / errors.length)
    const off = quantile(errors, HELD) * few * scaleOf(ahead, expected)
    if (!isSeasonKnown) return { below: off, above: off }
    const shifts: number[] = []
    for (let late = -SHIFT_DAYS; late <= SHIFT_DAYS; late += SHIFT_STEP) {
      const shifted = bySeason(ahead, late)
      if (shifted !== null) shifts.push(shifted - expected)
    }
    shifts.sort((a, b) => a - b)
    const tail = (1 - HELD) / 2
    return { below: Math.hypot(off, Math.min(0, quantile(shifts, tail))), above: Math.hypot(off, Math.max(0, quantile(shifts, 1 - tail))) }
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
    if (season === null && !isQuiet(first, until)) return { m3, band: null, lacksSeason: true }
    const spread = spreadOf(ahead, expected, season !== null)
    const band = spread && { low: Math.min(m3, Math.max(used, m3 - spread.below)), high: Math.max(m3, m3 + spread.above) }
    return { m3, band }
  }
}

/** How far below and above what is expected, m³. */
interface Spread {
  below: number
  above: number
}

/** @returns whether heating neither begins nor ends in the days from a place up to another */
function quietDays({ first, m3 }: DayLine): (from: number, until: number) => boolean {
  // Of each place the next one that is in those weeks; a period may end a year behind the line.
  const next = new Int32Array(m3.length + PAST_DAYS + 1).fill(m3.length + PAST_DAYS + 1)
  for (let place = next.length - 2; place >= 0; place--) {
    const date = Number(
      dayOf(first + place)
        .slice(5)
        .replace('-', ''),
    )
    next[place] = HEATING_CHANGES.some(([from, to]) => date >= from && date <= to) ? place : (next[place + 1] as number)
  }
  return (from, until) => (next[Math.max(0, from)] ?? 0) >= until
}

/** Between the two nearest of sorted numbers. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const low = Math.floor(at)
  const [a, b] = [sorted[low] as number, sorted[Math.min(low + 1, sorted.length - 1)] as number]
  return a + (b - a) * (at - low)
}

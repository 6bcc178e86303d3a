import { zoneClock } from '../../../contract/time/zone.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time/units.ts'

/** Which of some moments a device's habit makes: the same time of the day on most days. */

/** Days in a row of which most have a moment at the same time of the day. */
const WEEK = 7
const MOST = 4
/** A clock that runs slow or fast is so far off from one day to the next, minutes. */
const NEAR_MINUTES = 5
/** Days on both sides of a moment that tell whether it is of a habit, and which moments are of the same one. */
export const HABIT_REACH_DAYS = 2 * WEEK

const MINUTES_A_DAY = DAY_MS / MINUTE_MS

/** The minute of the day of each moment, and its day: a device keeps its time of the day, or the zone's. */
type Minute = (atMs: number) => { day: number; minute: number }

const placedIn =
  (wallMs: (atMs: number) => number): Minute =>
  (atMs) => {
    const minutes = Math.floor(wallMs(atMs) / MINUTE_MS)
    const day = Math.floor(minutes / MINUTES_A_DAY)
    return { day, minute: minutes - day * MINUTES_A_DAY }
  }

const minutesApart = (a: number, b: number): number => {
  const apart = Math.abs(a - b)
  return Math.min(apart, MINUTES_A_DAY - apart)
}

export interface ClockTime {
  /** Places of the moments, in order. */
  places: number[]
  isHabit: boolean
}

/**
 * The moments by habit, each other one alone; in order of the first of each.
 * @param timesMs ascending
 */
export function byClockTime(timesMs: Float64Array, zone: string): ClockTime[] {
  const clocks = [placedIn((atMs) => atMs), placedIn(zoneClock(zone).wallMs)]
  const ofHabit = clocks.map((clock) => habitual(timesMs, clock))
  const found: ClockTime[] = []
  /** Habits that may go on. */
  let open: { time: ClockTime; lastMs: number }[] = []
  for (let place = 0; place < timesMs.length; place++) {
    const atMs = timesMs[place] as number
    if (!ofHabit.some((are) => are[place] === 1)) {
      found.push({ places: [place], isHabit: false })
      continue
    }
    open = open.filter(({ lastMs }) => atMs - lastMs <= WEEK * DAY_MS)
    const isSame = (lastMs: number) => clocks.some((clock) => minutesApart(clock(lastMs).minute, clock(atMs).minute) <= NEAR_MINUTES)
    const known = open.find(({ lastMs }) => isSame(lastMs))
    if (known) {
      known.time.places.push(place)
      known.lastMs = atMs
      continue
    }
    const time: ClockTime = { places: [place], isHabit: true }
    found.push(time)
    open.push({ time, lastMs: atMs })
  }
  return found
}

/** 1 for each moment that has others at its time on most days of some week around it. */
function habitual(timesMs: Float64Array, clock: Minute): Uint8Array {
  const placed = Array.from(timesMs, clock)
  const days = new Map<number, Set<number>>()
  for (const { day, minute } of placed) {
    const known = days.get(minute)
    if (known) known.add(day)
    else days.set(minute, new Set([day]))
  }
  const isThere = (minute: number, day: number): boolean => {
    for (let off = -NEAR_MINUTES; off <= NEAR_MINUTES; off++) {
      const other = minute + off
      const beyond = Math.floor(other / MINUTES_A_DAY)
      if (days.get(other - beyond * MINUTES_A_DAY)?.has(day + beyond)) return true
    }
    return false
  }
  return Uint8Array.from(placed, ({ day, minute }) => {
    const there = Array.from({ length: 2 * WEEK - 1 }, (_, at) => isThere(minute, day - WEEK + 1 + at))
    return there.some((_, first) => {
      const week = there.slice(first, first + WEEK)
      return week.length === WEEK && week.filter(Boolean).length >= MOST
    })
      ? 1
      : 0
  })
}

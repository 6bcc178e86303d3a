import type { DailyMedians } from './daily-medians.ts'
import { medianOf } from '../../kernel/statistics/select.ts'

/** Steps up of a battery's level: somebody replaced it. */
export interface Replacement {
  /** Its place among the days: the first day of the new battery. */
  place: number
  /** The day, counted from 1970. */
  day: number
  /** Median of the days before: what a battery of this type had at the end. */
  before: number
  after: number
}

/** Days that are looked at on either side. */
const SIDE = 7
/** A step is this many times what the days differ by among themselves, our own choice. */
const TIMES_NOISE = 6
/** And this share of the level before it: warm days after a frost bring some of it back. Our own choice. */
const LEAST_SHARE = 0.08

/** The replacements, in order. Every one of the seven days after it lies above every one of the seven before it. */
export function replacementsOf({ days, values }: DailyMedians): Replacement[] {
  const found: Replacement[] = []
  const noise = noiseOf(values)
  for (let place = SIDE; place + SIDE <= values.length; place++) {
    const [before, after] = [values.subarray(place - SIDE, place), values.subarray(place, place + SIDE)]
    if (Math.min(...after) <= Math.max(...before)) continue
    const [low, high] = [medianOf(before), medianOf(after)]
    if (high - low <= Math.max(TIMES_NOISE * noise, LEAST_SHARE * Math.abs(low))) continue
    found.push({ place, day: days[place] as number, before: low, after: high })
    place += SIDE - 1
  }
  return found
}

/** The usual difference between neighbouring days. */
function noiseOf(values: Float64Array): number {
  const steps: number[] = []
  for (let place = 1; place < values.length; place++) steps.push(Math.abs((values[place] as number) - (values[place - 1] as number)))
  return steps.length === 0 ? 0 : medianOf(steps)
}

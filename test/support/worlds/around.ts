import type { Site } from './site.ts'

/**
 * What a station does by itself around a fault, so that what is planted is truly unlike it: boilers that go on and off, two
 * kinds of day and weekly events are the station's own.
 */

const CLOCK_HOURS = 3
const DAYS = 14

/** The least and the most of the hours within ±3 h of the same time of day in the 14 days before and behind, m³. */
export function aroundHours({ flow }: Site, from: number, to: number): { least: number; most: number } {
  let [least, most] = [Infinity, 0]
  for (let day = -DAYS; day <= DAYS; day++) {
    for (let at = from + day * 24 - CLOCK_HOURS; at < to + day * 24 + CLOCK_HOURS; at++) {
      if (at < 0 || at >= flow.length) continue
      least = Math.min(least, flow[at] as number)
      most = Math.max(most, flow[at] as number)
    }
  }
  return { least, most }
}

/** Mean, quartiles' distance and usual distance from the neighbours' mean in the ten days around an hour, m³. */
export function spreadAround({ flow }: Site, place: number): { mean: number; quartiles: number; jump: number } {
  const hours = flow.slice(Math.max(1, place - 120), Math.min(flow.length - 1, place + 120))
  const jumps = hours.map((one, at) => {
    const [before, after] = [hours[at - 1] ?? one, hours[at + 1] ?? one]
    return Math.abs(one - (before + after) / 2)
  })
  const sorted = hours.toSorted()
  const at = (values: Float64Array, share: number) => values[Math.floor(values.length * share)] as number
  return {
    mean: hours.reduce((sum, one) => sum + one, 0) / hours.length,
    quartiles: at(sorted, 0.75) - at(sorted, 0.25),
    jump: at(jumps.toSorted(), 0.5),
  }
}

/** The least and the most of the gas days within four weeks of one, without it, m³. */
export function aroundDay({ flow, days }: Site, day: number): { least: number; most: number } {
  let [least, most] = [Infinity, 0]
  for (const [at, { from, to }] of days.entries()) {
    if (at === day || Math.abs(at - day) > 28) continue
    let sum = 0
    for (let place = from; place < to; place++) sum += flow[place] as number
    least = Math.min(least, sum)
    most = Math.max(most, sum)
  }
  return { least, most }
}

/** The gas of hours `from` … `to - 1`, m³. */
export const gasIn = ({ flow }: Site, from: number, to: number): number => flow.subarray(from, to).reduce((sum, one) => sum + one, 0)

/** From now on P or T of a record is what the site has, with no moment's difference: a sensor that stands still. */
export function holdStill({ moments }: Site, what: 'pressure' | 'temperature', from: number, to: number): void {
  moments?.[what].fill(0, from, to)
}

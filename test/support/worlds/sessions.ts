import type { SessionColumns } from '../../../electron/analysis/kernel/data.ts'
import { random } from './random.ts'
import type { Site } from './site.ts'

/** A year of sessions in a rhythm: a few minutes early or late, now and then one that only the next attempt brought. */
export function sessionsOf({ index, calendar, sessions }: Site, seed: number): SessionColumns {
  const { everyMs, lastMs, tellsNext } = sessions
  const chance = random(seed, index, 21)
  const count = Math.floor((lastMs - (calendar.hourEndMs[0] as number)) / everyMs)
  const atMs = Float64Array.from({ length: count }, (_, at) => {
    const isLast = at === count - 1
    const late = isLast ? 0 : Math.round(chance.between(-0.02, 0.02) * everyMs)
    return lastMs - (count - 1 - at) * everyMs + late
  })
  // A session fails as a whole once in a while, and the next one brings what it owed.
  const kept = atMs.filter((_, at) => at > count - 4 || !chance.chance(0.01))
  const filled = (value: (at: number) => number) => {
    const all = new Float64Array(kept.length)
    for (let at = 0; at < all.length; at++) all[at] = value(at)
    return all
  }
  return {
    atMs: kept,
    trycnt: filled(() => (chance.chance(0.9) ? 1 : 2)),
    btm: filled((at) => 3600 - at * 0.01),
    rssi: filled(() => -chance.int(60, 90)),
    bsg: filled(() => 3550),
    duration: filled(() => chance.int(20, 90)),
    traffic: filled(() => chance.int(2000, 9000)),
    nextMs: filled((at) => (tellsNext ? (kept[at] as number) + everyMs : Number.NaN)),
  }
}

import type { DaysAlone } from '../facts/amounts.ts'
import { levelsOf, type LevelDays } from './level-days.ts'

/** Days before a shift, and the share of them from which on days at the new level are the station's way. */
const OWN_DAYS = 56
const WAY_SHARE = 0.25

/** The level of gas days, of which nobody knows a base. */
export function levelGasDays({ archive, channel, first, m3, fromMs, toMs }: DaysAlone): LevelDays {
  const none = new Float64Array(m3.length).fill(NaN)
  const levels = levelsOf(m3)
  const isWayOf = (day: number, has: (ratio: number) => boolean): boolean => {
    const own = levels.ratio.subarray(Math.max(0, day - OWN_DAYS), day).filter((ratio) => !Number.isNaN(ratio))
    return own.filter((ratio) => has(ratio)).length >= WAY_SHARE * own.length
  }
  return {
    archive,
    channel,
    first,
    length: m3.length,
    total: m3,
    base: none,
    middle: none,
    ...levels,
    isWayOf,
    spanOf: (from, to) => ({ fromMs: fromMs[from] as number, toMs: toMs[to] as number }),
    recordsOf: (from, to) => [...toMs.subarray(from, to + 1)].filter((atMs) => !Number.isNaN(atMs)),
  }
}

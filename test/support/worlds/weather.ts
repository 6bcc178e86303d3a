import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { random } from './random.ts'

/** The air of a world: a season, spells of some days, a warmer afternoon. */
export interface Weather {
  /** Air, °C. */
  airAt: (atMs: number) => number
  /** Gas in the ground, °C: the season alone, weeks late. */
  groundAt: (atMs: number) => number
}

const YEAR_MS = 365.25 * DAY_MS
const wave = (atMs: number, lengthMs: number, phase: number) => Math.sin((2 * Math.PI * atMs) / lengthMs + phase)

export function weatherOf(seed: number): Weather {
  const chance = random(seed, 11)
  const spells = [5.3, 8.7, 13.1, 21].map((days) => ({
    lengthMs: days * DAY_MS * chance.between(0.9, 1.1),
    phase: chance.between(0, 2 * Math.PI),
    degrees: chance.between(1, 2),
  }))
  const mean = chance.between(3, 8)
  const swing = chance.between(10, 15)
  // The coldest day is in the middle of January, that of the ground a month later.
  const season = (atMs: number, lateMs: number) => wave(atMs - lateMs, YEAR_MS, -Math.PI / 2 - 0.26)
  return {
    airAt: (atMs) =>
      mean +
      swing * season(atMs, 0) +
      spells.reduce((sum, { lengthMs, phase, degrees }) => sum + degrees * wave(atMs, lengthMs, phase), 0) +
      3 * wave(atMs - 8 * HOUR_MS, DAY_MS, 0),
    groundAt: (atMs) => mean + 3 + 0.5 * swing * season(atMs, 30 * DAY_MS),
  }
}

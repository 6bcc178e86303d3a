import type { DayLine } from '../../electron/analysis/kernel/limits/usual-days.ts'
import { dayNumber } from '../../electron/contract/time/day.ts'
import { random } from './worlds/random.ts'

/**
 * Days of stations that share one weather: its seasons, cold spells of some days, mild and hard months. Boilers heat while a
 * heating season lasts, which begins and ends on other days each year; others have a thermostat; works have hardly a season.
 */

/** Of ten stations: five boilers (two of them shut in summer), two with a thermostat, three works and shops. */
const KINDS = ['boiler', 'boiler', 'boiler', 'shut', 'shut', 'thermostat', 'home', 'works', 'works', 'shop'] as const

export interface SeasonLines {
  /** The first gas day. */
  first: string
  days: number
  stations: number
  seed: number
}

export function seasonLines({ first, days, stations, seed }: SeasonLines): DayLine[] {
  const begin = dayNumber(first)
  // Heating seasons go by the days before them.
  const before = 30
  const air = airOf(seed, begin - before, days + before)
  const isHeated = heatedOf(air, begin - before)
  return Array.from({ length: stations }, (_, index) => {
    const { chance, normal } = gaussian(seed, index, 71)
    const kind = KINDS[index % KINDS.length] as (typeof KINDS)[number]
    const mean = 100 * 10 ** chance.between(0, 2)
    const [water, late, rest, perDegree] = [
      chance.between(0.1, 0.5),
      chance.int(-3, 3),
      chance.between(0.4, 0.9),
      chance.between(0.05, 0.11),
    ]
    let drift = 0
    const m3 = Float64Array.from({ length: days }, (_, day) => {
      drift = 0.97 * drift + 0.02 * normal()
      const warm = air[day + before] as number
      const heated = isHeated[Math.min(days + before - 1, Math.max(0, day + before - late))] === 1
      const weekday = (begin + day + 3) % 7
      const heat = perDegree * Math.max(0, 18 - warm)
      const use =
        kind === 'boiler'
          ? water + (heated ? heat : 0)
          : kind === 'shut'
            ? heated
              ? heat
              : 0
            : kind === 'thermostat'
              ? 0.05 + 1.3 * perDegree * Math.max(0, 14 - warm)
              : kind === 'home'
                ? 0.3 + (heated || warm < 8 ? heat : 0)
                : kind === 'works'
                  ? (1 + 0.01 * Math.max(0, 18 - warm)) * (weekday >= 5 ? rest : 1)
                  : (1 + 0.2 * heat) * (weekday === 6 ? 0 : 1)
      return Math.max(0, mean * use * Math.exp(drift) * (1 + 0.07 * normal()))
    })
    return { first: begin, m3, told: new Float64Array(days).fill(1) }
  })
}

/** °C of each day: the season, months that are mild or hard, spells of some days. */
function airOf(seed: number, begin: number, days: number): Float64Array {
  const { normal } = gaussian(seed, 72)
  let [spell, month] = [0, 0]
  return Float64Array.from({ length: days }, (_, day) => {
    spell = 0.78 * spell + 2 * normal()
    month = 0.97 * month + 0.3 * normal()
    return 5.5 - 13.5 * Math.cos((2 * Math.PI * (begin + day - 20)) / 365.25) + spell + month
  })
}

/** A heating season begins behind five days that are below 8 °C together, and ends behind five that are above. */
function heatedOf(air: Float64Array, begin: number): Uint8Array {
  const heated = new Uint8Array(air.length)
  let on = Math.cos((2 * Math.PI * (begin - 20)) / 365.25) > -0.1
  for (let day = 0; day < air.length; day++) {
    const mean = air.subarray(Math.max(0, day - 4), day + 1).reduce((sum, one) => sum + one, 0) / Math.min(5, day + 1)
    const season = ((begin + day) % 365.25) / 365.25
    if (on && mean > 8 && season > 0.27 && season < 0.6) on = false
    else if (!on && mean < 8 && season > 0.6) on = true
    heated[day] = on ? 1 : 0
  }
  return heated
}

/** Numbers of a normal distribution beside the others. */
function gaussian(...parts: number[]) {
  const chance = random(...parts)
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next())
  return { chance, normal }
}

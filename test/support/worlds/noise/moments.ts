import type { Random } from '../random.ts'

/** By how much P (kPa) and T (°C) at the moment of a record differ from the means of its hour. */
export interface Moments {
  pressure: Float64Array
  temperature: Float64Array
}

/** The largest such difference of low pressure, kPa, and of medium pressure as a share of it. */
const MOST_LOW_KPA = 0.25
const MOST_MEDIUM = 0.035

/**
 * Spot P and T: a regulator hunts around what it holds, and the gas in the pipe is warmer when it stands still or when the
 * sun shines. An hour apart the moments know nothing of each other. Bounded: a sum of three even chances.
 */
export function momentsOf(chance: Random, hours: number, held: number): Moments {
  const ofPressure = held < 120 ? chance.between(0.08, MOST_LOW_KPA) : held * chance.between(0.008, MOST_MEDIUM)
  const ofTemperature = chance.between(0.6, 2)
  const off = () => (2 * (chance.next() + chance.next() + chance.next())) / 3 - 1
  return {
    pressure: Float64Array.from({ length: hours }, () => ofPressure * off()),
    temperature: Float64Array.from({ length: hours }, () => ofTemperature * off()),
  }
}

import { keptCoordinates } from './coordinates.ts'
import { isDay } from './time/day.ts'

/** What engineers type in of a station because the service does not say it. Free of zod, for the window too. */
export const TYPED_FACTS = [
  /** Where it stands: `55.7558,37.6173`, see coordinates.ts. */
  'coordinates',
  /** The day until which its device is verified. */
  'next_verification',
  /** The limit of error of its device, in percent of the measured amount: `1.5`. */
  'limit_of_error',
] as const
export type TypedFact = (typeof TYPED_FACTS)[number]

/** A value takes no more characters. */
export const MOST_TYPED = 100

/** Bounds of a verification's day and of a limit of error, both included. */
export const FIRST_VERIFICATION = '1990-01-01'
export const LAST_VERIFICATION = '2100-12-31'
const LEAST_LIMIT = 0.001
const MOST_LIMIT = 50

/** What is wrong with a value as it is kept: no such value, or one out of its bounds; null: nothing. */
export function typedFault(fact: TypedFact, value: string): 'unreadable' | 'bounds' | null {
  switch (fact) {
    case 'coordinates':
      return keptCoordinates(value) ? null : 'unreadable'
    case 'next_verification':
      if (!isDay(value)) return 'unreadable'
      return value >= FIRST_VERIFICATION && value <= LAST_VERIFICATION ? null : 'bounds'
    case 'limit_of_error':
      if (!/^\d{1,3}(?:\.\d{1,6})?$/u.test(value)) return 'unreadable'
      return Number(value) >= LEAST_LIMIT && Number(value) <= MOST_LIMIT ? null : 'bounds'
  }
}

/** The fact of a word; undefined where this program knows none. */
export const typedFactOf = (word: unknown): TypedFact | undefined => TYPED_FACTS.find((fact) => fact === word)

import type { CountedNoun } from './plural.ts'

/** A reason's data as texts of one language; '' where a reason lacks it. */
export interface ReasonFacts {
  has: (name: string) => boolean
  /** A number by its name; NaN where it is absent. */
  value: (name: string) => number
  number: (name: string, decimals?: number) => string
  /** `3 December`. */
  day: (name: string) => string
  /** `3 December, 14:20`. */
  moment: (name: string) => string
  text: (name: string) => string
  /** The form of a noun that a number asks for. */
  counted: (name: string, forms: CountedNoun) => string
  /** The m³ that the data tell of it; '' where they tell none. */
  m3: string
  /** The name of the reason's rule; '' where it has none. */
  rule: string
}

/** Words a reason as a clause that can follow another. */
export type SaysReason = Readonly<Record<string, (facts: ReasonFacts) => string>>

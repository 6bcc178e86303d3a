import type { TAKE_ALONG, VISIT_REASONS } from '../fleet.ts'
import type { VisitClass } from '../rules.ts'

/** What a visit's reasons are called and said with. Free of zod: the window, the command line and files say the same. */
export interface VisitWords {
  /** A reason as a clause that can follow another. */
  reason: Record<(typeof VISIT_REASONS)[number], (facts: ReasonFacts) => string>
  /** What a day without measurement lets pass: `m3` is formatted. */
  unmeasured: (m3: string) => string
  atRisk: (m3: string) => string
  /** Nobody knows the usual consumption; `m3` is what the station is ranked by. */
  assumed: (m3: string) => string
  takeAlong: Record<(typeof TAKE_ALONG)[number], string>
  visitClass: Record<VisitClass, string>
}

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
  counted: (name: string, forms: PluralForms) => string
  /** The m³ that the data tell of it; '' where they tell none. */
  m3: string
  /** The name of the reason's rule; '' where it has none. */
  rule: string
}
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** What the station table can be narrowed by, besides text and the tree; a facet has values, and each station has one or several of them. */
export const STATION_FACETS = [
  'status',
  'model',
  'provider',
  'consumer',
  'silence',
  'completeness',
  'alarms',
  'finding',
  'type',
  'data',
  'listing',
] as const
export type StationFacet = (typeof STATION_FACETS)[number]

/** The values of facets that are judged by the program, in the order in which they are shown. */
export const FACET_WORDS = {
  /** Since the last session: up to 3 days, up to 30, longer, never heard. */
  silence: ['none', 'late', 'lost', 'never'],
  /** Days that were asked and are in the book; some are missing; nothing was asked. */
  completeness: ['complete', 'incomplete', 'unasked'],
  /** The newest alarm in the book: within 30 days, older, none. */
  alarms: ['recent', 'earlier', 'none'],
  data: ['yes', 'no'],
  listing: ['listed', 'unlisted'],
} as const satisfies Partial<Record<StationFacet, readonly string[]>>

/**
 * A station passes when one of its values is among `values`; with `not`, when none is. Values are the shown texts ('' for
 * none), codes of rules that found something, keys of providers and consumers in digits, or FACET_WORDS. Several conditions must all hold.
 */
export interface FacetCondition {
  by: StationFacet
  values: readonly string[]
  not?: boolean
}

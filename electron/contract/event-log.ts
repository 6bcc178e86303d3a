/** How the log of all stations can be asked: lists for both sides, without the schemas that a window must not load. */

/** `begun`: only events that begin a situation; `open`: only those of situations that have not ended in the log. */
export const SITUATION_FILTERS = ['begun', 'open'] as const
/** What an event is for its situation: see analysis/event-pairs.ts. */
export const SITUATION_PARTS = ['open', 'begin', 'end', 'again', 'endOnly'] as const
export const LOG_ORDERS = ['atMs', 'lastingMs'] as const
export const GROUPINGS = ['message', 'station'] as const
export const GROUP_ORDERS = ['name', 'events', 'stations', 'lastMs', 'open', 'lastingMs', 'longestMs'] as const
/** The choices of a facet that are searched and cut. */
export const LONG_FACETS = ['consumers', 'stations', 'messages'] as const

export type SituationPart = (typeof SITUATION_PARTS)[number]
export type LogOrder = (typeof LOG_ORDERS)[number]
export type Grouping = (typeof GROUPINGS)[number]
export type GroupOrder = (typeof GROUP_ORDERS)[number]
export type LongFacet = (typeof LONG_FACETS)[number]

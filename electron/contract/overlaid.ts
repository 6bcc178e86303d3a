import type { Span } from './records.ts'
import { addDays, firstOfMonth } from './time/day.ts'

/** What an overlay can hold, for both sides: free of zod, which the window does not load. */

export const MOST_STATIONS = 8
export const MOST_PERIODS = 5

/**
 * How the periods of one station go back. `year`: the same days of earlier years. `previous`: the months before where the
 * span is one calendar month, else spans of the same length, one before the other.
 */
export const PERIOD_STEPS = ['year', 'previous'] as const
export type PeriodStep = (typeof PERIOD_STEPS)[number]

/** A point for each record, or for each gas day: the sum of a volume, what a counter rose by, else the mean. */
export const POINTS = ['record', 'day'] as const
export type Points = (typeof POINTS)[number]

/** Values as they are, or as a share of the line's own mean. */
export const MEASURES = ['value', 'share'] as const
export type Measure = (typeof MEASURES)[number]

/** Why a line has no points. */
export const LINE_STATES = ['drawn', 'noStation', 'noDevice', 'noArchive', 'noQuantity', 'noRecords', 'noSuchDays'] as const
export type LineState = (typeof LINE_STATES)[number]

/** True for a span that is one calendar month: its periods go by the day of the month. */
export const isOneMonth = ({ from, to }: Span): boolean => firstOfMonth(from) === from && addDays(firstOfMonth(from, 1), -1) === to

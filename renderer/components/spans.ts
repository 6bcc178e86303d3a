import type { Span } from '../../electron/contract/records.ts'
import { neighbour, periodAt, periodOf, PERIODS, type Period } from '../../electron/contract/time/calendar.ts'
import { addDays } from '../../electron/contract/time/day.ts'

/** Spans of days up to a last day, which is mostly today: later days have no records yet. */

const BACK = { month: 31, quarter: 92 }
/** The days of that name that end with `lastDay`, `yyyy-mm-dd`: what is offered before anybody chose. */
export const spanBack = (name: keyof typeof BACK, lastDay: string): Span => ({
  from: addDays(lastDay, 1 - BACK[name]),
  to: lastDay,
})

/** Periods of the calendar, and three years up to the present one. */
export type SpanPreset = Period | 'threeYears'

const upTo = ({ from, to }: Span, lastDay: string): Span => ({ from, to: to < lastDay ? to : lastDay })

function whole(preset: SpanPreset, day: string): Span {
  if (preset !== 'threeYears') return periodAt(preset, day)
  const year = periodAt('year', day)
  return { from: neighbour(neighbour(year, -1), -1).from, to: year.to }
}

/** The period that a day lies in, as far as the last day there can be. */
export const presetDays = (preset: SpanPreset, day: string, lastDay: string): Span =>
  upTo(whole(preset, day < lastDay ? day : lastDay), lastDay)

const isSame = (a: Span, b: Span): boolean => a.from === b.from && a.to === b.to
/** True for the period, also when the last day cuts it. */
export const isPreset = (preset: SpanPreset, span: Span, lastDay: string): boolean => isSame(span, presetDays(preset, span.to, lastDay))

/** One period earlier (-1) or later (1), as far as the last day; null where nothing is left after it. */
export function stepDays(span: Span, direction: 1 | -1, lastDay: string): Span | null {
  // A period that the last day cuts is stepped from as a whole one.
  const cut = span.to === lastDay && periodOf(span) === null && PERIODS.find((name) => isPreset(name, span, lastDay))
  const next = neighbour(cut ? periodAt(cut, span.from) : span, direction)
  return next.from > lastDay ? null : upTo(next, lastDay)
}

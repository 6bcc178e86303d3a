import { neighbour, periodAt, periodOf, type Period } from '../../electron/contract/time/calendar.ts'
import { gasDayAt, gasDaySpan, gasDaysOf, type GasClock, type TimeSpan } from '../../electron/contract/time/gas-day.ts'
import { lengthOf } from './viewport.ts'

export const SPAN_PRESETS = ['day', 'week', 'month', 'year', 'all'] as const
export type SpanPreset = (typeof SPAN_PRESETS)[number]

/**
 * The period of the calendar, in gas days, that a view's last gas day lies in; 'all' is the whole archive.
 * @param endMs the end of the view
 */
export function presetSpan(preset: SpanPreset, endMs: number, all: TimeSpan, gas: GasClock): TimeSpan {
  if (preset === 'all') return all
  const { from, to } = periodAt(preset, gasDayAt(endMs - 1, gas))
  return gasDaySpan(from, to, gas)
}

/** The gas days that a span is exactly; null where it begins or ends inside one. */
function wholeDays(span: TimeSpan, gas: GasClock): { from: string; to: string } | null {
  const [from, to] = gasDaysOf(span, gas)
  const days = gasDaySpan(from, to, gas)
  return days.fromMs === span.fromMs && days.toMs === span.toMs ? { from, to } : null
}

/** The period that a span is exactly; null for any other span. */
export function periodOfSpan(span: TimeSpan, gas: GasClock): Period | null {
  const days = wholeDays(span, gas)
  return days && periodOf(days)
}

/** One period earlier (-1) or later (1): the next month after a month, else as many gas days, else as much time. */
export function stepSpan(span: TimeSpan, direction: 1 | -1, gas: GasClock): TimeSpan {
  const days = wholeDays(span, gas)
  if (!days) {
    const by = direction * lengthOf(span)
    return { fromMs: span.fromMs + by, toMs: span.toMs + by }
  }
  const { from, to } = neighbour(days, direction)
  return gasDaySpan(from, to, gas)
}

import { addDays } from '../../electron/contract/days.ts'
import type { Day } from '../../electron/contract/records.ts'
import { spanBack } from '../components/spans.ts'
import type { TimeSpan } from './thin.ts'
import { dayOf, momentOf } from './zone.ts'

/**
 * How days become a span of time, in the chart, the table and the sums alike: a day is the gas day that begins in it,
 * from its contract hour to that of the next day. A record is stamped with the end of what it covers, so a span has the
 * records after its beginning up to and with its end.
 */
export interface GasClock {
  zone: string
  /** The hour at which a gas day begins; of an archive of days or months, the one at which it closes its records. */
  contractHour: number
}

/** The moment at which a gas day begins. */
function gasDayStart(day: Day, { zone, contractHour }: GasClock): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return momentOf({ year, month, day: date, hour: contractHour }, zone)
}

/** The gas day that a moment lies in; the moment at which one begins belongs to it. */
export function gasDayAt(ms: number, gas: GasClock): Day {
  const day = dayOf(ms, gas.zone)
  return ms < gasDayStart(day, gas) ? addDays(day, -1) : day
}

/** From the beginning of one gas day to the end of another. */
export function gasDaySpan(first: Day, last: Day, gas: GasClock): TimeSpan {
  return { fromMs: gasDayStart(first, gas), toMs: gasDayStart(addDays(last, 1), gas) }
}

/** First and last of the gas days that a span touches. */
export function gasDaysOf(span: TimeSpan, gas: GasClock): [first: Day, last: Day] {
  return [gasDayAt(span.fromMs, gas), gasDayAt(span.toMs - 1, gas)]
}

/** All gas days that have a record of an archive, whole. */
export function archiveSpan(firstMs: number, lastMs: number, gas: GasClock): TimeSpan {
  // Stamped with the end: a record at the contract hour belongs to the day before.
  return gasDaySpan(gasDayAt(firstMs - 1, gas), gasDayAt(lastMs - 1, gas), gas)
}

/** The records of a span, as the contract asks for them (both ends included). */
export const recordsOf = ({ fromMs, toMs }: TimeSpan): TimeSpan => ({ fromMs: fromMs + 1, toMs })

export const SPAN_PRESETS = ['day', 'week', 'month', 'year', 'all'] as const
export type SpanPreset = (typeof SPAN_PRESETS)[number]

/** So many gas days, as everywhere in the program, the last being the one in which the span ends so far; 'all' is everything there is. */
export function presetSpan(preset: SpanPreset, endMs: number, all: TimeSpan, gas: GasClock): TimeSpan {
  if (preset === 'all') return all
  const { from, to } = spanBack(preset, gasDayAt(endMs - 1, gas))
  return gasDaySpan(from, to, gas)
}

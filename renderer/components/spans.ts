import type { Span } from '../../electron/contract/records.ts'
import { addDays } from '../../electron/contract/time/day.ts'

/** Presets of spans that end with a given day: how many days each has, that day included. */
const DAYS = { day: 1, week: 7, month: 31, quarter: 92, year: 366, threeYears: 1097 }
export type SpanPreset = keyof typeof DAYS

/** The span of that name that ends with `lastDay`, `yyyy-mm-dd`. */
export function spanBack(preset: SpanPreset, lastDay: string): Span {
  return { from: addDays(lastDay, 1 - DAYS[preset]), to: lastDay }
}

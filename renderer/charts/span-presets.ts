import { gasDayAt, gasDaySpan, type GasClock, type TimeSpan } from '../../electron/contract/time/gas-day.ts'
import { spanBack } from '../components/spans.ts'

export const SPAN_PRESETS = ['day', 'week', 'month', 'year', 'all'] as const
export type SpanPreset = (typeof SPAN_PRESETS)[number]

/** So many gas days, as everywhere in the program, the last being the one in which the span ends so far; 'all' is everything there is. */
export function presetSpan(preset: SpanPreset, endMs: number, all: TimeSpan, gas: GasClock): TimeSpan {
  if (preset === 'all') return all
  const { from, to } = spanBack(preset, gasDayAt(endMs - 1, gas))
  return gasDaySpan(from, to, gas)
}

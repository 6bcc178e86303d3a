import { gasDayAt, gasDaySpan, type GasClock, type TimeSpan } from '../../electron/contract/time/gas-day.ts'
import { spanBack } from '../components/spans.ts'

export const SPAN_PRESETS = ['day', 'week', 'month', 'year', 'all'] as const
export type SpanPreset = (typeof SPAN_PRESETS)[number]

/** The preset's number of gas days, of which the last is the one in which the present span ends; 'all' is the whole archive. */
export function presetSpan(preset: SpanPreset, endMs: number, all: TimeSpan, gas: GasClock): TimeSpan {
  if (preset === 'all') return all
  const { from, to } = spanBack(preset, gasDayAt(endMs - 1, gas))
  return gasDaySpan(from, to, gas)
}

import { isMeterCounter, type MeterVerdict } from '../../contract/meter-reading.ts'
import type { Thresholds } from '../../contract/rules.ts'
import type { QuantityBeside } from './data.ts'

/** Whether a number that was read at the meter agrees with telemetry (docs/field-rules.md, section H): window, rule, form and file ask here. */
export interface Judged {
  /** The difference that may be, in the unit of the reading. */
  tolerance: number
  verdict: MeterVerdict
}

/** The decimals of a last digit: 2 for 0.01, 0 for 1 and for 100; 0 where there is none. */
export const dialDecimals = (lastDigit: number): number => (lastDigit > 0 ? Math.max(0, Math.ceil(-Math.log10(lastDigit) - NOISE)) : 0)

/** A number with the digits that the dial has, and no more. */
export const ofDial = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0

/**
 * Null: the number has no tolerance (only counters have one), or nothing to be held against.
 *
 * The counter passed every number between the two nearest records at some moment between them, and nobody knows at which: a
 * reading between them is within, however uneven the flow was. Beyond them it may be off by the tolerance: a step of the dial,
 * what can flow in the minutes by which the two clocks may differ, or a share of what flowed since the counter was compared
 * last. A share of the counter itself would let pass the more the older it is.
 */
export function judgedBeside(
  { quantity, said, step, decimals, flowed, perMinute, telemetry }: QuantityBeside,
  thresholds: Thresholds['reading_differs'],
): Judged | null {
  const { before, after, value } = telemetry ?? {}
  if (said === null || !isMeterCounter(quantity) || !before || !after || value == null) return null
  const { steps, minutes, percent, fail } = thresholds
  const tolerance = ofDial(Math.max((steps ?? 0) * step, (minutes ?? 0) * perMinute, ((percent ?? 0) / 100) * flowed), decimals)
  const off = Math.max(0, before.value - said, said - after.value)
  // Computing adds a hair to a difference of one step.
  const isOver = (most: number) => off > most + NOISE * step
  return { tolerance, verdict: !isOver(tolerance) ? 'within' : isOver((fail ?? Infinity) * tolerance) ? 'far' : 'beyond' }
}
const NOISE = 1e-3

import { isMeterCounter, type MeterVerdict } from '../../contract/meter-reading.ts'
import type { Thresholds } from '../../contract/rules.ts'
import { withoutNoise } from '../../contract/units.ts'
import type { QuantityBeside } from './data.ts'

/** Whether a number that was read at the meter agrees with telemetry (docs/field-rules.md, section H): window, rule, form and file ask here. */
export interface Judged {
  /** The difference that may be, in the unit of the reading. */
  tolerance: number
  verdict: MeterVerdict
}

/**
 * Null: the number has no tolerance (only counters have one), or nothing to be held against.
 *
 * The counter passed every number between the two nearest records at some moment between them, and nobody knows at which: a
 * reading between them is within, however uneven the flow was. Beyond them it may be off by the tolerance.
 */
export function judgedBeside(
  { quantity, said, step, telemetry }: QuantityBeside,
  thresholds: Thresholds['reading_differs'],
): Judged | null {
  const { before, after, value } = telemetry ?? {}
  if (said === null || !isMeterCounter(quantity) || !before || !after || value == null) return null
  const { steps, percent, fail } = thresholds
  const tolerance = withoutNoise(Math.max((steps ?? 0) * step, ((percent ?? 0) / 100) * Math.abs(value)))
  const off = Math.max(0, before.value - said, said - after.value)
  // Computing adds a hair to a difference of one step.
  const isOver = (most: number) => off > most + NOISE * step
  return { tolerance, verdict: !isOver(tolerance) ? 'within' : isOver((fail ?? Infinity) * tolerance) ? 'far' : 'beyond' }
}
const NOISE = 1e-3

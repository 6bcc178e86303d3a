import { firstWhere } from '../../../contract/bisect.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import { medianOf } from '../../kernel/statistics/select.ts'
import { dailyRatios, type DailyRatios } from './blocks.ts'
import type { Implied, NoFactor } from './factor.ts'

/** Where the implied conversion factor steps and stays: somebody changed what the device counts by. */

export interface ConversionStep {
  /** The last day of the old factor ends and the first of the new one begins, Unix ms. */
  fromMs: number
  toMs: number
  /**
   * The median before and after: of the factor ÷ what pressure and temperature explain where they are known, else of
   * the factor itself.
   */
  before: number
  after: number
}

/** Days on either side that are compared, and how many must be there. */
const SIDE = 7
const LEAST = 3
/** Beside the formula, a step of this share is no noise; without pressure the factor follows the regulator. */
const LEAST_STEP = { formula: 0.01, temperature: 0.03, nothing: 0.05 } as const
const SPREAD = 5

export const conversionSteps = (factor: Implied | NoFactor): readonly ConversionStep[] =>
  typeof factor === 'string' ? [] : stepsIn(factor.steady(), LEAST_STEP[factor.by])

function stepsIn({ days, ratios }: DailyRatios, least: number): ConversionStep[] {
  const steps: (ConversionStep & { at: number })[] = []
  for (let at = LEAST; at + LEAST <= days.length; at++) {
    const day = days[at] as number
    const first = firstWhere(0, at, (place) => (days[place] as number) >= day - SIDE)
    const end = firstWhere(at, days.length, (place) => (days[place] as number) >= day + SIDE)
    if (at - first < LEAST || end - at < LEAST) continue
    const [older, newer] = [ratios.subarray(first, at), ratios.subarray(at, end)]
    const [before, after] = [medianOf(older), medianOf(newer)]
    const spread = Math.max(spreadOf(older, before), spreadOf(newer, after))
    const size = Math.abs(after / before - 1)
    if (size <= Math.max(least, SPREAD * spread)) continue
    const step = { fromMs: ((days[at - 1] as number) + 1) * DAY_MS, toMs: day * DAY_MS, before, after, at }
    // Days around a step compare across it as well: the day with the largest jump is the step.
    const last = steps.at(-1)
    if (!last || day - (days[last.at] as number) >= SIDE) steps.push(step)
    else if (jump(ratios, at) > jump(ratios, last.at)) steps[steps.length - 1] = step
  }
  return steps.map(({ at: _, ...step }) => step)
}

const spreadOf = (values: Float64Array, median: number) => medianOf(values.map((value) => Math.abs(value / median - 1)))
const jump = (ratios: Float64Array, at: number) => Math.abs((ratios[at] as number) / (ratios[at - 1] as number) - 1)

/** How the factor itself changed from the days before a time to those after it; null: too few days. */
export function factorAround(factor: Implied | NoFactor, fromMs: number, toMs: number): { before: number; after: number } | null {
  if (typeof factor === 'string') return null
  const { days, ratios } = dailyRatios(factor.archive, factor.blocks, factor.blocks.implied)
  const [fromDay, toDay] = [Math.floor(fromMs / DAY_MS), Math.ceil(toMs / DAY_MS)]
  const older = ratios.filter((_, at) => (days[at] as number) < fromDay && (days[at] as number) >= fromDay - SIDE)
  const newer = ratios.filter((_, at) => (days[at] as number) >= toDay && (days[at] as number) < toDay + SIDE)
  return older.length < LEAST || newer.length < LEAST ? null : { before: medianOf(older), after: medianOf(newer) }
}

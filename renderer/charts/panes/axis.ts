import { isNoise } from '../numbers.ts'
import type { AxisRange } from './arrangement.ts'

/** A value axis laid out: its ends and the values that are written beside it. */
export interface AxisScale {
  low: number
  high: number
  ticks: readonly number[]
}

/** Room that a tick needs, px. */
const TICK_PX = 24
/** Part of the height that stays free above and below the values. */
const MARGIN = 0.06

/**
 * The ends of an axis: as set by hand, else a little beyond the values, but not beyond zero where no value is.
 * @param seen lowest and highest value in the shown span; null: none
 * @param whole the same of the whole archive
 */
export function endsOf(
  range: AxisRange,
  seen: readonly [number, number] | null,
  whole: readonly [number, number] | null,
): readonly [number, number] {
  if (typeof range !== 'string') return range
  const [low, high] = (range === 'whole' ? whole : seen) ?? whole ?? [0, 1]
  if (isNoise(low, high)) {
    const half = low === 0 ? 1 : Math.abs(low) * 0.02
    return [low - half, high + half]
  }
  const margin = (high - low) * MARGIN
  const below = low - margin
  const above = high + margin
  return [low >= 0 && below < 0 ? 0 : below, high <= 0 && above > 0 ? 0 : above]
}

/** Round steps: 1, 2 or 5 times a power of ten, the least one of at least this size. */
function stepAbove(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= size * (1 - 1e-9)) ?? 10
  return factor * power
}
const FINER = [0.5, 0.2, 0.1] as const

/**
 * Round values between the ends, as many as the height has room for, two at least where there are any.
 * @param whole true for counts, whose axis needs no halves
 */
export function scaleOf(ends: readonly [number, number], heightPx: number, whole: boolean): AxisScale {
  const [low, high] = ends
  const most = Math.max(2, Math.floor(heightPx / TICK_PX))
  const coarse = stepAbove((high - low) / most)
  let step = whole ? Math.max(1, coarse) : coarse
  // A round step may leave a single value between the ends: a finer one has more.
  for (const share of FINER) {
    if (ticksBetween(low, high, step).length >= 2 || (whole && step <= 1)) break
    step = coarse * share
  }
  return { low, high, ticks: ticksBetween(low, high, step) }
}

function ticksBetween(low: number, high: number, step: number): number[] {
  const decimals = Math.min(12, Math.max(0, 1 - Math.floor(Math.log10(step) + 1e-9)))
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  // Ends set by hand may be closer than doubles can count between.
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return []
  // Multiplied, not added up: sums of tenths drift.
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => Number(((first + at) * step).toFixed(decimals)))
}

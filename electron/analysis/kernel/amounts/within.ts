import { firstWhere } from '../../../contract/bisect.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { withoutNoise } from '../../../contract/units.ts'

/** The gas that passed in stretches of time, by the hours. */
export interface Within {
  /** m³; null: no hour of them has a number. */
  m3: number | null
  /** Hours of the stretches that have no number, whole or in part. */
  without: number
}

/**
 * Sums hours over stretches; of an hour that lies in them in part, as large a part.
 * @param hours m³ by the end of each hour, in order, NaN where there is none
 * @param stretches in order, none overlapping
 */
export function m3Within({ timesMs, amounts }: { timesMs: Float64Array; amounts: Float64Array }, stretches: readonly TimeSpan[]): Within {
  let sum = 0
  let known = 0
  let without = 0
  for (const { fromMs, toMs } of stretches) {
    const first = firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) > fromMs)
    let covered = 0
    for (let row = first; row < timesMs.length; row++) {
      const endMs = timesMs[row] as number
      const lasted = Math.min(endMs, toMs) - Math.max(endMs - HOUR_MS, fromMs)
      if (endMs - HOUR_MS >= toMs) break
      if (lasted <= 0 || Number.isNaN(amounts[row])) continue
      sum += (amounts[row] as number) * (lasted / HOUR_MS)
      covered += lasted
    }
    known += covered
    without += (toMs - fromMs - covered) / HOUR_MS
  }
  return { m3: known > 0 ? withoutNoise(sum) : null, without }
}

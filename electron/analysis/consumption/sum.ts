import { firstWhere } from '../../contract/bisect.ts'
import type { Ledger } from './ledger.ts'
import type { Step } from './steps.ts'

/** What one station let pass in a period. */
export interface StepSum {
  /** m³; null: no number at all. */
  m3: number | null
  hours: number
  abnormalHours: number
  substituteHours: number
}

/** Sums of a ledger by period: its days, and the holes between them that a counter fills and the period holds whole. */
export function summing({ days, fills }: Ledger): (step: Step) => StepSum {
  const numbers = new Float64Array(days.length + 1)
  const counts = new Uint32Array(days.length + 1)
  const hours = new Float64Array(days.length + 1)
  const abnormal = new Float64Array(days.length + 1)
  const substitute = new Float64Array(days.length + 1)
  days.forEach((one, at) => {
    numbers[at + 1] = (numbers[at] as number) + (one.m3 ?? 0)
    counts[at + 1] = (counts[at] as number) + (one.m3 === null ? 0 : 1)
    hours[at + 1] = (hours[at] as number) + one.hours
    abnormal[at + 1] = (abnormal[at] as number) + one.abnormalMinutes
    substitute[at + 1] = (substitute[at] as number) + one.substituteMinutes
  })
  const place = (day: string) => firstWhere(0, days.length, (at) => (days[at]?.day ?? '') >= day)
  const after = (day: string) => firstWhere(0, days.length, (at) => (days[at]?.day ?? '') > day)
  return ({ from, to, fromMs, toMs }) => {
    const [first, end] = [place(from), after(to)]
    const between = (sums: Float64Array | Uint32Array) => (sums[end] as number) - (sums[first] as number)
    const filled = fills.filter((fill) => fill.fromMs >= fromMs && fill.toMs <= toMs)
    const isNumber = between(counts) > 0 || filled.length > 0
    // A single day is taken as it is: prefix sums leave the noise of the days before it.
    const own = end - first === 1 ? (days[first]?.m3 ?? 0) : between(numbers)
    return {
      m3: isNumber ? filled.reduce((sum, { m3 }) => sum + m3, own) : null,
      hours: filled.reduce((sum, fill) => sum + fill.hours, between(hours)),
      abnormalHours: between(abnormal) / 60,
      substituteHours: between(substitute) / 60,
    }
  }
}

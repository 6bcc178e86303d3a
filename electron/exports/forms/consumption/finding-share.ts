import type { LedgerDay } from '../../../analysis/kernel/amounts/ledger.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import { dayNumber } from '../../../contract/time/day.ts'
import { gasDayOfNumber, type GasClock, type TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'

/** Which share of a finding lies in a period: 0 to 1. Both are Unix ms; all of a moment lies in the period that has it. */
export type ShareOf = (finding: TimeSpan, period: TimeSpan) => number

/** What flowed, piece by piece: hours or gas days that are known, in order, none over another. */
interface Pieces {
  fromMs: readonly number[]
  toMs: readonly number[]
  m3: readonly number[]
}

/** Of the time of a finding so much must be known, so that its gas tells how it is shared. */
const KNOWN = 0.9

/**
 * A finding is shared as the gas of its time flowed: of one that lasts from winter into summer most m³ are winter's. Where the gas
 * of its time is not known, or there was none, it is shared by its hours.
 */
export const sharing =
  (pieces: Pieces): ShareOf =>
  (finding, period) => {
    const lastedMs = finding.toMs - finding.fromMs
    const withinMs = overlapMs(finding, period)
    if (lastedMs <= 0 || withinMs === lastedMs) return 1
    if (withinMs === 0) return 0
    const whole = flowedIn(pieces, finding)
    if (whole.knownMs < KNOWN * lastedMs || whole.m3 <= 0) return withinMs / lastedMs
    const both = { fromMs: Math.max(finding.fromMs, period.fromMs), toMs: Math.min(finding.toMs, period.toMs) }
    return Math.min(1, flowedIn(pieces, both).m3 / whole.m3)
  }

/** For how long both last, ms. */
export const overlapMs = (a: TimeSpan, b: TimeSpan): number => Math.max(0, Math.min(a.toMs, b.toMs) - Math.max(a.fromMs, b.fromMs))

function flowedIn({ fromMs, toMs, m3 }: Pieces, span: TimeSpan): { m3: number; knownMs: number } {
  const sum = { m3: 0, knownMs: 0 }
  for (let at = firstWhere(0, toMs.length, (nth) => (toMs[nth] as number) > span.fromMs); at < toMs.length; at++) {
    const piece = { fromMs: fromMs[at] as number, toMs: toMs[at] as number }
    if (piece.fromMs >= span.toMs) break
    const ms = overlapMs(piece, span)
    sum.knownMs += ms
    sum.m3 += ((m3[at] as number) * ms) / (piece.toMs - piece.fromMs)
  }
  return sum
}

/** Hours by their ends; those without a number are left out. */
export function piecesOfHours({ timesMs, amounts }: { timesMs: Float64Array; amounts: Float64Array }): Pieces {
  const known = [...timesMs.keys()].filter((at) => (amounts[at] as number) >= 0)
  const toMs = known.map((at) => timesMs[at] as number)
  return {
    fromMs: toMs.map((ms, at) => Math.max(ms - HOUR_MS, toMs[at - 1] ?? -Infinity)),
    toMs,
    m3: known.map((at) => amounts[at] as number),
  }
}

/** Gas days that have a number. */
export function piecesOfDays(days: readonly LedgerDay[], gas: GasClock): Pieces {
  const known = days.flatMap(({ day, m3 }) => (m3 === null ? [] : [{ ...gasDayOfNumber(dayNumber(day), gas), m3 }]))
  return { fromMs: known.map(({ fromMs }) => fromMs), toMs: known.map(({ toMs }) => toMs), m3: known.map(({ m3 }) => m3) }
}

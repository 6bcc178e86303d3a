import { hoursTold } from '../../../contract/known-hours.ts'
import type { Day } from '../../../contract/records.ts'
import { dayNumber } from '../../../contract/time/day.ts'
import type { DaysOff } from '../../../contract/time/days-off.ts'
import { gasDayOfNumber, type GasClock } from '../../../contract/time/gas-day.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import { withoutNoise } from '../../../contract/units.ts'
import type { Hours } from '../amounts/hours.ts'
import type { Ledger } from '../amounts/ledger.ts'
import type { Step } from '../amounts/steps.ts'
import { summing } from '../amounts/sum.ts'
import { endOf, type DayLine } from './usual-days.ts'

/** One station's part of what an owner of limits uses. */
export interface OwnerPart {
  ledger: Ledger
  /** Null: no hours were read. */
  hours: Pick<Hours, 'minute' | 'timesMs' | 'amounts'> | null
}

/** What a station, or the stations of a consumer together, used: days, hours and sums of periods. */
export interface OwnerAmounts {
  gas: GasClock
  daysOff: DaysOff
  line: DayLine
  /** The first and the last gas day of which anything could be known; null: there is none. */
  span: { from: Day; to: Day } | null
  /** The first gas day from which on something of each station is known; null: of none. */
  knownFrom: Day | null
  /** m³ that are known of a period, as consumption sums them; null: no number at all. */
  used: (step: Step) => number | null
  /** By the beginning of each hour of which a station has a number, in order: the sum of those that have one. */
  hours: { fromMs: Float64Array; m3: Float64Array }
}

/** Days whose use says how much a station counts among others. */
const WEIGHT_DAYS = 28

/** Puts the parts together. Gas days of all parts are those of `gas`. */
export function ownerAmounts(parts: readonly OwnerPart[], gas: GasClock, daysOff: DaysOff): OwnerAmounts {
  const sums = parts.map(({ ledger }) => summing(ledger))
  const line = together(parts.map(({ ledger }) => lineOf(ledger, gas)))
  const begins = parts.flatMap(({ ledger }) => ledger.days.find((day) => hoursTold(day) > 0)?.day ?? [])
  const days = parts.flatMap(({ ledger }) => {
    const [first, last] = [ledger.days[0], ledger.days.at(-1)]
    return first && last ? [first.day, last.day] : []
  })
  return {
    gas,
    daysOff,
    line,
    span: days.length === 0 ? null : { from: days.toSorted()[0] as Day, to: days.toSorted().at(-1) as Day },
    knownFrom: begins.toSorted().at(-1) ?? null,
    used: (step) => {
      const told = sums.flatMap((sum) => sum(step).m3 ?? [])
      return told.length === 0 ? null : withoutNoise(told.reduce((all, m3) => all + m3, 0))
    },
    hours: hoursTogether(parts.flatMap(({ hours }) => hours ?? [])),
  }
}

/** The days of a ledger in a row; what a counter tells of a hole over the end of a day is shared by its hours. */
function lineOf({ days, fills }: Ledger, gas: GasClock): DayLine {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return { first: 0, m3: new Float64Array(0), told: new Float64Array(0) }
  const start = dayNumber(first.day)
  const length = dayNumber(last.day) - start + 1
  const line: DayLine = { first: start, m3: new Float64Array(length), told: new Float64Array(length) }
  for (const one of days) {
    const place = dayNumber(one.day) - start
    // Of a day in which the archive begins, or which runs, as much is told as it has hours.
    const { fromMs, toMs } = gasDayOfNumber(start + place, gas)
    const all = Math.round((toMs - fromMs) / HOUR_MS)
    line.m3[place] = one.m3 ?? 0
    line.told[place] = all === 0 ? 0 : hoursTold(one) / all
  }
  for (const fill of fills) {
    const hours = (fill.toMs - fill.fromMs) / HOUR_MS
    for (let day = dayNumber(fill.firstDay); day <= dayNumber(fill.lastDay); day++) {
      const place = day - start
      if (place < 0 || place >= length) continue
      const span = gasDayOfNumber(day, gas)
      const part = (Math.min(span.toMs, fill.toMs) - Math.max(span.fromMs, fill.fromMs)) / HOUR_MS
      if (part <= 0) continue
      line.m3[place] = (line.m3[place] as number) + (fill.m3 * part) / hours
      line.told[place] = Math.min(1, (line.told[place] as number) + (part * HOUR_MS) / (span.toMs - span.fromMs))
    }
  }
  return line
}

/** Lines added up. How much of a day is known goes by what each station used lately: one that uses nothing hides nothing. */
function together(lines: readonly DayLine[]): DayLine {
  const there = lines.filter(({ m3 }) => m3.length > 0)
  const [only, second] = there
  if (only && !second) return only
  const first = Math.min(...there.map((line) => line.first))
  const last = Math.max(...there.map((line) => line.first + line.m3.length))
  const length = there.length === 0 ? 0 : last - first
  const sum: DayLine = { first: there.length === 0 ? 0 : first, m3: new Float64Array(length), told: new Float64Array(length) }
  const used = there.map(usedLately)
  const all = used.reduce((total, m3) => total + m3, 0)
  there.forEach((line, at) => {
    const weight = all > 0 ? (used[at] as number) / all : 1 / there.length
    const begins = line.first - first
    for (let place = 0; place < length; place++) {
      const own = place - begins
      sum.m3[place] = (sum.m3[place] as number) + (line.m3[own] ?? 0)
      // Before a station's first day nothing of it was used.
      sum.told[place] = Math.min(1, (sum.told[place] as number) + weight * (own < 0 ? 1 : (line.told[own] ?? 0)))
    }
  })
  return sum
}

/** m³ of its last days that are known. */
function usedLately(line: DayLine): number {
  const end = endOf(line)
  return line.m3.subarray(Math.max(0, end - WEIGHT_DAYS), end).reduce((sum, m3) => sum + m3, 0)
}

function hoursTogether(parts: readonly NonNullable<OwnerPart['hours']>[]): OwnerAmounts['hours'] {
  const sums = new Map<number, number>()
  for (const { minute, timesMs, amounts } of parts)
    timesMs.forEach((endMs, row) => {
      const m3 = amounts[row] as number
      if (Number.isNaN(m3)) return
      // An hour that a device closes some minutes later is the one that ended then.
      const fromMs = endMs - minute * MINUTE_MS - HOUR_MS
      sums.set(fromMs, (sums.get(fromMs) ?? 0) + m3)
    })
  const ordered = [...sums].sort(([a], [b]) => a - b)
  return {
    fromMs: Float64Array.from(ordered, ([fromMs]) => fromMs),
    m3: Float64Array.from(ordered, ([, m3]) => withoutNoise(m3)),
  }
}

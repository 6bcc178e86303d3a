import type { Day } from '../../../contract/records.ts'
import { gasDayAt, gasDaySpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { hoursOf, recordsOnGrid } from './hours.ts'
import type { Amounts, ConsumptionSource, DayPart, HourlyAmounts, PeriodAmounts } from './source.ts'

/**
 * The sources of a station's devices as one, the oldest first: volumes add up over the seams, and no counter is differenced
 * over one. Hours, days and months go by the grid of the last device; a day of another closing hour keeps its name.
 * @param seamsMs a moment within each seam: after the last record of the one, before the first of the next; Unix ms
 */
export function joined(parts: readonly ConsumptionSource[], seamsMs: readonly number[]): ConsumptionSource {
  const last = parts.at(-1) as ConsumptionSource
  const having = <Key extends 'hourly' | 'daily' | 'monthly'>(key: Key) =>
    parts.flatMap((part) => (part[key] ? [{ of: part[key], breaksMs: part.breaksMs }] : []))
  return {
    unit: last.unit,
    channel: last.channel,
    from: parts.map(({ from }) => from).join('; '),
    hourly: hoursTogether(having('hourly')),
    daily: withSharedDays(periodsTogether(having('daily'), DAY_MS), parts),
    monthly: periodsTogether(having('monthly'), 31 * DAY_MS),
    breaksMs: [...parts.flatMap(({ breaksMs }) => breaksMs), ...seamsMs].sort((a, b) => a - b),
    abnormal: spansTogether(parts.flatMap(({ abnormal }) => abnormal)),
    // Where one of them cannot tell, nobody can for all of the time.
    substitute: parts.every(({ substitute }) => substitute !== null)
      ? spansTogether(parts.flatMap(({ substitute }) => substitute ?? []))
      : null,
  }
}

type Part<Of> = { of: NonNullable<Of>; breaksMs: readonly number[] }

function hoursTogether(parts: readonly Part<HourlyAmounts>[]): HourlyAmounts | null {
  const last = parts.at(-1)?.of
  if (!last) return null
  if (parts.length === 1) return last
  const countsAlone = parts.every(({ of }) => of.countsAlone)
  const shifted = parts.map(({ of, breaksMs }): Amounts => {
    const { timesMs, amounts, counts } = recordsOnGrid(of)
    return {
      timesMs: timesMs.map((atMs) => atMs + (last.minute - of.minute) * MINUTE_MS),
      // Beside records that tell a volume, those of counters alone tell what these rose by.
      amounts: of.countsAlone && !countsAlone ? hoursOf(of, breaksMs).amounts : amounts,
      counts,
      countsAlone,
    }
  })
  const unsaid = parts.find(({ of }) => of.between?.are === 'unknown')?.of
  return { ...together(shifted, countsAlone), minute: last.minute, between: (unsaid ?? last).between }
}

/** Says of the gas days of exchanges which hours each device's own daily record tells: those from its first hour to its last. */
function withSharedDays(daily: PeriodAmounts | null, parts: readonly ConsumptionSource[]): PeriodAmounts | null {
  if (!daily) return null
  const { clock } = daily
  const shared = new Map<Day, DayPart[]>()
  for (const [at, part] of parts.entries()) {
    const [beginMs, endMs] = [(part.hourly?.timesMs[0] ?? Infinity) - HOUR_MS, parts[at - 1]?.hourly?.timesMs.at(-1)]
    const [day, dayBefore] = [
      Number.isFinite(beginMs) ? gasDayAt(beginMs, clock) : null,
      endMs === undefined ? null : gasDayAt(endMs - 1, clock),
    ]
    if (day === null || endMs === undefined || dayBefore === null) continue
    const told = (of: ConsumptionSource | undefined, one: Day) => {
      const row = of?.daily?.timesMs.findIndex((atMs) => gasDayAt(atMs - 1, of.daily?.clock ?? clock) === one) ?? -1
      return of?.daily?.amounts[row] ?? Number.NaN
    }
    // Of one day, or of two where nobody measured over its end.
    const [before, after] = [gasDaySpan(dayBefore, dayBefore, clock), gasDaySpan(day, day, clock)]
    const own = shared.get(dayBefore)
    const last: DayPart = { fromMs: own?.at(-1)?.fromMs ?? before.fromMs, toMs: endMs, m3: told(parts[at - 1], dayBefore) }
    const first: DayPart = { fromMs: beginMs, toMs: after.toMs, m3: told(part, day) }
    const gap = (fromMs: number, toMs: number): DayPart[] => (toMs > fromMs ? [{ fromMs, toMs, m3: Number.NaN }] : [])
    const head = [...(own?.slice(0, -1) ?? []), last]
    if (day === dayBefore) shared.set(day, [...head, ...gap(endMs, beginMs), first])
    else {
      shared.set(dayBefore, [...head, ...gap(endMs, before.toMs)])
      shared.set(day, [...gap(after.fromMs, beginMs), first])
    }
  }
  return shared.size === 0 ? daily : { ...daily, shared }
}

function periodsTogether(parts: readonly Part<PeriodAmounts>[], atMostMs: number): PeriodAmounts | null {
  const last = parts.at(-1)?.of
  if (!last) return null
  if (parts.length === 1) return last
  const countsAlone = parts.every(({ of }) => of.countsAlone)
  const shifted = parts.map(({ of }): Amounts => {
    const isSameClock = of.clock.contractHour === last.clock.contractHour && of.clock.zone === last.clock.zone
    const named = (atMs: number) => {
      const day = gasDayAt(atMs - 1, of.clock)
      return gasDaySpan(day, day, last.clock).toMs
    }
    return {
      timesMs: isSameClock ? of.timesMs : of.timesMs.map(named),
      amounts: of.countsAlone && !countsAlone ? rises(of, atMostMs) : of.amounts,
      counts: of.counts,
      countsAlone,
    }
  })
  return { ...together(shifted, countsAlone), clock: last.clock }
}

/** What a counter rose by since the record before, where no record lies between. */
function rises({ timesMs, counts }: Amounts, atMostMs: number): Float64Array {
  return counts.map((count, row) => {
    const rise = count - (counts[row - 1] ?? Number.NaN)
    const isNext = (timesMs[row] as number) - (timesMs[row - 1] ?? -Infinity) <= atMostMs + 2 * HOUR_MS
    return isNext && rise >= 0 ? rise : Number.NaN
  })
}

/** One after another; where two name the same moment, the later device's record counts, and amounts of a shared day add up. */
function together(parts: readonly Amounts[], countsAlone: boolean): Amounts {
  const rows = new Map<number, { amount: number; count: number }>()
  for (const { timesMs, amounts, counts } of parts)
    timesMs.forEach((atMs, row) => {
      const [amount, count] = [amounts[row] as number, counts[row] as number]
      const known = rows.get(atMs)
      if (!known) rows.set(atMs, { amount, count })
      else rows.set(atMs, { amount: plus(known.amount, amount), count })
    })
  const ordered = [...rows].sort(([a], [b]) => a - b)
  return {
    timesMs: Float64Array.from(ordered, ([atMs]) => atMs),
    amounts: Float64Array.from(ordered, ([, { amount }]) => amount),
    counts: Float64Array.from(ordered, ([, { count }]) => count),
    countsAlone,
  }
}

const plus = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : a + b)

/** Without overlaps, ascending. */
export function spansTogether(spans: readonly TimeSpan[]): TimeSpan[] {
  const union: TimeSpan[] = []
  for (const { fromMs, toMs } of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = union.at(-1)
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs)
    else union.push({ fromMs, toMs })
  }
  return union
}

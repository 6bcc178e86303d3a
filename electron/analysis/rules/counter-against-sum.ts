import type { Thresholds } from '../../contract/rules.ts'
import { gasDayAt, gasPeriod, type TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import { zoneClock } from '../../contract/time/zone.ts'
import { withoutNoise } from '../../contract/units.ts'
import { riseOf } from '../kernel/amounts/fills.ts'
import { countedVolumes, countersOf } from '../kernel/channels/channel.ts'
import type { ArchiveData, ChannelData, StationData } from '../kernel/data.ts'
import { hourSums, wholeSum, type HourSums } from '../kernel/grids/day-sums.ts'
import { facts } from '../station/facts/facts.ts'
import { judgedIf } from './say/reasons.ts'
import { baseValue, hourEndMs, onGrid, placeFrom, type HourGrid } from '../kernel/grids/periods.ts'
import type { Found, Rule, Verdict } from './say/rule.ts'
import { coarserStep, tolerance } from '../kernel/grids/sums-fit.ts'
import { evidenceOf, cannotJudge, subjectOf, together, touches } from './say/verdict.ts'

/**
 * Definition: What a counter rose by differs from the sum of the volumes meanwhile by more than the threshold: hour by hour, over whole gas days for what is too little to be seen in an hour, and day by day in the daily archive. Nothing is compared across a gap or an extra record, where the counter falls, on the day of a clock setting, or within a day of an exchange.
 * Needs: A counter and the volume of the same gas in an hourly or daily archive.
 * Source: DVGW G 685-5.
 */
export const rule: Rule<'counter_against_sum'> = {
  code: 'counter_against_sum',
  reach: { beforeDays: 3, afterDays: 3 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const verdicts: Verdict[] = []
    const taken: Found[] = []
    for (const archiveType of ['hourly', 'daily']) {
      const archive = facts(data).archive(archiveType)
      if (!archive) continue
      for (const pair of countedVolumes(archive)) {
        const subject = subjectOf(archive, pair.counter)
        if (!pair.volume.toBase || !pair.counter.toBase) {
          verdicts.push(cannotJudge('unknown_unit', subject))
          continue
        }
        const compared =
          archiveType === 'hourly' ? ofHours(data, archive, pair, thresholds, window) : ofDays(data, archive, pair, thresholds, window)
        // The finer archive tells it: the same counter in the coarser one shows no second fault.
        const fresh = compared.filter((one) => !taken.some((known) => overlaps(known, one)))
        // Those beside the window tell of a day in it too.
        if (archiveType === 'hourly') taken.push(...fresh)
        const found = fresh.filter((one) => touches(one, window))
        const named = namedBy(data, archive, pair.volume, found)
        const own = named.some(({ detail }) => detail === 'volume_wrong') ? subjectOf(archive, pair.volume) : subject
        verdicts.push(judgedIf(isComparable(data, archive, pair), named, own))
      }
    }
    return verdicts.length > 0
      ? together(verdicts)
      : cannotJudge(data.archives.some((archive) => countersOf(archive).length > 0) ? 'no_volume' : 'no_counter')
  },
}

/** Where consumption does not believe the volumes, they are the wrong channel, and not the counter. */
function namedBy(data: StationData, archive: ArchiveData, volume: ChannelData, found: readonly Found[]): Found[] {
  const told = facts(data).source()
  const own = archive.archiveType === 'hourly' ? told?.hourly : told?.daily
  if (own?.archive !== archive || own.channel.channelVarname !== volume.channelVarname) return [...found]
  const wrong = (told?.source.refuted ?? []).filter((one) => one.archive === archive.archiveType && one.what === 'volume')
  return found.map((one) =>
    wrong.some(({ atMs }) => atMs > one.fromMs && atMs <= (one.toMs ?? Infinity))
      ? { ...one, ...subjectOf(archive, volume), detail: 'volume_wrong' as const }
      : one,
  )
}

const overlaps = (a: Found, b: Found): boolean => a.fromMs < (b.toMs ?? Infinity) && (a.toMs ?? Infinity) > b.fromMs

/** Whether a volume stands between two numbers of its counter anywhere, uncut. */
function isComparable(data: StationData, archive: ArchiveData, { volume, counter }: Pair): boolean {
  if (archive.archiveType === 'hourly') {
    const grid = facts(data).hourGrid(archive)
    if (!grid) return false
    const [m3, counts] = [onGrid(grid, volume), onGrid(grid, counter)]
    return m3.some(
      (value, place) => grid.broken[place] === 0 && !Number.isNaN(value + (counts[place] as number) - (counts[place - 1] ?? NaN)),
    )
  }
  const grid = facts(data).dayGrid(archive)
  if (!grid) return false
  return grid.rows.some((row, place) => {
    const follows = place > 0 && grid.days[place] === (grid.days[place - 1] as number) + 1
    const isInPlace = grid.inPlace[place] === 1 && grid.inPlace[place - 1] === 1
    const rise = riseOf(baseValue(counter, grid.rows[place - 1] ?? -1), baseValue(counter, row))
    return follows && isInPlace && !Number.isNaN(baseValue(volume, row) + rise)
  })
}

interface Pair {
  volume: ChannelData
  counter: ChannelData
}
type Limits = Thresholds['counter_against_sum']

/** A stretch in which the counter and the sum differ, m³. */
interface Difference extends TimeSpan {
  rise: number
  sum: number
  /** The largest single difference, with its limit; `m3` and `records` are those of all of them. */
  most: number
  limit: number
  m3: number
  records: number[]
}

/** Hour by hour, and by gas days for what is too little to be seen in an hour. */
function ofHours(data: StationData, archive: ArchiveData, pair: Pair, limits: Limits, window: TimeSpan): Found[] {
  const grid = facts(data).hourGrid(archive)
  if (!grid) return []
  const step = coarserStep(pair.volume, pair.counter)
  const sums = hourSums(grid, pair.volume)
  const counts = onGrid(grid, pair.counter)
  const between = differing(data, sums, counts, step, limits)
  const first = Math.max(0, placeFrom(grid, window.fromMs) - DAY_PLACES)
  const last = Math.min(grid.length - 1, placeFrom(grid, window.toMs) + DAY_PLACES)
  const found: Difference[] = []
  const volumes = onGrid(grid, pair.volume)
  const least = tolerance(limits, 0, step)
  for (let place = Math.max(1, first); place <= last; place++) {
    // Nearly all hours agree to the step: only the others are looked at closely.
    const off = (counts[place] as number) - (counts[place - 1] as number) - (volumes[place] as number)
    if (!(Math.abs(off) > least)) continue
    const one = between(hourEndMs(grid, place) - HOUR_MS, hourEndMs(grid, place), 1)
    if (one) join(found, one)
  }
  const byHour = found.length
  for (const day of gasDaysOf(data, grid, first, last)) {
    if (found.slice(0, byHour).some((known) => known.fromMs < day.toMs && known.toMs > day.fromMs)) continue
    const one = between(day.fromMs, day.toMs, placeFrom(grid, day.toMs) - placeFrom(grid, day.fromMs))
    if (one) found.push(one)
  }
  return found.map((one) => foundIn(archive, pair.counter, one))
}
const DAY_PLACES = 25

/** By how much a counter and a sum differ, m³: no finer than the larger of the two is known. */
const offBy = (rise: number, sum: number): number => withoutNoise(Math.abs(rise - sum), Math.max(rise, sum))

/** One hour after another is one difference. */
function join(found: Difference[], one: Difference): void {
  const before = found.at(-1)
  if (before?.toMs !== one.fromMs) {
    found.push(one)
    return
  }
  before.toMs = one.toMs
  before.rise = withoutNoise(before.rise + one.rise)
  before.sum = withoutNoise(before.sum + one.sum)
  if (one.most > before.most) [before.most, before.limit] = [one.most, one.limit]
  before.m3 = withoutNoise(before.m3 + one.m3)
  before.records.push(...one.records)
}

function* gasDaysOf({ gas }: StationData, grid: HourGrid, first: number, last: number): Generator<TimeSpan> {
  const { offsetMs } = zoneClock(gas.zone)
  const endMs = hourEndMs(grid, last)
  let { fromMs } = gasPeriod(gasDayAt(hourEndMs(grid, first), gas), 'day', gas)
  for (;;) {
    const toMs = fromMs + DAY_MS + offsetMs(fromMs) - offsetMs(fromMs + DAY_MS)
    if (toMs > endMs) return
    yield { fromMs, toMs }
    fromMs = toMs
  }
}

/** The difference of a stretch of whole hours; null where it is small or one of its ends, hours or meters is not whole. */
function differing(data: StationData, sums: HourSums, counts: Float64Array, step: number, limits: Limits) {
  const { disturbedWithin, exchangedWithin } = facts(data)
  const { grid } = sums
  const least = tolerance(limits, 0, step)
  return (fromMs: number, toMs: number, terms: number): Difference | null => {
    const rise = riseOf(counts[placeFrom(grid, fromMs)] ?? NaN, counts[placeFrom(grid, toMs)] ?? NaN)
    // A counter that falls is a finding of its own.
    if (!(rise >= 0)) return null
    const sum = wholeSum(sums, fromMs, toMs)
    if (Math.abs(rise - sum) <= least) return null
    const limit = tolerance(limits, sum, step, terms > 1 ? { terms, termStep: step } : undefined)
    if (!(Math.abs(rise - sum) > limit) || fellWithin(counts, placeFrom(grid, fromMs), placeFrom(grid, toMs))) return null
    if (disturbedWithin(fromMs, toMs) || exchangedWithin(fromMs - DAY_MS, toMs + DAY_MS)) return null
    const off = offBy(rise, sum)
    return { fromMs, toMs, rise, sum, most: off, limit, m3: off, records: [toMs] }
  }
}

/** True where the counter fell at an hour in between, or right before or after. */
function fellWithin(counts: Float64Array, from: number, to: number): boolean {
  for (let place = Math.max(1, from); place <= Math.min(counts.length - 1, to + 1); place++)
    if ((counts[place] as number) < (counts[place - 1] as number)) return true
  return false
}

/** Day by day: the counter of the daily archive against its own volume. */
function ofDays(data: StationData, archive: ArchiveData, { volume, counter }: Pair, limits: Limits, window: TimeSpan): Found[] {
  const { dayGrid, disturbedWithin, exchangedWithin } = facts(data)
  const grid = dayGrid(archive)
  if (!grid) return []
  const step = coarserStep(volume, counter)
  const found: Difference[] = []
  for (let place = 1; place < grid.rows.length; place++) {
    const [fromMs, toMs] = [grid.fromMs[place] as number, grid.toMs[place] as number]
    if (toMs < window.fromMs - 2 * DAY_MS) continue
    if (fromMs > window.toMs + 2 * DAY_MS) break
    const follows = grid.days[place] === (grid.days[place - 1] as number) + 1
    if (!follows || grid.inPlace[place] === 0 || grid.inPlace[place - 1] === 0) continue
    const sum = baseValue(volume, grid.rows[place] as number)
    const rise = riseOf(baseValue(counter, grid.rows[place - 1] as number), baseValue(counter, grid.rows[place] as number))
    const limit = tolerance(limits, sum, step)
    if (!(rise >= 0) || !(Math.abs(rise - sum) > limit)) continue
    if (disturbedWithin(fromMs, toMs) || exchangedWithin(fromMs - DAY_MS, toMs + DAY_MS)) continue
    const off = offBy(rise, sum)
    join(found, {
      fromMs,
      toMs,
      rise,
      sum,
      most: off,
      limit,
      m3: off,
      records: [archive.timesMs[grid.rows[place] as number] as number],
    })
  }
  return found.map((one) => foundIn(archive, counter, one))
}

function foundIn(archive: ArchiveData, counter: ChannelData, { fromMs, toMs, rise, sum, most, limit, m3, records }: Difference): Found {
  return {
    flag: 4,
    ...subjectOf(archive, counter),
    fromMs,
    toMs,
    measure: most,
    threshold: limit,
    unit: 'm3',
    m3,
    detail: null,
    evidence: evidenceOf({ records, numbers: { counter: rise, hours: sum } }),
  }
}

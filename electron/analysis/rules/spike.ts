import { isCounter, type Quantity } from '../../contract/quantities.ts'
import { FLAG, type Flag, type Thresholds } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../contract/time/units.ts'
import type { ArchiveData, ChannelData, StationData } from '../kernel/data.ts'
import { facts } from '../station/facts/facts.ts'
import { hourEndMs, onGrid, placeFrom, type HourGrid } from '../kernel/grids/periods.ts'
import { fromCurve, fromNeighbours, spikeFlag } from '../kernel/statistics/qartod.ts'
import { hasNumbers, withoutHours } from './say/reasons.ts'
import { movingMean, scalesByBlock } from '../kernel/statistics/rolling.ts'
import { kthOf } from '../kernel/statistics/select.ts'
import type { Found, Rule, Subject } from './say/rule.ts'
import { baseStepOf } from '../kernel/channels/step.ts'
import { amountsEvidence, cannotJudge, subjectOf, touches } from './say/verdict.ts'

/**
 * Definition: One hour lies far from the mean of its two neighbours (temperature: from the curve through two neighbours on each side), on the same side of both: by more than so many robust deviations of such distances in the ten days before and after, wider where far ones are common, and by a share of what is used then. Of a device that keeps counters alone, what the counter rose by is judged. A step, a zero, the edge of a gap, an hour beside an extra record, an exchange or a clock setting is no finding, and neither is what the station does often, or at the same hour of the same weekday in one of the five weeks before and after. A value that stands for none, and one that is more than its whole day, is a failure of its own.
 * Needs: Pressure, temperature, volume, flow or a counter in the hourly archive.
 * Source: QARTOD's spike test (ioos_qc); Oracle, Interval Spike Check; SaQC.
 */
export const rule: Rule<'spike'> = {
  code: 'spike',
  reach: { beforeDays: 41, afterDays: 41 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const { archive: archiveOf, hourGrid } = facts(data)
    const archive = archiveOf('hourly')
    const grid = archive && hourGrid(archive)
    if (!archive || !grid) return withoutHours(archive)
    const found: Found[] = []
    const evaluated: Subject[] = []
    const others: (Subject & { why: 'unknown_unit' | 'too_few' | 'nothing_to_compare' })[] = []
    const taken = new Set<number>()
    for (const { places, found: one } of noValues(data, archive, grid)) {
      for (const place of places) taken.add(place)
      if (touches(one, window)) found.push(one)
    }
    for (const { channel, values, judged } of columnsOf(data, archive, grid)) {
      const subject = subjectOf(archive, channel)
      if (!channel.toBase) others.push({ ...subject, why: 'unknown_unit' })
      else if (grid.length < LEAST) others.push({ ...subject, why: 'too_few' })
      else if (!hasNeighbours(grid, values)) others.push({ ...subject, why: 'nothing_to_compare' })
      else {
        evaluated.push(subject)
        for (const spike of spikesIn(data, { grid, channel, values }, judged, thresholds, window)) {
          // A spike in the same hour of another volume or flow is the same gas, already found.
          if (judged.isGas && taken.has(spike.place)) continue
          if (judged.isGas) taken.add(spike.place)
          const one = foundAt(data, { grid, channel, values }, judged, spike)
          if (touches(one, window)) found.push(one)
        }
      }
    }
    if (evaluated.length === 0 && others.length === 0) return cannotJudge('no_volume', subjectOf(archive))
    return { found, evaluated, notEvaluated: others }
  },
}

interface Judged {
  /** A spike is no less than this threshold says: in the base unit, or in percent of the mean of its neighbours. */
  least: 'gas' | 'pressure' | 'temperature'
  isShare: boolean
  isGas: boolean
  /** At zero the value says that there is nothing, not that it moved. */
  hasZero: boolean
  /** The value is held against the curve through two neighbours on each side: at noon the mean of two lies below it. */
  isCurved: boolean
}

/** A channel and its values by place of the grid, in the base unit. */
interface Column {
  grid: HourGrid
  channel: ChannelData
  values: Float64Array
}

const GAS: Judged = { least: 'gas', isShare: true, isGas: true, hasZero: true, isCurved: false }
const PRESSURE: Judged = { least: 'pressure', isShare: true, isGas: false, hasZero: true, isCurved: false }
const TEMPERATURE: Judged = { least: 'temperature', isShare: false, isGas: false, hasZero: false, isCurved: true }

const JUDGED: readonly { quantity: Quantity; judged: Judged }[] = [
  { quantity: 'standardVolume', judged: GAS },
  { quantity: 'volume', judged: GAS },
  { quantity: 'workingVolume', judged: GAS },
  { quantity: 'standardFlow', judged: GAS },
  { quantity: 'flow', judged: GAS },
  { quantity: 'workingFlow', judged: GAS },
  { quantity: 'pressure', judged: PRESSURE },
  { quantity: 'temperature', judged: TEMPERATURE },
]

/** The quantities that are judged: gas by its volumes and flows, where there is no volume by what the counter rose by; then the others. */
function columnsOf(data: StationData, archive: ArchiveData, grid: HourGrid): (Omit<Column, 'grid'> & { judged: Judged })[] {
  const channels = JUDGED.flatMap(({ quantity, judged }) =>
    archive.channels
      .filter(({ meaning }) => meaning.quantity === quantity)
      .map((channel) => ({ channel, values: onGrid(grid, channel), judged })),
  )
  const hourly = facts(data).hourly()
  if (!hourly || !isCounter(hourly.channel.meaning.quantity)) return channels
  return [{ channel: hourly.channel, values: hourly.m3, judged: GAS }, ...channels]
}

/** Days on each side whose distances tell what is usual, and numbers without which nothing does. */
const DAYS = 10
/** Hours on each side of a mean hour. */
const MEAN_HOURS = 120
/** Days that share them. */
const BLOCK = 4
const AROUND = 24 * DAYS
const LEAST = 72
const WEEK = 7 * 24
/** Makes a deviation of the median of absolute distances. */
const AS_DEVIATION = 1.4826
/** Rounding moves a distance by so many steps at most. */
const STEPS = 2
/** Shares of gas are of the mean of the three hours, but no less than a quarter of the mean hour of ten days. */
const LEAST_SHARE = 0.25
/** A spike stands out from both neighbours by this share of its distance, or it is a step. */
const BOTH_SIDES = 0.75
/**
 * A limit below which nineteen in twenty distances of these days lie; in noise of the usual kind that is two
 * deviations. Where far ones are commoner, a deviation counts as this share of the limit: such noise leaves three and a
 * half of them in one hour of half a million.
 */
const TAIL = { share: 0.95, asDeviation: 2.5 / 3.5 }
/** A spike is the station's way where more than `most` others within these days reach this share of it. */
const NEAR = { share: 0.8, most: 3 }
/**
 * What comes back in one of these weeks on the same weekday, up to so many hours earlier or later, with this share of it, is
 * an event of the week, of every second one, or one that is left out now and then: by chance two would hardly meet.
 */
const WEEKLY = { weeks: [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5], hours: 1, share: 0.6 }

const REACH = Math.max(AROUND + 24 * BLOCK, 5 * WEEK + WEEKLY.hours) + MEAN_HOURS + 2

/** The measure of one deviation: the median, or the tail where that is longer. */
function deviationOf(numbers: Float64Array, size: number, into: Float64Array): void {
  const byMedian = AS_DEVIATION * kthOf(numbers, size >> 1, size)
  const byTail = TAIL.asDeviation * kthOf(numbers, Math.floor(TAIL.share * (size - 1)), size)
  into[0] = Math.max(byMedian, byTail)
}

interface Spike {
  place: number
  /** Distance from what the neighbours let expect, in the base unit, with its sign. */
  distance: number
  /** In robust deviations of the distances around. */
  z: number
  flag: Flag
  threshold: number
}

function* spikesIn(
  data: StationData,
  { grid, channel, values }: Column,
  judged: Judged,
  thresholds: Thresholds['spike'],
  window: TimeSpan,
): Generator<Spike> {
  const first = Math.max(0, placeFrom(grid, window.fromMs))
  const last = Math.min(grid.length - 1, placeFrom(grid, window.toMs))
  if (last < first) return
  // As many days around as the window's first and last hour need.
  const from = Math.max(0, first - REACH)
  const to = Math.min(grid.length, last + REACH + 1)
  const { distances, sizes, shares } = distancesOf(values.subarray(from, to), judged, grid.first + from)
  const floor = STEPS * baseStepOf(channel)
  const scales = scalesByBlock(sizes, { phase: grid.first + from, block: BLOCK, days: DAYS, least: LEAST }, 1, deviationOf)
  const [suspect, fail] = [thresholds['suspect'] ?? Infinity, thresholds['fail'] ?? Infinity]
  const least = thresholds[judged.least] ?? Infinity
  for (let place = first; place <= last; place++) {
    const at = place - from
    const size = sizes[at] as number
    const share = shares[at] as number
    const before = values[place - 1] ?? NaN
    const value = values[place] as number
    const after = values[place + 1] ?? NaN
    // The cheap question comes first: the scales of quiet days are never computed.
    const distance = (distances[at] as number) * share
    if (!(Math.abs(distance) >= (judged.isShare ? (least / 100) * Math.abs(value - distance) : least))) continue
    if (!(size > suspect * (floor / share)) || !isSharp(distance, before, value, after)) continue
    if (judged.hasZero && (value === 0 || before === 0 || after === 0)) continue
    const scale = Math.max(scales(0, at), floor / share)
    if (!(size > suspect * scale)) continue
    if (!standsApart(distances, at) || isWeekly(distances, at) || isDisturbed(data, grid, place)) continue
    const flag = spikeFlag(value, size, suspect * scale, fail * scale)
    yield { place, distance, z: size / scale, flag, threshold: flag === FLAG.fail ? fail : suspect }
  }
}

/** Whether any hour stands between two others, none of them cut. */
function hasNeighbours(grid: HourGrid, values: Float64Array): boolean {
  const whole = values.map((value, place) => (grid.broken[place] === 1 ? NaN : value))
  return hasNumbers(whole, 3)
}

/** Stands out from both neighbours. */
function isSharp(distance: number, before: number, value: number, after: number): boolean {
  const side = Math.sign(distance)
  return Math.min(side * (value - before), side * (value - after)) >= BOTH_SIDES * Math.abs(distance)
}

interface Distances {
  /** How far each value is from what its neighbours let expect, in shares; NaN at ends and gaps. */
  distances: Float64Array
  /** The size of each distance, without its sign; NaN also amid hours without use. */
  sizes: Float64Array
  /**
   * The unit of a share, in the base unit: for gas the use of that time, because where more is used more of it is
   * noise; else 1.
   */
  shares: Float64Array
}

function distancesOf(values: Float64Array, { isGas, isCurved }: Judged, phase: number): Distances {
  const distances = new Float64Array(values.length).fill(NaN)
  const shares = isGas ? movingMean(values, MEAN_HOURS, phase) : new Float64Array(values.length).fill(1)
  for (let at = 1; at < values.length - 1; at++) {
    const before = values[at - 1] as number
    const value = values[at] as number
    const after = values[at + 1] as number
    if (isGas) shares[at] = Math.max((before + value + after) / 3, LEAST_SHARE * (shares[at] as number))
    const distance = isCurved
      ? fromCurve(values[at - 2] ?? NaN, before, value, after, values[at + 2] ?? NaN)
      : fromNeighbours(before, value, after)
    distances[at] = distance / (shares[at] as number)
  }
  // Where a thermostat rests for days, its zeros say nothing of how far hours with use lie apart.
  const isRest = (at: number) => isGas && values[at - 1] === 0 && values[at] === 0 && values[at + 1] === 0
  return { distances, sizes: distances.map((distance, at) => (isRest(at) ? NaN : Math.abs(distance))), shares }
}

/** One of the weeks around has much of it on the same weekday at about the same hour; clocks may have changed. */
function isWeekly(distances: Float64Array, at: number): boolean {
  const distance = distances[at] as number
  const least = WEEKLY.share * Math.abs(distance)
  return WEEKLY.weeks.some((week) => {
    for (let hour = -WEEKLY.hours; hour <= WEEKLY.hours; hour++)
      if (Math.sign(distance) * (distances[at + week * WEEK + hour] ?? NaN) >= least) return true
    return false
  })
}

/** Nothing is cut, exchanged or set around it. */
function isDisturbed(data: StationData, grid: HourGrid, place: number): boolean {
  const endMs = hourEndMs(grid, place)
  const isCut = [place - 1, place, place + 1].some((near) => grid.broken[near] === 1)
  return isCut || facts(data).disturbedWithin(endMs - 3 * HOUR_MS, endMs + 2 * HOUR_MS)
}

/** Few other hours of the days around are nearly as far off to the same side. */
function standsApart(distances: Float64Array, at: number): boolean {
  const distance = distances[at] as number
  const side = Math.sign(distance)
  const limit = NEAR.share * Math.abs(distance)
  let near = 0
  for (let other = Math.max(0, at - AROUND); other <= Math.min(distances.length - 1, at + AROUND); other++) {
    if (Math.abs(other - at) <= 2 || !(side * (distances[other] as number) > limit)) continue
    near++
    if (near > NEAR.most) return false
  }
  return true
}

function foundAt(
  data: StationData,
  { grid, channel, values }: Column,
  { isGas }: Judged,
  { place, distance, z, flag, threshold }: Spike,
): Found {
  const endMs = hourEndMs(grid, place)
  const value = values[place] as number
  const used = facts(data).hourly()?.m3[place] ?? NaN
  const m3 = isGas ? Math.abs(distance) : used
  return {
    flag: flag === FLAG.fail ? 4 : 3,
    ...subjectOf(grid.archive, channel),
    fromMs: endMs - HOUR_MS,
    toMs: endMs,
    measure: z,
    threshold,
    unit: 'z',
    m3: Number.isNaN(m3) ? null : m3,
    detail: distance > 0 ? 'high' : 'low',
    evidence: amountsEvidence(channel, {
      records: [endMs - HOUR_MS, endMs, endMs + HOUR_MS],
      numbers: { value, usual: value - distance },
    }),
  }
}

/** Hours whose volume consumption does not believe though no counter refutes it: those in a row are one finding. */
function noValues(data: StationData, archive: ArchiveData, grid: HourGrid): { places: number[]; found: Found }[] {
  const told = facts(data).source()
  const channel = told?.hourly?.archive === archive ? told.hourly.channel : null
  if (!channel) return []
  const runs: { places: number[]; found: Found }[] = []
  const values = onGrid(grid, channel)
  const hours = (told?.source.refuted ?? []).filter(
    (one) => one.archive === 'hourly' && (one.why === 'no_value' || one.why === 'against_day'),
  )
  for (const { atMs } of hours.toSorted((a, b) => a.atMs - b.atMs)) {
    const place = placeFrom(grid, atMs)
    const last = runs.at(-1)
    if (last?.places.at(-1) === place - 1) {
      last.places.push(place)
      last.found = { ...last.found, toMs: atMs, measure: last.places.length }
      continue
    }
    const found: Found = {
      flag: 4,
      ...subjectOf(archive, channel),
      fromMs: atMs - HOUR_MS,
      toMs: atMs,
      measure: 1,
      threshold: 0,
      unit: 'hours',
      m3: null,
      detail: 'no_value',
      evidence: amountsEvidence(channel, { records: [atMs], numbers: { value: values[place] as number } }),
    }
    runs.push({ places: [place], found })
  }
  return runs
}

import type { Quantity } from '../../../contract/quantities.ts'
import { FLAG, type Flag, type RuleUnit, type Thresholds } from '../../../contract/rules.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { archiveOf } from '../choose.ts'
import type { ArchiveData, ChannelData, StationData } from '../data.ts'
import { disturbedWithin } from '../disturbances.ts'
import { evidenceOf, notEvaluated, subjectOf, touchesWindow } from '../found.ts'
import { hourEndMs, hourGrid, onGrid, placeFrom, type HourGrid } from '../periods.ts'
import { fromNeighbours, spikeFlag } from '../qartod.ts'
import { hasNumbers, withoutHours } from '../reasons.ts'
import { movingMean, scalesByBlock } from '../rolling.ts'
import { kthOf } from '../../select.ts'
import type { Found, Rule, Subject } from '../rule.ts'
import { baseStepOf } from '../step.ts'
import { hourlyAmounts } from '../usual.ts'

/**
 * Definition: One hour lies far from the mean of its two neighbours, on the same side of both: by more than so many robust deviations of such distances in the ten days before and after, and far beyond nearly all of them. Volumes and flows are judged as shares of what is used then. A step, a zero, the edge of a gap, an hour beside an extra record, an exchange or a clock setting is no finding, and neither is what the station does often.
 * Needs: Pressure, temperature, volume or flow in the hourly archive.
 * Source: QARTOD's spike test (ioos_qc); Oracle, Interval Spike Check; SaQC.
 */
export const rule: Rule<'spike'> = {
  code: 'spike',
  reach: { beforeDays: 20, afterDays: 20 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return notEvaluated('no_device')
    const archive = archiveOf(data, 'hourly')
    const grid = archive && hourGrid(archive)
    if (!archive || !grid) return withoutHours(archive)
    const found: Found[] = []
    const evaluated: Subject[] = []
    const others: (Subject & { why: 'unknown_unit' | 'too_few' | 'nothing_to_compare' })[] = []
    const taken = new Set<number>()
    for (const { quantity, judged } of JUDGED) {
      for (const channel of archive.channels) {
        if (channel.meaning.quantity !== quantity) continue
        const subject = subjectOf(archive, channel)
        if (!channel.toBase) others.push({ ...subject, why: 'unknown_unit' })
        else if (grid.length < LEAST) others.push({ ...subject, why: 'too_few' })
        else if (!hasNeighbours(grid, channel)) others.push({ ...subject, why: 'nothing_to_compare' })
        else {
          evaluated.push(subject)
          for (const spike of spikesIn(data, grid, channel, judged, thresholds, window)) {
            // The same hour of another volume or flow is the same gas.
            if (judged.isGas && taken.has(spike.place)) continue
            if (judged.isGas) taken.add(spike.place)
            const one = foundAt(data, archive, grid, channel, judged, spike)
            if (touchesWindow(one, window)) found.push(one)
          }
        }
      }
    }
    if (evaluated.length === 0 && others.length === 0) return notEvaluated('no_volume', subjectOf(archive))
    return { found, evaluated, notEvaluated: others }
  },
}

interface Judged {
  unit: RuleUnit
  /** A spike is no less than this in the base unit, and this share of the mean of its neighbours. */
  least: number
  share: number
  isGas: boolean
  /** At zero the value says that there is nothing, not that it moved. */
  hasZero: boolean
}

const GAS: Judged = { unit: 'm3', least: 0, share: 0.5, isGas: true, hasZero: true }
const FLOW: Judged = { ...GAS, unit: 'm3h' }
const PRESSURE: Judged = { unit: 'kPa', least: 0, share: 0.01, isGas: false, hasZero: true }
const TEMPERATURE: Judged = { unit: 'celsius', least: 1, share: 0, isGas: false, hasZero: false }

const JUDGED: readonly { quantity: Quantity; judged: Judged }[] = [
  { quantity: 'standardVolume', judged: GAS },
  { quantity: 'volume', judged: GAS },
  { quantity: 'workingVolume', judged: GAS },
  { quantity: 'standardFlow', judged: FLOW },
  { quantity: 'flow', judged: FLOW },
  { quantity: 'workingFlow', judged: FLOW },
  { quantity: 'pressure', judged: PRESSURE },
  { quantity: 'temperature', judged: TEMPERATURE },
]

/** Days on each side whose distances tell what is usual, and numbers without which nothing does. */
const DAYS = 10
/** Hours on each side of a mean hour. */
const MEAN_HOURS = 120
/** Days that share them. */
const BLOCK = 4
const AROUND = 24 * DAYS
const LEAST = 72
const REACH = AROUND + 24 * BLOCK + MEAN_HOURS + 1
/** Makes a deviation of the median of absolute distances. */
const AS_DEVIATION = 1.4826
/** Rounding moves a distance by so many steps at most. */
const STEPS = 2
/** Shares of gas are of the mean of the three hours, but no less than a quarter of the mean hour of ten days. */
const LEAST_SHARE = 0.25
/** A spike stands out from both neighbours by this share of its distance, or it is a step. */
const BOTH_SIDES = 0.75
/**
 * Of the distances of these days nineteen in twenty are smaller than a limit; a spike is so many times as far: in noise of
 * the usual kind that happens to one hour in half a million.
 */
const TAIL = { share: 0.95, times: 2.5 }
/** What comes near it more often than so within these days is the station's way. */
const NEAR = { share: 0.8, most: 3 }

/** The deviation by the median, and the limit of the tail. */
function scalesOf(numbers: Float64Array, size: number, into: Float64Array): void {
  into[0] = AS_DEVIATION * kthOf(numbers, size >> 1, size)
  into[1] = kthOf(numbers, Math.floor(TAIL.share * (size - 1)), size)
}

interface Spike {
  place: number
  /** Distance from the mean of the neighbours, in the base unit, with its sign. */
  distance: number
  /** In robust deviations of the distances around. */
  z: number
  flag: Flag
  threshold: number
}

function* spikesIn(
  data: StationData,
  grid: HourGrid,
  channel: ChannelData,
  judged: Judged,
  thresholds: Thresholds['spike'],
  window: TimeSpan,
): Generator<Spike> {
  const values = onGrid(grid, channel)
  const first = Math.max(0, placeFrom(grid, window.fromMs))
  const last = Math.min(grid.length - 1, placeFrom(grid, window.toMs))
  if (last < first) return
  // As many days around as the window's first and last hour need.
  const from = Math.max(0, first - REACH)
  const to = Math.min(grid.length, last + REACH + 1)
  const { distances, sizes, shares } = distancesOf(values.subarray(from, to), judged, grid.first + from)
  const floor = STEPS * baseStepOf(channel)
  const scales = scalesByBlock(sizes, { phase: grid.first + from, block: BLOCK, days: DAYS, least: LEAST }, 2, scalesOf)
  const [suspect, fail] = [thresholds['suspect'] ?? Infinity, thresholds['fail'] ?? Infinity]
  for (let place = first; place <= last; place++) {
    const at = place - from
    const size = sizes[at] as number
    const share = shares[at] as number
    const before = values[place - 1] ?? NaN
    const value = values[place] as number
    const after = values[place + 1] ?? NaN
    // What is cheap to tell comes first: the scales of quiet days are never computed.
    const distance = fromNeighbours(before, value, after)
    if (!(Math.abs(distance) >= Math.max(judged.least, judged.share * Math.abs(value - distance)))) continue
    if (!(size > suspect * (floor / share)) || !isSharp(before, value, after)) continue
    if (judged.hasZero && (value === 0 || before === 0 || after === 0)) continue
    const scale = Math.max(scales(0, at), floor / share)
    if (!(size > suspect * scale) || size < TAIL.times * scales(1, at)) continue
    if (!standsApart(distances, at) || isDisturbed(data, grid, place)) continue
    const unit = scale * share
    const flag = spikeFlag(before, value, after, suspect * unit, fail * unit)
    yield { place, distance, z: size / scale, flag, threshold: flag === FLAG.fail ? fail : suspect }
  }
}

/** Whether any hour stands between two others, none of them cut. */
function hasNeighbours(grid: HourGrid, channel: ChannelData): boolean {
  const whole = onGrid(grid, channel).map((value, place) => (grid.broken[place] === 1 ? NaN : value))
  return hasNumbers(whole, 3)
}

/** Stands out from both neighbours. */
function isSharp(before: number, value: number, after: number): boolean {
  const distance = fromNeighbours(before, value, after)
  const side = Math.sign(distance)
  return Math.min(side * (value - before), side * (value - after)) >= BOTH_SIDES * Math.abs(distance)
}

interface Distances {
  /** Of each value from the mean of its neighbours, in shares; NaN at ends and gaps. */
  distances: Float64Array
  /** The same without its sign. */
  sizes: Float64Array
  /** What a share is, in the base unit: of gas what is used then, because where more is used more of it is noise; else 1. */
  shares: Float64Array
}

function distancesOf(values: Float64Array, { isGas }: Judged, phase: number): Distances {
  const distances = new Float64Array(values.length).fill(NaN)
  const shares = isGas ? movingMean(values, MEAN_HOURS, phase) : new Float64Array(values.length).fill(1)
  for (let at = 1; at < values.length - 1; at++) {
    const before = values[at - 1] as number
    const value = values[at] as number
    const after = values[at + 1] as number
    if (isGas) shares[at] = Math.max((before + value + after) / 3, LEAST_SHARE * (shares[at] as number))
    distances[at] = fromNeighbours(before, value, after) / (shares[at] as number)
  }
  return { distances, sizes: distances.map(Math.abs), shares }
}
/** Nothing is cut, exchanged or set around it. */
function isDisturbed(data: StationData, grid: HourGrid, place: number): boolean {
  const endMs = hourEndMs(grid, place)
  const isCut = [place - 1, place, place + 1].some((near) => grid.broken[near] === 1)
  return isCut || disturbedWithin(data, endMs - 3 * HOUR_MS, endMs + 2 * HOUR_MS)
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
  archive: ArchiveData,
  grid: HourGrid,
  channel: ChannelData,
  { isGas }: Judged,
  { place, distance, z, flag, threshold }: Spike,
): Found {
  const endMs = hourEndMs(grid, place)
  const value = onGrid(grid, channel)[place] as number
  const used = hourlyAmounts(data)?.m3[place] ?? NaN
  const m3 = isGas ? Math.abs(distance) : used
  return {
    flag: flag === FLAG.fail ? 4 : 3,
    ...subjectOf(archive, channel),
    fromMs: endMs - HOUR_MS,
    toMs: endMs,
    measure: z,
    threshold,
    unit: 'z',
    m3: Number.isNaN(m3) ? null : m3,
    detail: distance > 0 ? 'high' : 'low',
    evidence: evidenceOf({
      records: [endMs - HOUR_MS, endMs, endMs + HOUR_MS],
      numbers: { value, usual: value - distance },
    }),
  }
}

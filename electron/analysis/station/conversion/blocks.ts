import type { PressureBasis } from '../../../contract/meaning.ts'
import { dayNumberAt } from '../../../contract/time/day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import type { BasedChannel } from '../../kernel/channels/channel.ts'
import type { ArchiveData, StationData } from '../../kernel/data.ts'
import { medianOf } from '../../kernel/statistics/select.ts'
import type { Columns } from '../facts/columns.ts'
import { baseNumber, inForceFrom, itemsOf } from '../settings/values.ts'

/** The factor that the volumes imply and that of the formula, record by record: of so many at once that rounding does not matter. */

const ZERO_CELSIUS_K = 273.15
const STANDARD_KPA = 101.325
const STANDARD_CELSIUS = 20
/** Rounding may hide this share of a volume at most; smaller volumes are put together until it does. */
const MOST_ROUNDING = 0.003
/** The rest of a day or before a gap may be as coarse as that. */
const COARSEST_ROUNDING = 0.01
/** Rounding of n numbers adds up to 3 σ of a uniform error of one step: 3 · √n / √12. */
const ROUNDING = 3 / Math.sqrt(12)
/**
 * How many rounded numbers are in an amount. A counter's rise over any number of records has two: the first and the
 * last.
 */
const roundedNumbers = (channel: BasedChannel, records: number): number => (channel.isCounted ? 2 : records)

/** Records that were put together, mostly one: their implied factor and that of the formula. */
export interface Blocks {
  /** Places of the first and the last record of each. */
  from: Int32Array
  to: Int32Array
  /** K as the volumes imply it. */
  implied: Float64Array
  /** K by the formula; NaN without pressure and temperature, or where nobody knows the basis of the pressure. */
  formula: Float64Array
  /** The factor that the volumes imply ÷ the known part of the formula: K itself where nothing is known. */
  ratio: Float64Array
  /** How much rounding may change the ratio, a share. */
  rounding: Float64Array
  /** Mean absolute pressure, kPa; NaN where it is not known. */
  pressureKPa: Float64Array
}

/** The channels that the two factors are made of. */
export interface Input {
  archive: ArchiveData
  standard: BasedChannel
  working: BasedChannel
  pressure: BasedChannel | null
  temperature: BasedChannel | null
  compressibility: BasedChannel | null
  /** The steps of these channels, in the base unit. */
  steps: Record<'standard' | 'working' | 'pressure' | 'temperature', number>
}

/** Standard conditions and the pressure of the air, by snapshot of the settings. */
interface Conditions {
  fromMs: number
  standardKPa: number
  standardK: number
  airKPa: number
}

export function conditionsOf(data: StationData): Conditions[] {
  const usual = {
    fromMs: -Infinity,
    standardKPa: STANDARD_KPA,
    standardK: STANDARD_CELSIUS + ZERO_CELSIUS_K,
    airKPa: STANDARD_KPA,
  }
  if (data.settings.length === 0) return [usual]
  return data.settings.map((snapshot, at) => {
    const read = (role: 'standardPressure' | 'standardTemperature' | 'barometricPressure', dimension: 'pressure' | 'temperature') => {
      const item = itemsOf(snapshot, role)[0]
      const number = item ? baseNumber(item, dimension, null) : Number.NaN
      return Number.isNaN(number) ? null : number
    }
    return {
      fromMs: inForceFrom(data, at),
      standardKPa: read('standardPressure', 'pressure') ?? usual.standardKPa,
      standardK: (read('standardTemperature', 'temperature') ?? STANDARD_CELSIUS) + ZERO_CELSIUS_K,
      airKPa: read('barometricPressure', 'pressure') ?? usual.airKPa,
    }
  })
}

/**
 * Puts records together until rounding no longer matters, within a UTC day, so that the same records make the same blocks
 * whatever is looked at. A gap, a record without a number, an exchange and a record between the hours end a block.
 */
export function blocksOf(
  { data, disturbedWithin }: Columns,
  input: Input,
  basis: PressureBasis | null,
  conditions = conditionsOf(data),
): Blocks {
  const { archive, standard, working, pressure, temperature, compressibility, steps } = input
  const { timesMs } = archive
  const isHourly = archive.archiveType === 'hourly'
  const {
    values: standardValues,
    toBase: { factor: standardFactor },
  } = standard
  const {
    values: workingValues,
    toBase: { factor: workingFactor },
  } = working
  let nth = 0
  const { standard: stepS, working: stepW, pressure: stepP, temperature: stepT } = steps
  const most = timesMs.length
  const blocks: Blocks = {
    from: new Int32Array(most),
    to: new Int32Array(most),
    implied: new Float64Array(most),
    formula: new Float64Array(most),
    ratio: new Float64Array(most),
    rounding: new Float64Array(most),
    pressureKPa: new Float64Array(most),
  }
  let count = 0
  let [first, records, sumS, sumW, sumF, sumP, state] = [-1, 0, 0, 0, 0, 0, 0]
  let day = Number.NaN
  const put = (a: number, b: number, sums: { s: number; w: number; f: number; rounding: number; kPa: number }) => {
    blocks.from[count] = a
    blocks.to[count] = b
    blocks.implied[count] = sums.s / sums.w
    blocks.formula[count] = basis === null ? Number.NaN : sums.f / sums.w
    blocks.ratio[count] = sums.s / sums.f
    blocks.rounding[count] = sums.rounding
    blocks.pressureKPa[count] = sums.kPa
    count++
  }
  const roundingOf = (numbers: number, s: number, w: number): number =>
    ROUNDING * ((Math.sqrt(roundedNumbers(standard, numbers)) * stepS) / s + (Math.sqrt(roundedNumbers(working, numbers)) * stepW) / w)
  /** Ends a block with the record before a place: what is still too coarse is left out. */
  const end = (at: number, most: number): boolean => {
    const rounding = roundingOf(records, sumS, sumW)
    if (records > 0 && rounding > most && most < COARSEST_ROUNDING) return false
    if (records > 0 && rounding <= most) {
      // A device that cuts its numbers off leaves a part of each.
      const cut = Math.abs((cutNumbers(standard, records) * stepS) / sumS - (cutNumbers(working, records) * stepW) / sumW) / 2
      put(first, at - 1, {
        s: sumS,
        w: sumW,
        f: sumF,
        rounding: rounding + state + (records > 1 ? cut : 0),
        kPa: sumP / records,
      })
    }
    first = -1
    records = 0
    sumS = 0
    sumW = 0
    sumF = 0
    sumP = 0
    state = 0
    return true
  }
  for (let at = 0; at < timesMs.length; at++) {
    const atMs = timesMs[at] as number
    while (nth + 1 < conditions.length && (conditions[nth + 1] as Conditions).fromMs <= atMs) nth++
    const its = dayNumberAt(atMs - 1)
    const passedMs = atMs - (timesMs[at - 1] ?? Number.NaN)
    if (its !== day || (isHourly && !isWhole(passedMs))) end(at, COARSEST_ROUNDING)
    day = its
    const s = (standardValues[at] as number) * standardFactor
    const w = (workingValues[at] as number) * workingFactor
    // A record that is no whole hour, or the first after a gap, tells nothing sure.
    if (isHourly && !isWhole(passedMs)) continue
    if (s === 0 && w === 0) continue
    if (!(s >= 0 && w >= 0) || disturbedWithin(atMs - passedMs, atMs)) {
      end(at, COARSEST_ROUNDING)
      continue
    }
    const { standardKPa, standardK, airKPa } = conditions[nth] as Conditions
    let known = 1
    let kPa = Number.NaN
    let stateOf = 0
    if (temperature) {
      const kelvin = (temperature.values[at] as number) * temperature.toBase.factor + temperature.toBase.offset + ZERO_CELSIUS_K
      if (basis !== null && pressure) {
        kPa = (pressure.values[at] as number) * pressure.toBase.factor + (basis === 'gauge' ? airKPa : 0)
        known = (kPa / standardKPa) * (standardK / kelvin)
        stateOf = stepP / 2 / kPa + stepT / 2 / kelvin
      } else if (!pressure) {
        known = standardK / kelvin
        stateOf = stepT / 2 / kelvin
      }
      const z = compressibility ? (compressibility.values[at] as number) : 1
      if (z > 0) known /= z
    }
    if (!(known > 0)) {
      end(at, COARSEST_ROUNDING)
      continue
    }
    const alone = roundingOf(1, s, w)
    if (first < 0 && alone <= MOST_ROUNDING) {
      put(at, at, { s, w, f: w * known, rounding: alone + stateOf, kPa })
      continue
    }
    state = Math.max(state, stateOf)
    if (first < 0) first = at
    records++
    sumS += s
    sumW += w
    sumF += w * known
    sumP += kPa
    end(at + 1, MOST_ROUNDING)
  }
  end(timesMs.length, COARSEST_ROUNDING)
  return {
    from: blocks.from.slice(0, count),
    to: blocks.to.slice(0, count),
    implied: blocks.implied.slice(0, count),
    formula: blocks.formula.slice(0, count),
    ratio: blocks.ratio.slice(0, count),
    rounding: blocks.rounding.slice(0, count),
    pressureKPa: blocks.pressureKPa.slice(0, count),
  }
}

/** A clock that is set now and then makes hours that are a little shorter or longer. */
const isWhole = (passedMs: number): boolean => Math.abs(passedMs - HOUR_MS) < HOUR_MS / 4

/** A device that cuts off the digits of a volume loses a part of each; a counter has it in its next number. */
const cutNumbers = (channel: BasedChannel, records: number): number => (channel.isCounted ? 0 : records)

/** Medians of the ratio: by UTC day, ascending. */
export interface DailyRatios {
  days: Int32Array
  ratios: Float64Array
}

export function dailyRatios({ timesMs }: ArchiveData, { from }: Blocks, ratio: Float64Array): DailyRatios {
  const dayOf = (at: number) => dayNumberAt((timesMs[from[at] as number] as number) - 1)
  const days: number[] = []
  const ratios: number[] = []
  for (let at = 0; at < from.length;) {
    const day = dayOf(at)
    const first = at
    while (at < from.length && dayOf(at) === day) at++
    days.push(day)
    ratios.push(medianOf(ratio.subarray(first, at)))
  }
  return { days: Int32Array.from(days), ratios: Float64Array.from(ratios) }
}

import { EPOCH_DAY, lastExchangeMs, type Device, type DayShape } from './device.ts'
import { fraction, SALT } from './random.ts'
import { CONTRACT_START_MS, DAY_MS, HOUR_MS, weekday } from './time.ts'

/** Counters have eight digits before the point. */
const COUNTER_LIMIT_M3 = 100_000_000
const OMEGA = (2 * Math.PI) / 365.25
/** The coldest day, counted from the epoch. */
const WINTER_DAY = 19
/** Pressure follows the season a little: working volume swings less than standard volume. */
const WORKING_SEASON = 0.97
const NORMAL_MPA = 0.101325
const NORMAL_KELVIN = 293.15

/** Denominator of a sum of cosines in steps of a week. */
const WEEK_STEP = 2 * Math.sin(3.5 * OMEGA)

const SHAPES: Record<DayShape, readonly number[]> = {
  // One weight an hour from 10:00 local on.
  homes: shape([0.8, 0.7, 0.8, 0.8, 0.7, 0.7, 0.9, 1.2, 1.6, 1.8, 1.8, 1.7, 1.4, 1, 0.6, 0.5, 0.5, 0.5, 0.5, 0.7, 1.1, 1.5, 1.4, 1]),
  shift: shape([1.5, 1.5, 1.4, 1.2, 1.5, 1.5, 1.5, 1.4, 1.1, 0.9, 0.7, 0.6, 0.6, 0.5, 0.5, 0.5, 0.5, 0.5, 0.6, 0.8, 1, 1.3, 1.5, 1.5]),
  flat: shape(Array.from({ length: 24 }, (_, hour) => 1 + 0.12 * Math.cos((hour * Math.PI) / 12))),
}

/** Cumulative shares 0..1 at the 25 hour marks. */
function shape(weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  let reached = 0
  return [0, ...weights.map((weight) => (reached += weight) / sum)]
}

/** What the two counters have counted since the epoch, in counter steps (see `volumeSteps`). */
export interface Counted {
  standard: number
  working: number
}

/** The gas that has passed by the beginning of a gas day, m³ (not rounded). */
interface Edge extends Counted {
  day: number
}

const NO_EDGE: Edge = { day: Number.NaN, standard: 0, working: 0 }

/**
 * The gas that has passed one device, as a function of time alone: the integral of season × weekday × day shape, with
 * noise that is part of the integral. So a counter at any moment is one evaluation, volumes are differences of it, and
 * daily sums equal the sums of their hours exactly.
 */
export class Flow {
  readonly #seed: number
  readonly #device: Device
  readonly #weights: readonly number[]
  /** The last few day boundaries: neighbouring records ask for the same ones. */
  readonly #edges: Edge[] = []
  #day = Number.NaN
  #from: Edge = NO_EDGE
  #to: Edge = NO_EDGE
  #baseFrom = Number.NaN
  #base: Counted = { standard: 0, working: 0 }

  constructor(seed: number, device: Device) {
    this.#seed = seed
    this.#device = device
    this.#weights = Array.from({ length: 7 }, (_, j) => {
      const dow = weekday(EPOCH_DAY + j)
      return dow === 0 || dow === 6 ? device.weekend : 1
    })
  }

  /** Counted up to `ms` since the epoch; within an hour the flow is even. */
  countedAt(ms: number): Counted {
    const counted = this.#usuallyAt(ms)
    for (const { fromMs, toMs, share } of this.#device.story?.flows ?? []) {
      if (ms <= fromMs) continue
      const [from, to] = [this.#usuallyAt(fromMs), this.#usuallyAt(Math.min(ms, toMs))]
      counted.standard += Math.round((to.standard - from.standard) * share)
      counted.working += Math.round((to.working - from.working) * share)
    }
    return counted
  }

  #usuallyAt(ms: number): Counted {
    this.#moveTo(ms)
    const share = this.#shareAt(ms)
    const from = this.#from
    const to = this.#to
    const steps = this.#device.type.volumeSteps
    return {
      standard: Math.round((from.standard + (to.standard - from.standard) * share) * steps),
      working: Math.round((from.working + (to.working - from.working) * share) * steps),
    }
  }

  /** What the meter in use shows for `counted` at `ms`: it begins anew at an exchange and wraps at its limit. In steps. */
  shownAt(ms: number, counted: Counted): Counted {
    const from = lastExchangeMs(this.#seed, this.#device, ms) ?? 0
    const steps = this.#device.type.volumeSteps
    if (from !== this.#baseFrom) {
      this.#baseFrom = from
      const first = this.#device.firstIndexM3 * steps
      this.#base = from > 0 ? this.countedAt(from) : { standard: -first, working: -Math.round(first / this.#device.ratio) }
      this.#moveTo(ms)
    }
    const limit = COUNTER_LIMIT_M3 * steps
    let off = 0
    for (const { atMs, m3 } of this.#device.story?.counters ?? []) if (ms > atMs) off += m3 * steps
    return {
      standard: (counted.standard - this.#base.standard + off) % limit,
      working: (counted.working - this.#base.working + off) % limit,
    }
  }

  /** Gas temperature, °C. */
  temperatureAt(ms: number): number {
    const hours = ms / HOUR_MS
    const season = -11 * Math.cos(OMEGA * (hours / 24 - EPOCH_DAY - WINTER_DAY))
    const daily = -2.5 * Math.cos(((hours - 2) * Math.PI) / 12)
    const noise = 3 * (fraction(this.#seed, SALT.temperature, this.#device.index, Math.floor(hours)) - 0.5)
    return 7 + season + daily + noise
  }

  /** Absolute pressure in MPa, the one that explains standard against working volume at this temperature. */
  pressureAt(ms: number, celsius: number): number {
    return this.ratioAt(ms) * NORMAL_MPA * ((celsius + 273.15) / NORMAL_KELVIN)
  }

  /** Standard per working volume over the gas day that `ms` ends or lies in. */
  ratioAt(ms: number): number {
    this.#moveTo(ms - 1)
    return (this.#to.standard - this.#from.standard) / (this.#to.working - this.#from.working)
  }

  #moveTo(ms: number): void {
    const day = Math.floor((ms - CONTRACT_START_MS) / DAY_MS)
    if (day === this.#day) return
    this.#day = day
    this.#from = this.#edge(day)
    this.#to = this.#edge(day + 1)
  }

  #edge(day: number): Edge {
    const slot = day & 3
    const known = this.#edges[slot]
    if (known?.day === day) return known
    return (this.#edges[slot] = this.#untilDay(day))
  }

  /**
   * Σ daily · weight(weekday) · (1 + season · cos) over the gas days before `day`, in closed form: seven arithmetic
   * progressions of cosines, one a weekday. The noise is a bounded addend of the sum, so it needs no summing.
   */
  #untilDay(day: number): Edge {
    const { dailyM3, ratio, season, weekend, index } = this.#device
    const days = day - EPOCH_DAY
    const weeks = Math.floor(days / 7)
    const rest = days - weeks * 7
    let even = 0
    let swing = 0
    for (let j = 0; j < 7; j++) {
      const n = weeks + (j < rest ? 1 : 0)
      const weight = this.#weights[j] as number
      const start = OMEGA * (j - WINTER_DAY)
      even += weight * n
      swing += (weight * (Math.sin(start + (n - 0.5) * 7 * OMEGA) - Math.sin(start - 3.5 * OMEGA))) / WEEK_STEP
    }
    const noise = 0.4 * Math.min(1, weekend) * (1 - season) * fraction(this.#seed, SALT.dayNoise, index, day)
    return {
      day,
      standard: dailyM3 * (even + season * swing + noise),
      working: (dailyM3 / ratio) * (even + season * WORKING_SEASON * swing + noise),
    }
  }

  /** Which share of its gas day's volume has passed at `ms`. */
  #shareAt(ms: number): number {
    const hours = (ms - CONTRACT_START_MS - this.#day * DAY_MS) / HOUR_MS
    const hour = Math.floor(hours)
    const from = this.#markAt(hour)
    return hour === hours ? from : from + (this.#markAt(hour + 1) - from) * (hours - hour)
  }

  #markAt(hour: number): number {
    const mark = SHAPES[this.#device.shape][hour] as number
    if (hour === 0 || hour === 24) return mark
    const noise = fraction(this.#seed, SALT.hourNoise, this.#device.index, this.#day, hour) - 0.5
    return mark + noise * (0.3 / 24) * 0.5
  }
}

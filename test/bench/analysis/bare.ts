import {
  movingMean,
  movingMedian,
  quartileRange,
  scalesByBlock,
  SortedWindow,
} from '../../../electron/analysis/kernel/statistics/rolling.ts'
import { kthOf } from '../../../electron/analysis/kernel/statistics/select.ts'

/**
 * The arithmetic of the rules as plain loops over the same columns, by somebody who needs one answer once: no gaps to
 * mind, no evidence, no meanings, no clocks. Moving medians and quartiles are those of the rules, so that neither side has
 * the cleverer one. What they return keeps them from being optimised away.
 */

interface Columns {
  times: Float64Array
  standard: Float64Array
  counter: Float64Array
  workingCounter: Float64Array
  working: Float64Array
  pressure: Float64Array
  temperature: Float64Array
}

const HOUR_MS = 3_600_000
const DAY = 24

export function bareFindings(columns: Columns): number {
  const { times, standard, counter, workingCounter, working, pressure, temperature } = columns
  let found = 0
  // missing_record, off_grid_record, device_clock: steps of time.
  for (let at = 1; at < times.length; at++) if ((times[at] as number) - (times[at - 1] as number) !== HOUR_MS) found++
  for (const one of [counter, workingCounter])
    for (let at = 1; at < one.length; at++) if ((one[at] as number) < (one[at - 1] as number)) found++
  // counter_against_sum: by the hour; hours_against_day: by the day.
  for (const [sums, one] of [
    [standard, counter],
    [working, workingCounter],
  ] as const)
    for (let at = 1; at < one.length; at++)
      if (Math.abs((one[at] as number) - (one[at - 1] as number) - (sums[at] as number)) > 0.01) found++
  found += dailyMisfits(standard, counter, 7)
  // range, below_qmin, zero_use, flow_while_shut, substitute: comparisons.
  for (let at = 0; at < times.length; at++) {
    if ((pressure[at] as number) < 100 || (pressure[at] as number) > 600) found++
    if ((temperature[at] as number) < -40 || (temperature[at] as number) > 60) found++
    if ((working[at] as number) > 0 && (working[at] as number) < 4) found++
    if ((standard[at] as number) === 0) found++
    if ((pressure[at] as number) === 250) found++
  }
  found += flat(pressure) + flat(temperature)
  found += spikes(standard, true) + spikes(working, true) + spikes(pressure, false) + spikes(temperature, false)
  found += unusualHours(standard)
  found += unusualDays(standard)
  return found + conversion(columns)
}

function dailyMisfits(sums: Float64Array, counter: Float64Array, shift: number): number {
  let found = 0
  for (let from = shift; from + DAY < sums.length; from += DAY) {
    let sum = 0
    for (let at = from + 1; at <= from + DAY; at++) sum += sums[at] as number
    if (Math.abs(sum - ((counter[from + DAY] as number) - (counter[from] as number))) > Math.max(0.02, sum * 0.001)) found++
  }
  return found
}

function flat(values: Float64Array): number {
  let found = 0
  for (let at = 1, run = 1; at < values.length; at++) {
    run = Math.abs((values[at] as number) - (values[at - 1] as number)) <= 0.01 ? run + 1 : 1
    if (run === 6) found++
  }
  return found
}

/** Robust z of the distance from the mean of the neighbours, against ten days around; of gas as a share of the mean hour. */
function spikes(values: Float64Array, isGas: boolean): number {
  const shares = isGas ? movingMean(values, 5 * DAY, 0) : new Float64Array(values.length).fill(1)
  const distance = new Float64Array(values.length)
  for (let at = 1; at + 1 < values.length; at++) {
    const mean = ((values[at - 1] as number) + (values[at + 1] as number)) / 2
    distance[at] = ((values[at] as number) - mean) / (shares[at] as number)
  }
  const sizes = distance.map(Math.abs)
  const scale = scalesByBlock(sizes, { phase: 0, block: 2, days: 10, least: 120 }, 2, (numbers, size, into) => {
    into[0] = 1.4826 * kthOf(numbers, size >> 1, size)
    into[1] = kthOf(numbers, Math.floor(0.95 * (size - 1)), size)
  })
  let found = 0
  for (let at = 0; at < sizes.length; at++)
    if ((sizes[at] as number) > 3.5 * scale(0, at) && (sizes[at] as number) > 2.5 * scale(1, at)) found++
  return found
}

/** The pattern of the same hour of ten days around, the level of 48 hours above it, the IQR of 240 hours and the tail. */
function unusualHours(values: Float64Array): number {
  const pattern = new Float64Array(values.length).fill(NaN)
  const window = new SortedWindow(22)
  for (let hour = 0; hour < DAY; hour++) {
    window.clear()
    for (let come = hour, at = hour; at < values.length; at += DAY) {
      for (; come < values.length && come <= at + 10 * DAY; come += DAY) window.add(values[come] as number)
      if (at - 11 * DAY >= 0) window.remove(values[at - 11 * DAY] as number)
      pattern[at] = window.median()
    }
  }
  const means = movingMean(pattern, 5 * DAY, 0)
  const size = pattern.map((usual, at) => Math.max(usual, (means[at] as number) / 4))
  const above = values.map((value, at) => (value - (pattern[at] as number)) / (size[at] as number))
  const level = movingMedian(above, { before: DAY, after: DAY - 1, least: DAY })
  const off = values.map((value, at) => {
    const expected = (pattern[at] as number) + (size[at] as number) * (level[at] as number)
    return 2 * (Math.sqrt(value / expected) - 1)
  })
  const around = { phase: 0, block: 2, least: 120 }
  const range = scalesByBlock(off, { ...around, days: 5 }, 1, (numbers, count, into) => {
    into[0] = quartileRange(numbers, count)
  })
  const tail = scalesByBlock(off.map(Math.abs), { ...around, days: 10 }, 1, (numbers, count, into) => {
    into[0] = kthOf(numbers, Math.floor(0.93 * (count - 1)), count)
  })
  let found = 0
  for (let at = 0; at < off.length; at++) {
    const far = Math.abs(off[at] as number)
    if (far > 0.4 && far > 2.5 * range(0, at) && far > 2.6 * tail(0, at)) found++
  }
  return found
}

function unusualDays(values: Float64Array): number {
  const days: number[] = []
  for (let from = 0; from + DAY <= values.length; from += DAY) days.push(values.subarray(from, from + DAY).reduce((a, b) => a + b))
  const usual = movingMedian(Float64Array.from(days), { before: 28, after: 0, least: 28 })
  let found = 0
  for (let day = 28; day < days.length; day++) {
    const middle = usual[day] as number
    if ((days[day] as number) < middle / 2 || (days[day] as number) > middle * 2) found++
  }
  return found
}

/** By the formula, for absolute and for gauge pressure, of which one fits; and against the median of 30 days. */
function conversion({ standard, working, pressure, temperature }: Columns): number {
  let found = 0
  for (const air of [0, 101.325]) {
    const ratios = new Float64Array(standard.length)
    for (let at = 0; at < standard.length; at++) {
      const kPa = (pressure[at] as number) + air
      const implied = (kPa * 293.15) / (101.325 * ((temperature[at] as number) + 273.15))
      ratios[at] = (standard[at] as number) / (working[at] as number) / implied
      if (Math.abs((ratios[at] as number) - 1) > 0.01) found++
    }
    const daily = new Float64Array(Math.floor(ratios.length / DAY))
    for (let day = 0; day < daily.length; day++) daily[day] = kthOf(ratios.slice(day * DAY, (day + 1) * DAY), DAY / 2)
    const usual = movingMedian(daily, { before: 30, after: 0, least: 7 })
    for (let day = 0; day < daily.length; day++) if (Math.abs((daily[day] as number) / (usual[day] as number) - 1) > 0.03) found++
    if (Math.abs(kthOf(ratios, ratios.length >> 1) - 1) > 0.02) found++
  }
  return found
}

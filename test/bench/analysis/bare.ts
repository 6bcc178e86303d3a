import { movingMedian, quartileRange, scalesByBlock, selected, SortedWindow } from '../../../electron/analysis/findings/rolling.ts' // oxfmt-ignore

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
  // counter_against_sum: by the hour; hours_against_day, contract_hour: by the day, at each of 24 hours.
  for (const [sums, one] of [
    [standard, counter],
    [working, workingCounter],
  ] as const)
    for (let at = 1; at < one.length; at++)
      if (Math.abs((one[at] as number) - (one[at - 1] as number) - (sums[at] as number)) > 0.01) found++
  for (let shift = 0; shift < DAY; shift++) found += dailyMisfits(standard, counter, shift)
  // range, below_qmin, zero_use, flow_while_shut, substitute: comparisons.
  for (let at = 0; at < times.length; at++) {
    if ((pressure[at] as number) < 100 || (pressure[at] as number) > 600) found++
    if ((temperature[at] as number) < -40 || (temperature[at] as number) > 60) found++
    if ((working[at] as number) > 0 && (working[at] as number) < 4) found++
    if ((standard[at] as number) === 0) found++
    if ((pressure[at] as number) === 250) found++
  }
  found += flat(pressure) + flat(temperature)
  found += spikes(standard, 0.5) + spikes(working, 0.5) + spikes(pressure, 0.01) + spikes(temperature, 0)
  found += unusualHours(standard)
  found += unusualDays(standard)
  return found + conversion(columns)
}

function dailyMisfits(sums: Float64Array, counter: Float64Array, shift: number): number {
  let found = 0
  for (let from = shift; from + DAY < sums.length; from += DAY) {
    let sum = 0
    for (let at = from + 1; at <= from + DAY; at++) sum += sums[at] as number
    if (Math.abs(sum - ((counter[from + DAY] as number) - (counter[from] as number))) > Math.max(0.02, sum * 0.001))
      found++
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

/** Robust z of the distance from the mean of the neighbours, against ten days around. */
function spikes(values: Float64Array, material: number): number {
  const distance = new Float64Array(values.length)
  for (let at = 1; at + 1 < values.length; at++)
    distance[at] = (values[at] as number) - ((values[at - 1] as number) + (values[at + 1] as number)) / 2
  return outliers(distance, { days: 10, most: 3.5 }, (at) => material * Math.abs(values[at] as number))
}

/** Against the interquartile range around, of what is more than so much: where nothing is, no range is computed. */
function outliers(
  values: Float64Array,
  { days, most }: { days: number; most: number },
  leastAt: (at: number) => number,
): number {
  const range = scalesByBlock(values, { phase: 0, block: 2, days, least: 120 }, 1, (numbers, size, into) => {
    into[0] = quartileRange(numbers, size)
  })
  let found = 0
  for (let at = 0; at < values.length; at++) {
    const off = Math.abs(values[at] as number)
    if (off > leastAt(at) && off > most * range(0, at)) found++
  }
  return found
}

/** A rolling median of 48 hours, the same hour's pattern of ten days around, and the IQR of 240 hours. */
function unusualHours(values: Float64Array): number {
  const level = movingMedian(values, { before: DAY, after: DAY - 1, least: DAY })
  const relative = values.map((value, at) => value - (level[at] as number))
  const off = new Float64Array(values.length).fill(NaN)
  const window = new SortedWindow(22)
  for (let hour = 0; hour < DAY; hour++) {
    window.clear()
    for (let come = hour, at = hour; at < relative.length; at += DAY) {
      for (; come < relative.length && come <= at + 10 * DAY; come += DAY) enter(relative[come] as number)
      leave(relative[at - 11 * DAY] ?? NaN)
      off[at] = (relative[at] as number) - window.median()
    }
  }
  function enter(value: number) {
    if (!Number.isNaN(value)) window.add(value)
  }
  function leave(value: number) {
    if (!Number.isNaN(value)) window.remove(value)
  }
  return outliers(off, { days: 5, most: 3.5 }, (at) => 0.4 * (values[at] as number))
}

function unusualDays(values: Float64Array): number {
  const days: number[] = []
  for (let from = 0; from + DAY <= values.length; from += DAY) days.push(values.subarray(from, from + DAY).reduce((a, b) => a + b)) // oxfmt-ignore
  const usual = movingMedian(Float64Array.from(days), { before: 28, after: 0, least: 28 })
  let found = 0
  for (let day = 28; day < days.length; day++) {
    const middle = usual[day] as number
    if ((days[day] as number) < middle / 2 || (days[day] as number) > middle * 2) found++
  }
  return found
}

function conversion({ standard, working, pressure, temperature }: Columns): number {
  let found = 0
  const factors = new Float64Array(standard.length)
  for (let at = 0; at < standard.length; at++) {
    factors[at] = (standard[at] as number) / (working[at] as number)
    const implied = ((pressure[at] as number) * 293.15) / (101.325 * ((temperature[at] as number) + 273.15))
    if (Math.abs((factors[at] as number) / implied - 1) > 0.01) found++
  }
  const daily = new Float64Array(Math.floor(factors.length / DAY))
  for (let day = 0; day < daily.length; day++)
    daily[day] = selected(factors.slice(day * DAY, (day + 1) * DAY), DAY, DAY / 2)
  const usual = movingMedian(daily, { before: 30, after: 0, least: 7 })
  for (let day = 0; day < daily.length; day++)
    if (Math.abs((daily[day] as number) / (usual[day] as number) - 1) > 0.03) found++
  return found
}

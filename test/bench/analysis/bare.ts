/**
 * The arithmetic of the rules as plain loops over the same columns, by somebody who needs one answer once: no windows, no
 * gaps to mind, no evidence, no meanings, no clocks. What they return keeps them from being optimised away.
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
  for (const one of [standard, working, pressure, temperature]) found += spikes(one)
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
function spikes(values: Float64Array): number {
  const distance = new Float64Array(values.length)
  for (let at = 1; at + 1 < values.length; at++)
    distance[at] = (values[at] as number) - ((values[at - 1] as number) + (values[at + 1] as number)) / 2
  return outliers(distance, 20 * DAY, 3.5)
}

/** Against the median of the window and its interquartile range, which are taken anew twice a day. */
function outliers(values: Float64Array, width: number, most: number): number {
  let found = 0
  for (let from = 0; from < values.length; from += DAY / 2) {
    const sorted = values.slice(Math.max(0, from - width / 2), Math.min(values.length, from + width / 2)).sort()
    const middle = sorted[sorted.length >> 1] as number
    const spread =
      (sorted[Math.floor(sorted.length * 0.75)] as number) - (sorted[Math.floor(sorted.length * 0.25)] as number)
    for (let at = from; at < Math.min(values.length, from + DAY / 2); at++)
      if (Math.abs((values[at] as number) - middle) > most * spread) found++
  }
  return found
}

/** A rolling median of 48 hours, the same hour's pattern of ten days around, and the IQR of 240 hours. */
function unusualHours(values: Float64Array): number {
  const relative = new Float64Array(values.length)
  for (let at = 0; at < values.length; at++) {
    const sorted = values.slice(Math.max(0, at - DAY), at + DAY).sort()
    relative[at] = (values[at] as number) - (sorted[sorted.length >> 1] as number)
  }
  const pattern = new Float64Array(values.length)
  const same: number[] = []
  for (let at = 0; at < values.length; at++) {
    same.length = 0
    for (let day = -10; day <= 10; day++) {
      const value = relative[at + day * DAY]
      if (value !== undefined) same.push(value)
    }
    same.sort((a, b) => a - b)
    pattern[at] = (relative[at] as number) - (same[same.length >> 1] as number)
  }
  return outliers(pattern, 10 * DAY, 3.5)
}

function unusualDays(values: Float64Array): number {
  const days: number[] = []
  for (let from = 0; from + DAY <= values.length; from += DAY) days.push(values.subarray(from, from + DAY).reduce((a, b) => a + b)) // oxfmt-ignore
  let found = 0
  for (let day = 28; day < days.length; day++) {
    const sorted = days.slice(day - 28, day).sort((a, b) => a - b)
    const middle = sorted[14] as number
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
  for (let at = 0; at < factors.length; at += DAY) {
    const sorted = factors.slice(Math.max(0, at - 30 * DAY), at + DAY).sort()
    if (Math.abs((factors[at] as number) / (sorted[sorted.length >> 1] as number) - 1) > 0.03) found++
  }
  return found
}

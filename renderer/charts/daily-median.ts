/** Medians of a quantity by day: `days` as numbers of the calendar, ascending. */
export interface DailyMedians {
  atMs: Float64Array
  values: Float64Array
}

const medianOf = (numbers: number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

/**
 * One median a day of what sessions report, at the middle of its sessions. A day without a number has none.
 * @param times Unix ms, ascending
 * @param values NaN where a session has none
 * @param dayAt the day that a moment lies in
 */
export function dailyMedians(times: Float64Array, values: Float64Array, dayAt: (atMs: number) => string): DailyMedians {
  const days: { atMs: number; value: number }[] = []
  let day = ''
  let moments: number[] = []
  let numbers: number[] = []
  const close = () => {
    if (numbers.length > 0) days.push({ atMs: medianOf(moments), value: medianOf(numbers) })
    moments = []
    numbers = []
  }
  times.forEach((atMs, at) => {
    const value = values[at] ?? Number.NaN
    if (Number.isNaN(value)) return
    const today = dayAt(atMs)
    if (today !== day) close()
    day = today
    moments.push(atMs)
    numbers.push(value)
  })
  close()
  return {
    atMs: Float64Array.from(days, ({ atMs }) => atMs),
    values: Float64Array.from(days, ({ value }) => value),
  }
}

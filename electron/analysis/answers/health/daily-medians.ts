import { DAY_MS } from '../../../contract/time/units.ts'
import { medianOf } from '../../kernel/statistics/select.ts'

/** Numbers of sessions as one a UTC day, so that a day with many retries weighs no more than a quiet one. */
export interface DailyMedians {
  /** Days since 1970, ascending; days without a number are not there. */
  days: Float64Array
  values: Float64Array
}

/** @param atMs ascending */
export function dailyMedians(atMs: Float64Array, values: Float64Array): DailyMedians {
  const days: number[] = []
  const medians: number[] = []
  let ofDay: number[] = []
  const close = (day: number) => {
    if (ofDay.length > 0) {
      days.push(day)
      medians.push(medianOf(ofDay))
    }
    ofDay = []
  }
  let day = Number.NaN
  for (let row = 0; row < atMs.length; row++) {
    const its = Math.floor((atMs[row] as number) / DAY_MS)
    if (its !== day) close(day)
    day = its
    const value = values[row] as number
    if (!Number.isNaN(value)) ofDay.push(value)
  }
  close(day)
  return { days: Float64Array.from(days), values: Float64Array.from(medians) }
}

/** The days from a place on. */
export const from = ({ days, values }: DailyMedians, place: number): DailyMedians => ({
  days: days.subarray(place),
  values: values.subarray(place),
})

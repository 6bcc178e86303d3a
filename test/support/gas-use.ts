import type { ArchiveData, StationData } from '../../electron/analysis/kernel/data.ts'
import { archive, channel, gauss, HOUR, hoursAfter, MONDAY, random, rounded, station } from './station-data.ts'

/** A station whose hours, days and counters agree, for tests to spoil one thing of. */

export interface UseGiven {
  days?: number
  seed?: number
  /** m³ of an hour, by hours since the beginning. */
  use?: (hour: number) => number
  /** Changes hours before days and counters are formed from them. */
  change?: (hours: number[]) => void
  decimals?: number
}

/** About 100 m³ an hour with a daily pattern and some noise. */
export function someUse(seed = 1): (hour: number) => number {
  const next = random(seed)
  return (hour) => 100 * (1 + 0.4 * Math.sin((2 * Math.PI * hour) / 24)) * Math.exp(0.08 * gauss(next))
}

export interface Use {
  /** m³ by hour, as written. */
  hours: number[]
  counter: number[]
  hourly: ArchiveData
  daily: ArchiveData
  data: StationData
  /** The beginning of an hour, Unix ms. */
  at: (hour: number) => number
}

export function gasUse({ days = 60, seed = 1, use = someUse(seed), change = () => undefined, decimals = 2 }: UseGiven = {}): Use {
  const hours = Array.from({ length: 24 * days }, (_, hour) => rounded(use(hour), decimals))
  change(hours)
  const counter: number[] = []
  for (const m3 of hours) counter.push(rounded((counter.at(-1) ?? 5000) + m3, decimals))
  const ends = Array.from({ length: days }, (_, day) => 24 * day + 23)
  const hourly = archive('hourly', hoursAfter(MONDAY, 24 * days), [channel('standardVolume', hours), channel('standardCounter', counter)])
  const daily = archive(
    'daily',
    ends.map((hour) => MONDAY + (hour + 1) * HOUR),
    [
      channel(
        'standardVolume',
        ends.map((hour) =>
          rounded(
            hours.slice(hour - 23, hour + 1).reduce((sum, m3) => sum + m3, 0),
            decimals,
          ),
        ),
      ),
      channel(
        'standardCounter',
        ends.map((hour) => counter[hour] as number),
      ),
    ],
  )
  const data = station({ archives: [hourly, daily] })
  return { hours, counter, hourly, daily, data, at: (hour) => MONDAY + hour * HOUR }
}

/** The archive with some of a channel's values changed, by row. */
export function spoilt(from: ArchiveData, place: number, change: (values: Float64Array) => void): ArchiveData {
  const channels = from.channels.map((one, at) => {
    const values = one.values.slice()
    if (at === place) change(values)
    return { ...one, values }
  })
  return { ...from, channels }
}

import { firstWhere } from '../../contract/bisect.ts'
import { recordPeriod } from '../../contract/archives.ts'
import type { Quantity } from '../../contract/quantities.ts'
import { gasDayAt, type GasClock } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { ArchiveData, ChannelData, StationData } from '../findings/data.ts'
import { medianOf } from '../select.ts'

/** What a station usually lets pass in a day. */

/** Complete days of the newest that count: four weeks have each day of the week as often. */
const USUAL_DAYS = 28
/** Days that lack hours are passed over, but nothing older than this before the station's newest reading counts. */
export const USUAL_REACH_MS = 2 * USUAL_DAYS * DAY_MS
/** Fewer tell nothing usual. */
const LEAST = 5
const HOURS_A_DAY = 24

/** Standard volume before working volume. */
export const VOLUMES: readonly Quantity[] = ['standardVolume', 'volume', 'workingVolume']

/** The channel of consumption of an archive, in a unit that is known; null where it has none. */
function volumeChannel({ channels }: Pick<ArchiveData, 'channels'>): ChannelData | null {
  for (const wanted of VOLUMES) {
    const found = channels.find(({ meaning, toBase }) => meaning.quantity === wanted && toBase !== null)
    if (found) return found
  }
  return null
}

/** The median of the last complete days, m³ (working where the device counts no other); null: too few days. */
export function usualM3ADay({ archives, gas }: Pick<StationData, 'archives' | 'gas'>): number | null {
  const newestMs = Math.max(...archives.map(({ timesMs }) => timesMs.at(-1) ?? -Infinity))
  for (const period of ['day', 'hour'] as const) {
    for (const whole of archives) {
      if (recordPeriod(whole.archiveType) !== period) continue
      const archive = since(whole, newestMs - USUAL_REACH_MS)
      const channel = volumeChannel(archive)
      if (!channel?.toBase) continue
      const days = period === 'day' ? channel.values : completeDays(archive.timesMs, channel.values, gas)
      const usual = usualOf(days)
      if (usual !== null) return usual * channel.toBase.factor
    }
  }
  return null
}

function since(archive: ArchiveData, fromMs: number): Pick<ArchiveData, 'timesMs' | 'channels'> {
  const first = firstWhere(0, archive.timesMs.length, (row) => (archive.timesMs[row] as number) >= fromMs)
  const channels = archive.channels.map((channel) => ({ ...channel, values: channel.values.subarray(first) }))
  return { timesMs: archive.timesMs.subarray(first), channels }
}

/** The median of the newest numbers, in their own unit; null: too few. */
function usualOf(days: Float64Array): number | null {
  const last: number[] = []
  for (let row = days.length - 1; row >= 0 && last.length < USUAL_DAYS; row--) {
    const value = days[row] as number
    if (!Number.isNaN(value)) last.push(value)
  }
  return last.length < LEAST ? null : medianOf(last)
}

/** Sums of the gas days that have all their hours, but for the last, which may go on. */
function completeDays(timesMs: Float64Array, values: Float64Array, gas: GasClock): Float64Array {
  const sums = new Map<string, { sum: number; hours: number }>()
  for (let row = timesMs.length - 1; row >= 0; row--) {
    const atMs = timesMs[row] as number
    const value = values[row] as number
    if (Number.isNaN(value)) continue
    const day = gasDayAt(atMs - 1, gas)
    const known = sums.get(day) ?? { sum: 0, hours: 0 }
    sums.set(day, { sum: known.sum + value, hours: known.hours + 1 })
  }
  const days = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day)
  return Float64Array.from(
    days.filter(({ hours }) => hours >= HOURS_A_DAY - 1),
    ({ sum }) => sum,
  )
}

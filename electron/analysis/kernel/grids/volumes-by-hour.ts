import { isVolume } from '../../../contract/quantities.ts'
import type { ArchiveData, ChannelData } from '../data.ts'
import { hourSums } from './day-sums.ts'
import { hourEndMs, type HourGrid } from './periods.ts'

/**
 * The volumes of an archive with a record an hour: the archive itself where its records are hours, else, where it writes
 * halves or quarters of hours, the hours of which every part is there.
 */
export function volumesByHour(grid: HourGrid): ArchiveData {
  const { archive } = grid
  if (grid.parts === 1) return archive
  const summed = archive.channels
    .filter(({ meaning, toBase }) => toBase !== null && isVolume(meaning.quantity))
    .map((channel) => ({ channel, m3: hourSums(grid, channel).m3 }))
  const places = Array.from({ length: grid.length }, (_, place) => place).filter((place) =>
    summed.some(({ m3 }) => !Number.isNaN(m3[place])),
  )
  const channels = summed.map(({ channel, m3 }): ChannelData => ({
    ...channel,
    toBase: { factor: 1, offset: 0 },
    values: Float64Array.from(places, (place) => (grid.broken[place] === 1 && !grid.rest.has(place) ? NaN : (m3[place] as number))),
  }))
  return { ...archive, timesMs: Float64Array.from(places, (place) => hourEndMs(grid, place)), channels }
}

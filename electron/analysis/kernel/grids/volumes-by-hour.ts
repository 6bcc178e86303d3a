import { VOLUMES } from '../channels/volume.ts'
import type { ArchiveData, ChannelData } from '../data.ts'
import { hourSums } from './day-sums.ts'
import { hourEndMs, hourGrid } from './periods.ts'

/**
 * The volumes of an archive with a record an hour: the archive itself where its records are hours, else, where it writes
 * halves or quarters of hours, the hours of which every part is there. Null where its records are no parts of hours.
 */
export function volumesByHour(archive: ArchiveData): ArchiveData | null {
  const grid = hourGrid(archive)
  if (!grid || grid.parts === 1) return grid && archive
  const summed = archive.channels
    .filter(({ meaning, toBase }) => toBase !== null && VOLUMES.includes(meaning.quantity))
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

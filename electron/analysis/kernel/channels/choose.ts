import { isCounter, type Quantity } from '../../../contract/quantities.ts'
import { COUNTER_OF, COUNTERS, VOLUMES } from './volume.ts'
import type { ArchiveData, ChannelData, StationData } from '../data.ts'

/** Which channel of an archive speaks for it: the same order as of the station (`volume.ts`). */

/** The archive of a type; null where the station has none. */
export const archiveOf = (data: StationData, archiveType: string): ArchiveData | null =>
  data.archives.find((archive) => archive.archiveType === archiveType) ?? null

/** The first channel of the first of these quantities that the archive has; one whose unit is known before one whose unit is not. */
export function channelOf(archive: ArchiveData | null, quantities: readonly Quantity[]): ChannelData | null {
  const channels = quantities.flatMap((quantity) => archive?.channels.filter(({ meaning }) => meaning.quantity === quantity) ?? [])
  return channels.find(({ toBase }) => toBase !== null) ?? channels[0] ?? null
}

/** The channel whose records are the volume of their period. */
export const volumeOf = (archive: ArchiveData | null): ChannelData | null => channelOf(archive, VOLUMES)
/** The counter of the archive. */
export const counterOf = (archive: ArchiveData | null): ChannelData | null => channelOf(archive, COUNTERS)

/** All counters of an archive. */
export const countersOf = (archive: ArchiveData): ChannelData[] => archive.channels.filter(({ meaning }) => isCounter(meaning.quantity))

/** Each volume of an archive with the counter of the same conditions. */
export function countedVolumes(archive: ArchiveData): { volume: ChannelData; counter: ChannelData }[] {
  return VOLUMES.flatMap((quantity) => {
    const volume = channelOf(archive, [quantity])
    const counter = channelOf(archive, [COUNTER_OF.get(quantity) ?? 'other'])
    return volume && counter ? [{ volume, counter }] : []
  })
}

/** Volumes of the same conditions in two archives, the best first. */
export function sharedVolumes(a: ArchiveData, b: ArchiveData): { a: ChannelData; b: ChannelData }[] {
  return VOLUMES.flatMap((quantity) => {
    const [first, second] = [channelOf(a, [quantity]), channelOf(b, [quantity])]
    return first && second ? [{ a: first, b: second }] : []
  })
}

/** Why nobody can tell what passed by these archives, in m³. */
export const whyNoVolume = (archives: readonly ArchiveData[]): 'unknown_unit' | 'no_volume' =>
  archives.some((one) => (volumeOf(one) ?? counterOf(one))?.toBase === null) ? 'unknown_unit' : 'no_volume'

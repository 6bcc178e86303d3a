import { BESIDE_THE_GAS } from '../../../contract/meaning-words.ts'
import { isCounter, isVolume, type Quantity } from '../../../contract/quantities.ts'
import type { Conversion } from '../../../contract/units.ts'
import type { VolumeUnit } from '../amounts/source.ts'
import type { ArchiveData, ChannelData } from '../data.ts'

/**
 * Which channel speaks for a quantity: of an archive, and of a station all of its archives in one unit, standard m³ before
 * working m³. Every sum, rule, form and price asks here.
 */

/** Volumes of a period, the best first; and the counters that count the same gas. */
const COUNTED = [
  { unit: 'standard_m3', volume: 'standardVolume', counter: 'standardCounter' },
  { unit: 'standard_m3', volume: 'volume', counter: 'counter' },
  { unit: 'working_m3', volume: 'workingVolume', counter: 'workingCounter' },
] as const satisfies readonly { unit: VolumeUnit; volume: Quantity; counter: Quantity }[]

export const VOLUMES: readonly Quantity[] = COUNTED.map(({ volume }) => volume)
export const COUNTERS: readonly Quantity[] = COUNTED.map(({ counter }) => counter)
/** The counter that counts the same gas as a volume. */
export const COUNTER_OF: ReadonlyMap<Quantity, Quantity> = new Map(COUNTED.map(({ volume, counter }) => [volume, counter]))

const UNITS: readonly VolumeUnit[] = ['standard_m3', 'working_m3']
/** Numbers without a unit by their nature. */
const UNITLESS: readonly Quantity[] = ['conversionFactor', 'compressibility']
const PLAIN: Conversion = { factor: 1, offset: 0 }

/** A channel without its values. */
export type Told = Pick<ChannelData, 'channelVarname' | 'meaning' | 'toBase'>
/** A channel whose unit is known. */
export type BasedChannel = ChannelData & { toBase: Conversion }

const baseOf = ({ toBase, meaning }: Told): Conversion | null => toBase ?? (UNITLESS.includes(meaning.quantity) ? PLAIN : null)

/** A pressure or a temperature may be that of the air, or of the pipe behind the regulator; an amount is always of the gas. */
const isOfGas = ({ channelVarname, meaning: { quantity } }: Told): boolean =>
  isVolume(quantity) || isCounter(quantity) || !BESIDE_THE_GAS.test(channelVarname)

/** The first channel of the first of these quantities that is there; one whose unit is known before one whose unit is not. */
export function bestChannel<C extends Told>(channels: readonly C[], quantities: readonly Quantity[]): C | null {
  const fitting = quantities.flatMap((quantity) => channels.filter(({ meaning }) => meaning.quantity === quantity))
  const first = fitting.find((channel) => baseOf(channel) !== null) ?? fitting[0]
  if (!first) return null
  const same = fitting.filter((one) => one.meaning.quantity === first.meaning.quantity && !baseOf(one) === !baseOf(first))
  return same.find(isOfGas) ?? first
}

/** The channel that speaks for the first of these quantities that the archive has. */
export const channelOf = (archive: Pick<ArchiveData, 'channels'> | null, ...quantities: readonly Quantity[]): ChannelData | null =>
  archive && bestChannel(archive.channels, quantities)

/** That channel, where its unit is known. */
export function knownChannel(archive: Pick<ArchiveData, 'channels'>, ...quantities: readonly Quantity[]): BasedChannel | null {
  const channel = channelOf(archive, ...quantities)
  const toBase = channel && baseOf(channel)
  return channel && toBase ? { ...channel, toBase } : null
}

/** The channel whose records are the volume of their period. */
export const volumeOf = (archive: ArchiveData | null): ChannelData | null => channelOf(archive, ...VOLUMES)
/** The counter of the archive. */
export const counterOf = (archive: ArchiveData | null): ChannelData | null => channelOf(archive, ...COUNTERS)

/** All counters of an archive. */
export const countersOf = (archive: ArchiveData): ChannelData[] => archive.channels.filter(({ meaning }) => isCounter(meaning.quantity))

/** Each volume of an archive with the counter of the same conditions. */
export const countedVolumes = (archive: ArchiveData): { volume: ChannelData; counter: ChannelData }[] =>
  volumesBeside(archive, archive).map(([volume, counter]) => ({ volume, counter }))

/** Volumes of one archive with the counters of the same gas in another, the best first. */
export const volumesBeside = (volumes: ArchiveData, counters: ArchiveData): [volume: ChannelData, counter: ChannelData][] =>
  COUNTED.flatMap((by) => {
    const [volume, counter] = [channelOf(volumes, by.volume), channelOf(counters, by.counter)]
    return volume && counter ? [[volume, counter]] : []
  })

/** Volumes of the same gas in two archives, the best first. */
export const sharedVolumes = (a: ArchiveData, b: ArchiveData): [a: ChannelData, b: ChannelData][] =>
  VOLUMES.flatMap((quantity) => {
    const [first, second] = [channelOf(a, quantity), channelOf(b, quantity)]
    return first && second ? [[first, second]] : []
  })

/** Whether channels tell standard m³, by the volume or the counter. */
export const tellsStandard = (channels: readonly Told[]): boolean =>
  channels.some(({ meaning, toBase }) =>
    COUNTED.some(
      ({ unit, volume, counter }) =>
        toBase !== null && unit === 'standard_m3' && (meaning.quantity === volume || meaning.quantity === counter),
    ),
  )

/** Why nobody can tell what passed by these archives, in m³. */
export const whyNoVolume = (archives: readonly ArchiveData[]): 'unknown_unit' | 'no_volume' =>
  archives.some((one) => (volumeOf(one) ?? counterOf(one))?.toBase === null) ? 'unknown_unit' : 'no_volume'

export interface Telling<A, C> {
  archive: A
  volume: C | null
  counter: C | null
}

/**
 * The channels that tell a station's consumption.
 * @param only channels of this unit alone; of the best that there is when absent
 * @returns why there are none, where there are none
 */
export function tellingChannels<C extends Told, A extends { channels: readonly C[] }>(
  archives: readonly A[],
  only?: VolumeUnit,
): { unit: VolumeUnit; channel: string; archives: Telling<A, C>[] } | 'no_volume' | 'unknown_unit' {
  let isThere = false
  const known = (channels: readonly C[], quantities: readonly Quantity[]): C | null => {
    const channel = bestChannel(channels, quantities)
    isThere ||= channel !== null
    return channel?.toBase ? channel : null
  }
  for (const unit of UNITS) {
    if (only !== undefined && unit !== only) continue
    const own = COUNTED.filter((one) => one.unit === unit)
    const [volumes, counters] = [own.map(({ volume }) => volume), own.map(({ counter }) => counter)]
    const found = archives
      .map((archive): Telling<A, C> => {
        const { channels } = archive
        return { archive, volume: known(channels, volumes), counter: known(channels, counters) }
      })
      .filter(({ volume, counter }) => volume !== null || counter !== null)
    const named = found.find(({ volume }) => volume !== null) ?? found[0]
    const channel = (named?.volume ?? named?.counter)?.channelVarname
    if (channel !== undefined) return { unit, channel, archives: found }
  }
  return isThere ? 'unknown_unit' : 'no_volume'
}

import type { Quantity } from '../../../contract/quantities.ts'
import type { Conversion } from '../../../contract/units.ts'
import type { VolumeUnit } from '../amounts/source.ts'

/**
 * Which channels tell what passed: of a station all of its archives in one unit, standard m³ before working m³. Every sum,
 * rule, form and price that needs a volume asks here.
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

/** What is known of a channel: `toBase` into m³; null where its unit is not known. */
export interface Told {
  channelVarname: string
  quantity: Quantity
  toBase: Conversion | null
}

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
  const first = (channels: readonly C[], quantities: readonly Quantity[]): C | null => {
    const fitting = quantities.flatMap((quantity) => channels.filter((channel) => channel.quantity === quantity))
    isThere ||= fitting.length > 0
    return fitting.find(({ toBase }) => toBase !== null) ?? null
  }
  for (const unit of UNITS) {
    if (only !== undefined && unit !== only) continue
    const of = COUNTED.filter((one) => one.unit === unit)
    const found = archives
      .map((archive): Telling<A, C> => {
        const { channels } = archive
        return {
          archive,
          volume: first(
            channels,
            of.map(({ volume }) => volume),
          ),
          counter: first(
            channels,
            of.map(({ counter }) => counter),
          ),
        }
      })
      .filter(({ volume, counter }) => volume !== null || counter !== null)
    const named = found.find(({ volume }) => volume !== null) ?? found[0]
    const channel = (named?.volume ?? named?.counter)?.channelVarname
    if (channel !== undefined) return { unit, channel, archives: found }
  }
  return isThere ? 'unknown_unit' : 'no_volume'
}

import { BESIDE_THE_GAS } from '../../../contract/meaning-words.ts'
import { recordPeriod } from '../../../contract/archives.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import type { Quantity } from '../../../contract/quantities.ts'
import type { GasClock, TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { zoneClock } from '../../../contract/time/zone.ts'
import type { Conversion } from '../../../contract/units.ts'
import type { ArchiveData, ChannelData, StationData } from '../data.ts'
import { VOLUMES } from './volume.ts'

/** Ways to look at the columns of a station. */

/** A channel whose unit is known. */
export type BasedChannel = ChannelData & { toBase: Conversion }

const PLAIN: Conversion = { factor: 1, offset: 0 }
/** Numbers without a unit by their nature. */
const UNITLESS: readonly Quantity[] = ['conversionFactor', 'compressibility']

/** The archive with the shortest records that passes; null where none does. Archives of moments come last. */
export function finestWith({ archives }: Pick<StationData, 'archives'>, holds: (archive: ArchiveData) => boolean): ArchiveData | null {
  for (const period of ['hour', 'day', 'month', null]) {
    const found = archives.find((archive) => recordPeriod(archive.archiveType) === period && holds(archive))
    if (found) return found
  }
  return null
}

/** The channel of a quantity that the device counts with, of several; null where there is none in a unit that is known. */
export function channelOf({ channels }: Pick<ArchiveData, 'channels'>, quantity: Quantity): BasedChannel | null {
  const known = channels.flatMap((channel) => {
    const toBase = channel.toBase ?? (UNITLESS.includes(quantity) ? PLAIN : null)
    return channel.meaning.quantity === quantity && toBase ? [{ ...channel, toBase }] : []
  })
  return known.find(({ channelVarname }) => !BESIDE_THE_GAS.test(channelVarname)) ?? known[0] ?? null
}

/** The volume of the period: standard, else as the device counts it; null where it has none. */
export function consumptionOf(archive: Pick<ArchiveData, 'channels'>): BasedChannel | null {
  for (const quantity of VOLUMES) {
    const channel = channelOf(archive, quantity)
    if (channel) return channel
  }
  return null
}

/** The sum of a channel's numbers in its base unit, from one place to another, both included; null without a number. */
export function sumOf(channel: BasedChannel | null, from: number, to: number): number | null {
  if (!channel) return null
  let sum = 0
  let numbers = 0
  for (let at = from; at <= to; at++) {
    const value = channel.values[at] as number
    if (Number.isNaN(value)) continue
    sum += value
    numbers++
  }
  return numbers === 0 ? null : sum * channel.toBase.factor + numbers * channel.toBase.offset
}

/** When the time that a record covers begins; of a record of a moment that moment. */
export function beginOf(archiveType: string, atMs: number, gas: GasClock): number {
  const period = recordPeriod(archiveType)
  if (period === 'hour') return atMs - HOUR_MS
  if (period === null) return atMs
  const clock = zoneClock(gas.zone)
  const wallMs = clock.wallMs(atMs)
  if (period === 'day') return clock.momentOf(wallMs - DAY_MS)
  const date = new Date(wallMs)
  return clock.momentOf(date.setUTCMonth(date.getUTCMonth() - 1))
}

/** Places of the records of a window and what `reach` before it lets know; `to` is excluded. */
export function placesIn(times: Float64Array, { fromMs, toMs }: TimeSpan, beforeDays = 0): { from: number; to: number } {
  const since = fromMs - beforeDays * DAY_MS
  return {
    from: firstWhere(0, times.length, (at) => (times[at] as number) >= since),
    to: firstWhere(0, times.length, (at) => (times[at] as number) > toMs),
  }
}

/** Two records in a row: no record is missing between them. */
export const areNeighbours = (archiveType: string, beforeMs: number, afterMs: number): boolean =>
  afterMs - beforeMs <= farthestNeighbourMs(archiveType)

/** How far apart two records in a row may lie; for loops over many records of one archive. */
export function farthestNeighbourMs(archiveType: string): number {
  const period = recordPeriod(archiveType)
  return period === 'hour' ? 1.5 * HOUR_MS : period === 'day' ? 1.5 * DAY_MS : 32 * DAY_MS
}

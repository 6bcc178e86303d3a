import type { Book, ReadingKey, StationRow } from '../../../book/index.ts'
import { kindOfCode, type ChannelKind } from '../../../contract/channels.ts'
import { isCounter, isVolume, quantityOf, type Quantity } from '../../../contract/quantities.ts'
import type { ChannelInfo } from '../../../contract/readings.ts'
import { channelsOf } from '../../station/archives.ts'
import { isAccumulator } from '../../station/load/accumulator.ts'

/** The channels of an archive with what each measures. */
export interface Measured {
  channel: ChannelInfo
  quantity: Quantity
}

/** How a quantity adds up over time. */
export function kindOfQuantity(quantity: Quantity): ChannelKind {
  if (isCounter(quantity)) return 'accumulator'
  return isVolume(quantity) ? 'period' : 'state'
}

/** The quantities in the order in which people look for them: what was consumed, the state of the gas, counters. */
const LOOKED_FOR: readonly Quantity[] = [
  'standardVolume',
  'volume',
  'workingVolume',
  'standardFlow',
  'flow',
  'workingFlow',
  'pressure',
  'temperature',
]
export function rankOfQuantity(quantity: Quantity): number {
  const rank = LOOKED_FOR.indexOf(quantity)
  return rank < 0 ? LOOKED_FOR.length : rank
}

/** Channels in their order. The values are asked only of a volume whose code and name do not say whether it counts. */
export function measuredIn(book: Book, { equipmentTypeId }: StationRow, key: ReadingKey): Measured[] {
  const channels = channelsOf(book, equipmentTypeId, key, book.readings.channels(key))
  return channels.map((channel) => {
    const said = quantityOf(channel)
    const unsaid = isVolume(said) && kindOfCode(channel.channelVarname) === null
    const counts = unsaid && isAccumulator(book.readings, key, channel.channelVarname)
    return { channel, quantity: counts ? quantityOf(channel, true) : said }
  })
}

/** The channel that has a quantity: the one with the wished code, else the first. What measures nothing known goes by its code. */
export function channelOfQuantity(measured: readonly Measured[], quantity: Quantity, code?: string): ChannelInfo | null {
  const fitting = measured.filter((one) => one.quantity === quantity)
  const wished = fitting.find(({ channel }) => channel.channelVarname === code)
  if (quantity === 'other') return wished?.channel ?? null
  return (wished ?? fitting[0])?.channel ?? null
}

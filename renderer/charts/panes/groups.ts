import type { ChannelKind } from '../../../electron/contract/channels.ts'
import { isCounter, QUANTITIES, quantityOf, type Quantity } from '../../../electron/contract/quantities.ts'
import type { ChannelInfo } from '../../../electron/contract/readings.ts'
import { unitOf } from '../plot.ts'

/** Channels that measure one quantity in one unit: they share a pane and its axis. */
export interface ChannelGroup {
  /** Quantity and unit. The kept arrangement names groups by it. */
  key: string
  quantity: Quantity
  /** '' for none. */
  unit: string
  /** Places of the channels in the archive's list. */
  channels: readonly number[]
  counter: boolean
}

/** The groups of the shown channels, in the order of `QUANTITIES` with the counters last. */
export function groupsOf(channels: readonly ChannelInfo[], kinds: readonly ChannelKind[], shown: readonly number[]): ChannelGroup[] {
  const groups = new Map<string, ChannelGroup & { channels: number[] }>()
  for (const place of shown) {
    const channel = channels[place]
    if (!channel) continue
    const counts = kinds[place] === 'accumulator'
    const quantity = quantityOf(channel, counts)
    const unit = unitOf(channel)
    // A counter whose name tells nothing of it must not stand among what it counts.
    const counter = counts || isCounter(quantity)
    const key = `${quantity}|${unit}${counter && !isCounter(quantity) ? '|counter' : ''}`
    const group = groups.get(key)
    if (group) group.channels.push(place)
    else groups.set(key, { key, quantity, unit, channels: [place], counter })
  }
  const rank = (group: ChannelGroup) => (group.counter ? QUANTITIES.length : 0) + QUANTITIES.indexOf(group.quantity)
  return [...groups.values()].sort((a, b) => rank(a) - rank(b))
}

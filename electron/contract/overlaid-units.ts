import { isCounter, type Quantity } from './quantities.ts'
import type { ChannelInfo } from './readings.ts'
import type { ShownUnit } from './shown-units.ts'
import { unitConversion } from './unit-conversion.ts'

/** The lines of an overlay as far as their units go: their values are in the baseline's unit, `unitName`. */
interface OverlaidChannels {
  quantity: Quantity | null
  unitName: string | null
  baseline: number
  lines: readonly { channel: ChannelInfo | null }[]
}

/** The channel that gives an overlay its unit: the baseline's, else the first there is. */
export const channelOfUnit = ({ lines, baseline }: Pick<OverlaidChannels, 'lines' | 'baseline'>): ChannelInfo | null =>
  lines[baseline]?.channel ?? lines.find(({ channel }) => channel)?.channel ?? null

export interface OverlaidUnits {
  /** From the baseline's unit, which all lines are in, to the one they are shown in. */
  axis: ShownUnit
  /** For each line: from the unit that its device sent to the one it is shown in. */
  lines: ShownUnit[]
}

/**
 * The unit that an overlay is shown in.
 * @param shownOf how a channel is shown (`toShown` with the units of choice)
 */
export function overlaidUnits(overlay: OverlaidChannels, shownOf: (channel: ChannelInfo, counts: boolean) => ShownUnit): OverlaidUnits {
  const counts = overlay.quantity !== null && isCounter(overlay.quantity)
  const asked = channelOfUnit(overlay)
  const axis = asked ? shownOf(asked, counts) : sameUnit(overlay.unitName)
  const lines = overlay.lines.map(({ channel }) => {
    if (!channel) return sameUnit(null)
    if (axis.converted) return shownOf(channel, counts)
    const own = unitConversion(channel.unitName, overlay.unitName)
    const converted = own !== null && (own.factor !== 1 || own.offset !== 0)
    if (!converted) return sameUnit(channel.unitName)
    return { ...own, unitText: axis.unitText, converted, sentUnit: channel.unitName?.trim() ?? '' }
  })
  return { axis, lines }
}

function sameUnit(unitName: string | null): ShownUnit {
  const text = unitName?.trim() ?? ''
  return { factor: 1, offset: 0, unitText: text, converted: false, sentUnit: text }
}

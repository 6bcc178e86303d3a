import type { ChannelInfo } from '../../electron/contract/readings.ts'
import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'

/** Size of a chart's box, px. */
export interface BoxSize {
  width: number
  height: number
}

/** The rectangle inside the axes, px from the chart's top left corner. Meterbook sets it, so it need not ask ECharts for positions. */
export interface Plot {
  left: number
  top: number
  width: number
  height: number
  /** Height of the lanes of events above the plot, which the pointer works on too; 0 without any. */
  lane: number
}

/** One value axis: all channels of one unit. */
export interface UnitAxis {
  unit: string
  side: 'left' | 'right'
  /** Px to the plot, taken up by the other axes of its side; 0 for the innermost. */
  offset: number
  /** Width of its labels, px. */
  width: number
}

const NARROWEST_AXIS = 40
const AXIS_PADDING = 20
const DIGIT_PX = 7
const EDGE = 14
const AXIS_NAMES = 24
const TIME_LABELS = 26

export const unitOf = (channel: ChannelInfo): string => channel.unitName?.trim() ?? ''

/** Width of labels as long as this text, px. */
export const axisWidth = (text: string): number => Math.max(NARROWEST_AXIS, text.length * DIGIT_PX + AXIS_PADDING)

/**
 * One axis per unit: the first on the left, the second on the right, further ones outside them in turn.
 * @param longest the longest label of a unit's axis, so that neighbouring axes do not overlap
 */
export function axesOf(channels: readonly ChannelInfo[], longest: (unit: string) => string): UnitAxis[] {
  const used = { left: 0, right: 0 }
  return [...new Set(channels.map(unitOf))].map((unit, index) => {
    const side = index % 2 === 0 ? 'left' : 'right'
    const width = Math.max(axisWidth(longest(unit)), axisWidth(unit))
    const offset = used[side]
    used[side] += width
    return { unit, side, offset, width }
  })
}

/** The plot in a box of this size with these axes. */
export function plotOf(size: BoxSize, axes: readonly UnitAxis[]): Plot {
  const taken = (side: UnitAxis['side']) => axes.reduce((sum, axis) => sum + (axis.side === side ? axis.width : 0), 0)
  const left = Math.max(EDGE, taken('left'))
  const right = Math.max(EDGE, taken('right'))
  return {
    left,
    top: AXIS_NAMES,
    width: Math.max(1, size.width - left - right),
    height: Math.max(1, size.height - AXIS_NAMES - TIME_LABELS),
    lane: 0,
  }
}

/** From px (from the plot's left edge) to a moment, and back. */
export const timeAt = (x: number, plot: Pick<Plot, 'width'>, span: TimeSpan): number =>
  span.fromMs + (x / plot.width) * (span.toMs - span.fromMs)
export const placeOf = (ms: number, plot: Pick<Plot, 'width'>, span: TimeSpan): number =>
  ((ms - span.fromMs) / (span.toMs - span.fromMs)) * plot.width

import { axisWidth } from '../plot.ts'
import type { Pane } from './arrangement.ts'

/** A value axis of a pane: the channels of one unit, counters apart from what they count. */
export interface PaneAxis {
  /** Key of its first group: a range that is set by hand is kept by it. */
  key: string
  /** '' for none. */
  unit: string
  channels: readonly number[]
  side: 'left' | 'right'
  /** Px to the plot, taken up by the axes of the same side before it. */
  offset: number
  width: number
}

/**
 * The axes of a pane: the first on the left, the second on the right, further ones outside them in turn.
 * @param longest the longest label of the axis of these channels
 */
export function axesOfPane({ groups }: Pick<Pane, 'groups'>, longest: (key: string, channels: readonly number[]) => string): PaneAxis[] {
  const shared = Map.groupBy(groups, ({ unit, counter, key }) => (unit === '' ? key : `${unit}|${counter}`))
  const used = { left: 0, right: 0 }
  return [...shared.values()].flatMap((own, index) => {
    const [first] = own
    if (!first) return []
    const side = index % 2 === 0 ? 'left' : 'right'
    const channels = own.flatMap((group) => group.channels)
    const width = axisWidth(longest(first.key, channels))
    const offset = used[side]
    used[side] += width
    return { key: first.key, unit: first.unit, channels, side, offset, width }
  })
}

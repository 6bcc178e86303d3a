import type { ChannelGroup } from './groups.ts'

/** How far an axis reaches: over what is seen, over all the archive has, or as set by hand. */
export type AxisRange = 'seen' | 'whole' | readonly [low: number, high: number]

/**
 * The user's changes to the panes of a device type. Panes and axes are named by the keys of groups, so that it holds
 * for all archives and stations of the type; what it does not name is as usual.
 */
export interface Arrangement {
  /** Keys of panes, topmost first. */
  order: readonly string[]
  /** Share of the height, by the pane's key; 1 is usual. */
  heights: Readonly<Record<string, number>>
  folded: Readonly<Record<string, boolean>>
  /** From a group's key to the key of the pane that it was merged into. */
  merged: Readonly<Record<string, string>>
  /** By the key of the axis. */
  ranges: Readonly<Record<string, AxisRange>>
}

export interface Pane {
  /** Key of its first group. */
  key: string
  groups: readonly ChannelGroup[]
  folded: boolean
  height: number
}

export const USUAL: Arrangement = { order: [], heights: {}, folded: {}, merged: {}, ranges: {} }
/** The lanes of events are folded like a pane. */
export const LANES = 'lanes'

/** The panes of these groups, from top to bottom. Counters are folded until a user unfolds them. */
export function panesOf(groups: readonly ChannelGroup[], arrangement: Arrangement): Pane[] {
  const present = new Map(groups.map((group) => [group.key, group]))
  const hostOf = (key: string) => {
    const host = arrangement.merged[key]
    return host !== undefined && present.has(host) ? host : key
  }
  const members = Map.groupBy(groups, ({ key }) => hostOf(key))
  return ordered([...members.keys()], arrangement.order).map((key) => {
    const own = (members.get(key) ?? []).toSorted((a, b) => Number(b.key === key) - Number(a.key === key))
    return {
      key,
      groups: own,
      folded: arrangement.folded[key] ?? own.every(({ counter }) => counter),
      height: arrangement.heights[key] ?? 1,
    }
  })
}

/** Keys in the remembered order; a key that it lacks keeps its usual place. */
function ordered(keys: readonly string[], order: readonly string[]): string[] {
  const rank = new Map(order.map((key, index) => [key, index]))
  const result = keys.filter((key) => rank.has(key)).sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
  keys.forEach((key, index) => {
    if (!rank.has(key)) result.splice(Math.min(index, result.length), 0, key)
  })
  return result
}

const keysOf = (panes: readonly Pane[]) => panes.map(({ key }) => key)

/** Puts a pane before another one; null: last. What is not shown now keeps its place behind. */
export function moved(arrangement: Arrangement, panes: readonly Pane[], key: string, before: string | null): Arrangement {
  if (key === before) return arrangement
  const order = keysOf(panes).filter((other) => other !== key)
  order.splice(before === null ? order.length : order.indexOf(before), 0, key)
  return { ...arrangement, order: [...order, ...arrangement.order.filter((other) => !order.includes(other))] }
}

/** Moves a pane one place up or down. */
export function nudged(arrangement: Arrangement, panes: readonly Pane[], key: string, by: -1 | 1): Arrangement {
  const keys = keysOf(panes)
  const target = keys.indexOf(key) + by
  if (target < 0 || target >= keys.length) return arrangement
  return moved(arrangement, panes, key, (by === -1 ? keys[target] : keys[target + 1]) ?? null)
}

/** Draws all of a pane in another one, which unfolds. Each unit keeps an axis of its own. */
export function merged(arrangement: Arrangement, panes: readonly Pane[], key: string, into: string): Arrangement {
  const pane = panes.find((other) => other.key === key)
  if (!pane || key === into) return arrangement
  const merges = Object.fromEntries(pane.groups.map((group) => [group.key, into]))
  return {
    ...arrangement,
    order: keysOf(panes).filter((other) => other !== key),
    merged: { ...without(arrangement.merged, into), ...merges },
    folded: { ...arrangement.folded, [into]: false },
  }
}

/** Gives each group of a pane a pane of its own again, one below the other. */
export function separated(arrangement: Arrangement, panes: readonly Pane[], key: string): Arrangement {
  const pane = panes.find((other) => other.key === key)
  if (!pane) return arrangement
  const own = pane.groups.map((group) => group.key)
  return {
    ...arrangement,
    order: keysOf(panes).flatMap((other) => (other === key ? own : [other])),
    merged: Object.fromEntries(Object.entries(arrangement.merged).filter(([group]) => !own.includes(group))),
  }
}

export const folded = (arrangement: Arrangement, key: string, now: boolean): Arrangement => ({
  ...arrangement,
  folded: { ...arrangement.folded, [key]: now },
})

export const ranged = (arrangement: Arrangement, axis: string, range: AxisRange): Arrangement => ({
  ...arrangement,
  ranges: range === 'seen' ? without(arrangement.ranges, axis) : { ...arrangement.ranges, [axis]: range },
})

/** Shares the height of two neighbours out anew: `px` is what both have now, and the upper one's new height. */
export function resized(arrangement: Arrangement, upper: Pane, lower: Pane, px: { both: number; upper: number }): Arrangement {
  const both = upper.height + lower.height
  const share = (both * px.upper) / px.both
  return { ...arrangement, heights: { ...arrangement.heights, [upper.key]: share, [lower.key]: both - share } }
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}

const isRecord = (value: unknown, fits: (entry: unknown) => boolean): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every(fits)
const isFinitePositive = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value > 0
const isRange = (value: unknown) =>
  value === 'seen' ||
  value === 'whole' ||
  (Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && value[0] < value[1])

/** True for what `Arrangement` describes: what was kept may be an older version's. */
export function isArrangement(value: unknown): value is Arrangement {
  if (typeof value !== 'object' || value === null) return false
  const { order, heights, folded: folds, merged: merges, ranges } = value as Record<string, unknown>
  return (
    Array.isArray(order) &&
    order.every((key) => typeof key === 'string') &&
    isRecord(heights, isFinitePositive) &&
    isRecord(folds, (entry) => typeof entry === 'boolean') &&
    isRecord(merges, (entry) => typeof entry === 'string') &&
    isRecord(ranges, isRange)
  )
}

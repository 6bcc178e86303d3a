import type { BoxSize, Plot } from '../plot.ts'
import type { Pane } from './arrangement.ts'
import type { PaneAxis } from './pane-axes.ts'

/** The places of everything in the panes, px from the top left corner of the chart. */
export interface PaneLayout {
  /** The area that pointer and crosshair work on: all panes, with the lanes of events above them. */
  plot: Plot
  /** Top of each lane. */
  lanes: readonly number[]
  rows: readonly PaneRow[]
  /** True in a narrow chart, whose names are small. */
  tight: boolean
  /** Left edge of the column with the values. */
  valuesLeft: number
}

export interface PaneRow {
  pane: Pane
  /** The whole row. */
  top: number
  height: number
  /** The part of it that lines are drawn in; no height when it is folded. */
  plotTop: number
  plotHeight: number
  /** Room for its name, left of its axes. */
  nameWidth: number
}

export const LANE_PX = 15
const TOP = 4
const BELOW_LANES = 9
const PADDING = 7
const FOLDED_PX = 24
const LEAST_PANE = 60
/** A name with its unit, in two lines. */
const NAME_PX = 34
export const LINES_PX = 17
/** A pane keeps room for the values of so many channels; more are scrolled. */
const MOST_LINES = 4
const TIME_LABELS = 26
const EDGE = 12

const between = (least: number, size: number, most: number) => Math.round(Math.min(most, Math.max(least, size)))
/** Width of the column of names: no word of a quantity's name in either language is cut in two. */
const NAMES = 118
/** Width of the names in a narrow chart: they are small there and have no swatch. */
const TIGHT_NAMES = 98
const NARROW = 700
/** Width of the column with the values in a chart of this width. */
const valuesOf = (width: number) => between(136, width * 0.19, 236)

/** The least height of a pane's row, px: its names and values must be legible. */
export const leastOf = ({ folded, groups }: Pane): number => {
  const lines = groups.reduce((sum, group) => sum + group.channels.length, 0)
  if (folded) return FOLDED_PX
  // Two channels have a line for the name and one for the value each.
  const values = 2 * LINES_PX * Math.min(2, lines) + LINES_PX * Math.max(0, Math.min(MOST_LINES, lines) - 2)
  return Math.max(LEAST_PANE, 8 + values, 8 + NAME_PX * groups.length)
}

const above = (lanes: number): number => TOP + lanes * LANE_PX + BELOW_LANES

/** The height that a chart of these panes needs at least, px. */
export const leastHeight = (panes: readonly Pane[], lanes: number): number =>
  above(lanes) + panes.reduce((sum, pane) => sum + leastOf(pane), 0) + TIME_LABELS

/** @param axes of all panes that are not folded: the plot leaves room for the widest on each side */
export function layoutOf(size: BoxSize, panes: readonly Pane[], lanes: number, axes: ReadonlyMap<Pane, readonly PaneAxis[]>): PaneLayout {
  const widthOf = (own: readonly PaneAxis[], side: PaneAxis['side']) =>
    own.reduce((sum, axis) => sum + (axis.side === side ? axis.width : 0), 0)
  const taken = (side: PaneAxis['side']) => Math.max(0, ...[...axes.values()].map((own) => widthOf(own, side)))
  const tight = size.width < NARROW
  const left = (tight ? TIGHT_NAMES : NAMES) + Math.max(40, taken('left'))
  const right = Math.max(EDGE, taken('right') + 4)
  const valuesLeft = size.width - valuesOf(size.width)
  const top = above(lanes)
  const heights = heightsOf(panes, size.height - top - TIME_LABELS)
  let at = top
  const rows = panes.map((pane, index) => {
    const height = heights[index] ?? 0
    const row = {
      pane,
      top: at,
      height,
      plotTop: at + PADDING,
      plotHeight: pane.folded ? 0 : Math.max(1, height - 2 * PADDING),
      nameWidth: pane.folded ? valuesLeft - 8 : left - widthOf(axes.get(pane) ?? [], 'left'),
    }
    at += height
    return row
  })
  return {
    plot: { left, top, width: Math.max(1, valuesLeft - right - left), height: at - top, lane: top - TOP },
    lanes: Array.from({ length: lanes }, (_, index) => TOP + index * LANE_PX),
    rows,
    tight,
    valuesLeft,
  }
}

/** Shares the height out by the panes' shares; none gets less than it needs, folded ones no more. */
function heightsOf(panes: readonly Pane[], room: number): number[] {
  const heights = panes.map(leastOf)
  const free = new Set(panes.flatMap((pane, index) => (pane.folded ? [] : [index])))
  for (let settled = false; !settled && free.size > 0;) {
    settled = true
    const fixed = heights.reduce((sum, height, index) => sum + (free.has(index) ? 0 : height), 0)
    const shares = [...free].reduce((sum, index) => sum + (panes[index]?.height ?? 1), 0)
    for (const index of free) {
      const pane = panes[index]
      if (!pane) continue
      const height = ((room - fixed) * pane.height) / shares
      if (height < leastOf(pane)) {
        heights[index] = leastOf(pane)
        free.delete(index)
        settled = false
        break
      }
      heights[index] = height
    }
  }
  return heights.map(Math.floor)
}

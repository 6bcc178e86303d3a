import { computed, type ComputedRef } from 'vue'
import { firstAtOrAfter } from '../../../../charts/columns.ts'
import { axisDecimals, extremesOf } from '../../../../charts/numbers.ts'
import { panesOf, type Arrangement, type Pane } from '../../../../charts/panes/arrangement.ts'
import { endsOf, scaleOf, type AxisScale } from '../../../../charts/panes/axis.ts'
import { groupsOf } from '../../../../charts/panes/groups.ts'
import { layoutOf, leastHeight, type PaneLayout, type PaneRow } from '../../../../charts/panes/layout.ts'
import { axesOfPane, type PaneAxis } from '../../../../charts/panes/pane-axes.ts'
import type { BoxSize } from '../../../../charts/plot.ts'
import type { TimeSpan } from '../../../../../electron/contract/time/gas-day.ts'
import { useFormat } from '../../../../stores/words/format.ts'
import type { Series } from '../use-series.ts'

export type Extent = readonly [low: number, high: number] | null
export interface PlacedPane {
  row: PaneRow
  axes: readonly (PaneAxis & { scale: AxisScale })[]
}

/** An axis ends at a round number beyond the highest value, which may be a digit longer. */
const BEYOND = 1.12

/** The panes of the shown channels, their axes, and where all of it lies. */
export function usePaneLayout(
  // A getter each: zooming must not arrange the panes anew, and marks that come must not measure the axes.
  shown: {
    series: () => Series
    places: () => readonly number[]
    span: () => TimeSpan
    arrangement: () => Arrangement
    lanes: () => number
  },
  size: () => BoxSize | null,
): {
  panes: ComputedRef<readonly Pane[]>
  /** The least height of the chart, px. */
  least: ComputedRef<number>
  layout: ComputedRef<PaneLayout | null>
  /** Panes that are not folded, with their axes. */
  placed: ComputedRef<readonly PlacedPane[]>
  /** Lowest and highest number of a channel in the shown span. */
  seen: ComputedRef<ReadonlyMap<number, Extent>>
} {
  const format = useFormat()
  const panes = computed(() => {
    const { channels, kinds } = shown.series()
    return panesOf(groupsOf(channels, kinds, shown.places()), shown.arrangement())
  })
  const least = computed(() => leastHeight(panes.value, shown.lanes()))

  const seen = computed(() => {
    const { times, values } = shown.series().columns
    const span = shown.span()
    // A record at the beginning of a span belongs to the span before.
    const [from, to] = [firstAtOrAfter(times, span.fromMs + 1), firstAtOrAfter(times, span.toMs + 1)]
    return new Map(shown.places().map((place) => [place, extremesOf((values[place] ?? NO_VALUES).subarray(from, to))]))
  })
  const wholeNumbers = computed(() => shown.series().columns.values.map(isWhole))

  const rangeOf = (axis: string) => shown.arrangement().ranges[axis] ?? 'seen'
  const ends = (axis: string, channels: readonly number[]) =>
    endsOf(
      rangeOf(axis),
      union(channels.map((place) => seen.value.get(place) ?? null)),
      union(channels.map((place) => shown.series().extents[place] ?? null)),
    )
  /** Labels of the whole archive, so that the plot does not move while the chart is zoomed. */
  function longestLabel(axis: string, channels: readonly number[]): string {
    const whole = channels.flatMap((place) => shown.series().extents[place] ?? [])
    return [...whole.flatMap((end) => [end, end * BEYOND]), ...ends(axis, channels)]
      .map((end) => format.number(end, axisDecimals(end)))
      .reduce((a, b) => (b.length > a.length ? b : a), '')
  }
  const axes = computed(
    () => new Map(panes.value.filter((pane) => !pane.folded).map((pane) => [pane, axesOfPane(pane, longestLabel)] as const)),
  )
  const layout = computed(() => {
    const box = size()
    return box && layoutOf(box, panes.value, shown.lanes(), axes.value)
  })
  const placed = computed(() =>
    (layout.value?.rows ?? []).flatMap((row) => {
      const own = axes.value.get(row.pane)
      if (!own) return []
      const scaled = own.map((axis) => {
        const counts = axis.channels.every((place) => wholeNumbers.value[place] ?? false)
        return { ...axis, scale: scaleOf(ends(axis.key, axis.channels), row.plotHeight, counts) }
      })
      return { row, axes: scaled }
    }),
  )
  return { panes, least, layout, placed, seen }
}

const NO_VALUES = new Float64Array(0)

function union(extents: readonly Extent[]): Extent {
  const known = extents.filter((extent) => extent !== null)
  if (known.length === 0) return null
  return [Math.min(...known.map(([low]) => low)), Math.max(...known.map(([, high]) => high))]
}

/** True for a channel of counts, whose axis needs no halves. */
function isWhole(values: Float64Array): boolean {
  return values.every((value) => Number.isNaN(value) || Number.isInteger(value))
}

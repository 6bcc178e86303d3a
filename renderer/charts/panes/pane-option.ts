import type { TimeSpan } from '../../../electron/contract/time/gas-day.ts'
import type { ChartOption } from '../echarts.ts'
import type { Lane } from '../lanes.ts'
import { lineSeries } from '../line-series.ts'
import type { ChannelLook } from '../palette.ts'
import type { ChartTheme } from '../theme.ts'
import { timeAxis } from '../time-axis.ts'
import type { AxisScale } from './axis.ts'
import type { Band } from './band.ts'
import { bandSeries } from './band-series.ts'
import { laneSeries } from './lane-series.ts'
import { LANE_PX, type PaneLayout, type PaneRow } from './layout.ts'
import type { PaneAxis } from './pane-axes.ts'

/** A channel thinned for the screen: a band where its records crowd, else the points of a line (`thinChannel`). */
export interface DrawnChannel {
  name: string
  look: ChannelLook
  data: { band: Band } | { points: Float64Array }
}

interface DrawnAxis extends PaneAxis {
  scale: AxisScale
  drawn: readonly DrawnChannel[]
}

interface DrawnPane {
  row: PaneRow
  axes: readonly DrawnAxis[]
}

export interface PanesInput {
  layout: PaneLayout
  /** Panes that are not folded. */
  panes: readonly DrawnPane[]
  /** The lanes that each row shows. */
  lanes: readonly (readonly Lane[])[]
  span: TimeSpan
  theme: ChartTheme
  locale: string
  zone: string
  /** Numbers on the value axes. */
  number: (value: number) => string
}

/** The whole option of the panes: a grid each over one time axis. ECharts only draws, nothing in it listens to the pointer. */
export function paneOption(input: PanesInput): ChartOption {
  const { layout, panes, lanes, span, theme } = input
  const { left, width } = layout.plot
  const frame = { left, width, outerBoundsMode: 'none' }
  const bottom = layout.plot.top + layout.plot.height
  const times = { span, width, theme, locale: input.locale, zone: input.zone }
  const firstAxis = panes.map((_, index) => panes.slice(0, index).reduce((sum, { axes }) => sum + axes.length, 0))
  const valueAxes = panes.reduce((sum, { axes }) => sum + axes.length, 0)
  const own = panes.length
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: theme.font, color: theme.text },
    grid: [
      ...panes.map(({ row }) => ({ ...frame, top: row.plotTop, height: row.plotHeight })),
      // A grid of the time labels alone: they stand below all panes, folded ones too.
      { ...frame, top: bottom - 1, height: 1 },
      ...layout.lanes.map((top) => ({ ...frame, top, height: LANE_PX })),
    ],
    xAxis: [
      ...panes.map((_, gridIndex) => ({ ...timeAxis(times, false), gridIndex })),
      { ...timeAxis(times), gridIndex: own },
      ...layout.lanes.map((_, index) => hidden(own + 1 + index, span.fromMs, span.toMs)),
    ],
    yAxis: [
      ...panes.flatMap(({ axes }, gridIndex) => axes.map((axis) => valueAxis(axis, gridIndex, input))),
      hidden(own, 0, 1),
      ...layout.lanes.map((_, index) => hidden(own + 1 + index, 0, 1)),
    ],
    series: [
      ...panes.flatMap(({ axes }, xAxisIndex) =>
        axes.flatMap(({ drawn, scale }, index) => {
          const places = { xAxisIndex, yAxisIndex: (firstAxis[xAxisIndex] ?? 0) + index }
          return drawn.flatMap((channel) => channelSeries(channel, places, scale, width, span))
        }),
      ),
      ...lanes.flatMap((row, index) => laneSeries(row, lanes.flat(), { xAxisIndex: own + 1 + index, yAxisIndex: valueAxes + 1 + index })),
    ],
  }
}

function channelSeries(
  { name, look, data }: DrawnChannel,
  axes: { xAxisIndex: number; yAxisIndex: number },
  { low, high }: AxisScale,
  width: number,
  span: TimeSpan,
): object[] {
  if ('band' in data) return [bandSeries({ name, look, band: data.band, axes }, [low, high], width)]
  // A range set by hand may end below the highest value: lines end there, too.
  return lineSeries({ name, look, points: data.points, axes }, width, span).map((series) => ({ ...series, clip: true }))
}

const hidden = (gridIndex: number, min: number, max: number) => ({
  type: 'value',
  silent: true,
  animation: false,
  show: false,
  gridIndex,
  min,
  max,
})

function valueAxis(axis: DrawnAxis, gridIndex: number, { theme, number }: PanesInput) {
  const { scale, drawn } = axis
  const color = drawn.length === 1 && drawn[0] ? drawn[0].look.color : theme.muted
  const customValues = [...scale.ticks]
  return {
    type: 'value',
    silent: true,
    animation: false,
    gridIndex,
    min: scale.low,
    max: scale.high,
    position: axis.side,
    offset: axis.offset,
    axisLine: { show: true, lineStyle: { color: theme.line } },
    axisTick: { show: true, length: 4, customValues, lineStyle: { color: theme.line } },
    axisLabel: { color, fontSize: 11, margin: 6, customValues, formatter: number, hideOverlap: true },
    splitLine: { show: axis.side === 'left' && axis.offset === 0, lineStyle: { color: theme.grid } },
  }
}

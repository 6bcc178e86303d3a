import type { ChannelInfo } from '../../electron/contract/readings.ts'
import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'
import type { ChartOption } from './echarts.ts'
import { lineSeries } from './line-series.ts'
import type { ChannelLook } from './palette.ts'
import { unitOf, type Plot, type UnitAxis } from './plot.ts'
import type { ChartTheme } from './theme.ts'
import { timeAxis } from './time-axis.ts'

/** One channel ready to draw; `points` as `thinChannel` returns them. */
interface DrawnChannel {
  channel: ChannelInfo
  look: ChannelLook
  points: Float64Array
}

export interface LineChartInput {
  plot: Plot
  axes: readonly UnitAxis[]
  channels: readonly DrawnChannel[]
  span: TimeSpan
  theme: ChartTheme
  locale: string
  zone: string
  /** Numbers on the value axes. */
  number: (value: number) => string
}

/** The option of a chart of lines over time with an axis a unit. Nothing is animated and nothing listens to the pointer: ECharts only draws. */
export function lineOption(input: LineChartInput): ChartOption {
  const { plot, theme, axes, span } = input
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: theme.font, color: theme.text },
    grid: [{ left: plot.left, top: plot.top, width: plot.width, height: plot.height, outerBoundsMode: 'none' }],
    xAxis: [timeAxis({ ...input, width: plot.width })],
    yAxis: axes.map((axis) => valueAxis(axis, input)),
    series: input.channels.flatMap(({ channel, look, points }) => {
      const yAxisIndex = axes.findIndex((axis) => axis.unit === unitOf(channel))
      return lineSeries({ name: channel.channelVarname, look, points, axes: { xAxisIndex: 0, yAxisIndex } }, plot.width, span)
    }),
  }
}

function valueAxis(axis: UnitAxis, { channels, theme, number }: LineChartInput) {
  const own = channels.filter(({ channel }) => unitOf(channel) === axis.unit)
  const color = own.length === 1 && own[0] ? own[0].look.color : theme.muted
  return {
    type: 'value',
    silent: true,
    animation: false,
    scale: true,
    position: axis.side,
    offset: axis.offset,
    ...(own.every(({ points }) => wholeNumbers(points)) && { minInterval: 1 }),
    name: axis.unit,
    nameLocation: 'end',
    nameGap: 12,
    nameTextStyle: { color, align: axis.side === 'left' ? 'right' : 'left', padding: [0, 6] },
    axisLine: { show: true, lineStyle: { color: theme.line } },
    axisTick: { show: true, lineStyle: { color: theme.line } },
    axisLabel: { color, formatter: number, hideOverlap: true },
    splitLine: { show: axis.side === 'left' && axis.offset === 0, lineStyle: { color: theme.grid } },
  }
}

/** True for a channel of counts, whose axis needs no halves. */
function wholeNumbers(points: Float64Array): boolean {
  for (let at = 1; at < points.length; at += 2) {
    const value = points[at] as number
    if (!Number.isNaN(value) && !Number.isInteger(value)) return false
  }
  return true
}

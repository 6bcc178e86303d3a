import type { ChannelInfo } from '../../electron/contract/readings.ts'
import type { ChartOption } from './echarts.ts'
import { highestStack, type MarkerGroup } from './markers.ts'
import { archiveSymbol, type ChannelLook } from './palette.ts'
import { unitOf, type Plot, type UnitAxis } from './plot.ts'
import type { ChartTheme } from './theme.ts'
import { lonePoints } from './thin.ts'
import { tickLabel, timeTicks } from './ticks.ts'
import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'

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
  markers: readonly MarkerGroup[]
  span: TimeSpan
  theme: ChartTheme
  locale: string
  zone: string
  /** Numbers on the value axes. */
  number: (value: number) => string
}

/** Room that a time label needs, px. */
const TICK_ROOM = 84
/** Records get dots when there are at least this many px between them. */
const DOT_ROOM = 14
/** Width of a line whose points stand apart. */
const LINE_PX = 1.4
/** Width of a bar of counted events, px. */
const COUNT_BAR = 8

/** The whole option of the readings chart. Nothing is animated and nothing listens to the pointer: ECharts only draws. */
export function lineOption(input: LineChartInput): ChartOption {
  const { plot, theme } = input
  const frame = { left: plot.left, width: plot.width, outerBoundsMode: 'none' }
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: theme.font, color: theme.text },
    grid: [
      { ...frame, top: plot.top, height: plot.height },
      ...(plot.lane > 0 ? [{ ...frame, top: plot.top - plot.lane, height: plot.lane }] : []),
    ],
    xAxis: [timeAxis(input), ...(plot.lane > 0 ? [laneTimeAxis(input)] : [])],
    yAxis: [...input.axes.map((axis) => valueAxis(axis, input)), ...(plot.lane > 0 ? [LANE_AXIS] : [])],
    series: [...input.channels.flatMap((channel) => channelSeries(channel, input)), ...markerSeries(input)],
  }
}

const silentAxis = { type: 'value', silent: true, animation: false }

function timeAxis({ span, plot, theme, locale, zone }: LineChartInput) {
  const ticks = timeTicks(span.fromMs, span.toMs, zone, Math.max(2, Math.floor(plot.width / TICK_ROOM)))
  const levels = new Map(ticks.map((tick) => [tick.atMs, tick]))
  const customValues = ticks.map((tick) => tick.atMs)
  return {
    ...silentAxis,
    min: span.fromMs,
    max: span.toMs,
    axisLine: { lineStyle: { color: theme.line }, onZero: false },
    axisTick: { show: true, customValues, lineStyle: { color: theme.line } },
    axisLabel: {
      customValues,
      color: theme.muted,
      hideOverlap: true,
      formatter: (atMs: number) => {
        const tick = levels.get(atMs)
        return tick ? tickLabel(tick, locale, zone) : ''
      },
    },
    splitLine: { show: true, lineStyle: { color: theme.grid } },
  }
}

function laneTimeAxis({ span }: LineChartInput) {
  return { ...silentAxis, gridIndex: 1, show: false, min: span.fromMs, max: span.toMs }
}

const LANE_AXIS = { ...silentAxis, gridIndex: 1, show: false, min: 0, max: 1 }

function valueAxis(axis: UnitAxis, { channels, theme, number }: LineChartInput) {
  const own = channels.filter(({ channel }) => unitOf(channel) === axis.unit)
  const color = own.length === 1 && own[0] ? own[0].look.color : theme.muted
  return {
    ...silentAxis,
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

/** Line width where points crowd: one device pixel looks the same there, and a canvas draws it several times faster. */
const hairline = (): number => 1 / Math.max(1, globalThis.devicePixelRatio ?? 1)

/** A record on the left edge belongs to the span before: the line begins there, but it gets no dot. */
const dotAfter =
  (fromMs: number) =>
  ([atMs]: readonly [atMs: number, value: number]): string =>
    atMs > fromMs ? 'circle' : 'none'

function channelSeries(drawn: DrawnChannel, { axes, plot, span }: LineChartInput) {
  const { channel, look, points } = drawn
  const yAxisIndex = axes.findIndex((axis) => axis.unit === unitOf(channel))
  const common = { yAxisIndex, xAxisIndex: 0, dimensions: ['t', 'v'], silent: true, animation: false }
  const dotted = points.length / 2 <= plot.width / DOT_ROOM
  const dense = points.length / 2 > plot.width
  const line = {
    ...common,
    type: 'line',
    name: channel.channelVarname,
    data: points,
    showSymbol: dotted,
    symbol: dotted ? dotAfter(span.fromMs) : 'circle',
    symbolSize: 4,
    connectNulls: false,
    lineStyle: { color: look.color, width: dense ? hairline() : LINE_PX, type: look.dash },
    itemStyle: { color: look.color },
  }
  const lone = dotted ? new Float64Array(0) : lonePoints(points, span.fromMs)
  if (lone.length === 0) return [line]
  const dots = { ...common, type: 'scatter', data: lone, symbolSize: 3.5, itemStyle: { color: look.color } }
  return [line, dots]
}

/** Events in the lane above the plot: a shape per archive, each archive at its own height, or stacked bars where there are too many events. */
function markerSeries({ markers, plot, axes, theme }: LineChartInput) {
  if (plot.lane === 0) return []
  const common = { xAxisIndex: 1, yAxisIndex: axes.length, silent: true, animation: false }
  const counted = markers.some((group) => group.markers.some((marker) => marker.event === null))
  const highest = counted ? highestStack(markers) : 1
  const moments = [...new Set(markers.flatMap((group) => group.markers.map(({ atMs }) => atMs)))].sort((a, b) => a - b)
  return markers.map((group, place) => {
    const color = theme.archives[group.archiveType] ?? theme.muted
    if (counted) {
      const counts = new Map(group.markers.map((marker) => [marker.atMs, marker.count]))
      // Every archive gets every bar, because ECharts stacks bars by their index.
      const data = moments.map((atMs) => [atMs, (counts.get(atMs) ?? 0) / highest])
      return { ...common, type: 'bar', stack: 'events', barWidth: COUNT_BAR, itemStyle: { color }, data }
    }
    const height = (place + 0.5) / markers.length
    return {
      ...common,
      type: 'scatter',
      symbol: archiveSymbol(group.archiveType),
      symbolSize: 8,
      itemStyle: { color, borderColor: theme.surface, borderWidth: 0.5 },
      data: group.markers.map((marker) => [marker.atMs, height]),
    }
  })
}

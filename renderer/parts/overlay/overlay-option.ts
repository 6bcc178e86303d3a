import type { TimeSpan } from '../../../electron/contract/time/gas-day.ts'
import type { ChartOption } from '../../charts/echarts.ts'
import type { Plot } from '../../charts/plot.ts'
import type { ChartTheme } from '../../charts/theme.ts'
import { timeTicks, type Tick } from '../../charts/ticks.ts'

/** One line ready to draw; points as `thinChannel` returns them. */
export interface DrawnLine {
  name: string
  color: string
  isBaseline: boolean
  points: Float64Array
  /** Null for the baseline, which differs from itself by nothing. */
  differences: Float64Array | null
  /** Days that lack records: time and value alternately. */
  incomplete: Float64Array
}

export interface OverlayOptionInput {
  /** The upper pane, and the one of the differences below it. */
  values: Plot
  differences: Plot | null
  lines: readonly DrawnLine[]
  span: TimeSpan
  unit: string
  differenceUnit: string
  theme: ChartTheme
  tick: (tick: Tick) => string
  number: (value: number) => string
}

/** Room that a label of the axis needs, px. */
const TICK_ROOM = 84
const DOT_ROOM = 14
const LINE_PX = 1.4
const BASE_PX = 2

const silentAxis = { type: 'value', silent: true, animation: false }

/** The whole option of an overlay. Nothing is animated and nothing listens to the pointer: ECharts only draws. */
export function overlayOption(input: OverlayOptionInput): ChartOption {
  const { values, differences, theme } = input
  const panes = differences ? [values, differences] : [values]
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: theme.font, color: theme.text },
    grid: panes.map(({ left, top, width, height }) => ({ left, top, width, height, outerBoundsMode: 'none' })),
    xAxis: panes.map((_, gridIndex) => positionAxis(input, gridIndex, gridIndex === panes.length - 1)),
    yAxis: panes.map((_, gridIndex) => valueAxis(input, gridIndex)),
    series: input.lines.flatMap((line) => seriesOf(line, input)),
  }
}

function positionAxis({ span, values, theme, tick }: OverlayOptionInput, gridIndex: number, isLabelled: boolean) {
  const ticks = timeTicks(span.fromMs, span.toMs, 'UTC', Math.max(2, Math.floor(values.width / TICK_ROOM)))
  const byMs = new Map(ticks.map((mark) => [mark.atMs, mark]))
  const customValues = ticks.map(({ atMs }) => atMs)
  const formatter = (atMs: number) => {
    const mark = byMs.get(atMs)
    return mark ? tick(mark) : ''
  }
  return {
    ...silentAxis,
    gridIndex,
    min: span.fromMs,
    max: span.toMs,
    axisLine: { lineStyle: { color: theme.line }, onZero: false },
    axisTick: { show: isLabelled, customValues, lineStyle: { color: theme.line } },
    axisLabel: { show: isLabelled, customValues, color: theme.muted, hideOverlap: true, formatter },
    splitLine: { show: true, lineStyle: { color: theme.grid } },
  }
}

function valueAxis({ theme, number, unit, differenceUnit, differences }: OverlayOptionInput, gridIndex: number) {
  const isDifference = gridIndex === 1
  return {
    ...silentAxis,
    gridIndex,
    // Differences are read from zero.
    scale: !isDifference,
    ...(isDifference && differences && { splitNumber: Math.max(2, Math.round(differences.height / 45)) }),
    name: isDifference ? differenceUnit : unit,
    nameLocation: 'end',
    nameGap: 10,
    nameTextStyle: { color: theme.muted, align: 'left', padding: [0, 0, 0, 3] },
    axisLine: { show: true, lineStyle: { color: theme.line } },
    axisTick: { show: true, lineStyle: { color: theme.line } },
    axisLabel: { color: theme.muted, formatter: number, hideOverlap: true },
    splitLine: { show: true, lineStyle: { color: theme.grid } },
  }
}
const hairline = (): number => 1 / Math.max(1, globalThis.devicePixelRatio ?? 1)

function seriesOf(line: DrawnLine, { values, differences, theme, span }: OverlayOptionInput) {
  const { name, color, isBaseline, points, incomplete } = line
  const common = { name, dimensions: ['t', 'v'], silent: true, animation: false, itemStyle: { color } }
  const lineAt = (pane: number, data: Float64Array, isThick: boolean, isZero = false) => {
    const dense = data.length / 2 > values.width
    const width = dense ? hairline() : isThick ? BASE_PX : LINE_PX
    return {
      ...common,
      type: 'line',
      xAxisIndex: pane,
      yAxisIndex: pane,
      data,
      showSymbol: !isZero && data.length / 2 <= values.width / DOT_ROOM,
      symbol: 'circle',
      symbolSize: 4,
      connectNulls: false,
      lineStyle: { color, width },
      // The line that the others are compared with lies above them.
      z: isThick ? 3 : 2,
    }
  }
  const series: object[] = [lineAt(0, points, isBaseline)]
  if (incomplete.length > 0) {
    const itemStyle = { color: theme.surface, borderColor: color, borderWidth: 1.5 }
    series.push({ ...common, type: 'scatter', xAxisIndex: 0, yAxisIndex: 0, data: incomplete, symbolSize: 6, itemStyle, z: 4 })
  }
  if (!differences) return series
  if (line.differences) series.push(lineAt(1, line.differences, false))
  if (isBaseline) series.push(lineAt(1, Float64Array.of(span.fromMs, 0, span.toMs, 0), true, true))
  return series
}

import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'
import { barFrame } from './bar-frame.ts'
import type { ChartOption } from './echarts.ts'
import { lineSeries } from './line-series.ts'
import { channelLook } from './palette.ts'
import type { Plot } from './plot.ts'
import type { ChartTheme } from './theme.ts'
import { thinChannel } from './thin.ts'
import { timeAxis } from './time-axis.ts'

/** Charts of the numbers of any answer: what they measure is not known, so that all share one axis. */

interface Look {
  plot: Plot
  theme: ChartTheme
  number: (value: number) => string
}

interface LinesInput extends Look {
  lines: readonly { name: string; times: Float64Array; values: Float64Array }[]
  span: TimeSpan
  locale: string
  zone: string
}

/** Lines over time. */
export function answerLinesOption(input: LinesInput): ChartOption {
  const { plot, theme, lines, span, number } = input
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: theme.font, color: theme.text },
    grid: [{ left: plot.left, top: plot.top, width: plot.width, height: plot.height, outerBoundsMode: 'none' }],
    xAxis: [timeAxis({ ...input, width: plot.width })],
    yAxis: [
      {
        type: 'value',
        silent: true,
        scale: true,
        axisLine: { show: true, lineStyle: { color: theme.line } },
        axisLabel: { color: theme.muted, formatter: number, hideOverlap: true },
        splitLine: { lineStyle: { color: theme.grid } },
      },
    ],
    series: lines.flatMap(({ name, times, values }, at) =>
      lineSeries(
        {
          name,
          look: channelLook(at, theme.dark),
          points: thinChannel(times, values, span, plot.width),
          axes: { xAxisIndex: 0, yAxisIndex: 0 },
        },
        plot.width,
        span,
      ),
    ),
  }
}

interface BarsInput extends Look {
  labels: readonly string[]
  columns: readonly { name: string; values: readonly (number | null)[] }[]
}

/** Bars of each name, those of several columns beside each other. */
export function answerBarsOption({ plot, theme, number, labels, columns }: BarsInput): ChartOption {
  return {
    ...barFrame({ plot, labels, unit: '', theme, number }),
    series: columns.map(({ name, values }, at) => ({
      type: 'bar',
      name,
      silent: true,
      animation: false,
      barCategoryGap: labels.length > plot.width / 6 ? '10%' : '28%',
      itemStyle: { color: channelLook(at, theme.dark).color },
      data: values.map((value) => value ?? '-'),
    })),
  }
}

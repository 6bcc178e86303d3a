import type { ChartOption } from './echarts.ts'
import type { Plot } from './plot.ts'
import type { ChartTheme } from './theme.ts'

/** Hatches a bar, so that it differs without colour. */
export const HATCH = { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [3, 4], rotation: -Math.PI / 4, symbolSize: 1 }

interface BarFrame {
  plot: Plot
  /** The names of the periods. */
  labels: readonly string[]
  unit: string
  theme: ChartTheme
  number: (value: number) => string
  /** The first and the last name stay within the plot. */
  keepsEnds?: boolean
}

/** All of a chart of bars, a bar a period, but for what is drawn in it. */
export const barFrame = ({ plot, labels, unit, theme, number, keepsEnds = false }: BarFrame): Omit<ChartOption, 'series'> => ({
  animation: false,
  backgroundColor: 'transparent',
  textStyle: { fontFamily: theme.font, color: theme.text },
  grid: [{ left: plot.left, top: plot.top, width: plot.width, height: plot.height, outerBoundsMode: 'none' }],
  xAxis: [
    {
      type: 'category',
      data: [...labels],
      axisLine: { lineStyle: { color: theme.line } },
      axisTick: { show: false },
      axisLabel: { color: theme.muted, hideOverlap: true, ...(keepsEnds && { alignMinLabel: 'left', alignMaxLabel: 'right' }) },
      silent: true,
    },
  ],
  yAxis: [
    {
      type: 'value',
      name: unit,
      nameGap: 13,
      nameTextStyle: { color: theme.muted, align: 'right', padding: [0, 6] },
      axisLabel: { color: theme.muted, formatter: number },
      splitLine: { lineStyle: { color: theme.grid } },
      silent: true,
    },
  ],
})

import { LineChart, ScatterChart, BarChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, test } from 'vitest'
import { HOUR_MS as HOUR } from '../../../electron/contract/time/units.ts'
import { lineOption, type LineChartInput } from '../../../renderer/charts/line-option.ts'
import { axesOf, plotOf } from '../../../renderer/charts/plot.ts'

use([LineChart, ScatterChart, BarChart, GridComponent, SVGRenderer])

const size = { width: 900, height: 400 }
const theme = {
  dark: false,
  text: '#000000',
  muted: '#555555',
  line: '#888888',
  grid: '#eeeeee',
  surface: '#ffffff',
  accent: '#0000ff',
  warn: '#aa5500',
  bad: '#b3261e',
  faint: '#8a949e',
  font: 'sans-serif',
  archives: { alarm: '#b3261e' },
}

function input(points: number[], changes: Partial<LineChartInput> = {}): LineChartInput {
  const channel = { channelVarname: 'P', channelName: 'Pressure', unitName: 'MPa' }
  const axes = axesOf([channel], () => '100')
  return {
    plot: plotOf(size, axes),
    axes,
    channels: [{ channel, look: { color: '#123456', dash: 'solid' }, points: Float64Array.from(points) }],
    span: { fromMs: Date.parse('2026-10-24T22:00:00Z'), toMs: Date.parse('2026-10-25T23:00:00Z') },
    theme,
    locale: 'en-GB',
    zone: 'Europe/Berlin',
    number: String,
    ...changes,
  }
}

/** Draws it with the real ECharts, as vectors. */
function drawn(of: LineChartInput): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  try {
    chart.setOption(lineOption(of))
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}

/** The line's path: its `M`oves begin a stroke, its `L`ines join points. */
function strokes(svg: string): string[] {
  const path = /<path d="([^"]+)"[^>]*stroke="#123456"/.exec(svg)?.[1] ?? ''
  return path.split('M').filter(Boolean)
}

test('a gap is a gap: ECharts draws two strokes, and joins nothing over it', () => {
  const start = Date.parse('2026-10-25T00:00:00Z')
  const points = [start, 1, start + HOUR, 2, start + 2 * HOUR, NaN, start + 9 * HOUR, 3, start + 10 * HOUR, 4]
  expect(strokes(drawn(input(points)))).toHaveLength(2)
  expect(strokes(drawn(input(points.filter((_, at) => at < 4))))).toHaveLength(1)
})

test('the time axis is in the chosen zone, over the end of summer time', () => {
  const labels = [...drawn(input([])).matchAll(/>(\d\d:\d\d|\d+ \w+)<\/text>/g)].map((match) => match[1])
  expect(labels).toEqual(['25 Oct', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00', '26 Oct'])
})

test('a point between gaps is drawn though no line goes through it', () => {
  const start = Date.parse('2026-10-25T00:00:00Z')
  const many = Array.from({ length: 200 }, (_, at) => [
    start + at * 60_000,
    at === 100 ? 5 : at % 2 === 0 && at > 90 && at < 110 ? NaN : 1,
  ]).flat()
  const series = lineOption(input(many))['series'] as { type: string }[]
  expect(series.map(({ type }) => type)).toEqual(['line', 'scatter'])
})

test('a record on the left edge belongs to the span before: the line begins there, without a dot', () => {
  const dots = (svg: string) => (svg.match(/<(path|circle)[^>]* fill="#123456"/g) ?? []).length
  const span = { fromMs: Date.parse('2026-10-25T00:00:00Z'), toMs: Date.parse('2026-10-25T04:00:00Z') }
  const points = [0, 1, 2, 3, 4].flatMap((hour) => [span.fromMs + hour * HOUR, hour])
  const svg = drawn(input(points, { span }))
  expect(dots(svg)).toBe(4)
  expect(strokes(svg)).toHaveLength(1)
  expect(strokes(svg)[0]?.split('L')).toHaveLength(5)
  // Among so many that only those between gaps are dotted, too.
  const lone = [span.fromMs, 1, span.fromMs + 1, NaN]
  const crowd = Array.from({ length: 200 }, (_, minute) => [span.fromMs + (minute + 1) * 60_000, 1]).flat()
  expect(lineOption(input([...lone, ...crowd], { span }))['series']).toHaveLength(1)
})

test('axes stand outside of each other, one a unit', () => {
  const of = (unitName: string | null) => ({ channelVarname: String(unitName), channelName: null, unitName })
  const axes = axesOf([of('м³'), of('°C'), of('м³'), of('кПа'), of(null)], (unit) => (unit === 'м³' ? '1,500,000' : '10'))
  expect(axes.map(({ unit, side, offset }) => [unit, side, offset > 0])).toEqual([
    ['м³', 'left', false],
    ['°C', 'right', false],
    ['кПа', 'left', true],
    ['', 'right', true],
  ])
  expect(plotOf(size, axes).left).toBe(axes.filter(({ side }) => side === 'left').reduce((sum, { width }) => sum + width, 0))
})

import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'
import type { ChannelLook } from './palette.ts'
import { lonePoints } from './thin.ts'

/** A line ready to draw; `points` as `thinChannel` returns them. */
export interface DrawnLine {
  name: string
  look: ChannelLook
  points: Float64Array
  /** Places of its axes in the option. */
  axes: { xAxisIndex: number; yAxisIndex: number }
}

/** Records get dots when there are at least this many px between them. */
const DOT_ROOM = 14
/** Width of a line whose points stand apart. */
const LINE_PX = 1.4

/** Line width where points crowd: one device pixel looks the same there, and a canvas draws it several times faster. */
const hairline = (): number => 1 / Math.max(1, globalThis.devicePixelRatio ?? 1)

/** A record on the left edge belongs to the span before: the line begins there, but it gets no dot. */
const dotAfter =
  (fromMs: number) =>
  ([atMs]: readonly [atMs: number, value: number]): string =>
    atMs > fromMs ? 'circle' : 'none'

/** A line with dots where there is room for them, and at points that no line goes through. */
export function lineSeries({ name, look, points, axes }: DrawnLine, width: number, span: TimeSpan) {
  const common = { ...axes, dimensions: ['t', 'v'], silent: true, animation: false }
  const dotted = points.length / 2 <= width / DOT_ROOM
  const dense = points.length / 2 > width
  const line = {
    ...common,
    type: 'line',
    name,
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

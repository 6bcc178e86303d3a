import { highestCount, type Lane } from '../lanes.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}
interface Axes {
  xAxisIndex: number
  yAxisIndex: number
}

const SYMBOL_PX = 8
const LEAST_BAR_PX = 3
const LEAST_SPAN_PX = 4

/** The series of one row: the lanes that are drawn in it. All bars of the chart have one scale. */
export function laneSeries(row: readonly Lane[], all: readonly Lane[], axes: Axes) {
  const highest = highestCount(all)
  const common = { ...axes, silent: true, animation: false }
  return row.flatMap((lane) => {
    const moments = lane.marks.filter(({ shape }) => shape === 'moment').map(({ fromMs }) => [fromMs, 0.5])
    const bars = lane.marks.filter(({ shape }) => shape !== 'moment')
    const style = { color: lane.color }
    // A series for each run of one colour: marks that lie over others keep their order.
    const runs = runsBy(bars, (mark) => mark.color ?? lane.color)
    return [
      ...runs.map(({ key: color, ones }) => ({
        ...common,
        type: 'custom',
        clip: true,
        itemStyle: { color },
        data: ones.map(barOf),
        renderItem: drawBar(color, highest),
      })),
      ...(moments.length > 0
        ? [{ ...common, type: 'scatter', symbol: lane.symbol, symbolSize: SYMBOL_PX, itemStyle: style, data: moments }]
        : []),
    ]
  })
}

function runsBy<One>(list: readonly One[], keyOf: (one: One) => string): { key: string; ones: One[] }[] {
  const runs: { key: string; ones: One[] }[] = []
  for (const one of list) {
    const key = keyOf(one)
    const last = runs.at(-1)
    if (last?.key === key) last.ones.push(one)
    else runs.push({ key, ones: [one] })
  }
  return runs
}

/** From, to, and the count; no count for a span. */
const barOf = ({ shape, fromMs, untilMs, count }: Lane['marks'][number]): [number, number, number] => [
  fromMs,
  untilMs,
  shape === 'count' ? count : 0,
]

interface Reader {
  value: (dimension: number) => number
  coord: (at: readonly [number, number]) => readonly [number, number]
}

const drawBar =
  (color: string, highest: number) =>
  ({ coordSys }: { coordSys: Box }, api: Reader) => {
    const [from = 0] = api.coord([api.value(0), 0])
    const [to = 0] = api.coord([api.value(1), 0])
    const count = api.value(2)
    const room = coordSys.height - 2
    // The root brings out a single event beside hundreds.
    const height = count > 0 ? Math.max(LEAST_BAR_PX, Math.round(room * Math.sqrt(count / highest))) : Math.round(room / 2)
    const y = count > 0 ? coordSys.y + coordSys.height - height : coordSys.y + (coordSys.height - height) / 2
    const gap = count > 0 && to - from > 4 ? 1 : 0
    const width = Math.max(count > 0 ? 1 : LEAST_SPAN_PX, to - from - gap)
    return {
      type: 'rect',
      shape: { x: from, y, width, height, r: count > 0 ? 0 : height / 2 },
      style: { fill: color, opacity: count > 0 ? 1 : 0.55 },
    }
  }

import type { DrawnLine } from '../line-series.ts'
import type { Band } from './band.ts'

/** A band ready to draw. */
export type DrawnBand = Omit<DrawnLine, 'points'> & { band: Band }

interface Box {
  x: number
  y: number
  width: number
  height: number
}
type Points = [x: number, y: number][]

const FILL = 0.36
/** The median leaves the band visible around it. */
const MEDIAN_PX = 1

/** From lowest to highest as a filled shape with the median as a line in it; a shape for each stretch without gaps. */
export function bandSeries({ name, look, band, axes }: DrawnBand, ends: readonly [low: number, high: number], pixels: number) {
  return {
    ...axes,
    type: 'custom',
    name,
    silent: true,
    animation: false,
    clip: true,
    itemStyle: { color: look.color },
    // One item that draws everything: an item a pixel would be laid out a thousand times.
    data: [[0, 0]],
    renderItem: ({ coordSys }: { coordSys: Box }) => ({
      type: 'group',
      children: runsOf(band).flatMap(([from, to]) => {
        const place = (value: number) => coordSys.y + ((ends[1] - value) / (ends[1] - ends[0])) * coordSys.height
        const x = (pixel: number) => coordSys.x + (pixel / pixels) * coordSys.width
        const edge = (values: Float64Array): Points => edgeOf(band, values, from, to, x, place)
        const fill = { fill: look.color, opacity: FILL }
        const line = { fill: 'none', stroke: look.color, lineWidth: MEDIAN_PX, lineJoin: 'bevel' }
        return [
          { type: 'polygon', shape: { points: [...edge(band.low), ...edge(band.high).reverse()] }, style: fill },
          { type: 'polyline', shape: { points: edge(band.median) }, style: line },
        ]
      }),
    }),
  }
}

/** Stretches without a gap: the first bucket and the one after the last. */
function runsOf({ run }: Band): [from: number, to: number][] {
  const runs: [number, number][] = []
  for (let from = 0; from < run.length;) {
    let to = from + 1
    while (to < run.length && run[to] === run[from]) to++
    runs.push([from, to])
    from = to
  }
  return runs
}

/** Through the middles of the pixels, and out to the edges of the first and the last: a single pixel has a width, too. */
function edgeOf(
  { pixel }: Band,
  values: Float64Array,
  from: number,
  to: number,
  x: (pixel: number) => number,
  y: (value: number) => number,
): Points {
  const points: Points = [[x(pixel[from] as number), y(values[from] as number)]]
  for (let at = from; at < to; at++) points.push([x((pixel[at] as number) + 0.5), y(values[at] as number)])
  points.push([x((pixel[to - 1] as number) + 1), y(values[to - 1] as number)])
  return points
}

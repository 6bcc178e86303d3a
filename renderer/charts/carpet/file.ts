import type { PictureCaption, PictureFormat } from '../picture.ts'
import type { BoxSize } from '../plot.ts'
import type { ChartTheme } from '../theme.ts'
import { middleOf, paintCarpet, plainOf, type CarpetDrawing } from './paint.ts'
import { canvasPen, svgPen, type Pen } from './pen.ts'
import { placesOf } from './places.ts'

/** A carpet as a file: with its caption above it and the legend of its colours below. */

/** The words of the legend. */
export interface LegendWords {
  /** The channel, its unit, and what a cell has of it. */
  title: string
  /** The values at the ends of the colours. */
  low: string
  high: string
  /** The range in words, with what is marked. */
  range: string
  missing: string
  lacking: string
  /** Values that lack records; '' where there are none. */
  part: string
  /** How days are counted. */
  days: string
}

const HEAD = 52
const FOOT = 40
const SHARPNESS = 2
const BAR = { x: 14, width: 160, height: 10 }

/** Draws the carpet as it is in a box of this size; PNG has twice the resolution, SVG keeps text as text. */
export async function carpetFile(
  drawing: Omit<CarpetDrawing, 'places'>,
  size: BoxSize,
  caption: Pick<PictureCaption, 'title' | 'subtitle'>,
  legend: LegendWords,
  format: PictureFormat,
): Promise<Blob> {
  const places = placesOf(drawing.cells, size, SHARPNESS)
  const width = Math.ceil(size.width)
  const height = HEAD + places.height + FOOT
  const moved = { ...places, tops: places.tops.map((top) => top + HEAD) }
  const paint = (pen: Pen) => {
    paintHead(pen, drawing.theme, caption, legend, width)
    paintCarpet(pen, { ...drawing, places: moved })
    paintFoot(pen, drawing, legend, { width, height })
  }
  if (format === 'svg') {
    const pen = svgPen(drawing.theme.font)
    paint(pen)
    return new Blob([pen.svg(width, height, drawing.theme.surface)], { type: 'image/svg+xml' })
  }
  const canvas = new OffscreenCanvas(width * SHARPNESS, height * SHARPNESS)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the picture could not be drawn')
  context.scale(SHARPNESS, SHARPNESS)
  const pen = canvasPen(context, drawing.theme.font)
  pen.fill(drawing.theme.surface, [{ x: 0, y: 0, width, height }])
  paint(pen)
  return canvas.convertToBlob({ type: 'image/png' })
}

function paintHead(
  pen: Pen,
  theme: ChartTheme,
  { title, subtitle }: Pick<PictureCaption, 'title' | 'subtitle'>,
  legend: LegendWords,
  width: number,
): void {
  pen.text(title, 14, 20, { colour: theme.text, size: 14, bold: true })
  pen.text(subtitle, 14, 40, { colour: theme.muted, size: 12 })
  pen.text(legend.title, width - 14, 20, { colour: theme.text, size: 12, align: 'right' })
}

function paintFoot(pen: Pen, { scale, theme }: Omit<CarpetDrawing, 'places'>, legend: LegendWords, { width, height }: BoxSize): void {
  const y = height - FOOT + 8
  const below = { colour: theme.muted, size: 11 }
  let x = BAR.x
  if (scale) {
    const { low, high } = scale.range
    const step = BAR.width / 80
    for (let at = 0; at < 80; at++) {
      const colour = scale.colours[scale.placeOf(low + ((at + 0.5) / 80) * (high - low))] ?? theme.grid
      // Half a px over the next one: no seam shows between them.
      pen.fill(colour, [{ x: x + at * step, y, width: step + (at < 79 ? 0.5 : 0), height: BAR.height }])
    }
    pen.text(legend.low, x, y + 23, below)
    pen.text(legend.high, x + BAR.width, y + 23, { ...below, align: 'right' })
    if (low < 0 && high > 0) {
      const zero = x + (-low / (high - low)) * BAR.width
      pen.line(theme.text, [
        [zero, y - 2],
        [zero, y + BAR.height + 2],
      ])
    }
    x += BAR.width + 18
    pen.text(legend.range, x, y + 23, below)
  }
  for (const kind of ['missing', 'lacking', 'part'] as const) {
    if (legend[kind] === '') continue
    const swatch = { x, y, width: 14, height: BAR.height }
    pen.fill(kind === 'part' ? middleOf(scale, theme) : plainOf(theme), [swatch])
    if (kind !== 'missing') pen.hatch(kind === 'part' ? theme.surface : theme.line, [swatch])
    pen.line(theme.grid, [
      [x, y],
      [x + 14, y],
      [x + 14, y + BAR.height],
      [x, y + BAR.height],
      [x, y],
    ])
    pen.text(legend[kind], x + 20, y + 9, below)
    x += 34 + legend[kind].length * 6.4
  }
  pen.text(legend.days, width - 14, y + 9, { ...below, align: 'right' })
}

import type { Rect } from './places.ts'

/** Draws a carpet: on the canvas on screen and in a PNG, as a text of shapes in an SVG. */
export interface Pen {
  /** Rectangles of one colour. */
  fill(colour: string, rects: readonly Rect[]): void
  /** Diagonal lines over rectangles. */
  hatch(colour: string, rects: readonly Rect[]): void
  /** A line through points, px. */
  line(colour: string, points: readonly (readonly [number, number])[], width?: number): void
  /** A filled outline. */
  shape(colour: string, points: readonly (readonly [number, number])[]): void
  text(text: string, x: number, y: number, look: TextLook): void
}

interface TextLook {
  colour: string
  size: number
  bold?: boolean
  align?: 'left' | 'center' | 'right'
  /** The text's middle is at its y; else its baseline. */
  middle?: boolean
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D
const HATCH = 5

/** A pen on a canvas whose units are px. */
export function canvasPen(context: Context, font: string): Pen {
  return {
    fill(colour, rects) {
      context.fillStyle = colour
      for (const { x, y, width, height } of rects) context.fillRect(x, y, width, height)
    },
    hatch(colour, rects) {
      if (rects.length === 0) return
      context.save()
      context.beginPath()
      for (const { x, y, width, height } of rects) context.rect(x, y, width, height)
      context.clip()
      context.strokeStyle = colour
      context.lineWidth = 1
      context.beginPath()
      for (const [x1, y1, x2, y2] of diagonals(rects)) {
        context.moveTo(x1, y1)
        context.lineTo(x2, y2)
      }
      context.stroke()
      context.restore()
    },
    line(colour, points, width = 1) {
      context.strokeStyle = colour
      context.lineWidth = width
      path(context, points)
      context.stroke()
    },
    shape(colour, points) {
      context.fillStyle = colour
      path(context, points)
      context.fill()
    },
    text(text, x, y, { colour, size, bold = false, align = 'left', middle = false }) {
      context.fillStyle = colour
      context.font = `${bold ? '600 ' : ''}${size}px ${font}`
      context.textAlign = align
      context.textBaseline = middle ? 'middle' : 'alphabetic'
      context.fillText(text, x, y)
    },
  }
}

function path(context: Context, points: readonly (readonly [number, number])[]): void {
  context.beginPath()
  for (const [at, [x, y]] of points.entries()) {
    if (at === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
}

/** Lines that cross the box around all rectangles. */
function diagonals(rects: readonly Rect[]): [number, number, number, number][] {
  const left = rects.reduce((least, { x }) => Math.min(least, x), Infinity)
  const top = rects.reduce((least, { y }) => Math.min(least, y), Infinity)
  const right = rects.reduce((most, { x, width }) => Math.max(most, x + width), -Infinity)
  const bottom = rects.reduce((most, { y, height }) => Math.max(most, y + height), -Infinity)
  const height = bottom - top
  const count = Math.ceil((right - left + height) / HATCH)
  return Array.from({ length: count }, (_, at) => {
    const x = left - height + at * HATCH
    return [x, bottom, x + height, top]
  })
}

/** A pen that writes SVG; `svg` is the whole file. */
export function svgPen(font: string): Pen & { svg: (width: number, height: number, background: string) => string } {
  const parts: string[] = []
  let hatches = 0
  const n = (value: number) => String(Math.round(value * 100) / 100)
  const boxes = (rects: readonly Rect[]) =>
    rects.map(({ x, y, width, height }) => `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z`).join('')
  const outline = (points: readonly (readonly [number, number])[]) => points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')
  return {
    fill(colour, rects) {
      if (rects.length > 0) parts.push(`<path fill="${colour}" d="${boxes(rects)}"/>`)
    },
    hatch(colour, rects) {
      if (rects.length === 0) return
      hatches += 1
      parts.push(
        `<pattern id="hatch${hatches}" width="${HATCH}" height="${HATCH}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path stroke="${colour}" d="M${HATCH / 2} 0V${HATCH}"/></pattern>`,
        `<path fill="url(#hatch${hatches})" d="${boxes(rects)}"/>`,
      )
    },
    line(colour, points, width = 1) {
      parts.push(`<polyline fill="none" stroke="${colour}" stroke-width="${width}" points="${outline(points)}"/>`)
    },
    shape(colour, points) {
      parts.push(`<polygon fill="${colour}" points="${outline(points)}"/>`)
    },
    text(text, x, y, { colour, size, bold = false, align = 'left', middle = false }) {
      const anchor = { left: 'start', center: 'middle', right: 'end' }[align]
      const weight = bold ? ' font-weight="600"' : ''
      const base = middle ? ' dominant-baseline="central"' : ''
      parts.push(
        `<text x="${n(x)}" y="${n(y)}" fill="${colour}" font-size="${size}"${weight} text-anchor="${anchor}"${base}>${escaped(text)}</text>`,
      )
    },
    svg: (width, height, background) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(font)}" style="white-space:pre">` +
      `<rect width="100%" height="100%" fill="${background}"/>${parts.join('')}</svg>`,
  }
}

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => MARKS[mark] ?? mark)

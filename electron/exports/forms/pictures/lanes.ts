import type { Language } from '../../../words/index.ts'
import type { GasClock, TimeSpan } from '../../../contract/time/gas-day.ts'
import type { FormPicture } from '../content.ts'
import type { PartSpan } from '../part.ts'
import { ticksOf } from './axis.ts'

/** Lanes over time as an SVG of our own: a few hundred paths, the same bytes from the same data. */

export interface Lane {
  name: string
  /** How many of something lie in each of equal parts of the span. */
  counts?: readonly number[]
  /** Stretches of what lasted; an `open` one goes to the end of the lane. */
  stretches?: readonly (TimeSpan & { open: boolean })[]
}

const WIDTH = 1000
const LABELS = 230
const LANE = 22
const AXIS = 22
const PLOT = WIDTH - LABELS - 8
/** Letters that the labels have room for. */
const MOST_LETTERS = 33
/** How many of these letters come from the end of a name that is longer. */
const LAST_LETTERS = 12
const INK = { line: '#c9ced6', text: '#333a45', bar: '#3b6ea8' } as const
/** Between the lines of a hatched bar. */
const HATCH = 5

/** Draws lanes under each other over a common time axis; null where there is nothing to draw. */
export function lanesPicture(
  lanes: readonly Lane[],
  { span, gas, language, caption }: { span: PartSpan; gas: GasClock; language: Language; caption: string },
): FormPicture | null {
  if (lanes.length === 0) return null
  const height = lanes.length * LANE + AXIS
  const x = (atMs: number) => LABELS + ((atMs - span.fromMs) / (span.toMs - span.fromMs)) * PLOT
  const bottom = lanes.length * LANE
  const ticks = ticksOf(span, gas, language)
    .filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.toMs)
    .map(({ atMs, label }) => {
      const at = round(x(atMs))
      const anchor = at > WIDTH - 30 ? 'end' : 'middle'
      return `<path d="M${at} 0V${bottom}" stroke="${INK.line}" stroke-width="0.7" fill="none"/>${text(at, bottom + 15, label, anchor)}`
    })
  const drawn = lanes.map((lane, nth) => {
    const top = nth * LANE
    const rule = `<path d="M0 ${top + LANE}H${WIDTH}" stroke="${INK.line}" stroke-width="0.7" fill="none"/>`
    return `${rule}${text(4, top + LANE / 2 + 4, shortened(lane.name), 'start')}${barsOf(lane, top)}${stretchesOf(lane, top, x)}`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">${ticks.join('')}${drawn.join('')}</svg>`
  return { key: 'chart', svg, ratio: WIDTH / height, caption }
}

/** Bars from the bottom of the lane, the highest of all filling it; one path. */
function barsOf({ counts = [] }: Lane, top: number): string {
  const most = Math.max(1, ...counts)
  const width = PLOT / Math.max(1, counts.length)
  const bars = counts.flatMap((count, part) => {
    if (count === 0) return []
    // Even the smallest count can be seen.
    const tall = round(3 + (count / most) * (LANE - 7))
    const [left, wide] = [round(LABELS + part * width), round(Math.max(1.2, width * 0.85))]
    return `M${left} ${round(top + LANE - 1 - tall)}h${wide}v${tall}h-${wide}z`
  })
  return bars.length > 0 ? `<path d="${bars.join('')}" fill="${INK.bar}"/>` : ''
}

/** Ended stretches are full bars, lasting ones are hatched: a grey print tells them apart. */
function stretchesOf({ stretches = [] }: Lane, top: number, x: (atMs: number) => number): string {
  const [full, hatched] = [[] as string[], [] as string[]]
  for (const { fromMs, toMs, open } of stretches) {
    const left = round(Math.max(LABELS, x(fromMs)))
    const bar = { left, wide: round(Math.max(1.2, Math.min(x(toMs), LABELS + PLOT) - left)), top: top + 6, tall: LANE - 12 }
    const outline = `M${bar.left} ${bar.top}h${bar.wide}v${bar.tall}h-${bar.wide}z`
    if (open) hatched.push(outline, ...hatchOf(bar))
    else full.push(outline)
  }
  return (
    (full.length > 0 ? `<path d="${full.join('')}" fill="${INK.bar}"/>` : '') +
    (hatched.length > 0 ? `<path d="${hatched.join('')}" fill="none" stroke="${INK.bar}" stroke-width="1" data-open="1"/>` : '')
  )
}

/** Slanting lines over a bar, cut at its edges. */
function hatchOf({ left, wide, top, tall }: { left: number; wide: number; top: number; tall: number }): string[] {
  const lines: string[] = []
  for (let foot = HATCH; foot < wide + tall; foot += HATCH) {
    const [from, to] = [Math.max(0, foot - wide), Math.min(foot, tall)]
    lines.push(`M${round(left + foot - from)} ${round(top + from)}L${round(left + foot - to)} ${round(top + to)}`)
  }
  return lines
}

const text = (x: number, y: number, said: string, anchor: 'start' | 'middle' | 'end') =>
  `<text x="${x}" y="${y}" font-family="Roboto" font-size="12" fill="${INK.text}" text-anchor="${anchor}">${escaped(said)}</text>`

const round = (value: number): number => Math.round(value * 10) / 10
/** Cut in the middle: names of one situation often differ by the channel at their end. */
const shortened = (name: string): string =>
  name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - LAST_LETTERS - 1).trimEnd()}…${name.slice(-LAST_LETTERS).trimStart()}` : name
const escaped = (said: string): string =>
  said
    .toWellFormed()
    .replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)
    .replaceAll(/[\u0000-\u001f]/g, ' ') // oxlint-disable-line no-control-regex

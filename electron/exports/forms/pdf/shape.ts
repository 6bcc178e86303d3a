import { pageWidth } from './sheet.ts'
import type { Paper } from './paper.ts'

/** Chooses page, letters and widths for a table that says nothing of them. */

/** Points. */
const FONT = { most: 8, least: 5.5 }
/** Mean width of a letter, as a share of the font's size, and what stands between two columns. */
const LETTER = 0.54
const BETWEEN = 6
/** In letters: longer texts are wrapped. */
const COLUMN = { least: 3, most: 34 }

/** Letters beside: figures are wider than the mean letter. */
const SLACK = 1.5
/** How much wider the letters of a head are. */
const BOLD = 1.12

const PAGES = [
  { size: 'A4', orientation: 'portrait' },
  { size: 'A4', orientation: 'landscape' },
  { size: 'A3', orientation: 'landscape' },
] as const

export type Shape = Pick<Paper, 'size' | 'orientation' | 'fontSize'> & { weights: number[] }

/**
 * The smallest page on which the columns fit in the largest letters; of too many columns the largest page.
 * @param rows some of the table's
 * @param largest page
 */
export function shapeFor(headers: readonly string[], rows: readonly (readonly string[])[], largest: Paper['size'] = 'A3'): Shape {
  const pages = PAGES.filter(({ size }) => size === 'A4' || size === largest)
  const letters = headers.map((header, at) => {
    const longestWord = Math.max(...header.split(/\s+/).map(({ length }) => length))
    const longest = rows.reduce((most, cells) => Math.max(most, cells[at]?.length ?? 0), 0)
    return SLACK + Math.min(COLUMN.most, Math.max(COLUMN.least, longestWord * BOLD, longest))
  })
  const all = letters.reduce((sum, count) => sum + count, 0)
  const fontOn = (page: (typeof PAGES)[number]) => (pageWidth(page) - headers.length * BETWEEN) / (all * LETTER)
  const page =
    pages.find((one) => fontOn(one) >= FONT.most) ?? pages.find((one) => fontOn(one) >= FONT.least + 1) ?? pages.at(-1) ?? PAGES[2]
  const fontSize = Math.round(Math.max(FONT.least, Math.min(FONT.most, fontOn(page))) * 10) / 10
  return { ...page, fontSize, weights: letters }
}

import type { Paper } from './paper.ts'

/** What all parts of a sheet have in common: its measures, in points, and its inks. */

const PAGES = { A4: [595.28, 841.89], A3: [841.89, 1190.55] } as const
export const MARGIN = { side: 28, top: 30, bottom: 46 }
export const PADDING = { side: 3, row: 1.6 }
export const INK = '#1a1d21'
export const GREY = '#5f6872'
export const RULE = '#c9ced4'
export const SHADE = '#f1f3f5'
export const RULE_WIDTH = 0.35
export const HEAVY = 0.9
/** Letters of what stands under a table, points, and the height of its lines as a share of them. */
export const END_SIZE = 8
export const END_LINE = 1.08

/** The width between the margins, points. */
export const pageWidth = ({ size, orientation }: Pick<Paper, 'size' | 'orientation'>): number =>
  PAGES[size][orientation === 'portrait' ? 0 : 1] - 2 * MARGIN.side

/** The height between the margins, points. */
export const pageHeight = ({ size, orientation }: Pick<Paper, 'size' | 'orientation'>): number =>
  PAGES[size][orientation === 'portrait' ? 1 : 0] - MARGIN.top - MARGIN.bottom

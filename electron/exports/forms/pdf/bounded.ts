import { cutForEye, SHOWN } from '../../../contract/cut.ts'
import type { Paper, PaperPart, PaperRow } from './paper.ts'

/**
 * Texts as long as paper takes them: laying out a word of a megabyte takes more memory than there is. Whoever needs the
 * whole of a longer text has it in the exports for programs.
 */

/** Of a text that keeps its line ends. */
const MOST_LINES = 1000

const line = (text: string, most: number): string => cutForEye(text, most).replaceAll(/\s+/g, ' ')
const name = (text: string): string => line(text, SHOWN.name)
const cell = (text: string): string => line(text, SHOWN.cell)
function whole(text: string): string {
  const cut = cutForEye(text, SHOWN.text)
  const lines = cut.split('\n')
  return lines.length > MOST_LINES ? `${lines.slice(0, MOST_LINES).join('\n')}…` : cut
}

export const boundedPaper = (paper: Paper): Paper => ({
  ...paper,
  title: name(paper.title),
  footer: paper.footer.map(cell),
})

export const boundedRow = ({ cells, group, tone }: PaperRow): PaperRow => ({
  cells: cells.map(whole),
  group: group === null ? null : cell(group),
  tone,
})

export const boundedPart = (part: PaperPart): PaperPart => ({
  ...part,
  title: cell(part.title),
  subtitle: cell(part.subtitle),
  // It stands on each page, above the margin: one line.
  running: name(part.running),
  heads: part.heads.map(([what, text]) => [name(what), cell(text)] as const),
  pictures: part.pictures.map(({ caption, ...picture }) => ({ ...picture, caption: cell(caption) })),
  columns: part.columns.map((column) => ({
    ...column,
    header: name(column.header),
    over: column.over === null ? null : name(column.over),
  })),
  totals: part.totals.map(boundedRow),
  statements: part.statements.map(whole),
})

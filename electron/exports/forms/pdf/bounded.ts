import { cutForEye, SHOWN } from '../../../contract/cut.ts'
import type { Printer } from './letters.ts'
import type { Paper, PaperColumn, PaperPart, PaperRow } from './paper.ts'

/**
 * Texts as long as paper takes them: laying out a word of a megabyte takes more memory than there is. Whoever needs the
 * whole of a longer text has it in the exports for programs.
 */

/** The most lines of a text that keeps its line ends. */
const MOST_LINES = 1000

const line = (text: string, most: number): string => cutForEye(text, most).replaceAll(/\s+/g, ' ')
function whole(text: string): string {
  const cut = cutForEye(text, SHOWN.text)
  const lines = cut.split('\n')
  return lines.length > MOST_LINES ? `${lines.slice(0, MOST_LINES).join('\n')}…` : cut
}

/** Cuts what is printed, in letters that the printer has. */
export function boundedBy(printer: Printer) {
  const name = (text: string): string => line(printer.text(text), SHOWN.name)
  const cell = (text: string): string => line(printer.text(text), SHOWN.cell)
  const prose = (text: string): string => whole(printer.text(text))
  const boundedPaper = (paper: Paper): Paper => ({
    ...paper,
    title: name(paper.title),
    footer: paper.footer.map(cell),
  })

  /** A name stands in each row: what one note may take, a thousand rows may not. */
  const boundedRow = ({ cells, group, tone }: PaperRow, columns: readonly PaperColumn[]): PaperRow => ({
    cells: cells.map((text, at) => (columns[at]?.isProse ? prose(text) : cutForEye(printer.text(text), SHOWN.cell))),
    group: group === null ? null : cell(group),
    tone,
  })

  const boundedPart = (part: PaperPart): PaperPart => ({
    ...part,
    title: cell(part.title),
    subtitle: cell(part.subtitle),
    // It stands on each page, above the margin: one line.
    running: name(part.running),
    letterhead: part.letterhead && {
      ...part.letterhead,
      organisation: cell(part.letterhead.organisation),
      address: cell(part.letterhead.address),
    },
    heads: part.heads.map(([what, text]) => [name(what), cell(text)] as const),
    above: part.above && prose(part.above),
    pictures: part.pictures.map(({ caption, svg, ...picture }) => ({ ...picture, svg: printer.picture(svg), caption: cell(caption) })),
    columns: part.columns.map((column) => ({
      ...column,
      header: name(column.header),
      over: column.over === null ? null : name(column.over),
    })),
    totals: part.totals.map((row) => boundedRow(row, part.columns)),
    stated: cell(part.stated),
    statements: part.statements.map(prose),
    below: part.below && prose(part.below),
    signatures: part.signatures.map(({ what, name: who, post }) => ({
      what: name(what),
      name: name(who),
      post: name(post),
    })),
    empty: cell(part.empty),
  })
  return { paper: boundedPaper, row: boundedRow, part: boundedPart }
}

import type { Content, ContentTable, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import { breakable, fitted, lettersIn } from './fitted.ts'
import { keepWithNext } from './keep-together.ts'
import { linesIn, rowsOfLines } from './long-rows.ts'
import type { Paper, PaperColumn, PaperPart, PaperRow } from './paper.ts'
import { GREY, HEAVY, INK, PADDING, pageWidth, RULE, RULE_WIDTH, SHADE } from './sheet.ts'

/** Totals stay together, and with the row above them, unless they are many: lines. */
const TOTALS_TOGETHER = 20
/** A row is no higher, in points: what does not break and is higher than a page would be cut off. */
const ROW_HEIGHT = 200
/** The height of a line, as a share of its letters'. */
const LINE = 1.2

/** The table of a part: its heads repeat on each page, its rows do not break, its totals stand together. */
export function table(
  paper: Paper,
  part: PaperPart,
  rows: readonly PaperRow[],
  onRow: () => void,
): ContentTable & Content {
  const { columns } = part
  const widths = widthsOf(paper, columns)
  const head = headRows(part)
  const aligned = columns.map(({ align }) => align)
  const body: TableCell[][] = [...head]
  const strong = new Set<number>()
  const letters = widths.map((width) => lettersIn(width, paper.fontSize))
  const most = Math.floor(ROW_HEIGHT / (paper.fontSize * LINE))
  const cells = (texts: readonly string[], { tone }: PaperRow, isTotal: boolean): TableCell[] =>
    columns.map((_, place) => {
      const isBold = isTotal || tone === 'strong'
      return {
        text: texts[place] ?? '',
        ...(aligned[place] === 'left' ? {} : { alignment: aligned[place] ?? 'left' }),
        ...(isBold ? { bold: true } : {}),
        ...(tone === 'weak' ? { color: GREY } : {}),
      }
    })
  const fittedTexts = ({ cells: texts }: PaperRow) =>
    columns.map((_, place) => fitted(texts[place] ?? '', letters[place] ?? 0))
  /** Rows of the body that go on with the row above them. */
  const goesOn = new Set<number>()
  const push = (row: PaperRow, isTotal: boolean): void => {
    for (const [nth, texts] of rowsOfLines(fittedTexts(row), letters, most).entries()) {
      if (nth > 0) goesOn.add(body.length)
      body.push(cells(texts, row, isTotal))
    }
  }
  const together = new Set<number>()
  for (const row of rows) {
    // A heading says nothing at the bottom of a page.
    if (row.group !== null && row.cells.length > 0) together.add(body.length)
    if (row.group !== null)
      body.push([{ text: breakable(row.group), bold: true, colSpan: columns.length, fillColor: SHADE }, ...columns.slice(1).map(() => ({ text: '' }))]) // oxfmt-ignore
    if (row.cells.length > 0) push(row, false)
  }
  const firstTotal = body.length
  const linesOfTotals = part.totals.reduce((sum, row) => sum + Math.max(...fittedTexts(row).map((text, place) => linesIn(text, letters[place] ?? 0).length)), 0) // oxfmt-ignore
  for (const row of part.totals) {
    if (linesOfTotals <= Math.min(TOTALS_TOGETHER, most) && body.length > head.length) together.add(body.length - 1)
    strong.add(body.length)
    push(row, true)
  }
  const layout: CustomTableLayout = {
    hLineWidth(line) {
      if (line >= head.length) onRow()
      if (line === 0 || line === head.length || line === body.length || (line === firstTotal && strong.size > 0)) return HEAVY // oxfmt-ignore
      return line < head.length || goesOn.has(line) ? 0 : RULE_WIDTH
    },
    vLineWidth: () => 0,
    hLineColor: (line) =>
      line === 0 || line === head.length || line === body.length || (line === firstTotal && strong.size > 0) ? INK : RULE, // oxfmt-ignore
    paddingLeft: () => PADDING.side,
    paddingRight: () => PADDING.side,
    paddingTop: () => PADDING.row,
    paddingBottom: () => PADDING.row,
  }
  const laid = { headerRows: head.length, keepWithHeaderRows: 1, dontBreakRows: true, widths, body }
  keepWithNext(laid, together)
  return { margin: [0, 9, 0, 0], fontSize: paper.fontSize, lineHeight: 1.02, table: laid, layout }
}

/** Widths of columns by their weights: paddings are pdfmake's to add. */
function widthsOf(paper: Paper, columns: readonly PaperColumn[]): number[] {
  const all = columns.reduce((sum, { weight }) => sum + weight, 0)
  const free = pageWidth(paper) - columns.length * 2 * PADDING.side
  return columns.map(({ weight }) => Math.floor((free * weight * 100) / all) / 100)
}

/** Headings over neighbours where any has one; the columns' own. */
function headRows({ columns }: PaperPart): TableCell[][] {
  const empty = (count: number): TableCell[] => Array.from({ length: count }, () => ({ text: '' }))
  const own = (column: PaperColumn): TableCell => ({
    text: column.header,
    bold: true,
    alignment: column.align === 'left' ? 'left' : 'right',
    fillColor: SHADE,
    verticalAlignment: 'bottom',
  })
  if (columns.every(({ over }) => over === null)) return [columns.map(own)]
  const upper: TableCell[] = []
  const lower: TableCell[] = []
  for (let place = 0; place < columns.length; place++) {
    const column = columns[place] as PaperColumn
    if (column.over === null) {
      // Not a cell over both rows: pdfmake would set it over the first row of the body.
      upper.push({ text: '', fillColor: SHADE })
      lower.push(own(column))
      continue
    }
    let end = place
    while (end + 1 < columns.length && columns[end + 1]?.over === column.over) end++
    upper.push({ text: column.over, bold: true, alignment: 'center', colSpan: end - place + 1, fillColor: SHADE }, ...empty(end - place)) // oxfmt-ignore
    for (; place <= end; place++) lower.push(own(columns[place] as PaperColumn))
    place--
  }
  return [upper, lower]
}

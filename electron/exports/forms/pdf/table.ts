import type { Content, ContentTable, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import { breakable, fitted, isNumber, lettersIn, sizeFor } from './fitted.ts'
import { keepWithNext } from './keep-together.ts'
import { linesIn, rowsOfLines } from './long-rows.ts'
import type { Paper, PaperColumn, PaperPart, PaperRow } from './paper.ts'
import { END_LINE, END_SIZE, GREY, HEAVY, INK, PADDING, pageWidth, RULE, RULE_WIDTH, SHADE } from './sheet.ts'

/** Totals stay together, and with the row above them, unless they are many: lines. */
const TOTALS_TOGETHER = 20
/** A row is no higher, in points: what does not break and is higher than a page would be cut off. */
const ROW_HEIGHT = 200
/** The height of a line, as a share of its letters'. */
const LINE = 1.2

/** Points that totals take, with the row above them. */
export function totalsHeight(paper: Paper, { columns, totals }: PaperPart): number {
  const letters = widthsOf(paper, columns).map((width) => lettersIn(width, paper.fontSize))
  const lines = totals.map(({ cells }) => Math.max(...cells.map((text, place) => linesIn(text, letters[place] ?? 0).length)))
  const HEADS_AND_ROW = 5
  const all = lines.reduce((sum, count) => sum + count, HEADS_AND_ROW)
  return all * paper.fontSize * LINE + (totals.length + HEADS_AND_ROW) * 2 * PADDING.row
}

/**
 * The table of a part: its heads repeat on each page, its rows do not break, its totals stand together.
 * @param end what stands on the sheet of the totals, under them
 * @param onRow told each time a row has been laid out
 */
export function table(
  paper: Paper,
  part: PaperPart,
  rows: readonly PaperRow[],
  { end, onRow }: { end: Content[]; onRow: () => void },
): ContentTable & Content {
  const { columns } = part
  const widths = widthsOf(paper, columns)
  const head = headRows(part, widths, paper.fontSize)
  const aligned = columns.map(({ align }) => align)
  const body: TableCell[][] = [...head]
  const strong = new Set<number>()
  const letters = widths.map((width) => lettersIn(width, paper.fontSize))
  const most = Math.floor(ROW_HEIGHT / (paper.fontSize * LINE))
  const cells = (texts: readonly string[], { tone }: PaperRow, isTotal: boolean): TableCell[] =>
    columns.map((_, place) => {
      const isBold = isTotal || tone === 'strong'
      const text = texts[place] ?? ''
      const size = isNumber(text) ? sizeFor(text, widths[place] ?? 0, paper.fontSize) : null
      return {
        text,
        ...(size === null || size === paper.fontSize ? {} : { fontSize: size }),
        ...(aligned[place] === 'left' ? {} : { alignment: aligned[place] ?? 'left' }),
        ...(isBold ? { bold: true } : {}),
        ...(tone === 'weak' ? { color: GREY } : {}),
      }
    })
  const fittedTexts = ({ cells: texts }: PaperRow) =>
    columns.map((_, place) => {
      const text = texts[place] ?? ''
      const isWhole = isNumber(text) && sizeFor(text, widths[place] ?? 0, paper.fontSize) !== null
      return isWhole ? text : fitted(text, letters[place] ?? 0)
    })
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
      body.push([
        { text: breakable(row.group), bold: true, colSpan: columns.length, fillColor: SHADE },
        ...columns.slice(1).map(() => ({ text: '' })),
      ])
    if (row.cells.length > 0) push(row, false)
  }
  const firstTotal = body.length
  const linesOfTotals = part.totals.reduce(
    (sum, row) => sum + Math.max(...fittedTexts(row).map((text, place) => linesIn(text, letters[place] ?? 0).length)),
    0,
  )
  for (const row of part.totals) {
    if (linesOfTotals <= Math.min(TOTALS_TOGETHER, most) && body.length > head.length) together.add(body.length - 1)
    strong.add(body.length)
    push(row, true)
  }
  /** The line under the last row of numbers. */
  const lastLine = body.length
  if (end.length > 0) {
    together.add(lastLine - 1)
    body.push([
      { stack: end, fontSize: END_SIZE, lineHeight: END_LINE, margin: [-PADDING.side, 0, -PADDING.side, 0], colSpan: columns.length },
      ...columns.slice(1).map(() => ({ text: '' })),
    ])
  }
  const isHeavy = (line: number) => line === 0 || line === head.length || line === lastLine || (line === firstTotal && strong.size > 0)
  const layout: CustomTableLayout = {
    hLineWidth(line) {
      if (line >= head.length) onRow()
      if (isHeavy(line)) return HEAVY
      if (line > lastLine) return 0
      return line < head.length || goesOn.has(line) ? 0 : RULE_WIDTH
    },
    vLineWidth: () => 0,
    hLineColor: (line) => (isHeavy(line) ? INK : RULE),
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
function headRows({ columns }: PaperPart, widths: readonly number[], fontSize: number): TableCell[][] {
  const empty = (count: number): TableCell[] => Array.from({ length: count }, () => ({ text: '' }))
  const own = (column: PaperColumn, place: number): TableCell => ({
    text: column.header,
    bold: true,
    fontSize: sizeFor(column.header, widths[place] ?? 0, fontSize) ?? fontSize,
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
      lower.push(own(column, place))
      continue
    }
    let end = place
    while (end + 1 < columns.length && columns[end + 1]?.over === column.over) end++
    upper.push({ text: column.over, bold: true, alignment: 'center', colSpan: end - place + 1, fillColor: SHADE }, ...empty(end - place))
    for (; place <= end; place++) lower.push(own(columns[place] as PaperColumn, place))
    place--
  }
  return [upper, lower]
}

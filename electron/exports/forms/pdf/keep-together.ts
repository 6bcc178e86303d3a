import exported from 'pdfmake/js/TableProcessor.js'

/**
 * Keeps rows of a table on one page: a heading with the row under it, totals with each other. pdfmake keeps only the cells
 * of one row together; its blocks that must not break are nested by counting, so a block that begins before a row and ends
 * after a later one holds both. A block that is higher than a page would be cut off: keep few rows together.
 */

/** By table: the rows that stay on the page of the row after them. */
const kept = new WeakMap<object, ReadonlySet<number>>()

/** @param table the `table` of pdfmake's node. @param rows places in its body, heads included */
export function keepWithNext(table: object, rows: ReadonlySet<number>): void {
  kept.set(table, rows)
}

const processor = ('default' in exported ? exported.default : exported).prototype
const { beginRow, endRow } = processor

processor.beginRow = function begin(row, writer) {
  const rows = kept.get(this.tableNode.table)
  if (rows?.has(row) && !rows.has(row - 1)) writer.beginUnbreakableBlock()
  beginRow.call(this, row, writer)
}

processor.endRow = function end(row, writer, pageBreaks) {
  endRow.call(this, row, writer, pageBreaks)
  const rows = kept.get(this.tableNode.table)
  if (rows?.has(row - 1) && !rows.has(row)) writer.commitUnbreakableBlock()
}

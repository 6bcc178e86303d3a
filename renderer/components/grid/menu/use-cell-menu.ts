import { useI18n } from 'vue-i18n'
import { client } from '../../../client.ts'
import { useFormatNames } from '../../../stores/words/formats.ts'
import { EXPORT_FORMATS, useExports, type ExportFormat, type ExportName } from '../../../stores/exports.ts'
import { useProgram } from '../../../stores/program.ts'
import { wordsOf } from '../../../../electron/words/index.ts'
import type { GridColumn } from '../columns.ts'
import type { GridPlace, useCursor } from '../cursor.ts'
import type { RowSource } from '../rows.ts'
import { cellUnder } from '../tooltip.ts'
import type { CellFilter, MenuEntry } from './entries.ts'
import { rowsAsCsv } from './export-rows.ts'

/** The grid itself writes so many rows; for more, a view has an export of its own. */
const MOST_ROWS = 100_000

/** The parts of a grid that its menu is made from. */
export interface MenuOptions<Row> {
  label: () => string
  source: () => RowSource<Row>
  columns: () => readonly GridColumn<Row>[]
  /** Null where a row leads nowhere. */
  open: () => (() => void) | null
  filterOf: (row: Row, column: string) => CellFilter | null
  /** Entries that the view adds, below 'open'. */
  moreOf: (row: Row) => readonly MenuEntry[]
  /** The view's own export; null: the grid writes the rows as they are shown. */
  exportAs: () => ((form: ExportFormat, row: Row) => void) | null
  copyRows: () => Promise<void>
  /** So many rows are copied: the selected ones, or the one. */
  copied: (row: Row) => number
  /** The grid's place, which the menu is about. */
  cursor: Pick<ReturnType<typeof useCursor<Row, unknown>>, 'place' | 'moveTo' | 'rowAt' | 'columnAt'>
  /** The element of the cell at a place. */
  cellAt: (place: GridPlace) => HTMLElement | null
  show: (entries: readonly MenuEntry[], x: number, y: number) => void
}

/** How far into its cell a menu opens that was asked for from the keyboard, px. */
const INSET_PX = 12

/** The context menu of a cell: open, copy, narrow, export. By a right click, or from the keyboard below the cell. */
export function useCellMenu<Row>(options: MenuOptions<Row>) {
  const { t } = useI18n({ useScope: 'global' })
  const { formatName } = useFormatNames()
  const program = useProgram()
  const exports_ = useExports()

  async function writeRows(): Promise<void> {
    const source = options.source()
    await exports_.run(async () => {
      const rows = await source.between(0, source.total.value - 1)
      const csv = rowsAsCsv(rows, options.columns(), program.language)
      return client.exports.image({ name: `${options.label()}.csv`, blob: new Blob([csv], { type: 'text/csv' }) })
    })
  }

  /** A local list narrows itself; otherwise the view says how. */
  function filterOf(row: Row, column: GridColumn<Row>): CellFilter | null {
    const { narrowing } = options.source()
    if (!narrowing) return options.filterOf(row, column.key)
    const text = column.text(row)
    const add = (not: boolean) => () => narrowing.add({ by: column.key, title: column.title, text, not, of: column.text })
    return { only: add(false), except: add(true) }
  }

  function exportsOf(row: Row): MenuEntry[] {
    const own = options.exportAs()
    const total = options.source().total.value
    const names: readonly ExportName[] = own ? EXPORT_FORMATS : EXPORT_FORMATS.filter((name) => name === 'csv')
    return names.map((name, at) => ({
      id: `export-${name}`,
      label: t('grid.export', { format: formatName(name) }),
      divided: at === 0,
      disabled: exports_.busy || (!own && total > MOST_ROWS),
      run: () => (own ? own(name, row) : writeRows()),
    }))
  }

  function entriesOf(row: Row, column: GridColumn<Row>): MenuEntry[] {
    const open = options.open()
    const filter = filterOf(row, column)
    const said = wordsOf(program.language).habits.insideQuotes(filter?.said ?? column.text(row))
    const count = options.copied(row)
    const more = options.moreOf(row)
    return [
      ...(open ? [{ id: 'open', label: t('grid.open'), keys: 'Enter', run: open }] : []),
      ...more,
      {
        id: 'copy-cell',
        label: t('grid.copyCell'),
        divided: open !== null || more.length > 0,
        run: () => navigator.clipboard.writeText((column.copied ?? column.text)(row)),
      },
      {
        id: 'copy-rows',
        label: count > 1 ? t('grid.copyRows', { n: count }, count) : t('grid.copyRow'),
        keys: 'Ctrl+C',
        run: options.copyRows,
      },
      ...(filter?.only ? [{ id: 'only', label: t('grid.only', { value: said }), divided: true, run: filter.only }] : []),
      ...(filter?.except ? [{ id: 'except', label: t('grid.except', { value: said }), divided: !filter.only, run: filter.except }] : []),
      ...exportsOf(row),
    ]
  }

  const { cursor } = options
  function openAt(x: number, y: number): void {
    const row = cursor.rowAt()
    const column = cursor.columnAt()?.column
    if (row !== undefined && column) options.show(entriesOf(row, column), x, y)
  }

  return {
    fromKeyboard(): void {
      const cell = options.cellAt(cursor.place.value)?.getBoundingClientRect()
      if (cell) openAt(cell.left + INSET_PX, cell.bottom)
    },
    fromPointer(event: MouseEvent): void {
      event.preventDefault()
      const cell = cellUnder(event)
      if (!cell || cell.row < 0) return
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true })
      cursor.moveTo(cell.row, cell.column)
      openAt(event.clientX, event.clientY)
    },
  }
}

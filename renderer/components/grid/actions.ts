import type { Ref } from 'vue'
import type { ColumnLayout } from './columns.ts'
import type { useCursor } from './cursor.ts'
import { gridKeys } from './keys.ts'
import type { RowSource } from './rows.ts'
import type { useSelection } from './selection.ts'

/** The parts of a grid that its keys work on. */
interface Parts<Row, Key extends number | string> {
  source: () => RowSource<Row>
  layout: ColumnLayout<Row>
  cursor: ReturnType<typeof useCursor<Row, Key>>
  selection: ReturnType<typeof useSelection<Row, Key>>
  selected: Readonly<Ref<ReadonlySet<Key>>>
  multi: () => boolean
  pageRows: () => number
  open: () => void
  sort: (column: string) => void
  selectAll: () => void
  copy: () => void
  menu: () => void
}

/** The keys of a grid (keys.ts), each doing its work. */
export function useGridKeys<Row, Key extends number | string>(parts: Parts<Row, Key>) {
  const { layout, cursor, selection, selected, multi } = parts

  async function step(row: number, extend: boolean): Promise<void> {
    if (extend && multi() && selection.anchor.value < 0) selection.anchor.value = cursor.place.value.row
    cursor.moveTo(row)
    if (extend && multi()) await selection.extendTo(cursor.place.value.row)
  }

  return gridKeys({
    active: () => cursor.place.value,
    rows: () => parts.source().total.value,
    columns: () => layout.placed.value.length,
    pageRows: parts.pageRows,
    step: (row, extend) => void step(row, extend),
    column: (column) => cursor.moveTo(cursor.place.value.row, column),
    open: () => (cursor.place.value.row < 0 ? parts.sort(cursor.columnAt()?.column.key ?? '') : parts.open()),
    toggle: () => multi() && selection.toggle(cursor.place.value.row),
    // Also where no row is ticked: what is chosen is copied.
    all: parts.selectAll,
    clear: () => {
      const any = selected.value.size > 0
      selection.clear()
      return any
    },
    nudge: (by) => {
      const key = cursor.columnAt()?.column.key
      if (key === undefined) return
      layout.nudge(key, by)
      cursor.moveTo(
        cursor.place.value.row,
        layout.placed.value.findIndex((place) => place.column.key === key),
      )
    },
    widen: (by) => {
      const place = cursor.columnAt()
      if (place) layout.resize(place.column.key, place.width + by)
    },
    copy: parts.copy,
    menu: parts.menu,
  })
}

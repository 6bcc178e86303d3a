import { ref, watch } from 'vue'
import type { PlacedColumn } from './columns.ts'
import { onLiveRows } from './live.ts'
import type { RowSource } from './rows.ts'
import { whereIs } from './whereabouts.ts'

/** The keyboard's place in a grid: a row (-1 is the header) and a column. */
export interface GridPlace {
  row: number
  column: number
}

/**
 * The cursor of a grid, and what moves it. `arrive` is called with each new row, also with one whose page comes later.
 * The cursor stays with its row where rows come, go and change places by themselves, and `moved` tells where that is now.
 */
export function useCursor<Row, Key>(options: {
  source: RowSource<Row>
  keyOf: (row: Row) => Key
  /** The order of the rows: when it changes, the cursor keeps its place, not its row. */
  order: () => unknown
  placed: () => readonly PlacedColumn<Row>[]
  /** Brings a row, and a column, into view. */
  reveal: (row: number) => void
  revealColumn: (column: number) => void
  arrive: (row: Row, index: number) => void
  moved: (row: Row, index: number, by: number) => void
}) {
  const { source, keyOf, order, placed, reveal, revealColumn, arrive, moved } = options
  const place = ref<GridPlace>({ row: 0, column: 0 })
  let told: Row | undefined
  let awaited = -1
  let rowsBefore = 0

  function tell(): void {
    const row = source.at(place.value.row)
    awaited = row === undefined ? place.value.row : -1
    if (row !== undefined && row !== told) arrive(row, place.value.row)
    told = row
    rowsBefore = source.total.value
  }
  watch(source.version, () => {
    if (awaited >= 0 && awaited === place.value.row) tell()
  })

  function follow(): void {
    const { row: from } = place.value
    const isFewer = source.total.value < rowsBefore
    rowsBefore = source.total.value
    if (told === undefined || from < 0 || awaited >= 0) return
    const to = whereIs(source, keyOf, keyOf(told), from)
    const row = source.at(to)
    if (row !== undefined) {
      told = row
      if (to === from) return
      place.value = { ...place.value, row: to }
      moved(row, to, to - from)
    } else if (isFewer) {
      // It is gone: what stands in its place now is the current one.
      place.value = { ...place.value, row: Math.max(0, Math.min(from, rowsBefore - 1)) }
      tell()
    }
  }
  onLiveRows(source, order, follow)

  function moveTo(row: number, column: number = place.value.column): void {
    const lastRow = source.total.value - 1
    const lastColumn = placed().length - 1
    place.value = { row: Math.min(lastRow, Math.max(-1, row)), column: Math.min(lastColumn, Math.max(0, column)) }
    if (place.value.row >= 0) {
      reveal(place.value.row)
      tell()
    }
    revealColumn(place.value.column)
  }

  /** The list was replaced: the cursor is on its first row; `arrive` is called when the user moves it. */
  function reset(): void {
    place.value = { ...place.value, row: 0 }
    awaited = -1
    told = undefined
  }
  const columnAt = () => placed()[place.value.column]
  const rowAt = () => source.at(place.value.row)

  return { place, moveTo, reset, columnAt, rowAt }
}
